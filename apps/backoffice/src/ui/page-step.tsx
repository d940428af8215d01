import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './pager.module.css'

/** A step to another page of a list; words alone where there is none. */
export function PageStep({ to, children }: { to: To | null; children: ReactNode }) {
  if (to === null) {
    return (
      <span className={styles.step} aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <Link className={styles.step} to={to}>
      {children}
    </Link>
  )
}
