import type { LinkedCohort } from '@rookies/data/cohorts/join-link'
import { seatsText } from '@rookies/data/cohorts/link-notices'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { zoneName } from '@rookies/data/time/zones'
import { CourseTitles } from './invite-details'
import styles from './invite-details.module.css'

/** What a person reads about a cohort before they join it: days, courses, and seats. */
export function CohortDetails({ cohort }: { cohort: LinkedCohort }) {
  const { starts_on, ends_on, time_zone, courses, seats_left } = cohort
  const seats = seatsText(seats_left)
  return (
    <dl className={styles.details}>
      <div>
        <dt>Begins</dt>
        <dd>
          <time dateTime={starts_on}>{dayInWords(starts_on, true)}</time>
        </dd>
      </div>
      <div>
        <dt>Ends</dt>
        <dd>
          <time dateTime={ends_on}>{dayInWords(ends_on, true)}</time>
        </dd>
      </div>
      <div>
        <dt>Time zone</dt>
        <dd>{zoneName(time_zone)}</dd>
      </div>
      <CourseTitles titles={courses} />
      {seats && (
        <div>
          <dt>Seats</dt>
          <dd>{seats}</dd>
        </div>
      )}
    </dl>
  )
}
