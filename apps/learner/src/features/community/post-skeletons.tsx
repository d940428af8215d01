import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './post-skeletons.module.css'

/** Placeholders of the same size as a list of posts; with `head`, also for the community's head and composer. */
export function PostSkeletons({ head = false }: { head?: boolean }) {
  return (
    <div className={styles.page} role="status" aria-label="Loading posts">
      {head && (
        <>
          <HeadSkeleton facts />
          <div className={styles.composer}>
            <Skeleton className={styles.box} />
            <Skeleton className={styles.button} />
          </div>
        </>
      )}
      <div className={head ? styles.feed : styles.posts}>
        <Skeleton className={styles.heading} />
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className={styles.post}>
            <Skeleton className={styles.face} />
            <Skeleton className={styles.line} />
            <Skeleton className={styles.short} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Placeholders of the same size as a community's list of people. */
export function PeopleSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading members">
      <HeadSkeleton />
      <div className={styles.people}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className={styles.person}>
            <Skeleton className={styles.face} />
          </div>
        ))}
      </div>
    </div>
  )
}

function HeadSkeleton({ facts = false }: { facts?: boolean }) {
  return (
    <div className={styles.head}>
      <Skeleton className={styles.title} />
      <Skeleton className={styles.text} />
      {facts && <Skeleton className={styles.short} />}
    </div>
  )
}
