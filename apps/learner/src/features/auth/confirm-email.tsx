import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { isConfirmed } from '@rookies/data/session/confirm-email'
import { signIn } from '@rookies/data/session/sign-in'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../shared/data-context'
import { Button, ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { AuthFrame } from './auth-frame'
import { ResendConfirmation } from './resend-confirmation'

/** A sign-up whose email has to be confirmed. The password is only in the memory of this page. */
export interface PendingSignUp {
  id: string
  email: string
  password: string
}

interface ConfirmEmailProps {
  signUp: PendingSignUp
  /** The address that the person requested before sign-in. */
  from: string | null
}

/**
 * Shown after sign-up while the account waits for its email to be confirmed, on this device or another one. Then it
 * signs in by itself (rules/accounts#sign-up-then-in).
 */
export function ConfirmEmail({ signUp: { id, email, password }, from }: ConfirmEmailProps) {
  const client = useData()
  const queries = useQueryClient()
  const confirmed = useConfirmed(id)
  const entry = useMutation({ mutationFn: () => signIn(client, queries, { email, password }) })
  const { mutate } = entry
  useEffect(() => {
    if (confirmed) mutate()
  }, [confirmed, mutate])

  const refusal = entry.error && toDataError(entry.error)
  return (
    <AuthFrame
      title="One more step"
      pageTitle="Verify your email"
      lead={
        <>
          <p>Account created! Please check your email to verify your account.</p>
          <p>
            The link was sent to <strong>{email}</strong>. You can open it on any device: this page
            goes on by itself.
          </p>
        </>
      }
    >
      <div className={styles.form}>
        {refusal && (
          <Refusal
            id="refusal"
            message={
              refusal.code === 'invalid_credentials'
                ? 'This password was not accepted, because somebody signed up with this email more than once. Please log in with a secure code, or choose a new password.'
                : authMessage(refusal)
            }
          />
        )}
        <Button
          writes
          variant="primary"
          disabled={entry.isPending || entry.isSuccess}
          onClick={() => mutate()}
        >
          {entry.isPending ? 'Checking...' : 'I have verified it'}
        </Button>
        <div className={styles.row}>
          <ResendConfirmation label="Send it again" email={() => email} from={from} justSent />
          <ButtonLink variant="quiet" to="/login">
            Back to login
          </ButtonLink>
        </div>
      </div>
    </AuthFrame>
  )
}

const SOON_MS = 4_000
const LATER_MS = 15_000
/** The number of requests in half an hour. By then the link in the mail has expired, so the requests end. */
const MAX_REQUESTS = 150

/** Asks from time to time, while the page is visible, whether the email of a sign-up was confirmed. */
function useConfirmed(id: string): boolean {
  const client = useData()
  const { data } = useQuery({
    queryKey: ['sign-up-confirmed', id],
    queryFn: ({ signal }) => isConfirmed(client, id, signal),
    enabled: id !== '',
    meta: { oftenEmpty: true },
    refetchInterval: ({ state: { data: done, dataUpdateCount: answers } }) =>
      done || answers > MAX_REQUESTS ? false : answers < 40 ? SOON_MS : LATER_MS,
    refetchOnWindowFocus: ({ state }) => (state.data ? false : 'always'),
  })
  return data === true
}
