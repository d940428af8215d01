import { linkMessage } from '@rookies/data/session/auth-message'
import { sendCode, signInWithCode } from '@rookies/data/session/secure-code'
import { signInMessage } from '@rookies/data/session/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useCodeForm } from '../../ui/use-code-form'
import { AskEmail } from './ask-email'
import { signInReturn } from './paths'
import { ResendButton } from './resend-button'

interface SecureCodeFormProps {
  /** True after the sign-in, while the next page opens. */
  redirecting: boolean
  email: string
  onEmail: (email: string) => void
  /** The email to which a code was sent; null before a code is sent. */
  sentTo: string | null
  onSent: (email: string | null) => void
}

/** Signs in with a mailed code: asks for the email first, then for the six digits (rules/accounts#mailed-code). */
export function SecureCodeForm(props: SecureCodeFormProps) {
  const { redirecting, email, onEmail, sentTo, onSent } = props
  const client = useData()
  const [params] = useSearchParams()
  const send = (address: string) => sendCode(client, address, signInReturn(params.get('from')))

  if (sentTo === null) {
    return (
      <AskEmail
        label="Send code"
        email={email}
        onEmail={onEmail}
        messageOf={linkMessage}
        send={send}
        onSent={onSent}
      />
    )
  }
  return (
    <EnterCode
      redirecting={redirecting}
      email={sentTo}
      send={() => send(sentTo)}
      onBack={() => onSent(null)}
    />
  )
}

interface EnterCodeProps {
  redirecting: boolean
  email: string
  send: () => Promise<void>
  onBack: () => void
}

function EnterCode({ redirecting, email, send, onBack }: EnterCodeProps) {
  const client = useData()
  const queries = useQueryClient()
  const contact = useBoot()?.settings.contact_email ?? ''
  const field = useRef<HTMLInputElement>(null)
  const { waiting, refusal, onSubmit, codeField } = useCodeForm({
    field,
    redirecting,
    messageOf: (error) =>
      error.code === 'user_banned' ? signInMessage(error, contact) : linkMessage(error),
    send: (code) => signInWithCode(client, queries, email, code),
  })

  // The field that had the focus was removed, so this one takes it.
  useEffect(() => field.current?.focus(), [])

  const resend = async () => {
    await send()
    showToast({ tone: 'success', title: 'Email sent', message: 'Check your inbox for a new code.' })
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <CodeField
        {...codeField}
        hint={`If ${email} has an account, a six-digit code is on its way to it.`}
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
