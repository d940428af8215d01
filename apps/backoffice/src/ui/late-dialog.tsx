import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import styles from './late-dialog.module.css'
import { notePartMissing, PART_MISSING, ReloadPage } from './late-part'
import { Modal, type ModalProps } from './modal'

interface LateDialogProps extends Pick<ModalProps, 'open' | 'title' | 'size' | 'onClose'> {
  /** It is there in a moment, or is no box in the middle: nothing stands for it while it is on its way. */
  quiet?: boolean
  /** The dialog, whose part is fetched when it is first wanted. */
  children: ReactNode
}

/**
 * Stands for a dialog whose part is still on its way: the press of its button is answered, and the focus
 * is inside, at once. One that does not come leaves the screen below it, and what was typed there.
 */
export function LateDialog({ children, quiet = false, ...modal }: LateDialogProps) {
  const [tries, setTries] = useState(0)
  const cancel = <Button onClick={modal.onClose}>Cancel</Button>
  return (
    <Boundary
      place={modal.open}
      onFault={notePartMissing}
      fallback={(_, retry) => (
        <Modal
          {...modal}
          actions={
            <>
              {cancel}
              {tries > 0 && <ReloadPage />}
              <Button
                type="primary"
                onClick={() => {
                  setTries(tries + 1)
                  retry()
                }}
              >
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
      <Suspense
        fallback={
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
      >
        {children}
      </Suspense>
    </Boundary>
  )
}
