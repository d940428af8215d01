import { charactersLeft, isSendable } from '@rookies/data/communities/post'
import { newId } from '@rookies/data/device/new-id'
import { type TextDraft, UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button'
import styles from './composer.module.css'
import { useSending, useStoredDraft } from './use-writing'
import { WritingAids } from './writing-aids'

interface ComposerProps {
  label: string
  /** True if only screen readers get the label, because the purpose of the form is visible. */
  labelHidden?: boolean
  placeholder?: string
  /** The key under which this browser stores the draft for this person until it is sent. */
  place: string
  /** The initial text if there is no draft. */
  initial?: string
  send: string
  sending: string
  /** Returns the message when sending fails. */
  failure: (thrown: unknown) => string
  onSend: (draft: TextDraft) => Promise<void>
  onDone?: () => void
  onCancel?: () => void
  /** Whether the text is shown as Markdown. Otherwise only code is marked in it. */
  markdown?: boolean
  /** True if the composer was just opened and should take the focus. */
  focused?: boolean
}

/** A form for a post, reply or answer. If sending fails, the form shows the text again, with the error. */
export function Composer(props: ComposerProps) {
  const { place, initial = '', markdown = false, focused = false } = props
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const { read, keep, forget, isStored } = useStoredDraft(place)
  const blank = (): TextDraft => ({ id: newId(), text: initial })
  const [draft, setDraft] = useState(() => read() ?? blank())
  const left = charactersLeft(draft.text)

  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])

  const sending = useSending({
    send: () => props.onSend(draft),
    onSent: () => {
      forget()
      setDraft(blank)
      props.onDone?.()
    },
    failure: props.failure,
    focus: () => box.current?.focus(),
  })
  const { problem, setProblem, busy } = sending
  const write = (text: string) => {
    const changed = { ...draft, text }
    setDraft(changed)
    setProblem(null)
    if (text === initial) forget()
    else keep(changed)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isSendable(draft.text)) {
      setProblem(draft.text.trim() === '' ? 'Write something first.' : 'This is too long.')
      box.current?.focus()
      return
    }
    sending.send()
  }

  const cancel = () => {
    forget()
    props.onCancel?.()
  }

  return (
    <form className={styles.composer} onSubmit={send} aria-label={props.label}>
      <label htmlFor={id} className={props.labelHidden ? styles.hiddenLabel : styles.label}>
        {props.label}
      </label>
      <textarea
        dir="auto"
        ref={box}
        id={id}
        className={styles.box}
        rows={props.labelHidden ? 2 : 3}
        placeholder={props.placeholder}
        // While the text is being sent, the page already shows it in the list, so the field is empty.
        value={busy ? '' : draft.text}
        readOnly={busy}
        onChange={(event) => write(event.target.value)}
        aria-describedby={`${markdown ? `${id}-hint ` : ''}${id}-left ${id}-problem`}
        aria-invalid={problem ? true : undefined}
      />
      <WritingAids
        text={busy ? '' : draft.text}
        hintId={markdown ? `${id}-hint` : undefined}
        onMark={(text) => {
          write(text)
          box.current?.focus()
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
        <p id={`${id}-left`} className={styles.left} data-over={(left ?? 0) < 0 || undefined}>
          {left !== null && `${left} characters left`}
          {!isStored && <span>{UNKEPT_DRAFT}</span>}
        </p>
        {props.onCancel && (
          <Button small variant="quiet" onClick={cancel} disabled={busy}>
            Cancel
          </Button>
        )}
        <Button small variant="primary" type="submit" disabled={busy}>
          {busy ? props.sending : props.send}
        </Button>
      </div>
    </form>
  )
}
