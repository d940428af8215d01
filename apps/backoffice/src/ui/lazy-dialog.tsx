import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './lazy-dialog.module.css'
import { LazyBoundary, PART_MISSING, ReloadPage } from './lazy-part'
import { Modal, type ModalProps } from './modal'

interface LazyDialogProps extends Pick<ModalProps, 'open' | 'title' | 'size' | 'onClose'> {
  /** Nothing stands for it while it is on its way: a drawer, or a question whose title is not known before. */
  quiet?: boolean
  /** The dialog, whose part is fetched when it is first wanted. */
  children: ReactNode
}

/**
 * Stands for a dialog whose part is still on its way: the press of its button is answered, and the focus
 * is inside, at once. One that does not come leaves the screen below it, and what was typed there.
 */
export function LazyDialog({ children, quiet = false, ...modal }: LazyDialogProps) {
  const cancel = <Button onClick={modal.onClose}>Cancel</Button>
  return (
    <LazyBoundary
      place={modal.open}
      waiting={
        quiet ? null : (
          <Modal {...modal} actions={cancel}>
            <div role="status" className={styles.loading}>
              <VisuallyHidden>Loading...</VisuallyHidden>
              <Skeleton className={styles.line} />
              <Skeleton className={styles.block} />
              <Skeleton className={styles.line} />
            </div>
          </Modal>
        )
      }
      missing={(tryAgain, tried) => (
        <Modal
          {...modal}
          actions={
            <>
              {cancel}
              {tried && <ReloadPage />}
              <Button type="primary" onClick={tryAgain}>
                Try Again
              </Button>
            </>
          }
        >
          <Alert
            type="error"
            message={PART_MISSING}
            description="Check your connection, and try again."
          />
        </Modal>
      )}
    >
      {children}
    </LazyBoundary>
  )
}
