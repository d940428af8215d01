import { useRef } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { AuthFrame } from './auth-frame'
import { AuthLoading } from './auth-loading'
import { LoginForm } from './login-form'
import { authPath } from './paths'
import { SecureCodeForm } from './secure-code-form'
import { useLinkSignIn } from './use-link-sign-in'
import { useRedirectSignedIn } from './use-redirect-signed-in'

/** Signs in by password, by a mailed code, or by the link of a mail. A signed-in person is redirected at once. */
export default function LoginPage() {
  const link = useLinkSignIn()
  const redirecting = useRedirectSignedIn()
  const [params] = useSearchParams()
  const { byCode, sentTo, setCode } = useCodeStep()
  const email = useRef('')
  const open = useBoot()?.settings.allow_registration !== false

  if (link.busy) return <AuthLoading title="Log in" label="Logging in..." />

  const remember = (typed: string) => {
    email.current = typed
  }
  const form = { redirecting, email: email.current, onEmail: remember }
  return (
    <AuthFrame
      title="Welcome back"
      pageTitle="Log in"
      lead={
        !byCode
          ? 'Log in to continue your courses.'
          : sentTo === null
            ? "We'll email you a code. No password needed."
            : 'Enter the code from the email.'
      }
      step={byCode ? 'code' : 'password'}
    >
      {link.problem && !redirecting && (
        <div className={styles.above}>
          <Refusal id="link-problem" message={link.problem} />
        </div>
      )}
      {byCode ? (
        <SecureCodeForm
          {...form}
          sentTo={sentTo}
          onSent={(sent) => setCode({ byCode: true, sentTo: sent })}
        />
      ) : (
        <LoginForm {...form} />
      )}
      <div className={styles.others}>
        <Button onClick={() => setCode({ byCode: !byCode, sentTo: null })}>
          {byCode ? 'Login with password' : 'Login with secure code'}
        </Button>
        {open && (
          <p>
            New here? <Link to={authPath('/signup', { from: params.get('from') })}>Sign Up</Link>
          </p>
        )}
      </div>
    </AuthFrame>
  )
}

interface CodeStep {
  /** True if the person signs in with a mailed code. */
  byCode: boolean
  /** The email to which the code was sent. */
  sentTo: string | null
}

/** The step of the sign-in with a code. The history entry holds it, so that a reload on a phone does not lose it. */
function useCodeStep() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const setCode = (step: CodeStep) => navigate(pathname + search, { replace: true, state: step })
  const sentTo: unknown = state?.sentTo
  return {
    byCode: state?.byCode === true,
    sentTo: typeof sentTo === 'string' ? sentTo : null,
    setCode,
  }
}
