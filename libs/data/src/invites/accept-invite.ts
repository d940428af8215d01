import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { formatList } from '../wording'
import { inviteKeys, type OpenInvite } from './invite-query'

/**
 * Accepts an invite for the signed-in person (rules/invites#accept-signed-in), and invalidates the queries that may
 * change: courses and rights. Throws DataError; with the status 422, its message is written for the person.
 */
export async function acceptInvite(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<void> {
  unwrap(await client.rpc('accept_invite', { token }))
  // Queries that no screen uses are removed. Otherwise the library would first show the old courses.
  queries.removeQueries({ queryKey: libraryKeys.courses(), type: 'inactive' })
  await Promise.all(
    [libraryKeys.courses(), accessKeys.all, inviteKeys.mine()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
}

/** Returns a sentence about who invites the person, and to which cohort and courses. */
export function inviteOffer({
  inviter,
  cohort,
  courses,
}: Pick<OpenInvite, 'inviter' | 'cohort' | 'courses'>): string {
  const to = formatList(cohort ? [cohort.title, ...courses] : courses)
  if (inviter) return to ? `${inviter} invites you to ${to}.` : `${inviter} invites you to join.`
  return to ? `You are invited to ${to}.` : 'You are invited to join.'
}

/** Returns the message after accepting, with the courses that the invite has opened. */
export function inviteAccepted({
  cohort,
  courses,
}: Pick<OpenInvite, 'cohort' | 'courses'>): string {
  if (cohort) return `You are in ${cohort.title}.`
  return courses.length > 0 ? `Now in your library: ${formatList(courses)}` : 'Welcome aboard.'
}
