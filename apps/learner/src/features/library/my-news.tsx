import { isSilence } from '@rookies/data/errors'
import { myNewsQuery, type News, newsPath, newsText } from '@rookies/data/library/my-news'
import { myWeekQuery } from '@rookies/data/library/my-week'
import { isCacheShown, watchCacheShown } from '@rookies/data/offline-cache/cache-shown'
import { newsWith } from '@rookies/data/progress/week-overlay'
import { localMoment } from '@rookies/data/time/moment-text'
import { useQuery } from '@tanstack/react-query'
import { useId, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useOutboxState } from '../../shared/use-outbox-state'
import { Button } from '../../ui/button'
import styles from './this-week.module.css'

/** The titles of the parts, in their order. */
const PARTS: Record<News['kind'], string> = {
  RETURNED: 'To hand in again',
  PASSED: 'Reviewed',
  ANSWERED: 'Answered',
}

interface MyNewsProps {
  /** Whether the person is in a cohort. The section "This week" then lists what is due. */
  inCohort: boolean
}

/**
 * Shows reviewed work and answered questions; draws nothing if there are none (rules/learning#news). Work that "This
 * week" lists as due is left out. While the server does not answer, the last answer is shown with its time.
 */
export default function MyNews({ inCohort }: MyNewsProps) {
  const id = useId()
  const client = useData()
  const news = useQuery(myNewsQuery(client))
  const week = useQuery({ ...myWeekQuery(client), enabled: inCohort })
  const { entries } = useOutboxState()
  const cacheShown = useSyncExternalStore(watchCacheShown, isCacheShown)

  if (news.isError && !news.data) {
    // Without a connection, no error is shown here, because the list of courses already says so.
    if (isSilence(news.error)) return null
    return (
      <p role="alert" className={styles.failed}>
        Your work and questions could not be loaded.{' '}
        <Button small onClick={() => news.refetch()} disabled={news.isFetching}>
          Try Again
        </Button>
      </p>
    )
  }
  if (!news.data || (inCohort && week.isPending)) return null
  const due = (week.data ?? []).flatMap((cohort) => cohort.due.map((assignment) => assignment.id))
  const shown = newsWith(news.data, entries, due)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.week}>
      <header className={styles.head}>
        <h2 id={id} className={styles.heading}>
          Your work and questions
        </h2>
        {(cacheShown || news.isRefetchError) && (
          <p className={styles.saved}>
            Saved on this device on {localMoment(new Date(news.dataUpdatedAt).toISOString())}
          </p>
        )}
      </header>
      <div className={styles.parts}>
        {Object.entries(PARTS).map(([kind, title]) => {
          const entriesOfKind = shown.filter((entry) => entry.kind === kind)
          if (entriesOfKind.length === 0) return null
          return (
            <div key={kind}>
              <h3 className={styles.part}>{title}</h3>
              <ul className={styles.list}>
                {entriesOfKind.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Entry({ entry }: { entry: News }) {
  const { kind, title, lesson, course, at } = entry
  return (
    <li>
      <Link dir="auto" to={newsPath(entry)} className={styles.title}>
        {title}
      </Link>
      <p className={styles.facts}>
        <bdi>{course}</bdi>
        {kind === 'ANSWERED' && (
          <>
            {' · '}
            <bdi>{lesson}</bdi>
          </>
        )}
      </p>
      <p className={styles.facts}>
        {newsText(entry)} ·{' '}
        <time dateTime={at} className={styles.moment}>
          {localMoment(at)}
        </time>
      </p>
    </li>
  )
}
