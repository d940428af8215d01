import { toDataError } from '@rookies/data/errors'
import { refreshPermissions, verifySecondFactor } from '@rookies/data/factors/confirm-code'
import { factorMessage } from '@rookies/data/factors/factor-message'
import { BACK_OFFICE_IN_PAGE } from '@rookies/data/session/kept-in-page'
import { signIn, signInMessage } from '@rookies/data/session/sign-in'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Input } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { useBackend } from './backend'

/**
 * Signing in within this page, where the browser keeps no session for the portal's screen to pass on
 * (rules/data#device). `code`: the password was right, and the second factor is missing.
 */
export function SignInHere({ code = false }: { code?: boolean }) {
  return (
    <Notice
      title={code ? "Confirm it's you" : 'Log in'}
      message={
        code
          ? 'Enter the code that your authenticator app shows for this account.'
          : BACK_OFFICE_IN_PAGE
      }
      actions={code ? <CodeForm /> : <PasswordForm />}
    />
  )
}

function PasswordForm() {
  const { client, queries } = useBackend()
  const id = useId()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <StepForm
      send={() => signIn(client, queries, { email, password })}
      say={(error) => signInMessage(toDataError(error), '')}
      missing={!email.trim() || !password ? 'Email and password are required' : null}
      label="Log in"
    >
      <Field id={`${id}-email`} label="Email">
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
      <Field id={`${id}-password`} label="Password">
        {(control) => (
          <Input.Password
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </StepForm>
  )
}

function CodeForm() {
  const { client, queries } = useBackend()
  const id = useId()
  const [code, setCode] = useState('')
  const show = async () => {
    await verifySecondFactor(client, code.trim())
    await refreshPermissions(queries)
  }
  return (
    <StepForm
      send={show}
      say={(error) => factorMessage(toDataError(error))}
      missing={code.trim() ? null : 'Please enter the six digits'}
      label="Confirm"
    >
      <Field id={id} label="Code" hint="Six digits; a new code every half minute.">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
    </StepForm>
  )
}

interface StepFormProps {
  send: () => Promise<void>
  /** What a refusal says. */
  say: (error: Error) => string
  /** What has to be filled in first. */
  missing: string | null
  label: string
  children: ReactNode
}

function StepForm({ send, say, missing, label, children }: StepFormProps) {
  const [lacking, setLacking] = useState<string | null>(null)
  // Raw: no resource of Refine's, and it ends with another screen.
  const { mutate, isPending, error } = useMutation({ mutationFn: send })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setLacking(missing)
    if (missing === null && !isPending) mutate()
  }
  const problem = lacking ?? (error && say(error))
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      style={{ inlineSize: '100%', paddingInline: 'var(--space-4)', textAlign: 'start' }}
    >
      <Flex vertical gap="middle">
        {problem && <Alert type="error" showIcon message={problem} role="alert" />}
        {children}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {label}
        </Button>
      </Flex>
    </form>
  )
}
