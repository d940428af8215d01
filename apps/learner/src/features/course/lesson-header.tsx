import { lessonDuration } from '@rookies/data/course-viewing/duration'
import type { CourseOutline, OutlineLesson } from '@rookies/data/course-viewing/outline'
import { CircleCheck } from 'lucide-react'
import type { RefObject } from 'react'
import styles from './lesson-header.module.css'
import { TYPE_LABELS } from './lesson-icon'

interface LessonHeaderProps {
  course: CourseOutline
  lesson: OutlineLesson
  headingRef?: RefObject<HTMLHeadingElement | null>
}

/** Where in the course the lesson stands, its title, and what to expect. */
export function LessonHeader({ course, lesson, headingRef }: LessonHeaderProps) {
  const module = course.modules.find((candidate) => candidate.lessons.includes(lesson))
  const duration = lessonDuration(lesson.sec)
  return (
    <header className={styles.header}>
      {module && <p className={styles.module}>{module.title}</p>}
      <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
        {lesson.title}
      </h1>
      <p className={styles.facts}>
        <span>{TYPE_LABELS[lesson.type]}</span>
        {duration && <span>{duration}</span>}
        {lesson.done && (
          <span className={styles.done}>
            <CircleCheck aria-hidden="true" /> Completed
          </span>
        )}
      </p>
    </header>
  )
}
