import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './identity-card.module.css'

export function IdentitySkeleton() {
  return (
    <div role="status" aria-label="Loading profile">
      <div className={styles.ghosts}>
        <Skeleton className={styles.ghostFace} />
        <div className={styles.ghostLines}>
          <Skeleton className={styles.ghostName} />
          <Skeleton className={styles.ghostEmail} />
        </div>
      </div>
      <Skeleton className={styles.ghostForm} />
    </div>
  )
}
