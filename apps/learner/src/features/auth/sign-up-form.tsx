import { authMessage } from '@rookies/data/session/auth-message'
import {
  SIGN_UP_FIELDS,
  type SignUpProblems,
  signUp,
  signUpProblems,
} from '@rookies/data/session/sign-up'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import styles from '../../ui/form.module.css'
import { focusField, textOf } from '../../ui/form-fields'
import { OtherTab } from '../../ui/other-tab'
import { PasswordField } from '../../ui/password-field'
import { Refusal } from '../../ui/refusal'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'
import type { PendingSignUp } from './confirm-email'
import { EmailField } from './email-field'
import { signInReturn } from './paths'

interface SignUpFormProps {
  /** True after the sign-in, while the next page opens. */
  redirecting: boolean
  /** The token and the email of the invite, if there is one. */
  token?: string | undefined
  email?: string | undefined
  /** The name that the person has in the list of invited people. */
  name?: string | null | undefined
  /** The token of a cohort's join link. */
  cohortToken?: string | undefined
  /** The address that the person wanted. */
  from: string | null
  onTry?: (() => void) | undefined
  /** Called after sign-up if the email has to be confirmed. */
  onUnconfirmed: (signUp: PendingSignUp) => void
}

/**
 * Asks for name, email, phone, password and consent (rules/accounts#sign-up-then-in). After an error the form keeps
 * what was typed.
 */
export function SignUpForm(props: SignUpFormProps) {
  const { redirecting, token, email: invited, cohortToken, from, onTry, onUnconfirmed } = props
  const client = useData()
  const queries = useQueryClient()
  const [problems, setProblems] = useState<SignUpProblems>({})
  const { busy: sending, refusal, attempt } = useAttempt(authMessage)
  const busy = sending || redirecting

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const values = {
      name: textOf(form, 'name'),
      email: invited ?? textOf(form, 'email'),
      phone: textOf(form, 'phone'),
      password: textOf(form, 'password'),
      confirmation: textOf(form, 'confirmation'),
      terms: textOf(form, 'terms') !== '',
    }
    const found = signUpProblems(values)
    setProblems(found)
    const first = SIGN_UP_FIELDS.find((field) => found[field])
    if (first) return focusField(form, first)

    onTry?.()
    const returnTo = signInReturn(from)
    const done = await attempt(async () => {
      const id = await signUp(client, queries, values, {
        inviteToken: token,
        cohortToken,
        returnTo,
      })
      if (id === null) {
        showToast({ tone: 'success', title: 'Account created and logged in successfully!' })
      } else {
        onUnconfirmed({ id, email: values.email.trim(), password: values.password })
      }
    })
    if (!done) focusField(form, invited ? 'name' : 'email')
  }

  const describedBy = refusal ? 'refusal' : undefined
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        defaultValue={props.name ?? undefined}
        error={problems.name}
        describedBy={describedBy}
      />
      {invited === undefined ? (
        <EmailField autoComplete="email" error={problems.email} describedBy={describedBy} />
      ) : (
        <EmailField
          readOnly
          value={invited}
          hint="Your invite was sent to this address."
          describedBy={describedBy}
        />
      )}
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={problems.phone}
      />
      <PasswordField
        label="Password"
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
      <Consent error={problems.terms} />
      <Button variant="primary" type="submit" disabled={busy}>
        {busy ? 'Creating account...' : 'Sign Up'}
      </Button>
    </form>
  )
}

function Consent({ error }: { error: string | undefined }) {
  const errorId = useId()
  return (
    <div className={styles.consent}>
      <label>
        <input
          type="checkbox"
          name="terms"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          I accept the <OtherTab to="/terms">terms of use</OtherTab> and the{' '}
          <OtherTab to="/privacy">privacy policy</OtherTab>.
        </span>
      </label>
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
