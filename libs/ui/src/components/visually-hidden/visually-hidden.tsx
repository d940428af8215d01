import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  /** Set if another element refers to the text. */
  id?: string
  children: ReactNode
}

/** Text for screen readers only. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} dir="ltr" className={styles.hidden}>
      {children}
    </span>
  )
}
