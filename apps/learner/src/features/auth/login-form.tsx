import { toDataError } from '@rookies/data/errors'
import { signIn, signInMessage } from '@rookies/data/session/sign-in'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'
import { Field } from './field'
import styles from './login-form.module.css'
import { PasswordField } from './password-field'

interface Missing {
  email?: string
  password?: string
}

/**
 * E-mail and password. Keeps what was typed when something is wrong, says what beside the form and in
 * a toast, and puts the cursor where it can be mended. `goingOn`: signed in, and on the way elsewhere.
 */
export function LoginForm({ goingOn }: { goingOn: boolean }) {
  const client = useData()
  const queries = useQueryClient()
  const contact = useBoot()?.settings.contact_email ?? ''
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const busy = sending || goingOn

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
    setRefusal(null)
    if (gaps.email) return email.current?.focus()
    if (gaps.password) return password.current?.focus()

    setSending(true)
    try {
      await signIn(client, queries, credentials)
    } catch (thrown) {
      const message = signInMessage(toDataError(thrown), contact)
      setRefusal(message)
      showError(message)
      password.current?.focus()
      password.current?.select()
    } finally {
      setSending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && (
        <p id="refusal" className={styles.refusal}>
          <CircleAlert aria-hidden="true" />
          {refusal}
        </p>
      )}
      <Field
        ref={email}
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
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
      <Button look="primary" type="submit" disabled={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  )
}
