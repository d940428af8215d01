import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import type { CompletionChange } from './queued-completions'

export interface CompletionKey {
  user_id: string
  lesson_id: string
}

/**
 * Marks a lesson as completed. Repeating the call changes nothing (rules/learning#complete). Throws DataError `42501`
 * if the person may not open the lesson, or if another person is signed in.
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
 * Completes a lesson that `completeLesson()` could not complete, because access ended before the change was sent. `at`
 * is when the person completed it, in milliseconds by this browser's clock; the database receives how long ago that was
 * (rules/learning#completed-in-time). Throws DataError: `PT403` with the reason as its message if the completion does
 * not count, `42501` if the account may not do anything.
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
 * Deletes a completion. Returns false if there was none, for example because another browser has deleted it already. An
 * account that may not read anything sees no completion either, so its state is checked then. Throws DataError `DENIED`
 * if the row could not be deleted.
 */
export async function undoCompletion(
  client: DataClient,
  lesson: CompletionKey,
  signal: AbortSignal,
): Promise<boolean> {
  const rows = () => client.from('lesson_completions')
  // If another browser deletes and repeats the completion between the read and the delete, a second attempt is needed.
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

/** Returns whether a completion cannot be saved because access had ended. The message of the error says why. */
export function isLost(error: DataError): boolean {
  return error.code === 'PT403'
}

/**
 * Returns the message about a completion that could not be saved (rules/learning#refusal): the server's message if it
 * answered, otherwise a general sentence. Lost access is not reported here, but once for the whole course.
 */
export function completionFailure(error: DataError): string {
  return error.status === undefined
    ? 'Failed to save completion. Check console for details.'
    : `Failed to save completion: ${error.message}`
}

/** Returns the message about a completion that does not count, with the lesson and the reason. */
export function lostCompletion({ title }: CompletionChange, error: DataError): string {
  return `${title === undefined ? 'A lesson' : `“${title}”`} was not saved as complete. ${error.message}`
}
