import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { COHORT_DUTY, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, object, oneOf, string } from '../json'

/** A cohort of the signed-in person. Days are in its zone. */
export interface MyCohort {
  id: string
  slug: string
  title: string
  time_zone: string
  starts_on: string
  ends_on: string
  /** Its community, if the person may read it. */
  community: { slug: string; name: string } | null
}

const COLUMNS =
  'cohort:cohorts!inner(id, slug, title, time_zone, starts_on, ends_on, community:communities(slug, name))'

/** The cohorts to which the person belongs, by their first day, the latest first. Fails with a DataError. */
export function myCohortsQuery(client: DataClient, person: string) {
  return queryOptions({
    queryKey: myCohortKeys.list(person),
    queryFn: async ({ signal }): Promise<MyCohort[]> =>
      unwrap(
        await client
          .from('cohort_members')
          .select(COLUMNS)
          .eq('user_id', person)
          .neq('state', 'LEFT')
          .abortSignal(signal),
      )
        .map(({ cohort }) => cohort)
        .sort((a, b) => b.starts_on.localeCompare(a.starts_on)),
    // Most people belong to no cohort, which says nothing about the account.
    meta: { oftenEmpty: true },
  })
}

/** The people with whom a person learns, by name (rules/cohorts#mates). */
export interface CohortMates {
  people: string[]
  staff: { name: string; duty: Enums<'cohort_duty'> }[]
}

/** Fails with a DataError; 42501 for a cohort to which the person does not belong. */
export function cohortMatesQuery(client: DataClient, cohortId: string) {
  return queryOptions({
    queryKey: myCohortKeys.mates(cohortId),
    queryFn: async ({ signal }): Promise<CohortMates> =>
      parseMates(
        unwrap(
          await client
            .rpc('cohort_mates', { cohort_id: cohortId }, { get: true })
            .abortSignal(signal),
        ),
      ),
    // A cohort without staff and with one person has nobody to list.
    meta: { oftenEmpty: true },
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseMates(json: Json): CohortMates {
  const row = object(json)
  return {
    people: list(row.people).map(string),
    staff: list(row.staff).map((item) => {
      const { name, duty } = object(item)
      return { name: string(name), duty: oneOf(COHORT_DUTY, duty) }
    }),
  }
}

/** Query keys of cohorts as their people see them. */
export const myCohortKeys = {
  all: ['my-cohorts'] as const,
  list: (person: string) => [...myCohortKeys.all, 'list', person] as const,
  mates: (cohortId: string) => [...myCohortKeys.all, 'mates', cohortId] as const,
}
