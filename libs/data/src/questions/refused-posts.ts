import type { DataError } from '../errors'
import type { WaitingRules } from '../outbox/kind'
import type { PostChange } from './queued-posts'

/** Returns why the server refused a question or an answer: its own message if it is written for people. */
export function refusalOf({ code, message }: DataError): string {
  return code.startsWith('PT4') ? message : 'You no longer have permission to do this here.'
}

/** A refused question or answer stays in the outbox as a draft with the reason (rules/questions#offline). */
export const POSTS_WAIT: WaitingRules<PostChange> = { keptRefused: refusalOf }
