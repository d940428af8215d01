import { newId } from '@rookies/data/device/new-id'
import { readTextDraft, saveTextDraft, UNKEPT_DRAFT } from '@rookies/data/device/text-drafts'
import { currentUserId } from '@rookies/data/session/current-user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import styles from './questions.module.css'

/** What a person types. The id is that of the operation, under which the server accepts it once. */
export interface TypedQuestion {
  id: string
  title: string
  body: string
}

interface QuestionFormProps {
  label: string
  /** The key of the draft, which this device stores for this person until it is sent. */
  place: string
  initial?: { title: string; body: string }
  send: string
  sending: string
  /** Returns the message when sending fails. */
  failure: (thrown: unknown) => string
  onSend: (typed: TypedQuestion) => Promise<void>
  onClose: () => void
  /** What stands below the title. */
  belowTitle?: (title: string) => ReactNode
  /** Further fields. */
  children?: ReactNode
}

const NOTHING = { title: '', body: '' }

/** The title and the text of a question. What is typed stays on the device until it is sent. */
export function QuestionForm(props: QuestionFormProps) {
  const { place, initial = NOTHING } = props
  const person = currentUserId(useQueryClient())
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(
    () =>
      (person && readDraft(person, place)) || {
        id: newId(),
        title: initial.title,
        body: initial.body,
      },
  )
  const [kept, setKept] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const write = (change: Partial<TypedQuestion>) => {
    const changed = { ...typed, ...change }
    setTyped(changed)
    setProblem(null)
    if (person) setKept(keepDraft(person, place, changed))
  }
  const forget = () => person && saveTextDraft(person, place, { id: '', text: '' })
  const send = useMutation({
    mutationFn: () => props.onSend(typed),
    onSuccess: () => {
      forget()
      props.onClose()
    },
    onError: (thrown) => setProblem(props.failure(thrown)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    if (typed.title.trim() === '') setProblem('Title is required')
    else send.mutate()
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} aria-label={props.label} noValidate>
      <Field
        label="Your question"
        maxLength={200}
        value={typed.title}
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
          maxLength={10_000}
          value={typed.body}
          onChange={({ target }) => write({ body: target.value })}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className={styles.muted}>
          Markdown works here.
        </p>
      </div>
      {props.children}
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      {!kept && <p className={styles.muted}>{UNKEPT_DRAFT}</p>}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          onClick={() => {
            // A new question that is closed waits as a draft; a change that is closed is given up.
            if (initial !== NOTHING) forget()
            props.onClose()
          }}
          disabled={send.isPending}
        >
          {initial === NOTHING ? 'Close' : 'Cancel'}
        </Button>
        <Button variant="primary" type="submit" writes disabled={send.isPending}>
          {send.isPending ? props.sending : props.send}
        </Button>
      </div>
    </form>
  )
}

/** Drafts are stored as one text; the first line is the title, which has only one. */
function keepDraft(person: string, place: string, { id, title, body }: TypedQuestion): boolean {
  const text = title.trim() === '' && body.trim() === '' ? '' : `${title}\n${body}`
  return saveTextDraft(person, place, { id, text })
}

function readDraft(person: string, place: string): TypedQuestion | null {
  const draft = readTextDraft(person, place)
  if (!draft) return null
  const [title = '', ...body] = draft.text.split('\n')
  return { id: draft.id, title, body: body.join('\n') }
}
