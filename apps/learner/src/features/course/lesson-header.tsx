import { lessonDuration } from '@rookies/data/course-viewing/duration'
import {
  type CourseOutline,
  LESSON_TYPES,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { CircleCheck } from 'lucide-react'
import type { RefObject } from 'react'
import styles from './lesson-header.module.css'
import { LessonNav } from './lesson-nav'

interface LessonHeaderProps {
  course: CourseOutline
  lesson: OutlineLesson
  headingRef?: RefObject<HTMLHeadingElement | null>
}

/** The position of the lesson in the course, its title, and its type and length. */
export function LessonHeader({ course, lesson, headingRef }: LessonHeaderProps) {
  const duration = lessonDuration(lesson.sec)
  return (
    <header className={styles.header}>
      <LessonNav course={course} lesson={lesson} />
      <h1 dir="auto" ref={headingRef} tabIndex={-1} className={styles.title}>
        {lesson.title}
      </h1>
      <p className={styles.facts}>
        <span>{LESSON_TYPES[lesson.type]}</span>
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
