import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DataClient, FunctionCaller } from '../client'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  listOf,
  number,
  object,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { myCohortKeys } from './my-cohorts'

/** Why nobody can join by a link (rules/cohorts#link). */
export const CLOSED_LINKS = ['FULL', 'OFF', 'ENDED'] as const

const parseLinked = shape({
  state: among(['OPEN', ...CLOSED_LINKS]),
  slug: string,
  title: string,
  /** Days in the cohort's zone. */
  starts_on: string,
  ends_on: string,
  time_zone: string,
  /** Null without a limit. */
  seats_left: orNull(number),
  /** Titles. */
  courses: listOf(string),
})
/** A cohort as the page of its join link shows it. */
export type LinkedCohort = Answer<typeof parseLinked>

/** The cohort of a join link, or that there is none. */
export type JoinLink = LinkedCohort | { state: 'UNKNOWN' }

export const parseJoinLink: Schema<JoinLink> = (answer) =>
  object(answer).state === 'UNKNOWN' ? { state: 'UNKNOWN' } : parseLinked(answer)

/** What the secret of a join link leads to; for visitors, too. Fails with a DataError. */
export function joinLinkQuery(functions: FunctionCaller, token: string) {
  return queryOptions({
    queryKey: joinLinkKeys.byToken(token),
    queryFn: async (): Promise<JoinLink> =>
      token
        ? parseJoinLink(await functions.invoke('cohort-link', { token }))
        : { state: 'UNKNOWN' },
  })
}

export const parseJoinedCohort = shape({
  title: string,
  starts_on: string,
  time_zone: string,
  courses: listOf(shape({ slug: string, title: string })),
})
/** A cohort that the person just joined, or was in already. */
export type JoinedCohort = Answer<typeof parseJoinedCohort>

/**
 * Joins a cohort by its link, once, and invalidates the queries that this may change. Throws DataError: `PT422` with
 * hint `LINK_UNVERIFIED` while the email is not confirmed, `LINK_REMOVED` if staff took the person out, and
 * `LINK_UNKNOWN`, `LINK_OFF`, `LINK_ENDED` or `LINK_FULL`; `PT409` if the last seat went at the same moment. Their
 * messages can be shown to the person.
 */
export async function joinByLink(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<JoinedCohort> {
  const answer = unwrap(await client.rpc('join_by_link', { token }))
  // An inactive query is removed, because the library would show its old courses first.
  queries.removeQueries({ queryKey: libraryKeys.all, type: 'inactive' })
  await Promise.all(
    [libraryKeys.all, myCohortKeys.all, accessKeys.all].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
  // Not refetched now: the page of the link, which is about to close, might show that the last seat is taken.
  void queries.invalidateQueries({ queryKey: joinLinkKeys.byToken(token), refetchType: 'none' })
  return parseJoinedCohort(answer)
}

const joinLinkKeys = {
  byToken: (token: string) => ['cohort-link', token] as const,
}
