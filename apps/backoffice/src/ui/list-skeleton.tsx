import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './list-skeleton.module.css'

/** Rows while a list is on its way. */
const ROWS = [1, 2, 3, 4, 5]

/** Five rows of a list, with so many pieces each. */
export function ListSkeleton({ columns }: { columns: number }) {
  const pieces = Array.from({ length: columns }, (_, i) => i)
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <span role="status">Loading...</span>
      </VisuallyHidden>
      <ul className={styles.list} aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row} className={styles.row}>
            {pieces.map((piece) => (
              <Skeleton key={piece} className={styles.line} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
