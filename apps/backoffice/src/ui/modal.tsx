import { type ReactNode, useId } from 'react'
import styles from './modal.module.css'
import { useModalDialog } from './use-modal-dialog'

export interface ModalProps {
  open: boolean
  title: string
  onClose: () => void
  /** Wide enough for an editor beside its preview, for a form, or for a sentence and two buttons. */
  size?: 'editor' | 'form' | 'question'
  children: ReactNode
  actions: ReactNode
}

/** A dialog over the page: a title, what it is about, and what can be done. */
export function Modal({ open, title, onClose, size = 'question', children, actions }: ModalProps) {
  const dialog = useModalDialog({ open, onClose })
  const titleId = useId()
  return (
    <dialog ref={dialog} className={`${styles.modal} ${styles[size]}`} aria-labelledby={titleId}>
      <div className={styles.frame}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  )
}
