import { lessonDuration, libraryDuration } from '@rookies/data/course-viewing/duration'
import type { Milestone } from '@rookies/data/course-viewing/milestone'
import { type CourseOutline, LESSON_TYPES } from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { serverNow } from '@rookies/data/server-clock'
import { localDay } from '@rookies/data/time/moment-text'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { ArrowRight, CalendarCheck } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { ButtonLink } from '../../ui/button'
import styles from './milestone-end.module.css'
import type { MilestoneProps } from './milestone-slot'
import { NextCourse } from './next-course'
import { Opening } from './opening-part'

/**
 * Announces the end of a module or of the course: how many lessons were completed, and what comes next. The end of the
 * course fills the window (rules/learning#milestones).
 */
export default function MilestoneEnd({ course, milestone, byHand }: MilestoneProps) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const isCourse = milestone.kind === 'course'
  const kind = isCourse ? 'Course completed' : 'Module completed'

  useEffect(() => {
    if (!byHand) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    heading.current?.focus({ preventScroll: true })
    // The end of a course is like a new screen, so the page jumps to it instead of scrolling.
    if (isCourse) section.current?.scrollIntoView({ behavior: 'instant' })
    else section.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
  }, [byHand, isCourse])

  return (
    <section
      ref={section}
      aria-labelledby={id}
      className={isCourse ? `${styles.end} ${styles.whole}` : styles.end}
    >
      <div className={styles.content}>
        {isCourse ? (
          <div className={styles.cover}>
            <div className={styles.frame} aria-hidden="true">
              <Thumbnail title={course.title} src={course.thumbnail_url} />
            </div>
            <Sign />
          </div>
        ) : (
          <Sign />
        )}
        <div>
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className={styles.heading}
            aria-label={`${kind}: ${milestone.title}`}
          >
            <span className={styles.kind}>{kind}</span>
            <bdi>{milestone.title}</bdi>
          </h2>
          {isCourse && <p>You have completed every lesson of this course.</p>}
          <p className={styles.facts}>{factsOf(milestone)}</p>
          {isCourse && (
            <p className={styles.facts}>
              <CalendarCheck aria-hidden="true" />
              Completed on {localDay(serverNow())}
            </p>
          )}
        </div>
        {isCourse ? (
          <NextCourse after={course.slug} />
        ) : (
          <NextModule course={course} next={milestone.next} />
        )}
      </div>
    </section>
  )
}

/** A ring whose animation runs once. */
function Sign() {
  return (
    <svg className={styles.sign} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="21" />
      <circle className={styles.closing} cx="24" cy="24" r="21" pathLength="100" />
      <path d="M15 25l6 6 12-13" />
    </svg>
  )
}

function NextModule({ course, next }: { course: CourseOutline; next: Milestone['next'] }) {
  if (!next) return course.time_zone && <Opening course={course} next />
  const { module, lesson } = next
  const length = lessonDuration(lesson.sec)
  return (
    <div className={styles.next}>
      <div className={styles.text}>
        <p className={styles.label}>Next: {module.title}</p>
        <p dir="auto" className={styles.lesson}>
          {lesson.title}
        </p>
        <p className={styles.facts}>
          {LESSON_TYPES[lesson.type]}
          {length && ` · ${length}`}
        </p>
      </div>
      <ButtonLink variant="primary" to={lessonPath(course.slug, lesson.id)}>
        Continue <VisuallyHidden>with {lesson.title}</VisuallyHidden>
        <ArrowRight aria-hidden="true" />
      </ButtonLink>
    </div>
  )
}

/** Returns, for example, `20 lessons in 4 modules · 3h 24m`. */
function factsOf({ kind, lessons, modules, seconds }: Milestone): string {
  const done = lessons === 1 ? '1 lesson' : `${lessons} lessons`
  const among = kind === 'course' && modules > 1 ? ` in ${modules} modules` : ''
  const time = libraryDuration(seconds)
  return `${done}${among}${time ? ` · ${time}` : ''}`
}
