import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { Part } from '../../shared/optional-section'
import { AboutLesson } from './about-lesson'
import { LESSON_PARTS } from './lesson-parts'

interface LessonPrimaryProps {
  lesson: LessonBody
  course: CourseOutline
}

/** The main content of a lesson, after its description. */
export function LessonPrimary({ lesson, course }: LessonPrimaryProps) {
  const about = <AboutLesson description={lesson.description} />
  const first = lesson.content_type !== 'VIDEO'
  return (
    <>
      {first && about}
      <Part
        part={LESSON_PARTS[lesson.content_type]}
        props={{ lesson, course, headingOffset: 1, records: recordsProgress(course) }}
      />
      {!first && about}
    </>
  )
}
