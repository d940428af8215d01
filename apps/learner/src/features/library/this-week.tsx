import { lessonDuration, libraryDuration } from '@rookies/data/course-viewing/duration'
import { LESSON_TYPES } from '@rookies/data/course-viewing/outline'
import { coursePath, lessonPath } from '@rookies/data/course-viewing/paths'
import { progressPercent } from '@rookies/data/course-viewing/progress-percent'
import { isSilence } from '@rookies/data/errors'
import { libraryKeys } from '@rookies/data/library/library-query'
import {
  behindText,
  type CohortWeek,
  cohortPath,
  type DueAssignment,
  myWeekQuery,
  type NextOpening,
  nextChange,
  type OpenedLesson,
  placeInCohort,
  progressText,
} from '@rookies/data/library/my-week'
import { isCacheShown, watchCacheShown } from '@rookies/data/offline-cache/cache-shown'
import { weekWith } from '@rookies/data/progress/week-overlay'
import { isLate } from '@rookies/data/time/local-time'
import { localMoment } from '@rookies/data/time/moment-text'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useOutboxState } from '../../shared/use-outbox-state'
import { useOwnChanges } from '../../shared/use-own-changes'
import { Button } from '../../ui/button'
import { Moment } from '../../ui/moment'
import { useNow } from '../../ui/use-now'
import { useOpening } from '../../ui/use-opening'
import styles from './this-week.module.css'

interface ThisWeekProps {
  /** The address of the lesson with which the person continues; null if there is none. */
  resume: string | null
}

/**
 * Shows what opened for a person in a cohort, what is due, what opens next, and their progress
 * (rules/cohorts#this-week). The week is read again when the next lesson opens. While the server does not answer, the
 * last answer is shown with its time.
 */
export default function ThisWeek({ resume }: ThisWeekProps) {
  const week = useQuery(myWeekQuery(useData()))
  const queries = useQueryClient()
  const { entries } = useOutboxState()
  const cacheShown = useSyncExternalStore(watchCacheShown, isCacheShown)
  useOwnChanges('dates')
  useOpening(nextChange(week.data ?? []), () =>
    // The course cards show when the next lesson opens too, so they are read again at the same time.
    queries.invalidateQueries({ queryKey: libraryKeys.all }),
  )

  if (week.data) {
    const isLast = cacheShown || week.isRefetchError
    return week.data.map((cohort) => (
      <Cohort
        key={cohort.id}
        cohort={weekWith(cohort, entries)}
        answeredAt={week.dataUpdatedAt}
        isLast={isLast}
        resume={resume}
      />
    ))
  }
  if (!week.isError) return <Skeleton className={styles.ghost} />
  // Without a connection, no error is shown here, because the list of courses already says so.
  if (isSilence(week.error)) return null
  return (
    <p role="alert" className={styles.failed}>
      Your week could not be loaded.{' '}
      <Button small onClick={() => week.refetch()} disabled={week.isFetching}>
        Try Again
      </Button>
    </p>
  )
}

interface CohortProps extends ThisWeekProps {
  cohort: CohortWeek
  /** Milliseconds by this device's clock. */
  answeredAt: number
  /** True if this is an earlier answer, which is shown while the server does not answer. */
  isLast: boolean
}

function Cohort({ cohort, answeredAt, isLast, resume }: CohortProps) {
  const id = useId()
  const { title, slug, my_state, total, open, done, behind, opened, next, due, time_zone } = cohort
  return (
    <section aria-labelledby={id} className={styles.week}>
      <header className={styles.head}>
        <h2 id={id} className={styles.heading}>
          This week in{' '}
          <Link dir="auto" to={cohortPath(slug)}>
            {title}
          </Link>
        </h2>
        <p className={styles.place}>{placeInCohort(cohort, answeredAt)}</p>
        {isLast && (
          <p className={styles.saved}>
            Saved on this device on {localMoment(new Date(answeredAt).toISOString())}
          </p>
        )}
      </header>
      <div className={styles.parts}>
        {opened.length > 0 && (
          <div>
            <h3 className={styles.part}>Open for you</h3>
            <ul className={styles.list}>
              {opened.map((lesson) => (
                <Opened key={lesson.id} lesson={lesson} />
              ))}
            </ul>
          </div>
        )}
        {due.length > 0 && (
          <div>
            <h3 className={styles.part}>To hand in</h3>
            <ul className={styles.list}>
              {due.map((assignment) => (
                <Due key={assignment.id} assignment={assignment} />
              ))}
            </ul>
          </div>
        )}
        {(next.length > 0 || my_state === 'PAUSED') && (
          <div>
            <h3 className={styles.part}>Coming next</h3>
            {my_state === 'PAUSED' ? (
              <p className={styles.text}>
                You pause at the moment. What is open stays open, and nothing more opens until your
                pause ends.
              </p>
            ) : (
              <ul className={styles.list}>
                {next.map((opening) => (
                  <Next
                    key={`${opening.opens_at} ${opening.slug} ${opening.title}`}
                    opening={opening}
                    zone={time_zone}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
        {total > 0 && (
          <div>
            <h3 className={styles.part}>How you stand</h3>
            <div className={styles.list}>
              <p className={styles.text}>{progressText({ done, open })}</p>
              <div className={styles.progress}>
                <ProgressBar
                  percent={progressPercent(done, total)}
                  label={`Progress in ${title}`}
                />
                <span>
                  {done} of {total} lessons
                </span>
              </div>
              {/* The number of days counts from the moment of the answer, so it would be wrong in an earlier
              answer. */}
              {!isLast &&
                behind.map((one) => <WayOn key={one.reason} {...behindText(one, resume)} />)}
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

function WayOn({ text, link }: ReturnType<typeof behindText>) {
  return (
    <p className={styles.text}>
      {text}
      {link && (
        <>
          {' '}
          <Link to={link.to}>{link.label}</Link>
        </>
      )}
    </p>
  )
}

function Opened({ lesson }: { lesson: OpenedLesson }) {
  const { id, title, type, sec, course, slug } = lesson
  const length = type === 'VIDEO' ? lessonDuration(sec) : libraryDuration(sec)
  return (
    <li>
      <Link dir="auto" to={lessonPath(slug, id)} className={styles.title}>
        {title}
      </Link>
      <p className={styles.facts}>
        <bdi>{course}</bdi>
        {` · ${LESSON_TYPES[type]}`}
        {length && ` · ${length}`}
      </p>
    </li>
  )
}

function Due({ assignment }: { assignment: DueAssignment }) {
  const { id, title, course, slug, at, zone, came_back } = assignment
  const late = isLate(useNow(), at)
  return (
    <li>
      <Link dir="auto" to={lessonPath(slug, id)} className={styles.title}>
        {title}
      </Link>
      <p className={styles.facts}>
        <bdi>{course}</bdi>
        {came_back && ' · Came back: Please go on'}
      </p>
      <p className={styles.facts} data-late={late || undefined}>
        {late ? 'Was due ' : 'Due '}
        <Moment at={at} zone={zone} until />
      </p>
    </li>
  )
}

function Next({ opening, zone }: { opening: NextOpening; zone: string }) {
  const { title, lessons, course, slug, opens_at } = opening
  return (
    <li>
      <p dir="auto" className={styles.title}>
        {title}
      </p>
      <p className={styles.facts}>
        <Link dir="auto" to={coursePath(slug)}>
          {course}
        </Link>
        {lessons > 1 && ` · ${lessons} lessons`}
      </p>
      <p className={styles.facts}>
        <Moment at={opens_at} zone={zone} until />
      </p>
    </li>
  )
}
