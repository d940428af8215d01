import type { ReactNode } from 'react'
import styles from './test-name.module.css'

interface TestNameProps {
  /** The names of the groups that contain the test and its own name, separated by ` > `. */
  name: string
  /** Shown behind the name. */
  children?: ReactNode
}

/** Shows the name of a test, after the names of the groups that contain the test. */
export function TestName({ name, children }: TestNameProps) {
  const groups = name.split(' > ')
  const own = groups.pop()
  return (
    <span dir="auto" className={styles.name}>
      {groups.length > 0 && <span className={styles.group}>{`${groups.join(' › ')} › `}</span>}
      {own}
      {children}
    </span>
  )
}
