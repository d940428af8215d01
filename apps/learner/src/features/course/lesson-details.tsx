import { instructorOf } from '@rookies/data/course-viewing/instructor'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { useLocation } from 'react-router-dom'
import { Beside, BesidePart } from '../../shared/beside'
import { usePart } from '../../shared/lazy-part'
import { attachmentList } from './files/files-part'
import styles from './lesson-details.module.css'
import { LessonText } from './lesson-text'
import { markdown } from './markdown'
import { lessonNotes } from './notes/notes-part'

interface LessonDetailsProps {
  course: CourseOutline
  lesson: LessonBody
}

/** What goes with the lesson: the teacher's notes and one's own, attachments, and who teaches. */
export function LessonDetails(props: LessonDetailsProps) {
  return (
    <Beside what="What goes with this lesson" className={styles.details}>
      <Details {...props} />
    </Beside>
  )
}

function Details({ course, lesson }: LessonDetailsProps) {
  const instructor = instructorOf(course)
  // The text of a text lesson is the lesson itself.
  const notes = lesson.content_type === 'TEXT' ? null : lesson.content?.trim()
  // A hit of the search may be in what a lesson without a text is about.
  const sought = useLocation().search !== '' && lesson.content_type !== 'TEXT'
  const readable = usePart(markdown, Boolean(notes)) !== null
  // A preview is nobody's own way through the course.
  const mayNote = recordsProgress(course)
  const attached = lesson.lesson_attachments.length > 0
  const Attachments = usePart(attachmentList, attached)
  if ((notes && !readable) || (attached && !Attachments)) return null
  return (
    <div className={styles.details}>
      {notes && (
        <section>
          <h2>Lesson Notes</h2>
          <LessonText course={course} lesson={lesson} headingOffset={2} />
        </section>
      )}
      {sought && !notes && <LessonText course={course} lesson={lesson} headingOffset={2} />}
      {attached && Attachments && <Attachments lesson={lesson} />}
      {mayNote && (
        <section className={styles.own}>
          <h2>Your notes</h2>
          <BesidePart
            key={lesson.id}
            what="Your notes"
            part={lessonNotes}
            props={{ course, lesson }}
          />
        </section>
      )}
      <section>
        <h2>Instructor</h2>
        <div className={styles.instructor}>
          <Avatar name={instructor.name} />
          <div>
            <p dir="auto" className={styles.name}>
              {instructor.name}
            </p>
            <p dir="auto" className={styles.about}>
              {instructor.description}
            </p>
          </div>
        </div>
      </section>
    </div>
  )
}
