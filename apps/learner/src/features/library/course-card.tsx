import { libraryDuration } from '@rookies/data/course-viewing/duration'
import { instructorOf } from '@rookies/data/course-viewing/outline'
import { coursePath } from '@rookies/data/course-viewing/paths'
import { progressPercent } from '@rookies/data/course-viewing/progress-percent'
import type { LibraryCourse } from '@rookies/data/library/library-query'
import { cardAction, waitsForOpening } from '@rookies/data/progress/resume-card'
import { localDay } from '@rookies/data/time/moment-text'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { CircleCheck, Clock, GraduationCap, Hourglass, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart } from '../../shared/optional-section'
import { ButtonLink } from '../../ui/button'
import { QueuedHint } from '../../ui/queued-hint'
import styles from './course-card.module.css'

const cardOpening = new LazyPart<{ course: LibraryCourse }>(() => import('./card-opening'))

interface CourseCardProps {
  course: LibraryCourse
  /** True in the first row: the picture loads at once. */
  eager: boolean
  /** True if the progress includes changes that are not sent yet. */
  queued: boolean
}

/** One course of the library. The card links to the course, its button to the next lesson. */
export function CourseCard({ course, eager, queued }: CourseCardProps) {
  const percent = progressPercent(course.completed, course.total)
  const duration = libraryDuration(course.duration_sec)
  const action = cardAction(course)
  const finished = course.total > 0 && course.completed >= course.total

  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <div className={styles.picture}>
          <Thumbnail title={course.title} src={course.thumbnail_url} lazy={!eager} />
        </div>
        <div>
          {course.category && (
            <p dir="auto" className={styles.category}>
              {course.category}
            </p>
          )}
          <h2 dir="auto" className={styles.title}>
            <Link to={coursePath(course.slug)} className={styles.link}>
              {course.title}
            </Link>
          </h2>
          {course.ended && (
            <p className={styles.badge}>
              <Lock aria-hidden="true" /> Access ended
            </p>
          )}
        </div>
      </div>
      <div className={styles.body}>
        {course.description && (
          <p dir="auto" className={styles.description}>
            {course.description}
          </p>
        )}
        {course.ended && course.expires_at && (
          <p className={styles.over}>Access ended on {localDay(course.expires_at)}</p>
        )}
        <ul className={styles.facts}>
          <li>
            <GraduationCap aria-hidden="true" />
            <VisuallyHidden>Instructor: </VisuallyHidden>
            <bdi>{instructorOf(course).name}</bdi>
          </li>
          {duration && (
            <li>
              <Clock aria-hidden="true" />
              <VisuallyHidden>Duration: </VisuallyHidden>
              {duration}
            </li>
          )}
          {!course.ended && <li>In Library</li>}
        </ul>
        {waitsForOpening(course) && (
          <OptionalPart subject="The next opening" part={cardOpening} props={{ course }} />
        )}
        <div className={styles.foot}>
          {course.total === 0 ? (
            <p className={styles.coming}>
              <Hourglass aria-hidden="true" />
              No lessons yet. They appear here when they are published.
            </p>
          ) : (
            <div className={styles.progress}>
              <p className={styles.count}>
                <span>
                  {finished && <CircleCheck aria-hidden="true" />}
                  {course.completed} of {course.total} lessons
                </span>
                {course.completed > 0 && <strong>{percent}%</strong>}
              </p>
              <ProgressBar percent={percent} label={`Progress in ${course.title}`} />
              {queued && <QueuedHint shown />}
            </div>
          )}
          {action && (
            <div className={styles.action}>
              <ButtonLink small to={action.path}>
                {action.label} <VisuallyHidden>{course.title}</VisuallyHidden>
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </article>
  )
}
