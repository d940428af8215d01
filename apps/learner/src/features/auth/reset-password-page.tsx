import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { AuthFrame } from './auth-frame'
import { AuthLoading } from './auth-loading'
import { NewPasswordForm } from './new-password-form'
import { SecondFactor } from './second-factor'
import { useRecovery } from './use-recovery'

const TITLE = 'Reset Your Password'

/** The screen behind a reset link (rules/accounts#reset). */
export default function ResetPasswordPage() {
  const { phase, client, email, failure, redeem, changePhase, expire, finish } = useRecovery()
  const navigate = useNavigate()

  const done = async () => {
    await finish()
    showToast({
      tone: 'success',
      title: 'Password updated',
      message:
        'Your password has been updated successfully. You can now log in with your new password.',
    })
    navigate('/login', { replace: true })
  }

  if (phase === 'verifying') return <AuthLoading title={TITLE} label="Verifying reset link..." />
  if (phase === 'ask') {
    return (
      <AuthFrame
        title={TITLE}
        lead="One more step: press the button, and then choose a new password. The link works once."
        step="ask"
      >
        <div className={styles.form}>
          {failure && <Refusal id="refusal" message={failure} />}
          <Button writes variant="primary" onClick={redeem}>
            Choose a new password
          </Button>
        </div>
      </AuthFrame>
    )
  }
  if (phase === 'factor') {
    const goOn = async () => changePhase('form')
    return (
      <SecondFactor
        client={client}
        title={TITLE}
        lead="Your account has two-factor sign-in. Enter the code that your authenticator app shows, and then choose a new password."
        onShown={goOn}
        onReset={goOn}
      />
    )
  }
  return (
    <AuthFrame
      title={TITLE}
      lead={
        email ? (
          <>
            Choose a new password for <strong>{email}</strong>. You have fifteen minutes.
          </>
        ) : (
          'Choose a new password. You have fifteen minutes.'
        )
      }
      step="form"
    >
      <NewPasswordForm
        client={client}
        onDone={done}
        onExpired={expire}
        onFactorWanted={() => changePhase('factor')}
      />
    </AuthFrame>
  )
}
