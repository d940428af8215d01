import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './course-skeleton.module.css'
import viewer from './course-viewer.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']

export function CourseSkeleton() {
  return (
    <div className={viewer.viewer} data-frame="course" role="status" aria-label="Loading course">
      <div className={`${viewer.side} ${styles.side}`}>
        <Skeleton className={styles.title} />
        {ROWS.map((row) => (
          <Skeleton key={row} className={styles.row} />
        ))}
      </div>
      <div className={styles.bar} />
      <div className={styles.main}>
        <Skeleton className={styles.heading} />
        <Skeleton className={styles.body} />
      </div>
    </div>
  )
}
