import { newId } from '@rookies/data/device/new-id'
import { isSilence } from '@rookies/data/errors'
import { quotePath } from '@rookies/data/notes/note-path'
import { secondText } from '@rookies/data/notes/notes-markdown'
import { lessonNotesQuery } from '@rookies/data/notes/notes-query'
import { type ShownNote, shownNotes } from '@rookies/data/notes/shown-notes'
import { useQuery } from '@tanstack/react-query'
import { NotebookPen, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { useData } from '../../../shared/data-context'
import { NoteItem } from '../../../shared/notes/note-item'
import { NotePad } from '../../../shared/notes/note-pad'
import { useNoteActions, useUnsentNotes } from '../../../shared/notes/use-notes'
import { Button } from '../../../ui/button'
import { useShortcuts } from '../use-shortcuts'
import { currentPlayhead } from '../video/playhead'
import { setNewNoteOpener } from './begin-note'
import styles from './lesson-notes.module.css'
import type { LessonNotesProps } from './notes-part'
import { type SelectedQuote, useSelectedQuote } from './use-selected-quote'

/** The note that is being written: a new one at a place, or an existing one. */
type Writing =
  | { kind: 'new'; at_seconds: number | null; quote: string | null }
  | { kind: 'edit'; note: ShownNote }

/** The person's own notes on a lesson (rules/learning#notes). */
export default function LessonNotes({ course, lesson }: LessonNotesProps) {
  const read = useQuery(lessonNotesQuery(useData(), lesson.id))
  const waiting = useUnsentNotes()
  const { put } = useNoteActions()
  const [writing, setWriting] = useState<Writing | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const quote = useSelectedQuote()
  const here = waiting.filter(({ place }) => place.lesson_id === lesson.id)
  const notes = inOrder(shownNotes(read.data ?? [], here))

  const begin = () => {
    if (writing) return
    const at_seconds = currentPlayhead()?.second() ?? null
    setWriting({
      kind: 'new',
      at_seconds,
      quote: at_seconds === null ? (quote?.text ?? null) : null,
    })
    getSelection()?.removeAllRanges()
  }
  useShortcuts({ a: begin })
  const onNote = useEffectEvent(begin)
  useEffect(() => setNewNoteOpener(() => onNote()), [])

  const save = (body: string) => {
    if (!writing) return
    if (writing.kind === 'edit') {
      const { id, revision, ...place } = writing.note
      put({ noteId: id, place: { ...ofLesson, ...at(place) }, body, from: revision })
    } else {
      const place = { ...ofLesson, ...at(writing) }
      put({ noteId: newId(), place, body, from: null })
    }
  }
  const ofLesson = {
    lesson_id: lesson.id,
    slug: course.slug,
    course_title: course.title,
    lesson_title: lesson.title,
  }

  return (
    <>
      {notes.length > 0 ? (
        <ul className={styles.list}>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              place={<Place note={note} slug={course.slug} lessonId={lesson.id} />}
              onEdit={() => setWriting({ kind: 'edit', note })}
              onGone={() => add.current?.focus()}
            />
          ))}
        </ul>
      ) : (
        read.isSuccess && (
          <p className={styles.hint}>
            Only you can read your notes.
            {lesson.content_type === 'TEXT' && ' Select a passage to quote it.'}
          </p>
        )
      )}
      {read.isError && (
        <p className={styles.hint} role="alert">
          {isSilence(read.error)
            ? 'Your earlier notes need a connection. New notes are saved when you are back online.'
            : 'Your earlier notes could not be loaded.'}{' '}
          <Button small onClick={() => read.refetch()} disabled={read.isFetching}>
            Load them again
          </Button>
        </p>
      )}
      <Button
        ref={add}
        onMouseDown={(event) => event.preventDefault()}
        onClick={begin}
        aria-keyshortcuts="a"
      >
        <NotebookPen aria-hidden="true" />
        Add note
      </Button>
      {quote && !writing && (
        <button
          type="button"
          className={styles.quoting}
          style={besideQuote(quote)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          <NotebookPen aria-hidden="true" />
          Add note
        </button>
      )}
      {writing &&
        createPortal(
          <NotePad
            key={writing.kind === 'edit' ? writing.note.id : 'new'}
            title={writing.kind === 'edit' ? 'Edit note' : 'New note'}
            {...at(writing.kind === 'edit' ? writing.note : writing)}
            initial={writing.kind === 'edit' ? writing.note.body : ''}
            place={writing.kind === 'edit' ? `note:${writing.note.id}` : `note-on:${lesson.id}`}
            onSave={save}
            onClose={() => setWriting(null)}
          />,
          document.body,
        )}
    </>
  )
}

/** The size of the button, its distance from the text, and the height of the bar at the window's lower edge, in px. */
const BUTTON = { width: 140, height: 44, gap: 8, bars: 76 }

/**
 * Returns the position of the button: below the selected text or, if the window ends there, above it. The button covers
 * the text only if the text fills the window.
 */
function besideQuote({ left, top, bottom }: SelectedQuote): { left: number; top: number } {
  const { width, height, gap, bars } = BUTTON
  const lowest = innerHeight - bars - height
  const above = top - gap - height
  const below = bottom + gap
  return {
    left: Math.min(left, innerWidth - width),
    top: below <= lowest ? below : above >= bars ? above : lowest,
  }
}

const at = ({ at_seconds, quote }: Pick<ShownNote, 'at_seconds' | 'quote'>) => ({
  at_seconds,
  quote,
})

/** Sorts notes about a second of the video by that second, followed by the other notes, the newest first. */
function inOrder(notes: ShownNote[]): ShownNote[] {
  const second = ({ at_seconds }: ShownNote) => at_seconds ?? Number.POSITIVE_INFINITY
  return notes.toSorted((a, b) => (second(a) === second(b) ? 0 : second(a) - second(b)))
}

function Place({ note, slug, lessonId }: { note: ShownNote; slug: string; lessonId: string }) {
  const second = secondText(note.at_seconds)
  if (second && note.at_seconds !== null) {
    const to = note.at_seconds
    return (
      <Button small aria-label={`Play from ${second}`} onClick={() => currentPlayhead()?.go(to)}>
        <Play aria-hidden="true" />
        {second}
      </Button>
    )
  }
  if (note.quote) return <Link to={quotePath(slug, lessonId, note.quote)}>Show in the text</Link>
  return null
}
