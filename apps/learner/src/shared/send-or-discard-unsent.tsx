import type { OutboxContext } from '@rookies/data/outbox/kind'
import { discardUnsent, sendUnsent, unsentThings, watchUnsent } from '@rookies/data/sync/unsent'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Button } from '../ui/button'
import styles from '../ui/confirm-dialog.module.css'
import { Dialog, DialogActions } from '../ui/dialog'

/**
 * Sends unsent changes before a sign-out. If some cannot be sent, asks the person whether to sign out, and deletes the
 * changes from the device if they do. Resolves to whether to sign out (rules/access#leaving-unsent).
 */
export async function sendOrDiscardUnsent(context: OutboxContext): Promise<boolean> {
  const { queries } = context
  if (navigator.onLine) await sendUnsent(context)
  if (unsentThings(queries).length > 0 && !(await askToSignOut(queries))) return false
  discardUnsent(queries)
  return true
}

/**
 * Asks whether to sign out although some changes are not sent. While the dialog is open, sending continues; once
 * everything is sent, the promise resolves to true. The dialog has a separate React root, so that no screen has to
 * render it.
 */
function askToSignOut(queries: QueryClient): Promise<boolean> {
  const root = createRoot(document.createElement('div'))
  return new Promise((resolve) => {
    const answer = (leave: boolean) => {
      resolve(leave)
      // React must not remove a root while it renders.
      queueMicrotask(() => root.unmount())
    }
    root.render(createPortal(<SignOutDialog queries={queries} answer={answer} />, document.body))
  })
}

interface SignOutDialogProps {
  queries: QueryClient
  answer: (leave: boolean) => void
}

function SignOutDialog({ queries, answer }: SignOutDialogProps) {
  const [things, setThings] = useState(() => unsentThings(queries))
  useEffect(() => watchUnsent(() => setThings(unsentThings(queries))), [queries])
  const done = things.length === 0
  useEffect(() => {
    if (done) answer(true)
  }, [done, answer])
  return (
    <Dialog title="Sign out and lose what is not saved?" onClose={() => answer(false)}>
      <div className={styles.content}>
        <p>This is only on this device, and signing out deletes it:</p>
        <ul>
          {things.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
        <p>
          If you wait here, you are signed out as soon as it is saved. A draft is saved when you
          send or save it.
        </p>
        <DialogActions>
          <Button onClick={() => answer(false)}>Stay signed in</Button>
          <Button writes variant="danger" onClick={() => answer(true)}>
            Discard and sign out
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
