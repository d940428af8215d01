import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  /** For what is described or named by it. */
  id?: string
  children: ReactNode
}

/** Text for people who listen to the page. */
export function VisuallyHidden({ id, children }: VisuallyHiddenProps) {
  return (
    <span id={id} dir="ltr" className={styles.hidden}>
      {children}
    </span>
  )
}
