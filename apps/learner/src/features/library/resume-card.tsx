import { lessonDuration, libraryDuration } from '@rookies/data/course-viewing/duration'
import { coursePath } from '@rookies/data/course-viewing/paths'
import { progressPercent } from '@rookies/data/course-viewing/progress-percent'
import type { ResumeCardData } from '@rookies/data/progress/resume-card'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { BookOpenText, Play } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { playing } from '../../shared/play-on-arrival'
import { ButtonLink } from '../../ui/button'
import styles from './resume-card.module.css'

const HEADINGS = {
  Continue: 'Continue where you stopped',
  Start: 'Ready when you are',
  Review: 'All finished',
}

/** The resume card: the lesson to continue with, and one link to it (rules/learning#way-in). */
export function ResumeCard({ resume }: { resume: ResumeCardData }) {
  const { course, label, lesson, path, plays } = resume
  const id = useId()
  const fact = factOf(resume)
  return (
    <section aria-labelledby={id} className={styles.card}>
      <div className={styles.picture} aria-hidden="true">
        <Thumbnail title={course.title} src={course.thumbnail_url} lazy={false} />
      </div>
      <div className={styles.text}>
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

/** Returns where the video resumes, or how long the lesson takes. */
function factOf({ durationSec, lesson, plays, positionSec }: ResumeCardData): string | null {
  const at = lessonDuration(positionSec)
  if (at) return durationSec > 0 ? `${at} of ${lessonDuration(durationSec)}` : `From ${at}`
  if (lesson === null) return null
  return plays ? lessonDuration(durationSec) : libraryDuration(durationSec)
}

/** A placeholder in the size of the resume card. */
export function ResumeCardSkeleton() {
  return <Skeleton className={styles.ghost} />
}
