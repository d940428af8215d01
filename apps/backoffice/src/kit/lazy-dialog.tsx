import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Alert, Button, Flex } from 'antd'
import { type ComponentType, createElement, type ReactNode, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component'
import { LazyBoundary, PART_MISSING, ReloadPage } from '../ui/lazy-part'
import { Modal, type ModalProps } from '../ui/modal'
import styles from './lazy-dialog.module.css'

/** The title and the size of a dialog, which are shown while its code loads. */
interface Frame extends Pick<ModalProps, 'title' | 'size'> {
  /** Shows nothing while the code loads: for a drawer, or a dialog whose title is not known yet. */
  frameless?: boolean
}

interface DialogProps {
  /** Left out if the dialog is mounted only while it is open. */
  open?: boolean
  onClose: () => void
}

/**
 * Returns a dialog whose code loads when it is first opened. Until the code has loaded, the dialog's frame is shown. If
 * the code does not load, the frame shows an error, and the screen below keeps its unsaved changes. Takes a function
 * that imports the module, a function that picks the export, and the frame.
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

function Framed({ title, size, frameless = false, open, onClose, children }: FramedProps) {
  // A dialog that was opened once stays mounted, so that it keeps its state while it is closed.
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  const modal = { open, title, size, onClose }
  const cancel = <Button onClick={onClose}>Cancel</Button>
  return (
    <LazyBoundary
      place={open}
      waiting={
        frameless ? null : (
          <Modal {...modal} actions={cancel}>
            <Flex vertical gap="middle" role="status">
              <VisuallyHidden>Loading...</VisuallyHidden>
              <Skeleton className={styles.line} />
              <Skeleton className={styles.block} />
              <Skeleton className={styles.line} />
            </Flex>
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
