import type { DataError } from '@rookies/data/errors'
import { knownEmailProblem } from '@rookies/data/session/email'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { useAttempt } from '../../ui/use-attempt'
import { EmailField } from './email-field'

interface AskEmailProps {
  /** The label of the button, and its label while the mail is being sent. */
  label: string
  email?: string
  onEmail?: (email: string) => void
  messageOf: (error: DataError) => string
  send: (email: string) => Promise<void>
  onSent: (email: string) => void
}

/** A form for an email to which a code or a link is then sent. */
export function AskEmail({ label, email, onEmail, messageOf, send, onSent }: AskEmailProps) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt(messageOf)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = field.current?.value.trim() ?? ''
    const wrong = knownEmailProblem(address)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (await attempt(() => send(address))) onSent(address)
    else field.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <EmailField
        ref={field}
        defaultValue={email}
        onChange={(event) => onEmail?.(event.target.value)}
        error={problem ?? undefined}
        describedBy={refusal ? 'refusal' : undefined}
      />
      <Button variant="primary" type="submit" disabled={busy}>
        {busy ? 'Sending...' : label}
      </Button>
    </form>
  )
}
