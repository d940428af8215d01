import { type CourseOutline, lessonsInOrder } from '@rookies/data/course-viewing/outline'
import { progressPercent } from '@rookies/data/course-viewing/progress-percent'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import styles from './course-progress.module.css'

interface CourseProgressProps {
  course: CourseOutline
  /** True if the progress is on one line, as in a bar. */
  flat?: boolean
}

export function CourseProgress({ course, flat = false }: CourseProgressProps) {
  const lessons = lessonsInOrder(course)
  if (lessons.length === 0) return null
  const done = lessons.filter((lesson) => lesson.done).length
  const percent = progressPercent(done, lessons.length)
  return (
    <div className={flat ? styles.flat : styles.progress}>
      <ProgressBar percent={percent} label="Course progress" />
      <p>
        <span>
          {done} of {lessons.length} lessons
        </span>
        <span>{percent}%</span>
      </p>
    </div>
  )
}
