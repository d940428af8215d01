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

/** The reasons why a link does not let people join (rules/cohorts#link). */
export const CLOSED_LINKS = ['FULL', 'OFF', 'ENDED'] as const

const parseLinked = shape({
  state: among(['OPEN', ...CLOSED_LINKS]),
  slug: string,
  title: string,
  /** Days in the cohort's zone. */
  starts_on: string,
  ends_on: string,
  time_zone: string,
  /** The number of free seats; null without a limit. */
  seats_left: orNull(number),
  /** The titles of the courses. */
  courses: listOf(string),
})
/** A cohort as the page of its join link shows it. */
export type LinkedCohort = Answer<typeof parseLinked>

/** The cohort of a join link, or UNKNOWN if no such link exists. */
export type JoinLink = LinkedCohort | { state: 'UNKNOWN' }

export const parseJoinLink: Schema<JoinLink> = (answer) =>
  object(answer).state === 'UNKNOWN' ? { state: 'UNKNOWN' } : parseLinked(answer)

/** Reads the cohort to which a join link leads, also for visitors. Fails with a DataError. */
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
/** A cohort that the person has joined, now or before. */
export type JoinedCohort = Answer<typeof parseJoinedCohort>

/**
 * Joins a cohort by its link, and invalidates the queries that may change. Joining again changes nothing. Throws
 * DataError, whose message can be shown: `PT422` with hint `LINK_UNVERIFIED` while the email is not confirmed,
 * `LINK_REMOVED` if staff have removed the person, and `LINK_UNKNOWN`, `LINK_OFF`, `LINK_ENDED` or `LINK_FULL`; `PT409`
 * if another person took the last seat at the same moment.
 */
export async function joinByLink(
  client: DataClient,
  queries: QueryClient,
  token: string,
): Promise<JoinedCohort> {
  const answer = unwrap(await client.rpc('join_by_link', { token }))
  // Queries that no screen uses are removed. Otherwise the library would first show the old courses.
  queries.removeQueries({ queryKey: libraryKeys.all, type: 'inactive' })
  await Promise.all(
    [libraryKeys.all, myCohortKeys.all, accessKeys.all].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
  // The query of the link is not read again now: its page, which is about to close, could show that no seat is left.
  void queries.invalidateQueries({ queryKey: joinLinkKeys.byToken(token), refetchType: 'none' })
  return parseJoinedCohort(answer)
}

const joinLinkKeys = {
  byToken: (token: string) => ['cohort-link', token] as const,
}
