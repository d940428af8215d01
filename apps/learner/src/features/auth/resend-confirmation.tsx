import { resendConfirmation } from '@rookies/data/session/sign-up'
import { useData } from '../../shared/data-context'
import { showToast } from '../../ui/toast-store'
import { signInReturn } from './paths'
import { ResendButton } from './resend-button'

interface ResendConfirmationProps {
  label: string
  /** Returns the email of the account. */
  email: () => string
  /** The address that the person wanted. */
  from: string | null
  /** True if the mail was sent a moment ago. */
  justSent?: boolean
}

/** Sends the mail that confirms the email of an account again. */
export function ResendConfirmation({ email, from, ...button }: ResendConfirmationProps) {
  const client = useData()
  const send = async () => {
    await resendConfirmation(client, email(), signInReturn(from))
    showToast({
      tone: 'success',
      title: 'Email sent',
      message: 'Check your inbox to verify your account.',
    })
  }
  return <ResendButton {...button} send={send} />
}
