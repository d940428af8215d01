import type { QueryClient } from '@tanstack/react-query'
import { ownDraftStore, watchQueuedDrafts } from '../assignments/my-drafts'
import {
  clearDeviceDrafts,
  clearFormDrafts,
  countFormDrafts,
  countLessonDrafts,
} from '../device/draft'
import { localStore, tabStore } from '../device/store'
import { textDraftKeys } from '../device/text-drafts'
import { codeDrafts } from '../exercises/my-drafts'
import { ownNoteStore, watchQueuedNotes } from '../notes/own-notes'
import { type OutboxContext, ofKind, type Queued } from '../outbox/kind'
import type { WatchChange } from '../progress/record-progress'
import { currentUserId } from '../session/current-user'
import { formatCount } from '../wording'
import { KINDS } from './kinds'
import { ownOutbox, watchOutboxState } from './outbox-state'

/** How long a sign-out waits for queued entries to be sent, in milliseconds. */
const PATIENCE_MS = 5_000

/**
 * Returns names of the person's changes on this device that the server does not have, such as `2 completed lessons` and
 * `1 note`. Returns an empty list if there are none.
 */
export function unsentThings(queries: QueryClient): string[] {
  const person = currentUserId(queries)
  if (person === undefined) return []
  const outbox = ownOutbox(queries)
  const changes = [...(outbox?.all() ?? []), ...(outbox?.refused() ?? [])]
  const notes = ownNoteStore(queries)?.every().length ?? 0
  const works = ownDraftStore(queries)?.every().length ?? 0
  const code = codeDrafts.store(queries)?.every().length ?? 0
  const drafts = textDraftKeys(person).length + countFormDrafts(localStore, person)
  const lessons = countLessonDrafts(localStore, person)
  return [
    ...named(changes.filter(({ change }) => change.kind !== 'watch')),
    code > 0 && formatCount(code, 'draft of an exercise', 'drafts of exercises'),
    works > 0 && formatCount(works, 'draft of an assignment', 'drafts of assignments'),
    ...named(ofKind<WatchChange>(changes, 'watch')),
    notes > 0 && formatCount(notes, 'note'),
    drafts > 0 && formatCount(drafts, 'draft'),
    lessons > 0 && formatCount(lessons, 'draft of a lesson', 'drafts of lessons'),
  ].filter((thing) => thing !== false)
}

/** Names the entries of each kind, in the order of `KINDS`. */
function named(queued: readonly Queued[]): string[] {
  return Object.entries(KINDS).flatMap(([kind, { unsent }]) => {
    const count = queued.filter(({ change }) => change.kind === kind).length
    return count > 0 ? unsent(count) : []
  })
}

/**
 * Calls `listener` whenever something is queued or the server has acknowledged something. Returns a function that
 * unsubscribes.
 */
export function watchUnsent(listener: () => void): () => void {
  const stops = [
    watchOutboxState(listener),
    watchQueuedNotes(listener),
    watchQueuedDrafts(listener),
    codeDrafts.watch(listener),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Sends the queued entries, and waits for a few seconds at most. Never throws. */
export async function sendUnsent(context: OutboxContext): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const sent = import('./run-sync').then(({ runSync }) => runSync(context))
  await Promise.race([sent.catch(() => undefined), late])
}

/**
 * Deletes from this device everything of the signed-in person that the server does not have, also drafts and the
 * unsaved forms of this tab (rules/interface#nothing-lost).
 */
export function discardUnsent(queries: QueryClient): void {
  const person = currentUserId(queries)
  if (person === undefined) return
  const outbox = ownOutbox(queries)
  const queued = outbox ? [...outbox.all(), ...outbox.refused()] : []
  for (const entry of queued) outbox?.settle(entry)
  const store = ownNoteStore(queries)
  for (const { noteId } of store?.every() ?? []) store?.forget(noteId)
  const works = ownDraftStore(queries)
  for (const { lessonId } of works?.every() ?? []) works?.forget(lessonId)
  const code = codeDrafts.store(queries)
  for (const { lessonId } of code?.every() ?? []) code?.forget(lessonId)
  for (const key of textDraftKeys(person)) localStore.removeItem(key)
  clearDeviceDrafts(localStore, person)
  clearFormDrafts(tabStore)
}
