import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { CloseButton } from './close-button'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Called when the dialog was closed by its button, by Escape, or by a press outside. */
  onClose: () => void
  /** True if a press outside does not close the dialog, so that typed text is not lost by accident. */
  persistent?: boolean
  /** True if the dialog is as wide as its content, for example a picture. */
  wide?: boolean
  children: ReactNode
}

/**
 * A modal dialog that is open while it is rendered. The `dialog` element keeps the focus inside, closes on Escape, and
 * returns the focus when it closes. The element with the attribute `data-autofocus` has the focus at first.
 */
export function Dialog({
  title,
  onClose,
  persistent = false,
  wide = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // The `dialog` element returns the focus only if it is closed before it is removed from the page.
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
      onClick={(event) => !persistent && event.target === dialog.current && onClose()}
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

/** The buttons at the end of a dialog; the last one is the primary one. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
