import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './post-skeletons.module.css'

/** Placeholders in the size of posts. */
export function PostSkeletons({ head = false }: { head?: boolean }) {
  return (
    <div className={styles.posts} role="status" aria-label="Loading posts">
      {head && (
        <div className={styles.head}>
          <Skeleton className={styles.title} />
          <Skeleton className={styles.line} />
          <Skeleton className={styles.short} />
        </div>
      )}
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className={styles.post}>
          <Skeleton className={styles.face} />
          <Skeleton className={styles.line} />
          <Skeleton className={styles.short} />
        </div>
      ))}
    </div>
  )
}
