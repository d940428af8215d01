import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, lessonById } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { isSilence } from '@rookies/data/errors'
import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Hammer, Lock } from 'lucide-react'
import { useOwnChanges } from '../../../shared/use-own-changes'
import { Button } from '../../../ui/button'
import { LessonText } from '../lesson-text'
import { EarlierRuns } from './earlier-runs'
import { PageBench } from './page-bench'
import { useExercise, usePassedOutline, useSolutionOfPage, useVerdict } from './use-exercise'
import { Workbench } from './workbench'
import styles from './workbench.module.css'

interface ExerciseLessonProps {
  course: CourseOutline
  lesson: LessonBody
}

/** Shows the brief of an exercise, and beside or below it the files, the tests and the results (rules/exercises#exercise). */
export default function ExerciseLesson({ course, lesson }: ExerciseLessonProps) {
  const { known, queued, offline, error, busy, retry } = useExercise(lesson.id)
  const records = recordsProgress(course)
  useOwnChanges('exercise', records)
  useOwnChanges('draft', records)
  useVerdict(known)
  const isDone = lessonById(course, lesson.id)?.done ?? false
  const isPage = known?.shown?.language === 'PAGE'
  usePassedOutline(course.slug, isDone, records && !isPage ? known : undefined)
  useSolutionOfPage(isDone, records && isPage ? known : undefined)
  return (
    <div className={styles.page}>
      <div className={styles.exercise}>
        <div className={styles.brief}>
          <LessonText course={course} lesson={lesson} headingOffset={1} records={records} />
        </div>
        {known ? (
          known.shown?.language === 'PAGE' ? (
            <PageBench
              course={course}
              lesson={lesson}
              known={known}
              shown={known.shown}
              records={records}
            />
          ) : known.shown ? (
            <Workbench
              course={course}
              lesson={lesson}
              known={known}
              shown={known.shown}
              queued={queued}
              offline={offline}
              records={records}
            />
          ) : known.open ? (
            <InPreparation />
          ) : (
            <Closed known={known} />
          )
        ) : error ? (
          <LoadFailed error={error} busy={busy} retry={retry} />
        ) : (
          <Skeleton className={styles.ghost} />
        )}
      </div>
    </div>
  )
}

/** Shown when the lesson closed while it was on screen. Runs stay readable to their owner (rules/exercises#who). */
function Closed({ known }: { known: MyExercise }) {
  return (
    <div className={styles.bench}>
      <div role="status" className={styles.card}>
        <p className={styles.state}>
          <Lock aria-hidden="true" />
          This lesson is no longer open to you
        </p>
        <p className={styles.muted}>What you handed in stays here.</p>
      </div>
      {known.runs.length > 0 && (
        <EarlierRuns runs={known.runs} present={known.draft?.files ?? []} onUse={null} />
      )}
    </div>
  )
}

/** Shown while no version of the exercise is proved (rules/exercises#proof). */
function InPreparation() {
  return (
    <div role="status" className={styles.card}>
      <p className={styles.state}>
        <Hammer aria-hidden="true" />
        This exercise is in preparation
      </p>
      <p className={styles.muted}>
        Its tests are not ready yet. You can read the brief, and go on with the next lesson until
        then.
      </p>
    </div>
  )
}

interface LoadFailedProps {
  error: unknown
  busy: boolean
  retry: () => void
}

/** Shown instead of the files and tests if they could not be loaded. The brief is shown nevertheless. */
function LoadFailed({ error, busy, retry }: LoadFailedProps) {
  const { title, message } = isSilence(error)
    ? {
        title: 'This exercise needs a connection',
        message: 'The brief is here. The files and tests come when you are back online.',
      }
    : {
        title: 'The files and tests could not be loaded',
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
