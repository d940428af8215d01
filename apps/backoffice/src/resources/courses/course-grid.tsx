import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import type { ReactNode } from 'react'
import styles from './course-grid.module.css'

/** Placeholder cards while the catalogue loads. */
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

const GRID = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17.5rem), 1fr))',
  gap: 'var(--space-5)',
}
const DIMMED = { ...GRID, opacity: 0.55, transition: 'opacity var(--motion-fast) 150ms' }

/** The cards of the catalogue, dimmed while another page or filter loads. */
export function CourseGrid({ dimmed, children }: { dimmed: boolean; children: ReactNode }) {
  return <ul style={dimmed ? DIMMED : GRID}>{children}</ul>
}

export function CourseGridSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <ul style={GRID} aria-hidden="true">
        {PLACEHOLDERS.map((key) => (
          <li key={key} style={{ display: 'grid' }}>
            <Skeleton className={styles.card} />
          </li>
        ))}
      </ul>
    </div>
  )
}
