import { authMessage } from '@rookies/data/session/auth-message'
import { emailProblem } from '@rookies/data/session/email'
import { requestReset } from '@rookies/data/session/recovery'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { Button, ButtonLink } from '../../ui/button'
import { showToast } from '../../ui/toast-store'
import { AuthFrame } from './auth-frame'
import { EmailField } from './email-field'
import styles from './form.module.css'
import { absolute } from './paths'
import { Refusal } from './refusal'
import { ResendButton } from './resend-button'
import { useAttempt } from './use-attempt'

/** Asking for the mail that leads to a new password (product §2). */
export default function ForgotPasswordPage() {
  const client = useData()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const send = async (email: string) => {
    await requestReset(client, email, absolute('/reset-password'))
    showToast({
      tone: 'success',
      title: 'Email sent',
      message: 'Check your inbox for reset instructions.',
    })
  }

  if (sentTo === null) {
    return (
      <AuthFrame
        title="Forgot your password?"
        pageTitle="Forgot password"
        lead="Tell us your email, and we send you a link to choose a new one."
        step="ask"
      >
        <AskForLink send={send} onSent={setSentTo} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Look into your inbox"
      pageTitle="Forgot password"
      lead={
        <>
          If <strong>{sentTo}</strong> has an account, a link to choose a new password is on its
          way. It works once, for an hour.
        </>
      }
      step="sent"
    >
      <div className={styles.row}>
        <ResendButton label="Send it again" send={() => send(sentTo)} justSent />
        <ButtonLink look="quiet" to="/login">
          Back to login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}

interface AskForLinkProps {
  send: (email: string) => Promise<void>
  onSent: (email: string) => void
}

function AskForLink({ send, onSent }: AskForLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt(authMessage)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (await attempt(() => send(email))) onSent(email)
    else field.current?.focus()
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        {refusal && <Refusal id="refusal" message={refusal.message} />}
        <EmailField
          ref={field}
          error={problem ?? undefined}
          describedBy={refusal ? 'refusal' : undefined}
        />
        <Button look="primary" type="submit" disabled={busy}>
          {busy ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </form>
      <p className={styles.after}>
        Remembered it? <Link to="/login">Log in</Link>
      </p>
    </>
  )
}
