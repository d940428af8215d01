import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button } from 'antd'
import { type ComponentType, createElement, type ReactNode, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component'
import { LazyBoundary, PART_MISSING, ReloadPage } from '../ui/lazy-part'
import { Modal, type ModalProps } from '../ui/modal'
import styles from './lazy-dialog.module.css'

/** What stands for a dialog while it is on its way. */
interface Frame extends Pick<ModalProps, 'title' | 'size'> {
  /** Nothing stands for it: a drawer, or a question whose title is not known before. */
  quiet?: boolean
}

interface DialogProps {
  /** Left out where it is in the page only while it is open. */
  open?: boolean
  onClose: () => void
}

/**
 * A dialog whose code is fetched when it is first opened. Until then its frame stands for it: the press of its button
 * is answered, and the focus is inside, at once. One that does not come leaves the screen below it, and what was typed
 * there. In: a function that imports one file; which of its exports is meant; the dialog's title and size.
 */
export function lazyDialog<Module, Props extends DialogProps>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  frame: Frame | ((props: Props) => Frame),
): ComponentType<Props> {
  const Dialog = lazyComponent(load, pick)
  return (props) => {
    const { open = true, onClose } = props
    const shown = typeof frame === 'function' ? frame(props) : frame
    return createElement(Framed, { ...shown, open, onClose }, createElement(Dialog, props))
  }
}

interface FramedProps extends Frame, Required<DialogProps> {
  children?: ReactNode
}

function Framed({ title, size, quiet = false, open, onClose, children }: FramedProps) {
  // Closed, it stays in the page with what it holds.
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  const modal = { open, title, size, onClose }
  const cancel = <Button onClick={onClose}>Cancel</Button>
  return (
    <LazyBoundary
      place={open}
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
