import { lessonDuration } from '@rookies/data/course-viewing/duration'
import {
  isShut,
  lessonMark,
  type OutlineModule as Module,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Check, ChevronDown, Lock } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { LessonIcon } from './lesson-icon'
import { Opening } from './opening-part'
import styles from './outline-module.module.css'
import { WatchedRing } from './watched-ring'

interface OfCourse {
  slug: string
  /** True if the person has access to the course; free previews are then not marked. */
  entitled: boolean
  /** The time zone in which openings are shown. */
  zone: string | null
}

interface OutlineModuleProps extends OfCourse {
  module: Module
  /** The current lesson, if it is in this module. */
  lessonId: string | undefined
  /** The range of lessons that are drawn, without `to`. The others are replaced by empty space of the same height. */
  from: number
  to: number
}

/** A module and its lessons. It is open at first, and opens again when the person moves into it. */
export const OutlineModule = memo(function OutlineModule({
  module,
  lessonId,
  from,
  to,
  ...course
}: OutlineModuleProps) {
  const [open, setOpen] = useState(true)
  const [lastLesson, setLastLesson] = useState(lessonId)
  const id = useId()

  if (lessonId !== lastLesson) {
    setLastLesson(lessonId)
    if (lessonId) setOpen(true)
  }

  const { lessons } = module
  const rows = lessons.length * ROW_REM
  const done = lessons.filter((lesson) => lesson.done).length
  return (
    <section
      className={styles.module}
      style={{ containIntrinsicBlockSize: `auto ${HEAD_REM + (open ? rows : 0)}rem` }}
    >
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={styles.chevron} aria-hidden="true" />
          <span dir="auto" className={styles.name}>
            {module.title}
          </span>
          <span className={styles.count}>
            {done}/{lessons.length}
            <VisuallyHidden> completed</VisuallyHidden>
          </span>
        </button>
      </h2>
      <ul
        id={id}
        className={styles.lessons}
        hidden={!open}
        style={{
          paddingBlock: `${from * ROW_REM}rem ${(lessons.length - to) * ROW_REM}rem`,
        }}
      >
        {open &&
          lessons.slice(from, to).map((lesson) => (
            <li key={lesson.id}>
              <LessonLink {...course} lesson={lesson} current={lesson.id === lessonId} />
            </li>
          ))}
      </ul>
    </section>
  )
})

/** The height of the title, and of a one-line lesson with the gap below it. */
const HEAD_REM = 2.5
const ROW_REM = 2.625

interface LessonLinkProps extends OfCourse {
  lesson: OutlineLesson
  current: boolean
}

/**
 * A plain link, which `OutlineNav` follows through the router. The router's own links render again at every navigation,
 * and a course may have a thousand of them.
 */
const LessonLink = memo(function LessonLink(props: LessonLinkProps) {
  const { slug, entitled, zone, lesson, current } = props
  const duration = lessonDuration(lesson.sec)
  return (
    <a
      href={lessonPath(slug, lesson.id)}
      className={styles.lesson}
      title={lesson.title}
      aria-current={current ? 'page' : undefined}
      data-lesson={lesson.open ? lesson.id : undefined}
    >
      <span className={styles.icon}>
        <LessonIcon type={lesson.type} />
      </span>
      <span dir="auto" className={styles.title}>
        {lesson.title}{' '}
        {lesson.free && !entitled && <span className={styles.free}>Free Preview</span>}
        {lesson.in_preparation && <span className={styles.free}>In preparation</span>}
      </span>
      {duration && <span className={styles.duration}>{duration}</span>}
      <span className={styles.state}>
        <Mark lesson={lesson} />
      </span>
      {(lesson.due ?? isShut(lesson)) && <Opening lesson={lesson} zone={zone} />}
    </a>
  )
})

function Mark({ lesson }: { lesson: OutlineLesson }) {
  const mark = lessonMark(lesson)
  switch (mark?.kind) {
    case 'done':
      return (
        <span className={styles.tick}>
          <Check aria-hidden="true" />
          <VisuallyHidden>Completed</VisuallyHidden>
        </span>
      )
    case 'watched':
      return <WatchedRing percent={mark.percent} />
    case 'locked':
      return (
        <>
          <Lock aria-hidden="true" />
          <VisuallyHidden>Locked</VisuallyHidden>
        </>
      )
    case undefined:
      return null
  }
}
