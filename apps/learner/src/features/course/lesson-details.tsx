import { instructorOf } from '@rookies/data/course-viewing/instructor'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { usePart } from '../../shared/lazy-part'
import { LinkedText } from '../../ui/linked-text'
import { Attachments } from './attachments'
import styles from './lesson-details.module.css'
import { LessonText } from './lesson-text'
import { markdown } from './markdown'

interface LessonDetailsProps {
  course: CourseOutline
  lesson: LessonBody
}

/** What goes with the lesson: about it, notes, attachments, and who teaches. */
export function LessonDetails({ course, lesson }: LessonDetailsProps) {
  const instructor = instructorOf(course)
  const description = lesson.description?.trim()
  // The text of a text lesson is the lesson itself.
  const notes = lesson.content_type === 'TEXT' ? null : lesson.content?.trim()
  const readable = usePart(markdown, Boolean(notes)) !== null
  if (notes && !readable) return null
  return (
    <div className={styles.details}>
      {description && (
        <section>
          <h2>About This Lesson</h2>
          <LinkedText text={description} />
        </section>
      )}
      {notes && (
        <section>
          <h2>Lesson Notes</h2>
          <LessonText source={notes} headingOffset={2} />
        </section>
      )}
      <Attachments attachments={lesson.lesson_attachments} />
      <section>
        <h2>Instructor</h2>
        <div className={styles.instructor}>
          <Avatar name={instructor.name} />
          <div>
            <p className={styles.name}>{instructor.name}</p>
            <p className={styles.about}>{instructor.description}</p>
          </div>
        </div>
      </section>
    </div>
  )
}
