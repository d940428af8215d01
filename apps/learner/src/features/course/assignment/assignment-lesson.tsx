import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, courseKeys, lessonById } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { useId, useRef } from 'react'
import { useOwnChanges } from '../../../shared/use-own-changes'
import { OwnPart } from '../hand-in/own-part'
import { useReadAgain } from '../hand-in/use-own-read'
import { LessonText } from '../lesson-text'
import styles from './assignment.module.css'
import { HandIn } from './hand-in'
import { OwnRepository } from './repository'
import { Rounds } from './rounds'
import { Rubric } from './rubric'
import { useAssignment } from './use-assignment'
import { WorkStatus } from './work-status'

interface AssignmentLessonProps {
  course: CourseOutline
  lesson: LessonBody
}

/** Shows the state of a person's work, the brief, rubric, rounds and the form (rules/assignments#assignment). */
export default function AssignmentLesson({ course, lesson }: AssignmentLessonProps) {
  const { queued, offline, savedAt, ...read } = useAssignment(lesson.id)
  const { known } = read
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const records = recordsProgress(course)
  useOwnChanges('submission', records)
  useOwnChanges('draft', records)
  // The lesson's completion changes when a review is published or withdrawn, so the outline is read again.
  const isDone = lessonById(course, lesson.id)?.done ?? false
  const state = records ? known?.submission?.state : undefined
  useReadAgain(
    state !== undefined && (state === 'PASSED') !== isDone,
    courseKeys.outline(course.slug),
  )

  return (
    <div className={styles.assignment}>
      <OwnPart
        {...read}
        needs="Your work needs a connection"
        comes="The rest comes when you are back online."
        failed="Your work could not be loaded"
        styles={styles}
      >
        {(own) => (
          <WorkStatus
            assignment={own}
            records={records}
            queued={queued.length > 0}
            offline={offline}
          />
        )}
      </OwnPart>
      <LessonText course={course} lesson={lesson} headingOffset={1} records={records} />
      {known && (
        <>
          {known.rubric.length > 0 && <Rubric rubric={known.rubric} />}
          {known.tests && (
            <OwnRepository
              assignment={known}
              tests={known.tests}
              records={records}
              savedAt={savedAt}
            />
          )}
          <section aria-labelledby={id} className={styles.section}>
            <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
              Your work
            </h2>
            <Rounds assignment={known} queued={queued} />
            <HandIn
              course={course}
              lesson={lesson}
              assignment={known}
              queued={queued.length}
              records={records}
              // The form is removed, so the focus moves to the heading.
              onHandedIn={() => heading.current?.focus()}
            />
          </section>
        </>
      )}
    </div>
  )
}
