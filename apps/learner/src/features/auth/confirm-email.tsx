import { resendConfirmation } from '@rookies/data/session/sign-up'
import { useData } from '../../shared/data-context'
import { ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { showToast } from '../../ui/toast-store'
import { AuthFrame } from './auth-frame'
import { signInReturn } from './paths'
import { ResendButton } from './resend-button'

interface ConfirmEmailProps {
  email: string
  /** The address that the person wanted. */
  from: string | null
}

/** Shown after sign-up while the account waits for its email to be confirmed (rules/accounts#sign-up-then-in). */
export function ConfirmEmail({ email, from }: ConfirmEmailProps) {
  const client = useData()

  const resend = async () => {
    await resendConfirmation(client, email, signInReturn(from))
    showToast({
      tone: 'success',
      title: 'Email sent',
      message: 'Check your inbox to verify your account.',
    })
  }

  return (
    <AuthFrame
      title="One more step"
      pageTitle="Verify your email"
      lead={
        <>
          <p>Account created! Please check your email to verify your account.</p>
          <p>
            The link was sent to <strong>{email}</strong>.
          </p>
        </>
      }
    >
      <div className={styles.row}>
        <ResendButton label="Send it again" send={resend} justSent />
        <ButtonLink variant="quiet" to="/login">
          Back to login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
