import { behindReasonText } from '../cohorts/falling-behind'
import { questionPath } from '../course-viewing/paths'
import { money } from '../money'
import { noticeReason } from '../purchases/notices'
import { agreedText, timeUntil } from '../time/agreed-text'
import { failure, type Toast } from '../toasts'
import { capitalized, formatCount, formatNumber } from '../wording'
import { type Inbox, type InboxRow, MAX_INBOX_ROWS, type RowOf } from './inbox'
import { INBOX_KINDS } from './inbox-kinds'

/** Returns the label of a row's button. */
export function actText(row: InboxRow): string {
  switch (row.kind) {
    case 'WORK':
    case 'APPEAL':
      return 'Review'
    case 'QUESTION':
      return 'Answer'
    case 'EXTENSION':
      return isGivenAtOnce(row) ? `Give ${formatCount(row.facts.days, 'Day', 'Days')}` : 'Give…'
    case 'BEHIND':
      return 'Clear'
    case 'REPORT':
    case 'QUESTION_REPORT':
      return 'Look at Reports'
    case 'PURCHASE':
      return row.facts.status === 'PENDING' ? 'Open Purchase' : 'Give to a Member'
    case 'EVENT':
      return 'Dismiss'
    case 'MAIL':
      return 'Try Again'
    case 'INVITE':
      return 'Resend'
  }
}

/**
 * Returns whether the requested days can be given with one click. This needs a due date from which they are counted.
 */
export const isGivenAtOnce = (
  row: RowOf<'EXTENSION'>,
): row is RowOf<'EXTENSION'> & { facts: { days: number } } =>
  row.facts.days !== null && row.facts.due !== null

/** Returns the address of a row's question in the portal. */
export const questionOfRow = ({
  subject_id,
  facts: { slug, lesson_id },
}: RowOf<'QUESTION' | 'QUESTION_REPORT'>): string => questionPath(slug, lesson_id, subject_id)

/** Returns the title of a row with the name of its person, for buttons and toasts. */
export const aboutText = ({ kind, title, person }: InboxRow): string =>
  person && kind !== 'BEHIND' ? `${title}, ${person.name}` : title

/** Returns the title of a toast about hidden rows, the last of which is the first in the list. */
export function aboutTexts([row, ...earlier]: readonly InboxRow[]): string {
  if (!row) return ''
  return earlier.length === 0 ? aboutText(row) : `${aboutText(row)}, and ${earlier.length} more`
}

/** Returns the facts of a row as sentences, without the person and the place, which the screen shows as links. */
export function factsText(row: InboxRow): string {
  switch (row.kind) {
    case 'WORK':
    case 'APPEAL': {
      const { round, late } = row.facts
      return `Round ${formatNumber(round)}${late ? ', late' : ''}.`
    }
    case 'QUESTION': {
      const { lesson, answers } = row.facts
      return `On “${lesson}”. ${answers === 0 ? 'No answer yet' : formatCount(answers, 'answer')}.`
    }
    case 'EXTENSION': {
      const { days, note, due } = row.facts
      const asked =
        days === null ? 'Asks for more time' : `Asks for ${formatCount(days, 'more day')}`
      const said = note ? `: “${note}”` : ''
      const until = due ? ` Due ${agreedText(due.at, due.zone, Date.now()).text}.` : ''
      return `${asked}${said}${/[.!?…]$/.test(note) ? '' : '.'}${until}`
    }
    case 'BEHIND':
      return behindReasonText(row.facts)
    case 'REPORT':
    case 'QUESTION_REPORT':
      return `${formatCount(row.facts.reports, 'report')}.`
    case 'PURCHASE': {
      const { status, amount_cents, currency, buyer_email } = row.facts
      const amount = money(amount_cents, currency)
      if (status === 'PENDING')
        return `${amount}, pending. The provider hasn't reported the result.`
      return `${amount}, paid by ${buyer_email ?? 'a buyer'}, who isn't a member.`
    }
    case 'EVENT':
      return `${row.facts.type}: ${capitalized(noticeReason(row.facts))}.`
    case 'MAIL':
      return `${row.facts.error ?? 'No reason known'}. Tried ${formatCount(row.facts.attempts, 'time')}.`
    case 'INVITE':
      return row.facts.by === null
        ? 'Not accepted yet.'
        : `Sent by ${row.facts.by}, not accepted yet.`
  }
}

/** Returns whether the moment at which a row should be settled has passed. */
export const isOverdue = ({ promise_at }: Pick<InboxRow, 'promise_at'>, now: number): boolean =>
  Date.parse(promise_at) < now

/** Returns when a row should be settled: `Due 3 h ago`, `Due in 21 h`. For an invite, this is when it ends. */
export function promiseText({ kind, promise_at }: InboxRow, now: number): string {
  return `${kind === 'INVITE' ? 'Ends' : 'Due'} ${timeUntil(promise_at, now).text}`
}

/**
 * Returns the count above the inbox: `12 waiting, 3 overdue`. `rows` are the rows on the screen; `away` is the number
 * of rows that the person has hidden since `counts` were read.
 */
export function countText(
  { counts, rows, away }: Pick<Inbox, 'counts' | 'rows'> & { away: number },
  now: number,
): string {
  const total = INBOX_KINDS.reduce(
    (sum, kind) => sum + Math.min(counts[kind], MAX_INBOX_ROWS),
    -away,
  )
  const more = INBOX_KINDS.some((kind) => counts[kind] > MAX_INBOX_ROWS)
  const overdue = rows.filter((row) => isOverdue(row, now)).length
  const waiting = `${more ? 'More than ' : ''}${formatNumber(total)} waiting`
  return overdue > 0 ? `${waiting}, ${formatNumber(overdue)} overdue` : waiting
}

export const INBOX_MESSAGES = {
  listFailed: failure('Failed to load what waits for you'),
  done: { text: 'Done. It comes back when there is something new.' },
  doneFailed: failure('Failed to mark as done'),
  snoozed: { text: 'Snoozed' },
  snoozeFailed: failure('Failed to snooze'),
  restoreFailed: failure('Failed to take it back'),
  answered: { text: 'Answered' },
  answerFailed: failure('Failed to answer'),
  handedOver: { text: 'Handed over' },
  handOverFailed: failure('Failed to hand over'),
  colleaguesFailed: failure('Failed to load your colleagues'),
} as const satisfies Record<string, Toast>

/** A choice of the snooze dialog. */
export interface SnoozeChoice {
  label: string
  /** ISO date. */
  until: string
}

const HOUR = 3_600_000

/** Returns the moments until which a row can be snoozed, in the reader's time zone, without repetitions. */
export function snoozeChoices(now: number): SnoozeChoice[] {
  const morning = (days: number) => {
    const day = new Date(now)
    day.setDate(day.getDate() + days)
    day.setHours(8, 0, 0, 0)
    return day.toISOString()
  }
  // The number of days until the next Monday; on a Monday, seven.
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7
  const choices = [
    { label: 'For 3 Hours', until: new Date(now + 3 * HOUR).toISOString() },
    { label: 'Until Tomorrow, 08:00', until: morning(1) },
    { label: 'Until Monday, 08:00', until: morning(toMonday) },
    { label: 'For a Week', until: morning(7) },
  ]
  return choices.filter(
    ({ until }, place) => choices.findIndex((choice) => choice.until === until) === place,
  )
}
