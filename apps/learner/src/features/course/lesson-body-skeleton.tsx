import type { LessonType } from '@rookies/data/course-viewing/outline'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './lesson-body-skeleton.module.css'

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** A placeholder in the shape of a lesson's body. */
export function LessonBodySkeleton({ type }: { type: LessonType }) {
  return (
    <div role="status" aria-label="Loading lesson">
      {type === 'VIDEO' ? (
        <Skeleton className={styles.player} />
      ) : (
        LINES.map((line) => <Skeleton key={line} className={styles.line} />)
      )}
    </div>
  )
}
