import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './course-skeleton.module.css'
import viewer from './course-viewer.module.css'

/** The outline: the way back, the title, the progress, and lessons. */
const SIDE = [...'abcdefghijkl']
/** A lesson: its place in the course, the title, its facts, and its content. */
const MAIN = [...'abcd']

/** A placeholder in the shape of the viewer. The style sheet gives each line its size. */
export function CourseSkeleton() {
  return (
    <div className={viewer.viewer} data-frame="course" role="status" aria-label="Loading course">
      <div className={`${viewer.side} ${styles.side}`}>
        {SIDE.map((line) => (
          <Skeleton key={line} />
        ))}
      </div>
      <div className={styles.bar} />
      <div className={styles.main}>
        {MAIN.map((line) => (
          <Skeleton key={line} />
        ))}
      </div>
    </div>
  )
}
