import { toDataError } from '@rookies/data/errors'
import { refreshPermissions, verifySecondFactor } from '@rookies/data/factors/confirm-code'
import { factorMessage } from '@rookies/data/factors/factor-message'
import { BACK_OFFICE_NO_STORAGE, signIn, signInMessage } from '@rookies/data/session/sign-in'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { Notice } from '../ui/notice'
import { useBackend } from './backend'

/**
 * The sign-in form for browsers that cannot store the session of the portal's sign-in screen (rules/data#device).
 * `code` is set once the password was accepted and only the code of the second factor is missing.
 */
export function SignInHere({ code = false }: { code?: boolean }) {
  return (
    <Notice
      title={code ? "Confirm it's you" : 'Log in'}
      message={
        code
          ? 'Enter the code that your authenticator app shows for this account.'
          : BACK_OFFICE_NO_STORAGE
      }
      actions={code ? <CodeForm /> : <PasswordForm />}
    />
  )
}

function PasswordForm() {
  const { client, queries } = useBackend()
  return (
    <StepForm
      initial={{ email: '', password: '' }}
      send={(values) => signIn(client, queries, values)}
      say={(error) => signInMessage(toDataError(error), '')}
      missing={({ email, password }) =>
        email.trim() && password ? null : 'Email and password are required'
      }
      label="Log in"
    >
      <Form.Item name="email" label="Email">
        <Input type="email" autoComplete="username" />
      </Form.Item>
      <Form.Item name="password" label="Password">
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </StepForm>
  )
}

function CodeForm() {
  const { client, queries } = useBackend()
  return (
    <StepForm
      initial={{ code: '' }}
      send={async ({ code }) => {
        await verifySecondFactor(client, code.trim())
        await refreshPermissions(queries)
      }}
      say={(error) => factorMessage(toDataError(error))}
      missing={({ code }) => (code.trim() ? null : 'Please enter the six digits')}
      label="Confirm"
    >
      <Form.Item name="code" label="Code" extra="Six digits. The code changes every 30 seconds.">
        <Input inputMode="numeric" autoComplete="one-time-code" />
      </Form.Item>
    </StepForm>
  )
}

interface StepFormProps<Values> {
  initial: Values
  send: (values: Values) => Promise<void>
  /** Returns the sentence that is shown for an error. */
  say: (error: Error) => string
  /** Returns the sentence that names the empty fields; null if none is empty. */
  missing: (values: Values) => string | null
  label: string
  children: ReactNode
}

const FORM = { inlineSize: '100%', paddingInline: 'var(--space-4)', textAlign: 'start' } as const

function StepForm<Values extends object>(props: StepFormProps<Values>) {
  const { initial, send, say, missing, label, children } = props
  const [lacking, setLacking] = useState<string | null>(null)
  // TanStack Query is used directly, because Refine's `useLogin` opens the portal's sign-in screen. The kit's forms are
  // not used, because they save records and show toasts.
  const { mutate, isPending, error } = useMutation({ mutationFn: send })
  const onFinish = (values: Values) => {
    const lack = missing(values)
    setLacking(lack)
    if (lack === null && !isPending) mutate(values)
  }
  const problem = lacking ?? (error && say(error))
  return (
    <Form<Values>
      noValidate
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      onFinish={onFinish}
      style={FORM}
    >
      <Flex vertical>
        {problem && (
          <Alert
            type="error"
            showIcon
            message={problem}
            role="alert"
            style={{ marginBlockEnd: 'var(--space-4)' }}
          />
        )}
        {children}
        <Button type="primary" htmlType="submit" loading={isPending}>
          {label}
        </Button>
      </Flex>
    </Form>
  )
}
