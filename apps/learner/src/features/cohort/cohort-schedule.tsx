import {
  cohortScheduleQuery,
  type MyCohort,
  type PlannedDue,
  type PlannedOpening,
  type ReceivedMessage,
} from '@rookies/data/cohorts/my-cohorts'
import { coursePath, lessonPath } from '@rookies/data/course-viewing/paths'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { addDays, daysBetween } from '@rookies/data/time/days'
import { isLate, todayIn } from '@rookies/data/time/local-time'
import { ownZone } from '@rookies/data/time/zones'
import { formatCount } from '@rookies/data/wording'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { LinkedText } from '../../ui/linked-text'
import { Moment } from '../../ui/moment'
import { useNow } from '../../ui/use-now'
import styles from './cohort-page.module.css'

/** All weeks of a cohort with what opens and what is due, and the messages of its staff (rules/cohorts#weeks). */
export function CohortSchedule({ cohort }: { cohort: MyCohort }) {
  const schedule = useQuery(cohortScheduleQuery(useData(), cohort.id))
  const id = useId()
  if (schedule.isPending) return <Skeleton className={styles.ghost} />
  if (schedule.isError) {
    return (
      <p role="alert">
        The schedule could not be loaded.{' '}
        <Button small onClick={() => schedule.refetch()} disabled={schedule.isFetching}>
          Try Again
        </Button>
      </p>
    )
  }
  const { weeks, shift, messages } = schedule.data
  const firstDay = addDays(cohort.starts_on, shift)
  const day = daysBetween(firstDay, todayIn(cohort.time_zone))
  return (
    <>
      <section aria-labelledby={id} className={styles.section}>
        <h2 id={id} className={styles.heading}>
          Schedule
        </h2>
        {weeks.length === 0 && <p className={styles.lead}>Nothing is planned yet.</p>}
        {weeks.map(({ week, planned }) => {
          const first = (week - 1) * 7
          const isNow = week > 0 && day >= first && day < first + 7
          return (
            <section
              key={week}
              aria-label={weekName(week)}
              className={styles.week}
              data-now={isNow || undefined}
            >
              <h3 className={styles.weekName}>
                {weekName(week)}
                {isNow && <span className={styles.now}>This week</span>}
                {week > 0 && (
                  <span className={styles.facts}>
                    {`${dayInWords(addDays(firstDay, first))} to ${dayInWords(addDays(firstDay, first + 6))}`}
                  </span>
                )}
              </h3>
              <ul className={styles.planned}>
                {planned.map((one) => (
                  <li key={`${one.kind} ${one.id}`}>
                    {one.kind === 'DUE' ? (
                      <Due due={one} />
                    ) : (
                      <Opening opening={one} zone={cohort.time_zone} />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </section>
      {messages.length > 0 && <Messages messages={messages} />}
    </>
  )
}

const weekName = (week: number) => (week === 0 ? 'Before the first day' : `Week ${week}`)

function Opening({ opening, zone }: { opening: PlannedOpening; zone: string }) {
  const { at, open, lessons, done, title, id, course, slug } = opening
  return (
    <>
      <Title {...{ open, title }} to={lessonPath(slug, id)} />
      <p className={styles.facts}>
        <Link dir="auto" to={coursePath(slug)}>
          {course}
        </Link>
        {lessons > 1 && ` · ${formatCount(lessons, 'lesson')}`}
        {done > 0 && ` · ${done === lessons ? 'Completed' : `${done} completed`}`}
      </p>
      <p className={styles.facts}>
        {open ? 'Open' : at === null ? 'Opens after your pause' : 'Opens '}
        {!open && at !== null && <Moment at={at} zone={zone} until />}
      </p>
    </>
  )
}

const WORK = { WAITING: 'Handed in', RETURNED: 'Came back: Please go on', PASSED: 'Passed' }

function Due({ due: { at, zone, open, state, title, id, course, slug } }: { due: PlannedDue }) {
  const past = isLate(useNow(), at)
  const missed = past && state === null && open
  return (
    <>
      <Title {...{ open, title }} to={lessonPath(slug, id)} />
      <p className={styles.facts}>
        <bdi>{course}</bdi>
        {state && ` · ${WORK[state]}`}
      </p>
      <p className={styles.facts} data-late={missed || undefined}>
        {past ? 'Was due ' : 'Due '}
        <Moment at={at} zone={zone} until={!past && state !== 'PASSED'} />
      </p>
    </>
  )
}

/** A title, which is a link once its lesson is open. */
function Title({ open, title, to }: { open: boolean; title: string; to: string }) {
  return (
    <p dir="auto" className={styles.name}>
      {open ? <Link to={to}>{title}</Link> : title}
    </p>
  )
}

function Messages({ messages }: { messages: ReceivedMessage[] }) {
  const id = useId()
  const zone = ownZone()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        Messages to the cohort
      </h2>
      <ul className={styles.messages}>
        {messages.map(({ id, title, message, created_at, sender }) => (
          <li key={id} className={styles.message}>
            <h3 dir="auto" className={styles.name}>
              {title}
            </h3>
            <p className={styles.facts}>
              {sender && (
                <>
                  <bdi>{sender}</bdi>
                  {' · '}
                </>
              )}
              <Moment at={created_at} zone={zone} />
            </p>
            <LinkedText text={message} />
          </li>
        ))}
      </ul>
    </section>
  )
}
