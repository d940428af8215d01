import { canPersist } from '@rookies/data/device/persist'
import type { NoteChange } from '@rookies/data/notes/note-store'
import {
  KEPT_IN_PAGE,
  ownNoteStore,
  queuedNotes,
  watchQueuedNotes,
} from '@rookies/data/notes/own-notes'
import type { ShownNote } from '@rookies/data/notes/shown-notes'
import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { showError, showToast } from '../../ui/toast-store'
import { useData } from '../data-context'
import { outboxMessages as messages } from '../outbox-messages'

/** Returns the changes to notes that the server has not acknowledged, as they change. */
export function useUnsentNotes() {
  const queries = useQueryClient()
  return useSyncExternalStore(watchQueuedNotes, () => queuedNotes(queries))
}

/** Returns functions that save and delete notes: shown at once, and sent when possible (rules/learning#notes). */
export function useNoteActions() {
  const client = useData()
  const queries = useQueryClient()

  const put = (change: NoteChange) => {
    // In a browser without any storage, the person reads about it at sign-in, and again when a note has to wait; so no
    // message is needed here.
    if (ownNoteStore(queries)?.put(change) === false && canPersist()) showError(KEPT_IN_PAGE)
    startSync({ client, queries, messages })
  }
  const save = ({ id, body, revision, ...place }: ShownNote) =>
    put({ noteId: id, place: placeOf(place), body, from: revision })
  return {
    put,
    /** Saves a note again that the server refused. */
    again: save,
    remove: (note: ShownNote) => {
      // A note that the server never accepted exists only in this browser, so it is deleted here.
      if (note.refused !== null) ownNoteStore(queries)?.forget(note.id)
      else put({ noteId: note.id, place: placeOf(note), body: null, from: note.revision })
      showToast({
        tone: 'success',
        title: 'Note deleted',
        action: { label: 'Undo', onSelect: () => save(note) },
      })
    },
  }
}

/** Returns what a note is about, without its text. */
export function placeOf(note: NoteChange['place']): NoteChange['place'] {
  const { lesson_id, slug, course_title, lesson_title, at_seconds, quote } = note
  return { lesson_id, slug, course_title, lesson_title, at_seconds, quote }
}
