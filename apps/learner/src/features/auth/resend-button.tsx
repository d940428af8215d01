import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'

/** Seconds between two mails. The server sends one a minute; its answer does not say whether it sent one. */
const MINUTE = 60
/** One second more than the server asks for, because its minute begins when the request arrives there. */
const PAUSE = MINUTE + 1

interface ResendButtonProps {
  /** The label of the button, which a countdown may follow. */
  label: string
  /** Throws when the server refuses. */
  send: () => Promise<void>
  /** True if a mail was sent a moment ago, so that the first press has to wait too. */
  justSent?: boolean
}

/** Sends a mail again, with a pause between two mails. */
export function ResendButton({ label, send, justSent = false }: ResendButtonProps) {
  const [left, setLeft] = useState(justSent ? PAUSE : 0)

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => setLeft(PAUSE),
    onError: (thrown) => showError(authMessage(toDataError(thrown))),
  })

  return (
    <Button writes disabled={isPending || left > 0} onClick={() => mutate()}>
      {isPending ? 'Sending...' : left > 0 ? `${label} in ${Math.min(left, MINUTE)} s` : label}
    </Button>
  )
}
