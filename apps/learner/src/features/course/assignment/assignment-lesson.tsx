import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, lessonById } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { isSilence } from '@rookies/data/errors'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useId, useRef } from 'react'
import { useOwnChanges } from '../../../shared/use-own-changes'
import { Button } from '../../../ui/button'
import { LessonText } from '../lesson-text'
import styles from './assignment.module.css'
import { HandIn } from './hand-in'
import { Rounds } from './rounds'
import { Rubric } from './rubric'
import { Standing } from './standing'
import { useAssignment, usePassedOutline } from './use-assignment'

interface AssignmentLessonProps {
  course: CourseOutline
  lesson: LessonBody
}

/** Shows the state of a person's work, the brief, rubric, rounds and the form (rules/assignments#assignment). */
export default function AssignmentLesson({ course, lesson }: AssignmentLessonProps) {
  const { known, queued, offline, error, busy, retry } = useAssignment(lesson.id)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const records = recordsProgress(course)
  useOwnChanges('submission', records)
  useOwnChanges('draft', records)
  usePassedOutline(
    course.slug,
    lessonById(course, lesson.id)?.done ?? false,
    records ? known : undefined,
  )

  return (
    <div className={styles.assignment}>
      {known ? (
        <Standing known={known} records={records} queued={queued.length > 0} offline={offline} />
      ) : error ? (
        <LoadFailed error={error} busy={busy} retry={retry} />
      ) : (
        <Skeleton className={styles.ghost} />
      )}
      <LessonText course={course} lesson={lesson} headingOffset={1} records={records} />
      {known && (
        <>
          {known.rubric.length > 0 && <Rubric rubric={known.rubric} />}
          <section aria-labelledby={id} className={styles.section}>
            <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
              Your work
            </h2>
            <Rounds known={known} queued={queued} />
            <HandIn
              course={course}
              lesson={lesson}
              known={known}
              queued={queued.length}
              records={records}
              // The form is removed, and the focus would be lost with it.
              onHandedIn={() => heading.current?.focus()}
            />
          </section>
        </>
      )}
    </div>
  )
}

interface LoadFailedProps {
  error: unknown
  busy: boolean
  retry: () => void
}

/** Shown instead of the state of the work if it could not be loaded. The brief is shown nevertheless. */
function LoadFailed({ error, busy, retry }: LoadFailedProps) {
  const { title, message } = isSilence(error)
    ? {
        title: 'Your work needs a connection',
        message: 'The brief is here. The rest comes when you are back online.',
      }
    : {
        title: 'Your work could not be loaded',
        message: 'The brief is here. Please try again in a moment.',
      }
  return (
    <div role="alert" className={styles.card}>
      <p className={styles.strong}>{title}</p>
      <p className={styles.muted}>{message}</p>
      <div>
        <Button small onClick={retry} disabled={busy}>
          Try Again
        </Button>
      </div>
    </div>
  )
}
