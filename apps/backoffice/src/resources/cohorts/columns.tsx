import { cohortDays } from '@rookies/data/cohorts/cohort-days'
import type { Cohort } from '@rookies/data/cohorts/cohort-list'
import { dateInWords } from '@rookies/data/time/agreed-text'
import { zoneName } from '@rookies/data/time/zones'
import { formatList, formatNumber, formatPeople } from '@rookies/data/wording'
import { Link } from 'react-router-dom'
import { Nothing } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { CohortBadge, DUTY_LABELS } from './state-labels'

/** The columns of the cohorts' list; `urlOf` gives the address of a cohort's page. */
export function cohortColumns(urlOf: (id: string) => string): RecordColumn<Cohort>[] {
  return [
    {
      key: 'title',
      title: 'Title',
      place: 'lead',
      ellipsis: true,
      sort: 'title',
      render: ({ id, title, slug }) => (
        <>
          <span className={cells.line} title={title}>
            <Link className={cells.name} to={urlOf(id)}>
              {title}
            </Link>
          </span>
          <span className={cells.line}>
            <code className={cells.code}>{`/${slug}`}</code>
          </span>
        </>
      ),
    },
    {
      key: 'state',
      title: 'State',
      place: 'corner',
      width: '7rem',
      render: ({ state }) => <CohortBadge state={state} />,
    },
    {
      key: 'days',
      title: 'First and last day',
      place: 'left',
      width: '13.5rem',
      sort: 'starts_on',
      render: (cohort) => (
        <>
          <span className={cells.line}>{cohortDays(cohort, dateInWords)}</span>
          <span className={cells.second}>{zoneName(cohort.time_zone)}</span>
        </>
      ),
    },
    {
      key: 'people',
      title: 'People',
      place: 'right',
      width: '7.5rem',
      render: (cohort) => <span className={cells.fact}>{peopleOfSeats(cohort)}</span>,
    },
    {
      key: 'courses',
      title: 'Courses',
      ellipsis: true,
      render: ({ courses }) => {
        const titles = courses.map(({ title }) => title).join(', ')
        return titles ? <span title={titles}>{titles}</span> : <Nothing />
      },
    },
    {
      key: 'staff',
      title: 'Staff',
      ellipsis: true,
      render: ({ staff }) => {
        const names = staff.map(({ name, duty }) => `${name} (${DUTY_LABELS[duty]})`)
        return names.length > 0 ? (
          <span title={formatList(names)}>{names.join(', ')}</span>
        ) : (
          <Nothing />
        )
      },
    },
  ]
}

/** `12 of 30`, or `12 people` if the seats are not limited. */
export function peopleOfSeats({ people, seats }: Pick<Cohort, 'people' | 'seats'>): string {
  return seats === null ? formatPeople(people) : `${formatNumber(people)} of ${formatNumber(seats)}`
}
