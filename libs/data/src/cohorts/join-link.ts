import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import type { FunctionCaller } from '../functions'
import { list, numberOrNull, object, oneOf, string } from '../json'
import { libraryKeys } from '../library/library-query'
import { accessKeys } from '../session/keys'
import { myCohortKeys } from './my-cohorts'

/** Why nobody can join by a link (rules/cohorts#link). */
export const CLOSED_LINKS = ['FULL', 'OFF', 'ENDED'] as const

/** A cohort as the page of its join link shows it. */
export interface LinkedCohort {
  state: 'OPEN' | (typeof CLOSED_LINKS)[number]
  slug: string
  title: string
  /** Days in the cohort's zone. */
  starts_on: string
  ends_on: string
  time_zone: string
  /** Null without a limit. */
  seats_left: number | null
  /** Titles. */
  courses: string[]
}

/** The cohort of a join link, or that there is none. */
export type JoinLink = LinkedCohort | { state: 'UNKNOWN' }

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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseJoinLink(json: Json): JoinLink {
  const row = object(json)
  if (row.state === 'UNKNOWN') return { state: 'UNKNOWN' }
  return {
    state: oneOf(['OPEN', ...CLOSED_LINKS], row.state),
    slug: string(row.slug),
    title: string(row.title),
    starts_on: string(row.starts_on),
    ends_on: string(row.ends_on),
    time_zone: string(row.time_zone),
    seats_left: numberOrNull(row.seats_left),
    courses: list(row.courses).map(string),
  }
}

/** A cohort that the person just joined, or was in already. */
export interface JoinedCohort {
  title: string
  starts_on: string
  time_zone: string
  courses: { slug: string; title: string }[]
}

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
  const row = object(unwrap(await client.rpc('join_by_link', { token })))
  // An inactive query is removed, because the library would show its old courses first.
  queries.removeQueries({ queryKey: libraryKeys.all, type: 'inactive' })
  await Promise.all(
    [libraryKeys.all, myCohortKeys.all, accessKeys.all].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
  // Not refetched now: the page of the link, which is about to close, might show that the last seat is taken.
  void queries.invalidateQueries({ queryKey: joinLinkKeys.byToken(token), refetchType: 'none' })
  return {
    title: string(row.title),
    starts_on: string(row.starts_on),
    time_zone: string(row.time_zone),
    courses: list(row.courses).map((course) => {
      const { slug, title } = object(course)
      return { slug: string(slug), title: string(title) }
    }),
  }
}

const joinLinkKeys = {
  byToken: (token: string) => ['cohort-link', token] as const,
}
