import { linkMessage } from '@rookies/data/session/auth-message'
import { sendCode, signInWithCode } from '@rookies/data/session/secure-code'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import { useCodeForm } from '../../ui/use-code-form'
import { signInReturn } from './paths'
import { ResendButton } from './resend-button'

interface ProveEmailProps {
  email: string
  /** The address to which the link in the mail leads back. */
  path: string
  /** Called when the person has entered the code. */
  onConfirmed: () => Promise<void>
}

/** Asks a signed-in person to confirm that they receive mail at their email (rules/accounts#address-proof). */
export function ProveEmail({ email, path, onConfirmed }: ProveEmailProps) {
  const client = useData()
  const [sent, setSent] = useState(false)
  const { busy, refusal, attempt } = useAttempt(linkMessage)
  const send = () => sendCode(client, email, signInReturn(path))

  if (sent) return <EnterCode email={email} send={send} onConfirmed={onConfirmed} />
  const begin = async () => {
    if (await attempt(send)) setSent(true)
  }
  return (
    <div className={styles.form}>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <p>
        Please confirm your email first. We send a code to <strong>{email}</strong>.
      </p>
      <Button writes variant="primary" onClick={begin} disabled={busy}>
        {busy ? 'Sending...' : 'Send code'}
      </Button>
    </div>
  )
}

interface EnterCodeProps extends Pick<ProveEmailProps, 'email' | 'onConfirmed'> {
  send: () => Promise<void>
}

function EnterCode({ email, send, onConfirmed }: EnterCodeProps) {
  const client = useData()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { waiting, refusal, onSubmit, codeField } = useCodeForm({
    field,
    messageOf: linkMessage,
    send: async (code) => {
      await signInWithCode(client, queries, email, code)
      await onConfirmed()
    },
  })

  // The button that had the focus was removed, so the field takes it.
  useEffect(() => field.current?.focus(), [])

  const resend = async () => {
    await send()
    showToast({ tone: 'success', title: 'Email sent', message: 'Check your inbox for a new code.' })
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <CodeField {...codeField} hint={`A six-digit code is on its way to ${email}.`} />
      <Button variant="primary" type="submit" disabled={waiting}>
        {waiting ? 'Confirming...' : 'Confirm and join'}
      </Button>
      <div className={styles.row}>
        <ResendButton label="Send a new code" send={resend} justSent />
      </div>
    </form>
  )
}
