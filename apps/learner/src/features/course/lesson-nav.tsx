import {
  type CourseOutline,
  lessonAfter,
  lessonBefore,
  lessonsInOrder,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './lesson-nav.module.css'

interface LessonNavProps {
  course: CourseOutline
  lesson: OutlineLesson
}

/** The position of the lesson in the course, with links to the lessons before and after it. */
export function LessonNav({ course, lesson }: LessonNavProps) {
  const module = course.modules.find((candidate) => candidate.lessons.includes(lesson))
  const lessons = lessonsInOrder(course)
  const previous = lessonBefore(course, lesson.id)
  const next = lessonAfter(course, lesson.id)
  return (
    <nav className={styles.line} aria-label="Position in the course">
      <p className={styles.place}>
        {module && <span className={styles.module}>{module.title}</span>}
        <span className={styles.count}>
          Lesson {lessons.indexOf(lesson) + 1} of {lessons.length}
        </span>
      </p>
      {previous && (
        <Link
          className={styles.arrow}
          to={lessonPath(course.slug, previous.id)}
          aria-label={`Previous: ${previous.title}`}
          aria-keyshortcuts="p"
          title={previous.title}
        >
          <ChevronLeft aria-hidden="true" />
        </Link>
      )}
      {next && (
        <Link
          className={styles.arrow}
          to={lessonPath(course.slug, next.id)}
          aria-label={`Next: ${next.title}`}
          title={next.title}
        >
          <ChevronRight aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
