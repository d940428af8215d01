import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, instructorOf } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { useLocation } from 'react-router-dom'
import { usePart } from '../../shared/lazy-part'
import { OptionalPart, OptionalSection } from '../../shared/optional-section'
import { attachmentList } from './files/files-part'
import styles from './lesson-details.module.css'
import { LessonText } from './lesson-text'
import { markdown } from './markdown'
import { lessonNotes } from './notes/notes-part'
import { QuestionsSection } from './questions/questions-section'

interface LessonDetailsProps {
  course: CourseOutline
  lesson: LessonBody
}

/** The parts below a lesson: the teacher's notes, the person's own notes, attachments, and the instructor. */
export function LessonDetails(props: LessonDetailsProps) {
  return (
    <OptionalSection subject="The lesson details" className={styles.details}>
      <Details {...props} />
    </OptionalSection>
  )
}

function Details({ course, lesson }: LessonDetailsProps) {
  const instructor = instructorOf(course)
  // In a text, an assignment or an exercise, `content` is the lesson itself. In other types it is the teacher's notes.
  const isText = /TEXT|ASSIGNMENT|EXERCISE/.test(lesson.content_type)
  const notes = isText ? null : lesson.content?.trim()
  // A search result may point to the description of a lesson without a text.
  const { search } = useLocation()
  const sought = search !== '' && !new URLSearchParams(search).has('question') && !isText
  const readable = usePart(markdown, Boolean(notes)) !== null
  // In a preview people cannot write notes.
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
          <OptionalPart
            key={lesson.id}
            subject="Your notes"
            part={lessonNotes}
            props={{ course, lesson }}
          />
        </section>
      )}
      <QuestionsSection key={lesson.id} lesson={lesson} />
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
