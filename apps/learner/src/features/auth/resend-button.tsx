import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'

/** Seconds between one mail and the next: the server sends one a minute, and answers alike when it sends none. */
const PAUSE = 61

interface ResendButtonProps {
  /** What it does, as a sentence without its end. */
  label: string
  /** Throws what the server refuses. */
  send: () => Promise<void>
  /** A mail went out a moment ago, so that the first press has to wait too. */
  justSent?: boolean
}

/** Sends a mail once more, with a pause between one and the next. */
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
    <Button disabled={isPending || left > 0} onClick={() => mutate()}>
      {isPending ? 'Sending...' : left > 0 ? `${label} in ${left} s` : label}
    </Button>
  )
}
