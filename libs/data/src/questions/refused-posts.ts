import type { DataError } from '../errors'
import type { WaitingRules } from '../outbox/kind'
import type { PostChange } from './queued-posts'

/** Returns why the server refused a question or an answer: its own sentence if it wrote one for people. */
export function refusalOf({ code, message }: DataError): string {
  return code.startsWith('PT4') ? message : 'You no longer have permission to do this here.'
}

/** A refused question or answer stays with the reason, as a draft that is not sent (rules/questions#offline). */
export const POSTS_WAIT: WaitingRules<PostChange> = { keptRefused: refusalOf }
