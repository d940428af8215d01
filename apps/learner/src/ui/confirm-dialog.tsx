import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './confirm-dialog.module.css'
import { Dialog, DialogActions } from './dialog'

interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  /** What the button says that goes through with it. */
  confirm: string
  /** What is done cannot be undone. */
  danger?: boolean
  onConfirm: () => void
  /** The dialog is over, whichever way it was left: take it off the page. */
  onClose: () => void
}

/** A question that has to be answered before something is done. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.content}
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          onConfirm()
        }}
      >
        {children}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
