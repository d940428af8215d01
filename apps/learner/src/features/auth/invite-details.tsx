import type { OpenInvite } from '@rookies/data/invites/invite-query'
import { withheldNotice } from '@rookies/data/invites/withheld'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { localMoment } from '@rookies/data/time/moment-text'
import { zoneName } from '@rookies/data/time/zones'
import styles from './invite-details.module.css'

/** The details of an invite: sender, email, cohort with its first day, courses, expiry, and the courses that it can no longer give. */
export function InviteDetails({ invite }: { invite: OpenInvite }) {
  const { inviter, email, cohort, withheld, expires_at } = invite
  const courses = [...(cohort?.courses ?? []), ...invite.courses]
  return (
    <dl className={styles.details}>
      {inviter && (
        <div>
          <dt>Invited by</dt>
          <dd>{inviter}</dd>
        </div>
      )}
      <div>
        <dt>For</dt>
        <dd>{email}</dd>
      </div>
      {cohort && (
        <>
          <div>
            <dt>Cohort</dt>
            <dd dir="auto">{cohort.title}</dd>
          </div>
          <div>
            <dt>Begins</dt>
            <dd>
              <time dateTime={cohort.starts_on}>{dayInWords(cohort.starts_on, true)}</time>,{' '}
              {zoneName(cohort.time_zone)}
            </dd>
          </div>
        </>
      )}
      <CourseTitles titles={courses} />
      {withheld && (
        <div>
          <dt>Missing</dt>
          <dd>{withheldNotice(withheld)}</dd>
        </div>
      )}
      <div>
        <dt>Valid until</dt>
        <dd>
          <time dateTime={expires_at}>{localMoment(expires_at)}</time>
        </dd>
      </div>
    </dl>
  )
}

/** The courses that a link gives, in a list of details; nothing if it gives none. */
export function CourseTitles({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null
  return (
    <div>
      <dt>{titles.length === 1 ? 'Course' : 'Courses'}</dt>
      {titles.map((title) => (
        <dd key={title} dir="auto" className={styles.course}>
          {title}
        </dd>
      ))}
    </div>
  )
}
