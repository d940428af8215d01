import { secondText } from '@rookies/data/notes/notes-markdown'
import type { ShownNote } from '@rookies/data/notes/shown-notes'
import { SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import { localDay } from '@rookies/data/time/moment-text'
import { CircleAlert, CloudUpload, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import styles from './note-item.module.css'
import { useNoteActions } from './use-notes'

interface NoteItemProps {
  note: ShownNote
  /** A link to what the note is about: a second of the video, a quote, or the lesson. */
  place: ReactNode
  onEdit: () => void
  /** Moves the focus after the note was deleted. */
  onGone: () => void
}

/** One note, with the actions of its author. */
export function NoteItem({ note, place, onEdit, onGone }: NoteItemProps) {
  const { again, remove } = useNoteActions()
  const day = localDay(note.updated_at)
  const name = `the note ${secondText(note.at_seconds) ? `at ${secondText(note.at_seconds)}` : `of ${day}`}`
  return (
    <li className={styles.note}>
      <div className={styles.head}>
        {place}
        <time dateTime={note.updated_at} className={styles.when}>
          {day}
        </time>
      </div>
      {note.quote && (
        <blockquote dir="auto" className={styles.quote}>
          {note.quote}
        </blockquote>
      )}
      <p dir="auto" className={styles.body}>
        {note.body}
      </p>
      {note.queued && !navigator.onLine && (
        <p className={styles.state}>
          <CloudUpload aria-hidden="true" />
          {SAVED_WHEN_ONLINE}
        </p>
      )}
      {note.refused !== null && (
        <p className={styles.refused} role="alert">
          <CircleAlert aria-hidden="true" />
          <span>Not saved yet, and kept only in this browser. {note.refused}</span>
        </p>
      )}
      <div className={styles.acts}>
        {note.refused !== null && (
          <Button small onClick={() => again(note)}>
            Try Again
          </Button>
        )}
        {note.open && (
          <Button small variant="quiet" onClick={onEdit} aria-label={`Edit ${name}`}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )}
        <Button
          small
          variant="quiet"
          aria-label={`Delete ${name}`}
          onClick={() => {
            remove(note)
            onGone()
          }}
        >
          <Trash2 aria-hidden="true" />
          Delete
        </Button>
      </div>
    </li>
  )
}
