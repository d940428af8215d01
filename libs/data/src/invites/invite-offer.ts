import { formatList } from '../wording'
import type { OpenInvite } from './invite-query'

/** What an invite offers, in a sentence: who invites, and to which courses. */
export function inviteOffer({ inviter, courses }: Pick<OpenInvite, 'inviter' | 'courses'>): string {
  const to = formatList(courses)
  if (inviter) return to ? `${inviter} invites you to ${to}.` : `${inviter} invites you to join.`
  return to ? `You are invited to ${to}.` : 'You are invited to join.'
}

/** What a person reads once they have accepted it: the courses that it opened. */
export function inviteAccepted({ courses }: Pick<OpenInvite, 'courses'>): string {
  return courses.length > 0 ? `In your library now: ${formatList(courses)}` : 'Welcome aboard.'
}
