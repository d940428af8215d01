import type { Enums } from '../database.gen'
import { formatCount } from '../wording'
import type { MyAssignment } from './my-assignment'

/** The kinds of work, as part of a sentence. */
const WORK_KIND_LABELS: Record<Enums<'work_kind'>, string> = {
  TEXT: 'a text',
  CODE: 'code',
  LINK: 'a link',
  REPOSITORY: 'a repository',
  FILE: 'files',
}

/** Returns a sentence about the kinds of work that an assignment accepts: `Hand in a text, code or a link.` */
export function acceptsText(accepts: readonly Enums<'work_kind'>[]): string {
  const kinds = accepts.map((kind) => WORK_KIND_LABELS[kind])
  const last = kinds.pop() ?? ''
  return `Hand in ${kinds.length > 0 ? `${kinds.join(', ')} or ${last}` : last}.`
}

/** Returns a sentence about the place of waiting work: `You are 3rd of 12 in the queue.` */
export function queuePlaceText({ place, of }: NonNullable<MyAssignment['place']>): string {
  if (place === 1)
    return of === 1 ? 'Yours is the only work that waits.' : `You are next of ${of} in the queue.`
  return `You are ${ordinal(place)} of ${of} in the queue.`
}

/** Returns how long reviews usually take: `Reviews here usually take 5 hours, and nine of ten at most 2 days.` */
export function reviewTimeText({
  median_hours,
  p90_hours,
}: NonNullable<MyAssignment['usual']>): string {
  return `Reviews here usually take ${hoursText(median_hours)}, and nine of ten at most ${hoursText(p90_hours)}.`
}

/** Formats a number of hours, from two days on in days. */
function hoursText(hours: number): string {
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return formatCount(Math.round(hours), 'hour')
  return formatCount(Math.round(hours / 24), 'day')
}

const plurals = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

function ordinal(place: number): string {
  return `${place}${ENDINGS[plurals.select(place)] ?? 'th'}`
}
