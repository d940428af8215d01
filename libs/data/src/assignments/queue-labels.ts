import { timeUntil } from '../time/agreed-text'
import { formatCount } from '../wording'
import type { Claim, Offer, QueuePage, Work, WorkState } from './queue'
import type { Verdict } from './review-work'

export const WORK_STATE_LABELS: Record<WorkState, string> = {
  WAITING: 'Waiting',
  RETURNED: 'Please go on',
  PASSED: 'Passed',
}

export const VERDICT_LABELS: Record<Verdict, string> = { PASS: 'Passed', AGAIN: 'Please go on' }

/** Returns until when a review is promised, such as `To be read in 21 h`; null for work that does not wait. */
export function promiseText({ promise_at }: Pick<Work, 'promise_at'>, now: number): string | null {
  if (promise_at === null) return null
  const { text } = timeUntil(promise_at, now)
  return Date.parse(promise_at) < now ? `Should have been read ${text}` : `To be read ${text}`
}

/** Returns whether work still waits although its review was promised for an earlier time. */
export const isOverdue = ({ promise_at }: Pick<Work, 'promise_at'>, now: number): boolean =>
  promise_at !== null && Date.parse(promise_at) < now

/**
 * Returns who reviews the work now, or to whom it is offered first; null if any reviewer may take it. `clock` formats
 * an ISO date.
 */
export function reviewerText(
  { claim, offer, not_mine }: Pick<Work, 'claim' | 'offer' | 'not_mine'>,
  clock: (at: string) => string,
): string | null {
  if (claim) return claimText(claim, clock)
  if (not_mine) return 'For somebody else'
  if (offer) return offerText(offer, clock)
  return null
}

function claimText({ reviewer, until, mine }: Claim, clock: (at: string) => string): string {
  return mine ? `You, until ${clock(until)}` : `${reviewer}, until ${clock(until)}`
}

function offerText({ reviewer, until, mine, by }: Offer, clock: (at: string) => string): string {
  const whom = mine ? 'you' : reviewer
  return by === null
    ? `First for ${whom}, until ${clock(until)}`
    : `Handed to ${whom} by ${by}, until ${clock(until)}`
}

/** Returns the size of the queue, such as `More than 1,000 pieces of work`. */
export function queueCount({ total, bounded }: Pick<QueuePage, 'total' | 'bounded'>): string {
  return `${bounded ? 'More than ' : ''}${formatCount(total, 'piece of work', 'pieces of work')}`
}
