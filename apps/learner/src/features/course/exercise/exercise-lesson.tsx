import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, lessonById } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import { Hammer, Lock } from 'lucide-react'
import { useOwnChanges } from '../../../shared/use-own-changes'
import { OwnPart } from '../hand-in/own-part'
import { LessonText } from '../lesson-text'
import { EarlierRuns } from './earlier-runs'
import layout from './exercise-layout.module.css'
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
  const { queued, offline, ...read } = useExercise(lesson.id)
  const { known } = read
  const records = recordsProgress(course)
  useOwnChanges('exercise', records)
  useOwnChanges('draft', records)
  useVerdict(known)
  const isDone = lessonById(course, lesson.id)?.done ?? false
  const isPage = known?.shown?.language === 'PAGE'
  usePassedOutline(course.slug, isDone, records && !isPage ? known : undefined)
  useSolutionOfPage(isDone, records && isPage ? known : undefined)
  const place = { course, lesson, records }
  return (
    <div className={layout.page}>
      <div className={layout.exercise}>
        <div className={layout.brief}>
          <LessonText {...place} headingOffset={1} />
        </div>
        <OwnPart
          {...read}
          needs="This exercise needs a connection"
          comes="The files and tests come when you are back online."
          failed="The files and tests could not be loaded"
          styles={styles}
        >
          {(own) => {
            const { shown } = own
            if (!shown) return own.open ? <InPreparation /> : <Closed known={own} />
            if (isPage) return <PageBench {...place} known={own} shown={shown} />
            return (
              <Workbench {...place} known={own} shown={shown} queued={queued} offline={offline} />
            )
          }}
        </OwnPart>
      </div>
    </div>
  )
}

/**
 * Shown when the lesson closed while it was on screen. The person can still read their own runs (rules/exercises#who).
 */
function Closed({ known }: { known: MyExercise }) {
  return (
    <div className={layout.bench}>
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
