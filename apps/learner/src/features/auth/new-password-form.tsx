import { authMessage } from '@rookies/data/session/auth-message'
import { PASSWORD_TOO_SHORT, tooShort } from '@rookies/data/session/password'
import { setPassword } from '@rookies/data/session/recovery'
import { recoveryLeft } from '@rookies/data/session/recovery-clock'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast-store'
import styles from './form.module.css'
import { focusField, textOf } from './form-fields'
import { PasswordField } from './password-field'
import { Refusal } from './refusal'
import { useAttempt } from './use-attempt'

interface Problem {
  field: 'password' | 'confirmation'
  text: string
  toast?: { title: string; message?: string }
}

interface NewPasswordFormProps {
  onDone: () => Promise<void>
  onExpired: () => Promise<void>
}

/** The new password, twice, for as long as the reset lasts (product §5). */
export function NewPasswordForm({ onDone, onExpired }: NewPasswordFormProps) {
  const client = useData()
  const [problem, setProblem] = useState<Problem | null>(null)
  const { busy, refusal, attempt } = useAttempt((error) =>
    error.code === 'session_not_found' ? 'Not Authenticated' : authMessage(error),
  )
  const expired = useRef(onExpired)

  useEffect(() => {
    const left = recoveryLeft(sessionStorage, Date.now()) ?? 0
    const timer = setTimeout(() => void expired.current(), left)
    return () => clearTimeout(timer)
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    // A machine that slept has not heard its clock.
    if (!recoveryLeft(sessionStorage, Date.now())) return onExpired()
    const form = event.currentTarget
    const [password, confirmation] = [textOf(form, 'password'), textOf(form, 'confirmation')]
    const wrong = judge(password, confirmation)
    setProblem(wrong)
    if (wrong) {
      if (wrong.toast) showToast({ tone: 'error', ...wrong.toast })
      return focusField(form, wrong.field)
    }
    if (await attempt(() => setPassword(client, password))) await onDone()
    else focusField(form, 'password')
  }

  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined)
  const describedBy = refusal ? 'refusal' : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        error={errorOf('password')}
        describedBy={describedBy}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        error={errorOf('confirmation')}
        describedBy={describedBy}
      />
      <Button look="primary" type="submit" disabled={busy}>
        {busy ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}

function judge(password: string, confirmation: string): Problem | null {
  if (!password) return { field: 'password', text: 'Password is required' }
  if (!confirmation) return { field: 'confirmation', text: 'Password confirmation is required' }
  if (password !== confirmation) {
    const toast = { title: "Passwords Don't Match" }
    return { field: 'confirmation', text: "Passwords don't match", toast }
  }
  if (!tooShort(password)) return null
  const toast = { title: 'Password Too Short', message: PASSWORD_TOO_SHORT }
  return { field: 'password', text: PASSWORD_TOO_SHORT, toast }
}
