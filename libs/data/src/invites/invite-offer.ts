import { formatList } from '../wording'
import type { OpenInvite } from './invite-query'

/** Returns a sentence that says who invites, and to which courses. */
export function inviteOffer({ inviter, courses }: Pick<OpenInvite, 'inviter' | 'courses'>): string {
  const to = formatList(courses)
  if (inviter) return to ? `${inviter} invites you to ${to}.` : `${inviter} invites you to join.`
  return to ? `You are invited to ${to}.` : 'You are invited to join.'
}

/** Returns what a person reads after accepting: the courses that the invite opened. */
export function inviteAccepted({ courses }: Pick<OpenInvite, 'courses'>): string {
  return courses.length > 0 ? `In your library now: ${formatList(courses)}` : 'Welcome aboard.'
}
