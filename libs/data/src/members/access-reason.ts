import { type Role, roleLabel } from '../access/roles'
import { momentInZone } from '../time/agreed-text'
import type { AccessAnswer, GrantFacts, ScheduleFacts } from './person-access'

/** Formats an ISO date as a day, such as `Oct 3, 2026`. */
type SayDay = (at: string) => string

/** Returns a sentence that says whether a person can open something, and why (rules/members#why). */
export function accessReasonText(answer: AccessAnswer, day: SayDay): string {
  const { reason, grant } = answer
  switch (reason) {
    case 'DISABLED':
      return 'No: the account is disabled.'
    case 'UNVERIFIED':
      return "No: they haven't confirmed their email."
    case 'MAINTENANCE':
      return 'No: the site is in maintenance.'
    case 'ROLE':
      return `Yes: as ${WITH_ARTICLE[answer.role ?? 'ADMIN']}.`
    case 'OWN_COURSE':
      return 'Yes: they made the course.'
    case 'PREVIEW':
      return 'Yes: the lesson is a free preview.'
    case 'STAFF':
      return `Yes: they look after ${answer.cohort?.title ?? 'a cohort with this course'}.`
    case 'UNRELEASED':
      return `No: ${answer.opens_at === null ? 'it ' : ''}${opening(answer)}.`
    case 'DRAFT':
      return grant
        ? `No: the course is a draft. It was granted to them: ${origin(grant, day)}.`
        : 'No: the course is a draft.'
    case 'NOT_LET_IN':
      return 'No: they made the course, but creators may not use the admin panel.'
    case 'NEVER_GRANTED':
      return 'No: never granted.'
    case 'REVOKED':
      return `No: access was revoked${taken(answer, day)}.`
    case 'REFUNDED':
      return `No: the purchase was refunded${taken(answer, day)}.`
    case 'GRANTED':
      return `Yes: ${grant ? origin(grant, day) : 'granted'}${end(grant, day)}.${shut(answer.schedule)}`
    case 'ENDED':
      return grant?.expires_at
        ? `No: access ended on ${day(grant.expires_at)}; it was ${origin(grant, day)}.`
        : 'No: access ended.'
  }
}

/** Returns the answer that is the same for every course; null if the answers differ. */
export function answerForAll<T extends AccessAnswer>(answers: readonly T[]): T | null {
  const [first] = answers
  return first && FOR_ALL.has(first.reason) ? first : null
}

const FOR_ALL: ReadonlySet<string> = new Set(['DISABLED', 'UNVERIFIED', 'MAINTENANCE', 'ROLE'])

/** Returns whether the person could open the course after being given access. */
export function isMendedByGrant({ reason }: AccessAnswer): boolean {
  return (
    reason === 'ENDED' ||
    reason === 'REVOKED' ||
    reason === 'REFUNDED' ||
    reason === 'NEVER_GRANTED' ||
    reason === 'NOT_LET_IN'
  )
}

/**
 * Returns when the schedule of a cohort opens something. While the person has paused, the moment is unknown
 * (rules/cohorts#pause).
 */
function opening({ opens_at, day, cohort }: Pick<AccessAnswer, 'opens_at' | 'day' | 'cohort'>) {
  if (opens_at === null) return `opens when the pause ends${cohort ? ` in ${cohort.title}` : ''}`
  const title = cohort?.title ?? 'another cohort'
  return `opens on ${momentInZone(opens_at, cohort?.time_zone ?? 'UTC')}: day ${day ?? 0} of ${title}`
}

/**
 * Returns a sentence about the lessons of an open course that the schedule has not opened, to follow another sentence.
 */
function shut(schedule: ScheduleFacts | null): string {
  if (!schedule) return ''
  const open = schedule.lessons - schedule.shut
  return open > 0
    ? ` ${open} of ${schedule.lessons} lessons ${open === 1 ? 'is' : 'are'} open; the next ${opening(schedule)}.`
    : ` No lesson is open yet; the first ${opening(schedule)}.`
}

/** Returns whether a course is open but the schedule has not opened any of its lessons yet. */
export const isAllShut = ({ schedule }: AccessAnswer): boolean =>
  schedule !== null && schedule.shut >= schedule.lessons

const taken = ({ by, at }: AccessAnswer, day: SayDay) =>
  `${by ? ` by ${by}` : ''}${at ? ` on ${day(at)}` : ''}`

function origin({ source, by, created_at, cohort }: GrantFacts, day: SayDay): string {
  const on = `on ${day(created_at)}`
  switch (source) {
    case 'PURCHASE':
      return `bought ${on}`
    case 'INVITE':
      return `granted by an invite${by ? ` from ${by}` : ''} ${on}`
    case 'MANUAL':
      return `granted${by ? ` by ${by}` : ''} ${on}`
    case 'COHORT':
      return `granted by ${cohort?.title ?? 'a cohort'} ${on}`
  }
}

const end = (grant: GrantFacts | null, day: SayDay) =>
  grant?.expires_at ? `, until ${day(grant.expires_at)}` : ''

const WITH_ARTICLE: Record<Role, string> = {
  ADMIN: 'an administrator',
  CREATOR: `a ${roleLabel('CREATOR').toLowerCase()}`,
  MODERATOR: `a ${roleLabel('MODERATOR').toLowerCase()}`,
  MEMBER: `a ${roleLabel('MEMBER').toLowerCase()}`,
}
