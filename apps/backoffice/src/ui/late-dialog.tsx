import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { type ReactNode, Suspense } from 'react'
import styles from './late-dialog.module.css'
import { Modal, type ModalProps } from './modal'

interface LateDialogProps extends Pick<ModalProps, 'open' | 'title' | 'size' | 'onClose'> {
  /** The dialog, whose part is fetched when it is first wanted. */
  children: ReactNode
}

/**
 * Stands for a dialog whose part is still on its way: the press of its button is answered, and the focus
 * is inside, at once.
 */
export function LateDialog({ children, ...modal }: LateDialogProps) {
  return (
    <Suspense
      fallback={
        <Modal {...modal} actions={<Button onClick={modal.onClose}>Cancel</Button>}>
          <div role="status" className={styles.loading}>
            <VisuallyHidden>Loading...</VisuallyHidden>
            <Skeleton className={styles.line} />
            <Skeleton className={styles.block} />
            <Skeleton className={styles.line} />
          </div>
        </Modal>
      }
    >
      {children}
    </Suspense>
  )
}
