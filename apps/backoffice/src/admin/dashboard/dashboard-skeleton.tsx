import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import styles from './dashboard.module.css'

/** Holds the places of the cards while they are counted. */
export function DashboardSkeleton() {
  return (
    <div role="status" className={styles.screen}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className={styles.cards}>
        <Skeleton className={styles.placeholder} />
        <Skeleton className={styles.placeholder} />
        <Skeleton className={styles.placeholder} />
      </div>
      <Skeleton className={styles.placeholderList} />
    </div>
  )
}
