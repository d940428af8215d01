import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import type { CompletionChange } from './outbox/outbox'

/** Whose completion of what. */
export interface CompletionKey {
  user_id: string
  lesson_id: string
}

/**
 * Marks a lesson complete. Sent any number of times it counts once (rules/learning#complete). Throws DataError:
 * `42501` for a lesson that may not be opened, or when another person is signed in.
 */
export async function completeLesson(
  client: DataClient,
  lesson: CompletionKey,
  signal: AbortSignal,
): Promise<void> {
  unwrap(
    await client
      .from('lesson_completions')
      .upsert(lesson, { onConflict: 'user_id,lesson_id', ignoreDuplicates: true })
      .abortSignal(signal),
  )
}

/**
 * As `completeLesson()`, for what was refused because access has ended since: `at` is when it was made, in milliseconds
 * by this browser's clock; the database is told how long ago (rules/learning#completed-in-time). Throws DataError:
 * `PT403` with the reason as its message where it does not count, `42501` for an account that may do nothing.
 */
export async function completeLate(
  client: DataClient,
  { user_id, lesson_id }: CompletionKey,
  at: number,
  signal: AbortSignal,
): Promise<void> {
  const age_sec = Math.max(0, (Date.now() - at) / 1000)
  unwrap(
    await client.rpc('complete_late', { lesson_id, age_sec, as_user: user_id }).abortSignal(signal),
  )
}

/**
 * Takes a completion back; out: whether one was there to take. Already taken back, in another browser
 * for instance, is success. A person who may read nothing can't tell, so the account is asked about then. A row that stays is refused: DataError `DENIED`.
 */
export async function undoCompletion(
  client: DataClient,
  lesson: CompletionKey,
  signal: AbortSignal,
): Promise<boolean> {
  const rows = () => client.from('lesson_completions')
  // Twice: between looking and deleting, another browser may have taken it back and done it again.
  for (let tries = 0; tries < 2; tries += 1) {
    const gone = unwrap(
      await rows()
        .delete()
        .match({ ...lesson })
        .select('lesson_id')
        .abortSignal(signal),
    )
    if (gone.length > 0) return true
    const left = unwrap(
      await rows()
        .select('lesson_id')
        .match({ ...lesson })
        .abortSignal(signal),
    )
    if (left.length === 0) return false
  }
  throw new DataError({ code: 'DENIED' })
}

/** Refused by the database: the lesson is no longer this person's to open. */
const REFUSED = ['42501', 'DENIED']

/** Whether the database refused because access was taken away. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/** Whether a completion is lost because access was gone before it arrived: its message says why. */
export function isLost(error: DataError): boolean {
  return error.code === 'PT403'
}

/**
 * What a completion says that could not be saved (rules/learning#refusal): the server's message where it
 * answered, another sentence where something else went wrong. Lost access is told by the course.
 */
export function completionFailure(error: DataError): string {
  return error.status === undefined
    ? 'Failed to save completion. Check console for details.'
    : `Failed to save completion: ${error.message}`
}

/** What the person reads of a completion that is lost: which it was, and why. */
export function lostCompletion({ title }: CompletionChange, error: DataError): string {
  return `${title === undefined ? 'A lesson' : `“${title}”`} was not saved as complete. ${error.message}`
}
