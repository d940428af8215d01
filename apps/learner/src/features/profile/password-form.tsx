import {
  checkPassword,
  isWrongPassword,
  type PasswordProblems,
  passwordProblems,
} from '@rookies/data/account/check-password'
import { accountKeys } from '@rookies/data/account/profile-query'
import { toDataError } from '@rookies/data/errors'
import { changePassword, passwordMessage, sendPasswordNonce } from '@rookies/data/session/password'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useData } from '../../shared/data-context'
import { ephemeralClient } from '../../shared/ephemeral-client'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { focusField, textOf } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import styles from './profile-form.module.css'

/** The fields in their order on screen. */
const FIELDS = ['current', 'password', 'confirmation'] as const

/** Asks for the current password, twice for the new one and, if Auth requires it, for a mailed code. */
export function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const client = useData()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, refusal, attempt } = useAttempt((error) =>
    isWrongPassword(error)
      ? 'This is not your current password. Please try again.'
      : passwordMessage(error),
  )
  const isWrong = refusal !== null && isWrongPassword(refusal)

  useEffect(() => {
    if (form.current) focusField(form.current, needsCode ? 'code' : 'current')
  }, [needsCode])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = event.currentTarget
    const values = {
      current: textOf(fields, 'current'),
      password: textOf(fields, 'password'),
      confirmation: textOf(fields, 'confirmation'),
    }
    const found = passwordProblems(values)
    setProblems(found)
    const first = FIELDS.find((field) => found[field])
    if (first) return focusField(fields, first)

    const nonce = textOf(fields, 'code').trim() || undefined
    let asksForCode = false
    const done = await attempt(async () => {
      await checkPassword(ephemeralClient(), { email, password: values.current })
      try {
        await changePassword(client, { password: values.password, nonce })
      } catch (thrown) {
        if (toDataError(thrown).code === 'reauthentication_needed') {
          await sendPasswordNonce(client)
          asksForCode = true
          setNeedsCode(true)
        }
        throw thrown
      }
    })
    if (!done) {
      // The field for the code takes the focus itself when it appears.
      if (!asksForCode) focusField(fields, 'current')
      return
    }
    showToast({
      tone: 'success',
      title: 'Password changed',
      message: 'You are signed out everywhere else.',
    })
    void queries.invalidateQueries({ queryKey: accountKeys.sessions() })
    onDone()
  }

  const describedBy = refusal && !isWrong ? 'password-refusal' : undefined
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {refusal && !isWrong && <Refusal id="password-refusal" message={refusal.message} />}
      {/* Password managers need the email to know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Current Password"
        name="current"
        autoComplete="current-password"
        error={problems.current ?? (isWrong ? refusal.message : undefined)}
        describedBy={describedBy}
      />
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        error={problems.password}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmation"
        autoComplete="new-password"
        error={problems.confirmation}
      />
      {needsCode && (
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="We emailed you a six-digit code."
        />
      )}
      <div className={styles.actions}>
        <Button variant="primary" type="submit" disabled={busy}>
          {busy ? 'Changing...' : 'Change password'}
        </Button>
        {!busy && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  )
}
