import type { QueryClient } from '@tanstack/react-query'
import { clearFormDrafts, clearLessonDrafts, countLessonDrafts } from '../device/draft'
import { localStore, tabStore } from '../device/store'
import { textDraftKeys } from '../device/text-drafts'
import { ownShelf, watchQueuedNotes } from '../notes/own-notes'
import type { OutboxContext } from '../progress/outbox/follow-up'
import { ownOutbox, watchOutboxState } from '../progress/outbox/outbox-state'
import { currentUserId } from '../session/current-user'
import { formatCount } from '../wording'

/** Milliseconds for which a sign-out waits until what is queued is sent. */
const PATIENCE_MS = 5_000

/**
 * Returns what the signed-in person did on this device that the server does not have, in words: `2 completed lessons`,
 * `1 note`. Empty if there is nothing.
 */
export function unsentThings(queries: QueryClient): string[] {
  const person = currentUserId(queries)
  if (person === undefined) return []
  const changes = ownOutbox(queries)?.all() ?? []
  const completions = changes.filter(({ change }) => change.kind === 'completion').length
  const notes = ownShelf(queries)?.every().length ?? 0
  const drafts = textDraftKeys(person).length
  const lessons = countLessonDrafts(localStore, person)
  return [
    completions > 0 && formatCount(completions, 'completed lesson'),
    changes.length > completions && 'Your place in a video',
    notes > 0 && formatCount(notes, 'note'),
    drafts > 0 && formatCount(drafts, 'draft'),
    lessons > 0 && formatCount(lessons, 'draft of a lesson', 'drafts of lessons'),
  ].filter((thing) => thing !== false)
}

/** Calls `listener` whenever the server has received something, or something is queued. Returns a function that stops. */
export function watchUnsent(listener: () => void): () => void {
  const stops = [watchOutboxState(listener), watchQueuedNotes(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Sends what is queued, for a few seconds at most. Never throws. */
export async function sendUnsent(context: OutboxContext): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const sent = import('./run-sync').then(({ runSync }) => runSync(context))
  await Promise.race([sent.catch(() => undefined), late])
}

/**
 * Deletes from this device what the signed-in person did that the server does not have, drafts included, and what this
 * tab keeps of forms (rules/interface#nothing-lost).
 */
export function discardUnsent(queries: QueryClient): void {
  const person = currentUserId(queries)
  if (person === undefined) return
  const outbox = ownOutbox(queries)
  for (const entry of outbox?.all() ?? []) outbox?.settle(entry)
  const shelf = ownShelf(queries)
  for (const { noteId } of shelf?.every() ?? []) shelf?.forget(noteId)
  for (const key of textDraftKeys(person)) localStore.removeItem(key)
  clearLessonDrafts(localStore, person)
  clearFormDrafts(tabStore)
}
