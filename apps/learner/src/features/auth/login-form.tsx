import { signIn, signInMessage } from '@rookies/data/session/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { PasswordField } from '../../ui/password-field'
import { Refusal } from '../../ui/refusal'
import { useAttempt } from '../../ui/use-attempt'
import { EmailField } from './email-field'
import { ResendConfirmation } from './resend-confirmation'

interface Missing {
  email?: string
  password?: string
}

interface LoginFormProps {
  /** True after the sign-in, while the next page opens. */
  redirecting: boolean
  /** The initial value of the email field, and below it a callback for changes of that field. */
  email: string
  onEmail: (email: string) => void
}

/**
 * Signs in with email and password. After an error the form keeps what was typed, shows the reason in the form and
 * in a toast, and focuses the field to correct.
 */
export function LoginForm({ redirecting, email: known, onEmail }: LoginFormProps) {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const contact = useBoot()?.settings.contact_email ?? ''
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const { busy: sending, refusal, attempt } = useAttempt((error) => signInMessage(error, contact))
  const busy = sending || redirecting

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const credentials = {
      email: email.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
    }
    const gaps: Missing = {
      ...(!credentials.email && { email: 'Email is required' }),
      ...(!credentials.password && { password: 'Password is required' }),
    }
    setMissing(gaps)
    if (gaps.email) return email.current?.focus()
    if (gaps.password) return password.current?.focus()
    if (await attempt(() => signIn(client, queries, credentials))) return
    password.current?.focus()
    password.current?.select()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && (
        <Refusal id="refusal" message={refusal.message}>
          {refusal.code === 'email_not_confirmed' && (
            <ResendConfirmation
              label="Send the email again"
              email={() => email.current?.value ?? ''}
              from={params.get('from')}
            />
          )}
        </Refusal>
      )}
      <EmailField
        ref={email}
        defaultValue={known}
        onChange={(event) => onEmail(event.target.value)}
        error={missing.email}
        describedBy={refusal ? 'refusal' : undefined}
      />
      <PasswordField
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        error={missing.password}
        describedBy={refusal ? 'refusal' : undefined}
      />
      <p className={styles.forgot}>
        <Link
          to="/forgot-password"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            navigate('/forgot-password', { state: { email: email.current?.value } })
          }}
        >
          Forgot Password?
        </Link>
      </p>
      <Button variant="primary" type="submit" disabled={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  )
}
