import { UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import { NOTE_LIMITS } from '@rookies/data/notes/note'
import { secondText } from '@rookies/data/notes/notes-markdown'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { useStoredDraft } from '../use-writing'
import styles from './note-pad.module.css'

interface NotePadProps {
  title: string
  /** The second of the video that the note is about. */
  at_seconds: number | null
  quote: string | null
  /** The text at the start. */
  initial?: string
  /** The key of the draft, which this browser stores until the note is saved or discarded. */
  place: string
  onSave: (body: string) => void
  onClose: () => void
}

/** If at most this many characters are left, the form shows their number. */
const NEAR_THE_END = 500

/**
 * The form for a note. It is beside the lesson, which stays visible, and its video continues. The browser stores the
 * text while it is typed, so that leaving the page does not lose it.
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
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<Element | null>(null)
  const { read, keep, forget, isStored } = useStoredDraft(place)
  const [text, setText] = useState(() => read()?.text ?? initial)
  const [problem, setProblem] = useState<string | null>(null)
  const left = NOTE_LIMITS.body - [...text].length
  const second = secondText(at_seconds)

  useEffect(() => {
    opener.current = document.activeElement
    box.current?.focus({ preventScroll: true })
  }, [])

  const close = () => {
    forget()
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
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
        {/* The space separates the two texts for screen readers. */}
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
            if (target.value === initial) forget()
            else keep({ id: place, text: target.value })
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
            {!isStored && <span>{UNKEPT_DRAFT}</span>}
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
