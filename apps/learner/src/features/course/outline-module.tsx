import { lessonDuration } from '@rookies/data/course-viewing/duration'
import { lessonQuery } from '@rookies/data/course-viewing/lesson-query'
import type {
  CourseOutline,
  OutlineModule as Module,
  OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown, Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { LessonIcon } from './lesson-icon'
import styles from './outline-module.module.css'

interface OutlineModuleProps {
  course: CourseOutline
  module: Module
  lessonId: string | undefined
}

/** A module and its lessons. Open at first, and again whenever the person moves into it. */
export function OutlineModule({ course, module, lessonId }: OutlineModuleProps) {
  const [open, setOpen] = useState(true)
  const [lastLesson, setLastLesson] = useState(lessonId)
  const id = useId()

  if (lessonId !== lastLesson) {
    setLastLesson(lessonId)
    if (module.lessons.some((lesson) => lesson.id === lessonId)) setOpen(true)
  }

  const done = module.lessons.filter((lesson) => lesson.done).length
  return (
    <section className={styles.module}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={styles.chevron} aria-hidden="true" />
          <span className={styles.name}>{module.title}</span>
          <span className={styles.count}>
            {done}/{module.lessons.length}
            <VisuallyHidden> completed</VisuallyHidden>
          </span>
        </button>
      </h2>
      <ul id={id} className={styles.lessons} hidden={!open}>
        {module.lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink course={course} lesson={lesson} current={lesson.id === lessonId} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LessonLinkProps {
  course: CourseOutline
  lesson: OutlineLesson
  current: boolean
}

function LessonLink({ course, lesson, current }: LessonLinkProps) {
  const client = useData()
  const queries = useQueryClient()
  const duration = lessonDuration(lesson.sec)
  const fetchAhead = () => {
    if (lesson.open) void queries.prefetchQuery(lessonQuery(client, lesson.id))
  }
  return (
    <Link
      to={lessonPath(course.slug, lesson.id)}
      className={styles.lesson}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <span className={styles.icon}>
        <LessonIcon type={lesson.type} />
      </span>
      <span className={styles.title}>
        {lesson.title}
        {lesson.free && !course.entitled && <span className={styles.free}>Free Preview</span>}
      </span>
      {duration && <span className={styles.duration}>{duration}</span>}
      <span className={styles.state}>
        {lesson.done ? (
          <span className={styles.tick}>
            <Check aria-hidden="true" />
            <VisuallyHidden>Completed</VisuallyHidden>
          </span>
        ) : lesson.open ? null : (
          <>
            <Lock aria-hidden="true" />
            <VisuallyHidden>Locked</VisuallyHidden>
          </>
        )}
      </span>
    </Link>
  )
}
