import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './refusal.module.css'

/** The message above a form about why the server refused it. Fields refer to it by its id. */
export function Refusal({
  id,
  message,
  children,
}: {
  id: string
  message: string
  children?: ReactNode
}) {
  return (
    <div className={styles.refusal}>
      <CircleAlert aria-hidden="true" />
      <div>
        <p id={id}>{message}</p>
        {children}
      </div>
    </div>
  )
}
