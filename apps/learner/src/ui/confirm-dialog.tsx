import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './confirm-dialog.module.css'
import { Dialog, DialogActions } from './dialog'

interface ConfirmDialogProps {
  title: string
  children?: ReactNode
  /** The label of the button that confirms. */
  confirm: string
  /** True if the action cannot be undone. */
  danger?: boolean
  onConfirm: () => void
  /** Called after the dialog has closed, with or without a confirmation. The caller then removes it from the page. */
  onClose: () => void
}

/** Asks the person to confirm an action. */
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
