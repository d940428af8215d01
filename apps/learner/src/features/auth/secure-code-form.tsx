import { linkMessage } from '@rookies/data/session/auth-message'
import {
  CODE_LENGTH,
  codeDigits,
  sendCode,
  signInWithCode,
} from '@rookies/data/session/secure-code'
import { signInMessage } from '@rookies/data/session/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import { AskEmail } from './ask-email'
import { signInReturn } from './paths'
import { ResendButton } from './resend-button'

interface SecureCodeFormProps {
  /** Signed in, and on the way elsewhere. */
  goingOn: boolean
  email: string
  onEmail: (email: string) => void
}

/** Signing in with a mailed code: the address first, then the six digits (rules/accounts#mailed-code). */
export function SecureCodeForm({ goingOn, email, onEmail }: SecureCodeFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const client = useData()
  const [params] = useSearchParams()
  const send = (address: string) => sendCode(client, address, signInReturn(params.get('from')))

  if (sentTo === null) {
    return (
      <AskEmail
        label="Send code"
        email={email}
        onEmail={onEmail}
        say={linkMessage}
        send={send}
        onSent={setSentTo}
      />
    )
  }
  return (
    <EnterCode
      goingOn={goingOn}
      email={sentTo}
      send={() => send(sentTo)}
      onBack={() => setSentTo(null)}
    />
  )
}

interface EnterCodeProps {
  goingOn: boolean
  email: string
  send: () => Promise<void>
  onBack: () => void
}

function EnterCode({ goingOn, email, send, onBack }: EnterCodeProps) {
  const client = useData()
  const queries = useQueryClient()
  const contact = useBoot()?.settings.contact_email ?? ''
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt((error) =>
    error.code === 'user_banned' ? signInMessage(error, contact) : linkMessage(error),
  )
  const waiting = busy || goingOn

  // The field that had the focus is gone; this is what comes next.
  useEffect(() => field.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (waiting) return
    const wrong = code.length === CODE_LENGTH ? null : 'Please enter the six digits of the code'
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (await attempt(() => signInWithCode(client, queries, email, code))) return
    field.current?.focus()
    field.current?.select()
  }

  const resend = async () => {
    await send()
    showToast({ tone: 'success', title: 'Email sent', message: 'Check your inbox for a new code.' })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <CodeField
        ref={field}
        label="Code"
        value={code}
        onChange={(event) => setCode(codeDigits(event.target.value))}
        hint={`If ${email} has an account, six digits are on their way to it.`}
        error={problem ?? undefined}
        describedBy={refusal ? 'refusal' : undefined}
      />
      <Button variant="primary" type="submit" disabled={waiting}>
        {waiting ? 'Logging in...' : 'Log in'}
      </Button>
      <div className={styles.row}>
        <ResendButton label="Send a new code" send={resend} justSent />
        <Button variant="quiet" onClick={onBack}>
          Change email
        </Button>
      </div>
    </form>
  )
}
