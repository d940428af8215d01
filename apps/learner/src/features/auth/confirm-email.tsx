import { ButtonLink } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { AuthFrame } from './auth-frame'
import { ResendConfirmation } from './resend-confirmation'

interface ConfirmEmailProps {
  email: string
  /** The address that the person wanted. */
  from: string | null
}

/** Shown after sign-up while the account waits for its email to be confirmed (rules/accounts#sign-up-then-in). */
export function ConfirmEmail({ email, from }: ConfirmEmailProps) {
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
        <ResendConfirmation label="Send it again" email={() => email} from={from} justSent />
        <ButtonLink variant="quiet" to="/login">
          Back to login
        </ButtonLink>
      </div>
    </AuthFrame>
  )
}
