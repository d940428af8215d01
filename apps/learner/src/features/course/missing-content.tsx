import type { ReactNode } from 'react'
import styles from './missing-content.module.css'

interface MissingContentProps {
  icon: ReactNode
  title: string
  children?: ReactNode
}

/** Shown for a lesson without the content of its type. */
export function MissingContent({ icon, title, children }: MissingContentProps) {
  return (
    <div className={styles.missing}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
    </div>
  )
}
