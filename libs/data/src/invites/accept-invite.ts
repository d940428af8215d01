import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { formatList } from '../wording'
import { inviteKeys, type OpenInvite } from './invite-query'

/**
 * Accepts an invite for the signed-in person, exactly once (rules/invites#accept-signed-in), and invalidates what it
 * may have changed: the courses and the rights. Throws DataError; the message of status 422 is meant for the person.
 */
export async function acceptInvite(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<void> {
  unwrap(await client.rpc('accept_invite', { token }))
  // An inactive query is removed, so that the library does not show its old courses first.
  queries.removeQueries({ queryKey: libraryKeys.courses(), type: 'inactive' })
  await Promise.all(
    [libraryKeys.courses(), accessKeys.all, inviteKeys.mine()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}

/** Returns a sentence that says who invites, and to which cohort and courses. */
export function inviteOffer({
  inviter,
  cohort,
  courses,
}: Pick<OpenInvite, 'inviter' | 'cohort' | 'courses'>): string {
  const to = formatList(cohort ? [cohort.title, ...courses] : courses)
  if (inviter) return to ? `${inviter} invites you to ${to}.` : `${inviter} invites you to join.`
  return to ? `You are invited to ${to}.` : 'You are invited to join.'
}

/** Returns what a person reads after accepting: the courses that the invite opened. */
export function inviteAccepted({
  cohort,
  courses,
}: Pick<OpenInvite, 'cohort' | 'courses'>): string {
  if (cohort) return `You are in ${cohort.title}.`
  return courses.length > 0 ? `Now in your library: ${formatList(courses)}` : 'Welcome aboard.'
}
