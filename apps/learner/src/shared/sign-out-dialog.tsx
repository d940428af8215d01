import { unsentThings, watchUnsent } from '@rookies/data/sync/unsent'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button'
import styles from '../ui/confirm-dialog.module.css'
import { Dialog, DialogActions } from '../ui/dialog'

export interface SignOutDialogProps {
  answer: (leave: boolean) => void
}

/**
 * Asks whether to sign out although the server does not have everything. While it is open, sending goes on, and the
 * person is signed out as soon as nothing is left (rules/access#leaving-unsent).
 */
export default function SignOutDialog({ answer }: SignOutDialogProps) {
  const queries = useQueryClient()
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
          send it.
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
