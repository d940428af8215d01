import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import type { ReactNode } from 'react'
import styles from './course-grid.module.css'

/** Placeholder cards while the catalogue loads. */
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The catalogue's cards; dimmed while those of another page or filter are on their way. */
export function CourseGrid({ dimmed, children }: { dimmed: boolean; children: ReactNode }) {
  return (
    <ul className={styles.grid} data-dimmed={dimmed || undefined}>
      {children}
    </ul>
  )
}

export function CourseGridSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <ul className={styles.grid} aria-hidden="true">
        {PLACEHOLDERS.map((key) => (
          <li key={key} className={styles.placeholder}>
            <Skeleton className={styles.lineBadge} />
            <Skeleton className={styles.lineTitle} />
            <Skeleton className={styles.lineShort} />
            <Skeleton className={styles.lineText} />
            <Skeleton className={styles.lineShort} />
            <Skeleton className={styles.lineButton} />
          </li>
        ))}
      </ul>
    </div>
  )
}
