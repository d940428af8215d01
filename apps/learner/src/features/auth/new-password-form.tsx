import type { DataClient } from '@rookies/data/client'
import { tabStore } from '@rookies/data/device/store'
import { toDataError } from '@rookies/data/errors'
import {
  changePassword,
  isTooShort,
  PASSWORD_TOO_SHORT,
  passwordMessage,
} from '@rookies/data/session/password'
import { recoveryLeft } from '@rookies/data/session/recovery'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button'
import styles from '../../ui/form.module.css'
import { focusField, textOf } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { Refusal } from '../../ui/refusal'
import { useAttempt } from '../../ui/use-attempt'

interface Problem {
  field: 'password' | 'confirmation'
  text: string
}

interface NewPasswordFormProps {
  /** The client of the session that the reset link opened. */
  client: DataClient
  onDone: () => Promise<void>
  onExpired: () => Promise<void>
  /** Called if the account has a second factor that must be shown first. */
  onFactorWanted: () => void
}

/** Asks for the new password twice, while the reset lasts (rules/accounts#reset). */
export function NewPasswordForm({ client, ...on }: NewPasswordFormProps) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const { busy, refusal, attempt } = useAttempt(passwordMessage)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    // A timer does not run while the computer sleeps, so the remaining time is checked here too.
    if (!recoveryLeft(tabStore, Date.now())) return on.onExpired()
    const form = event.currentTarget
    const [password, confirmation] = [textOf(form, 'password'), textOf(form, 'confirmation')]
    const wrong = judge(password, confirmation)
    setProblem(wrong)
    if (wrong) return focusField(form, wrong.field)
    let wanted = false
    const done = await attempt(async () => {
      try {
        await changePassword(client, { password })
      } catch (thrown) {
        wanted = toDataError(thrown).code === 'insufficient_aal'
        throw thrown
      }
    })
    if (done) return on.onDone()
    if (wanted) return on.onFactorWanted()
    focusField(form, 'password')
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
        hint="At least 6 characters"
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
      <Button variant="primary" type="submit" disabled={busy}>
        {busy ? 'Updating...' : 'Update Password'}
      </Button>
    </form>
  )
}

function judge(password: string, confirmation: string): Problem | null {
  if (!password) return { field: 'password', text: 'Password is required' }
  if (!confirmation) return { field: 'confirmation', text: 'Password confirmation is required' }
  if (password !== confirmation) return { field: 'confirmation', text: "Passwords Don't Match" }
  if (!isTooShort(password)) return null
  return { field: 'password', text: `Password Too Short: ${PASSWORD_TOO_SHORT}` }
}
