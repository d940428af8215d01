import { LIBRARY_PATH } from '@rookies/data/access/home'
import { cohortMatesQuery, type MyCohort, myCohortsQuery } from '@rookies/data/cohorts/my-cohorts'
import { communityPath } from '@rookies/data/communities/paths'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { zoneName } from '@rookies/data/time/zones'
import { formatPeople } from '@rookies/data/wording'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { useOwnChanges } from '../../shared/use-own-changes'
import { usePageTitle } from '../../shared/use-page-title'
import { Button, ButtonLink } from '../../ui/button'
import titles from '../../ui/titles.module.css'
import { Calendar } from './calendar'
import styles from './cohort-page.module.css'
import { CohortSchedule } from './cohort-schedule'

/** The page of a cohort for its learners: days, weeks, messages, staff, learners, community, and calendar. */
export default function CohortPage() {
  const { slug = '' } = useParams()
  const client = useData()
  const person = useBoot()?.account?.id ?? ''
  useOwnChanges('dates')
  const cohorts = useQuery({ ...myCohortsQuery(client, person), enabled: person !== '' })
  const cohort = cohorts.data?.find((one) => one.slug === slug)

  if (cohort) return <Cohort key={cohort.id} cohort={cohort} />
  if (cohorts.isPending) {
    return (
      <main className={styles.page} aria-busy="true">
        <Skeleton className={styles.ghost} />
      </main>
    )
  }
  return (
    <main className={styles.page}>
      {cohorts.isError ? (
        <Failed retry={() => cohorts.refetch()} busy={cohorts.isFetching} level={1} />
      ) : (
        <NotFound />
      )}
    </main>
  )
}

function NotFound() {
  usePageTitle('Cohort not found')
  return (
    <EmptyState
      level={1}
      icon={<CircleAlert />}
      title="Cohort not found"
      actions={
        <ButtonLink variant="primary" to={LIBRARY_PATH}>
          Back to library
        </ButtonLink>
      }
    >
      <p>There is no such cohort, or you are not in it any more.</p>
    </EmptyState>
  )
}

function Failed({ retry, busy, level }: { retry: () => void; busy: boolean; level: 1 | 2 }) {
  return (
    <ErrorState
      level={level}
      icon={<CircleAlert />}
      title="Failed to load your cohort"
      message="Please check your connection and try again."
      actions={
        <Button variant="primary" onClick={retry} disabled={busy}>
          Try Again
        </Button>
      }
    />
  )
}

function Cohort({ cohort }: { cohort: MyCohort }) {
  const { id, title, starts_on, ends_on, time_zone, community } = cohort
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useFocusHeading(heading)
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 ref={heading} tabIndex={-1} dir="auto" className={titles.page}>
            {title}
          </h1>
          <p className={styles.lead}>
            <time dateTime={starts_on}>{dayInWords(starts_on, true)}</time> to{' '}
            <time dateTime={ends_on}>{dayInWords(ends_on, true)}</time>
            {` · ${zoneName(time_zone)} time`}
          </p>
        </div>
        {community && (
          <ButtonLink variant="primary" to={communityPath(community.slug)}>
            Open the community
          </ButtonLink>
        )}
      </header>
      <CohortSchedule cohort={cohort} />
      <Mates cohortId={id} />
      <Calendar />
    </main>
  )
}

const DUTIES = { LEAD: 'Lead', COACH: 'Coach' }

function Mates({ cohortId }: { cohortId: string }) {
  const mates = useQuery(cohortMatesQuery(useData(), cohortId))
  if (mates.isPending) return <Skeleton className={styles.ghost} />
  if (mates.isError) {
    return <Failed retry={() => mates.refetch()} busy={mates.isFetching} level={2} />
  }
  const { people, staff } = mates.data
  return (
    <>
      {staff.length > 0 && (
        <Names
          title="Who looks after you"
          people={staff.map(({ name, duty }) => ({ name, about: DUTIES[duty] }))}
        />
      )}
      <Names
        title="Who learns with you"
        lead={people.length > 0 ? formatPeople(people.length) : 'Nobody else has joined yet.'}
        people={people.map((name) => ({ name }))}
      />
    </>
  )
}

interface NamesProps {
  title: string
  lead?: string
  people: { name: string; about?: string }[]
}

function Names({ title, lead, people }: NamesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {people.length > 0 && (
        <ul className={styles.people}>
          {numbered(people).map(({ name, about, key }) => (
            <li key={key} className={styles.person}>
              <Avatar name={name} />
              <span>
                <bdi className={styles.name}>{name}</bdi>
                {about && <span className={styles.duty}>{about}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Gives each person a key for React. The page knows only names, and two people may have the same name. */
function numbered(people: NamesProps['people']) {
  const met = new Map<string, number>()
  return people.map((person) => {
    const before = met.get(person.name) ?? 0
    met.set(person.name, before + 1)
    return { ...person, key: `${person.name} ${before}` }
  })
}
