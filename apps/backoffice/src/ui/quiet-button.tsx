import type { ComponentProps, ReactNode } from 'react'
import styles from './quiet-button.module.css'

interface QuietButtonProps extends ComponentProps<'button'> {
  icon?: ReactNode
}

/** A button that is only its icon, or a few words, until it is pointed at: light enough for hundreds. */
export function QuietButton({ icon, children, className = '', ...button }: QuietButtonProps) {
  return (
    // A menu that opens from it marks it with names of its own.
    <button {...button} type="button" className={`${styles.button} ${className}`}>
      {icon}
      {children && <span className={styles.words}>{children}</span>}
    </button>
  )
}
