import { nextOpening } from '@rookies/data/course-viewing/next-opening'
import {
  type CourseOutline,
  courseKeys,
  isShut,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { useQueryClient } from '@tanstack/react-query'
import { Moment } from '../../ui/moment'
import { useOpening } from '../../ui/use-opening'
import styles from './openings.module.css'

function Due({ at, zone }: { at: string; zone: string }) {
  return (
    <>
      Due <Moment at={at} zone={zone} />
    </>
  )
}

interface OpensProps {
  /** ISO date; null while the person pauses. */
  at: string | null | undefined
  zone: string | null
  until?: boolean
}

/** Says when a lesson opens, or that nothing opens while the person pauses. */
export function Opens({ at, zone, until = false }: OpensProps) {
  if (!at || !zone) return 'Opens after your pause'
  return (
    <>
      Opens <Moment at={at} zone={zone} until={until} />
    </>
  )
}

export type OpeningProps =
  /** A lesson of the outline that is not open yet, or an assignment with a due date. */
  | { lesson: OutlineLesson; zone: string | null }
  /** `next` is true if this is shown instead of the link to the next lesson, because no further lesson is open. */
  | { course: CourseOutline; next?: boolean }

/**
 * Says when a lesson of the outline opens or is due, or which lesson opens next. Otherwise it renders nothing, and
 * reads the outline again when the next lesson opens.
 */
export default function Opening(props: OpeningProps) {
  if ('lesson' in props) {
    return (
      <span className={styles.inOutline}>
        {isShut(props.lesson) || !props.lesson.due ? (
          <Opens at={props.lesson.opens_at} zone={props.zone} />
        ) : (
          <Due {...props.lesson.due} />
        )}
      </span>
    )
  }
  const { course, next } = props
  return next ? <Next course={course} /> : <Watch course={course} />
}

interface OfCourse {
  course: CourseOutline
}

function Next({ course }: OfCourse) {
  const lesson = nextOpening(course)
  return (
    lesson && (
      <p className={styles.next}>
        <span dir="auto" className={styles.title}>
          Next: {lesson.title}
        </span>
        <span className={styles.when}>
          <Opens at={lesson.opens_at} zone={course.time_zone} until />
        </span>
      </p>
    )
  )
}

function Watch({ course }: OfCourse) {
  const queries = useQueryClient()
  useOpening(course.changes_at, () =>
    queries.invalidateQueries({ queryKey: courseKeys.outline(course.slug) }),
  )
  return null
}
