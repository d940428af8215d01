import { newId } from '@rookies/data/device/new-id'
import { type TextDraft, UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import { among, number, orNull, shape, string } from '@rookies/data/json'
import { AUDIENCES, QUESTION_LIMITS, type QuestionInput } from '@rookies/data/questions/question'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSending, useStoredDraft } from '../../../shared/use-writing'
import { WritingAids } from '../../../shared/writing-aids'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import styles from './questions.module.css'

/** What the person has typed. `id` is the operation id: the server accepts only one question with it. */
export interface TypedQuestion extends QuestionInput {
  id: string
}

/** The props of additional fields: what the person has typed, and a function that changes it. */
export interface Choosing {
  typed: TypedQuestion
  write: (change: Partial<QuestionInput>) => void
  /** Whether the question is being sent. */
  busy: boolean
}

interface QuestionFormProps {
  label: string
  /** The key under which this device stores the draft for this person until it is sent. */
  place: string
  initial: QuestionInput
  /** True if the form edits a question. Closing the form then discards the draft; the draft of a new question stays. */
  change?: boolean
  send: string
  sending: string
  /** Returns the message when sending fails. */
  failure: (thrown: unknown) => string
  onSend: (typed: TypedQuestion) => Promise<void>
  onClose: () => void
  /** Content below the field of the title. */
  belowTitle?: (title: string) => ReactNode
  /** Additional fields. */
  children?: (choosing: Choosing) => ReactNode
}

/** The title and the text of a question. What is typed stays on the device until it is sent. */
export function QuestionForm(props: QuestionFormProps) {
  const { place, initial, change: isChange = false } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { read, keep, forget, isStored } = useStoredDraft(place)
  const [typed, setTyped] = useState<TypedQuestion>(
    () => fromDraft(read()) ?? { id: newId(), ...inputOf(initial) },
  )
  const [isTitleMissing, setIsTitleMissing] = useState(false)

  const focusTitle = () => form.current?.querySelector('input')?.focus()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const sending = useSending({
    send: () => props.onSend(typed),
    onSent: () => {
      forget()
      props.onClose()
    },
    failure: props.failure,
    focus: focusTitle,
  })
  const { problem, setProblem, busy } = sending
  const write = (change: Partial<QuestionInput>) => {
    const changed = { ...typed, ...change }
    setTyped(changed)
    setProblem(null)
    setIsTitleMissing(false)
    keep(toDraft(changed))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed.title.trim() !== '') sending.send()
    else {
      setProblem(null)
      setIsTitleMissing(true)
      focusTitle()
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} aria-label={props.label} noValidate>
      <Field
        label="Your question"
        maxLength={QUESTION_LIMITS.title}
        value={typed.title}
        readOnly={busy}
        error={isTitleMissing ? 'Write your question first.' : undefined}
        onChange={({ target }) => write({ title: target.value })}
      />
      {props.belowTitle?.(typed.title)}
      <div className={styles.field}>
        <label htmlFor={`${id}-body`}>More about it (optional)</label>
        <textarea
          dir="auto"
          id={`${id}-body`}
          className={styles.box}
          rows={4}
          maxLength={QUESTION_LIMITS.body}
          value={typed.body}
          readOnly={busy}
          onChange={({ target }) => write({ body: target.value })}
          aria-describedby={`${id}-hint`}
        />
        <WritingAids
          text={typed.body}
          hintId={`${id}-hint`}
          onMark={(body) => {
            write({ body })
            form.current?.querySelector('textarea')?.focus()
          }}
        />
      </div>
      {props.children?.({ typed, write, busy })}
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      {!isStored && <p className={styles.muted}>{UNKEPT_DRAFT}</p>}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          onClick={() => {
            if (isChange) forget()
            props.onClose()
          }}
          disabled={busy}
        >
          {isChange ? 'Cancel' : 'Close'}
        </Button>
        <Button variant="primary" type="submit" writes disabled={busy}>
          {busy ? props.sending : props.send}
        </Button>
      </div>
    </form>
  )
}

const inputOf = ({ title, body, audience, at_seconds, at_heading }: QuestionInput) => ({
  ...{ title, body, audience, at_seconds, at_heading },
})

/** Returns the draft with its audience. Without it, a restored question for staff would become one for everyone. */
function toDraft({ id, ...input }: TypedQuestion): TextDraft {
  const isEmpty = input.title.trim() === '' && input.body.trim() === ''
  return { id, text: isEmpty ? '' : JSON.stringify(input) }
}

const parseInput = shape({
  title: string,
  body: string,
  audience: among(AUDIENCES),
  at_seconds: orNull(number),
  at_heading: orNull(string),
})

function fromDraft(draft: TextDraft | null): TypedQuestion | null {
  if (!draft) return null
  try {
    return { id: draft.id, ...parseInput(JSON.parse(draft.text)) }
  } catch {
    return null
  }
}
