import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './course-card.module.css'

/** A placeholder in the size of a card. */
export function CourseCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton className={styles.ghostPicture} />
        <Skeleton className={styles.ghostTitle} />
      </div>
      <div className={styles.body}>
        <Skeleton className={styles.ghostText} />
        <Skeleton className={styles.ghostFacts} />
        <Skeleton className={styles.ghostFoot} />
      </div>
    </div>
  )
}
