import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { To } from 'react-router-dom'
import { PageStep } from './page-step'
import styles from './pager.module.css'

interface TurnerProps {
  /** What is turned, for screen readers. */
  label: string
  /** Addresses of the pages beside this one; null where there is none. */
  newer: To | null
  older: To | null
}

/** The way through a list without page numbers, which is too long to be counted; nothing when there is one page. */
export function Turner({ label, newer, older }: TurnerProps) {
  if (newer === null && older === null) return null
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <PageStep to={newer}>
        <ChevronLeft aria-hidden="true" />
        Newer
      </PageStep>
      <PageStep to={older}>
        Older
        <ChevronRight aria-hidden="true" />
      </PageStep>
    </nav>
  )
}
