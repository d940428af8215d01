import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import styles from './course-skeleton.module.css'
import viewer from './course-viewer.module.css'

/** One line for each part of the outline: the link back, the title, the progress, and the lessons. */
const SIDE = [...'abcdefghijkl']
/** One line for each part of a lesson: its position in the course, the title, its facts, and its content. */
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
