import type { InfiniteData } from '@tanstack/react-query'
import {
  type BrowserSender,
  browserSender,
  queueRunner,
  type SyncContext,
  warnUnsaved,
} from '../delivery/browser-sender'
import { closedAccount, deliverBy } from '../delivery/deliver-by'
import type { Note, NotesPage } from './note'
import type { NoteStore, QueuedNote } from './note-store'
import { noteKeys } from './notes-query'
import { BOTH_KEPT, ownNoteStore } from './own-notes'
import { deleteNote, type SavedNote, saveNote } from './save-note'
import { afterSaving } from './shown-notes'

/** Sends the queued notes of the signed-in person, now and whenever the connection returns (rules/learning#notes). */
export const runNotes = queueRunner(ownNoteStore, start)

function start({ client, queries, messages }: SyncContext, store: NoteStore): BrowserSender {
  return browserSender<QueuedNote, SavedNote | null>(client, 'rookies-notes', {
    outbox: store,
    deliver: (entry) =>
      deliverBy(client, async (signal) => {
        if (entry.body !== null) {
          return { kind: 'saved', answer: await saveNote(client, entry, signal) }
        }
        const gone = await deleteNote(client, entry, signal)
        // No note was deleted. The account may be unable to read anything now, which looks the same, so it is checked.
        return (!gone && (await closedAccount(client, signal))) || { kind: 'saved', answer: null }
      }),
    onSaved: (entry, answer) => {
      // React Query's cache is updated before the note leaves the queue, so that the note does not disappear for a
      // moment.
      const { lesson_id } = entry.place
      if (lesson_id !== null) {
        queries.setQueryData<Note[]>(
          noteKeys.ofLesson(lesson_id),
          (notes) => notes && afterSaving(notes, entry, answer),
        )
      }
      queries.setQueriesData<InfiniteData<NotesPage>>({ queryKey: noteKeys.lists() }, (list) => {
        const [first, ...older] = list?.pages ?? []
        if (!list || !first) return list
        const isKnown = older.some(({ notes }) => notes.some(({ id }) => id === entry.noteId))
        const notes = isKnown ? first.notes : afterSaving(first.notes, entry, answer)
        return { ...list, pages: [{ ...first, notes }, ...older] }
      })
      if (answer?.copy) messages.told(BOTH_KEPT)
      void queries.invalidateQueries({ queryKey: noteKeys.all })
    },
    // A refused note stays in the queue, and shows the reason itself.
    onRefused: () => undefined,
    // The sender of the outbox reports a disabled account and ends the session.
    onDisabled: () => undefined,
    onUnreachable: (unreachable) => warnUnsaved(messages, unreachable),
  })
}
