import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './identity-card.module.css'
import section from './section.module.css'

/** A placeholder in the size of the identity card and the first section. */
export function IdentitySkeleton() {
  return (
    <div role="status" aria-label="Loading profile">
      <div className={styles.card}>
        <div className={styles.who}>
          <Skeleton className={styles.ghostFace} />
          <div className={`${styles.names} ${styles.ghostLines}`}>
            <Skeleton className={styles.ghostName} />
            <Skeleton className={styles.ghostEmail} />
          </div>
          <Skeleton className={styles.ghostLeave} />
        </div>
        <Skeleton className={styles.ghostFacts} />
      </div>
      <div className={section.section}>
        <Skeleton className={styles.ghostAbout} />
        <Skeleton className={styles.ghostForm} />
      </div>
    </div>
  )
}
