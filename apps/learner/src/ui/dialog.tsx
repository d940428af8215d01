import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Called however it was closed: by its button, by Escape, or beside it. */
  onClose: () => void
  /** A press beside it does nothing, so that what was typed in it is not lost by a slip. */
  firm?: boolean
  /** As wide as what is in it, for a picture. */
  wide?: boolean
  children: ReactNode
}

/**
 * A dialog over the page, there while it is rendered. The element itself keeps focus inside, closes
 * at Escape, and gives focus back to where it came from. What is to have focus first carries
 * `data-autofocus`.
 */
export function Dialog({ title, onClose, firm = false, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Closed while it is still in the page: only then does the element give focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => shown?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => !firm && event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          <CloseButton label="Close" className={styles.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at a dialog's end; the last one is the one that goes on. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
