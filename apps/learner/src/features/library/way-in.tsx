import { lessonDuration, libraryDuration } from '@rookies/data/course-viewing/duration'
import { coursePath } from '@rookies/data/course-viewing/paths'
import type { WayIn as Way } from '@rookies/data/library/way-in'
import { progressPercent } from '@rookies/data/progress/percent'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { BookOpenText, Play } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { playing } from '../../shared/play-on-arrival'
import { ButtonLink } from '../../ui/button'
import styles from './way-in.module.css'

const HEADINGS = {
  Continue: 'Continue where you stopped',
  Start: 'Ready when you are',
  Review: 'All finished',
}

/** What a visit is for: the lesson to go on with, and one link that is there (rules/learning#way-in). */
export function WayIn({ way }: { way: Way }) {
  const { course, label, lesson, path, plays } = way
  const id = useId()
  const fact = factOf(way)
  return (
    <section aria-labelledby={id} className={styles.way}>
      <div className={styles.picture} aria-hidden="true">
        <Thumbnail title={course.title} src={course.thumbnail_url} lazy={false} />
      </div>
      <div className={styles.words}>
        <h2 id={id} className={styles.heading}>
          {HEADINGS[label]}
        </h2>
        <p className={styles.lesson}>{lesson ?? course.title}</p>
        <p className={styles.facts}>
          {lesson !== null && (
            <span>
              <VisuallyHidden>Course: </VisuallyHidden>
              <Link dir="auto" to={coursePath(course.slug)}>
                {course.title}
              </Link>
            </span>
          )}
          {fact && <span>{fact}</span>}
        </p>
        <div className={styles.progress}>
          <ProgressBar
            percent={progressPercent(course.completed, course.total)}
            label={`${course.title} so far`}
          />
          <span>
            {course.completed} of {course.total} lessons
          </span>
        </div>
      </div>
      <ButtonLink variant="primary" to={path} state={plays ? playing : undefined}>
        {plays ? <Play aria-hidden="true" /> : <BookOpenText aria-hidden="true" />}
        {label} <VisuallyHidden>{lesson ?? course.title}</VisuallyHidden>
      </ButtonLink>
    </section>
  )
}

/** Where a video goes on, or how long the lesson takes. */
function factOf({ durationSec, lesson, plays, positionSec }: Way): string | null {
  const at = lessonDuration(positionSec)
  if (at) return durationSec > 0 ? `${at} of ${lessonDuration(durationSec)}` : `From ${at}`
  if (lesson === null) return null
  return plays ? lessonDuration(durationSec) : libraryDuration(durationSec)
}

/** Its place, with its measures. */
export function WayInSkeleton() {
  return <Skeleton className={styles.ghost} />
}
