import type { DataClient } from '@rookies/data/client'
import { verifySecondFactor } from '@rookies/data/factors/confirm-code'
import { factorMessage } from '@rookies/data/factors/factor-message'
import { redeemRecoveryCode } from '@rookies/data/factors/recovery-codes'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { Field } from '../../ui/field'
import styles from '../../ui/form.module.css'
import { Refusal } from '../../ui/refusal'
import { useAttempt } from '../../ui/use-attempt'
import { useCodeForm } from '../../ui/use-code-form'
import { AuthFrame } from './auth-frame'

interface SecondFactorProps {
  /** The client whose session the code raises to the second factor: the person's own, or that of a reset link. */
  client: DataClient
  title: string
  pageTitle?: string
  /** Says what the code is for. */
  lead: string
  /** Called after a correct code. The form is busy until this resolves. */
  onShown: () => Promise<void>
  /** Called after a recovery code has removed the authenticator app from the account. */
  onReset: () => Promise<void>
  /** Other actions, below the form. */
  children?: ReactNode
}

/** Asks for a code of the authenticator app or for a recovery code (rules/accounts#second-factor). */
export function SecondFactor({ lead, children, ...props }: SecondFactorProps) {
  const { client, title, pageTitle, onShown, onReset } = props
  const [lost, setLost] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <AuthFrame
      title={title}
      {...(pageTitle && { pageTitle })}
      lead={
        lost
          ? 'Enter one of your recovery codes. This removes your authenticator app from the account and signs you out everywhere else.'
          : lead
      }
      step={lost ? 'recovery' : 'code'}
      field={field}
    >
      {lost ? (
        <RecoveryForm client={client} field={field} onReset={onReset} />
      ) : (
        <CodeForm client={client} field={field} onShown={onShown} />
      )}
      <div className={styles.others}>
        <Button onClick={() => setLost(!lost)}>
          {lost ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        {children}
      </div>
    </AuthFrame>
  )
}

type FieldRef = RefObject<HTMLInputElement | null>

interface CodeFormProps extends Pick<SecondFactorProps, 'client' | 'onShown'> {
  field: FieldRef
}

function CodeForm({ client, field, onShown }: CodeFormProps) {
  const { waiting, refusal, onSubmit, codeField } = useCodeForm({
    field,
    messageOf: factorMessage,
    send: async (code) => {
      await verifySecondFactor(client, code)
      await onShown()
    },
  })

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <CodeField {...codeField} hint="Six digits. The code changes every 30 seconds." />
      <Button variant="primary" type="submit" disabled={waiting}>
        {waiting ? 'Checking...' : 'Confirm'}
      </Button>
    </form>
  )
}

interface RecoveryFormProps extends Pick<SecondFactorProps, 'client' | 'onReset'> {
  field: FieldRef
}

function RecoveryForm({ client, field, onReset }: RecoveryFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, refusal, attempt } = useAttempt(factorMessage)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const code = field.current?.value.trim() ?? ''
    const wrong = code ? null : 'Please enter a recovery code'
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    const done = await attempt(async () => {
      await redeemRecoveryCode(client, code)
      await onReset()
    })
    if (!done) field.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <Field
        ref={field}
        label="Recovery code"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="For example, 1a2b3-c4d5e-6f708-91a2b. Each code works once."
        error={problem ?? undefined}
        describedBy={refusal ? 'refusal' : undefined}
      />
      <Button variant="primary" type="submit" disabled={busy}>
        {busy ? 'Checking...' : 'Use this code'}
      </Button>
    </form>
  )
}
