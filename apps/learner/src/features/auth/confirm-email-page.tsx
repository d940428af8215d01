import { type DataError, isTransient, toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { confirmEmail } from '@rookies/data/session/confirm-email'
import { clearCallback, pendingCallback } from '@rookies/data/session/pending-callback'
import { takeReturnPath } from '@rookies/data/session/return-path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailCheck, TicketX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { ephemeralClient } from '../../shared/ephemeral-client'
import { Button, ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { AuthFrame } from './auth-frame'
import { AuthNotice } from './auth-notice'

const TITLE = 'Confirm your email'

/** The screen behind the link of a confirmation mail, on any device (rules/accounts#confirm-anywhere). */
export default function ConfirmEmailPage() {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [callback] = useState(pendingCallback)
  useEffect(clearCallback, [])
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (hash: string) =>
      confirmEmail({ client, beside: ephemeralClient(), queries }, hash),
    onSuccess: (signedIn) => {
      // The sign-in screen redirects a signed-in person to the address that they requested.
      if (signedIn) navigate(takeReturnPath(Date.now()), { replace: true })
    },
  })
  const refusal = error && toDataError(error)

  if (data === false) {
    return (
      <AuthNotice
        icon={<MailCheck />}
        title="Your email is confirmed"
        pageTitle={TITLE}
        actions={
          <ButtonLink variant="primary" to="/login">
            Log in here
          </ButtonLink>
        }
      >
        <p>The page on which you signed up goes on by itself. You can close this one.</p>
      </AuthNotice>
    )
  }
  if (callback?.kind !== 'hash' || (refusal && isUsedUp(refusal))) return <NoLink />
  return (
    <AuthFrame
      title={TITLE}
      lead="Press the button to finish creating your account. The link works once."
    >
      <div className={styles.form}>
        {refusal && <Refusal id="refusal" message={authMessage(refusal)} />}
        <Button
          writes
          variant="primary"
          disabled={isPending || data}
          onClick={() => mutate(callback.tokenHash)}
        >
          {isPending ? 'Confirming...' : 'Confirm my email'}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Whether Auth refused the link itself. After any other failure the link can be used again. */
const isUsedUp = (error: DataError) => !isTransient(error) && error.status !== 429

function NoLink() {
  return (
    <AuthNotice
      icon={<TicketX />}
      title="This link is invalid or has expired."
      pageTitle={TITLE}
      actions={
        <ButtonLink variant="primary" to="/login">
          Log in
        </ButtonLink>
      }
    >
      <p>
        A link works once. If you confirmed your email already, log in. Otherwise open the newest
        email, or log in to have another one sent.
      </p>
    </AuthNotice>
  )
}
