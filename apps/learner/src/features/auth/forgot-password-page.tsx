import { authMessage } from '@rookies/data/session/auth-message'
import { requestReset } from '@rookies/data/session/recovery'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { AskEmail } from './ask-email'
import { AuthFrame } from './auth-frame'
import { resetReturn } from './paths'
import { ResendButton } from './resend-button'
import type { ResetRefusal } from './use-recovery'

/** Requests the mail with the link to a new password. */
export default function ForgotPasswordPage() {
  const client = useData()
  const { state } = useLocation()
  // The email that was typed in the sign-in form.
  const typed: unknown = state?.email
  // Why an earlier attempt at a reset ended.
  const refusal: ResetRefusal | undefined = state?.refusal
  const [sentTo, setSentTo] = useState<string | null>(null)

  const send = (email: string) => requestReset(client, email, resetReturn())
  const resend = async (email: string) => {
    await send(email)
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
        lead="Enter your email, and we'll send you a link to choose a new password."
        step="ask"
      >
        {refusal && (
          <div className={styles.above}>
            <Refusal id="reset-refusal" {...refusal} />
          </div>
        )}
        <AskEmail
          label="Send Reset Link"
          {...(typeof typed === 'string' && { email: typed })}
          messageOf={authMessage}
          send={send}
          onSent={setSentTo}
        />
        <p className={styles.after}>
          Remembered it? <Link to="/login">Log in</Link>
        </p>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Email sent"
      pageTitle="Forgot password"
      lead={
        <>
          <p>Check your inbox for reset instructions.</p>
          <p>
            If <strong>{sentTo}</strong> has an account, a link to choose a new password is on its
            way. The link works once and expires in half an hour.
          </p>
        </>
      }
      step="sent"
    >
      <div className={styles.row}>
        <ResendButton label="Send it again" send={() => resend(sentTo)} justSent />
        <ButtonLink variant="quiet" to="/login">
          Back to login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
