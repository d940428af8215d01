import { toDataError } from '@rookies/data/errors'
import { authMessage } from '@rookies/data/session/auth-message'
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
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const press = async () => {
    setBusy(true)
    try {
      await send()
      setLeft(PAUSE)
    } catch (thrown) {
      showError(authMessage(toDataError(thrown)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button disabled={busy || left > 0} onClick={press}>
      {busy ? 'Sending...' : left > 0 ? `${label} in ${left} s` : label}
    </Button>
  )
}
