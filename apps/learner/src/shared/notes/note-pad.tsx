import { readDraft, saveDraft, UNKEPT_DRAFT } from '@rookies/data/communities/drafts'
import { NOTE_LIMITS } from '@rookies/data/notes/note'
import { secondText } from '@rookies/data/notes/notes-markdown'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import styles from './note-pad.module.css'

interface NotePadProps {
  title: string
  /** What it is about, besides the lesson. */
  at_seconds: number | null
  quote: string | null
  /** What stands there to begin with. */
  initial?: string
  /** Which draft it is: kept in this browser until it is saved or given up. */
  place: string
  onSave: (body: string) => void
  onClose: () => void
}

/** Words are counted down from here. */
const NEAR_THE_END = 500

/**
 * Where a note is written: beside the lesson, which stays in sight and goes on playing. What is typed is kept, also when
 * the page is left.
 */
export function NotePad({
  title,
  at_seconds,
  quote,
  initial = '',
  place,
  onSave,
  onClose,
}: NotePadProps) {
  // Known before the page is drawn: the opening call may answer later than one types, or not at all.
  const person = currentUserId(useQueryClient())
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<Element | null>(null)
  const [text, setText] = useState(() => (person && readDraft(person, place)?.text) || initial)
  const [kept, setKept] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const left = NOTE_LIMITS.body - [...text].length
  const second = secondText(at_seconds)

  useEffect(() => {
    opener.current = document.activeElement
    box.current?.focus({ preventScroll: true })
  }, [])

  const keep = (draft: string) => {
    if (person) setKept(saveDraft(person, place, { id: place, text: draft }))
  }
  const close = () => {
    keep('')
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }
  const save = () => {
    if (text.trim() === '') setProblem('Write something first.')
    else if (left < 0) setProblem(`This is too long by ${-left} characters.`)
    else {
      if (text !== initial) onSave(text)
      close()
      return
    }
    box.current?.focus()
  }

  return (
    <div
      className={styles.pad}
      role="dialog"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          save()
        }
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
        {/* A space between them, for who hears both. */}
        {second && <span className={styles.second}> at {second}</span>}
      </h2>
      {quote && (
        <blockquote dir="auto" className={styles.quote}>
          {quote}
        </blockquote>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <textarea
          dir="auto"
          ref={box}
          rows={4}
          className={styles.box}
          aria-label="Note"
          aria-describedby={`${id}-left ${id}-problem`}
          aria-invalid={problem ? true : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(null)
            keep(target.value === initial ? '' : target.value)
          }}
        />
        <div id={`${id}-problem`} role="alert">
          {problem && (
            <p className={styles.problem}>
              <CircleAlert aria-hidden="true" />
              {problem}
            </p>
          )}
        </div>
        <div className={styles.foot}>
          <p id={`${id}-left`} className={styles.left}>
            {left <= NEAR_THE_END && `${left} characters left`}
            {!kept && <span>{UNKEPT_DRAFT}</span>}
          </p>
          <Button small variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button small variant="primary" type="submit">
            Save note
          </Button>
        </div>
      </form>
    </div>
  )
}
