import { keys } from '@refinedev/core'
import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { Resource } from '../access/resources'
import { ASSIGNMENT_READS } from '../assignments/reads'
import { AUDIT_READS } from '../audit/reads'
import { COHORT_READS } from '../cohorts/reads'
import { COMMUNITY_READS } from '../communities/reads'
import { COURSE_READS } from '../course-editing/reads'
import { COURSE_IMPORT_READS } from '../course-import/reads'
import { EXERCISE_READS } from '../exercises/reads'
import { FILE_READS } from '../files/reads'
import { INBOX_READS } from '../inbox/reads'
import { INVITE_READS } from '../invites/reads'
import { MEMBER_READS } from '../members/reads'
import { PURCHASE_READS } from '../purchases/reads'
import { QUESTION_READS } from '../questions/reads'
import type { Loaded } from '../records/named'
import { SETTINGS_READS } from '../settings/reads'

/**
 * The named reads that Refine's `custom` calls with the method `get`, for data that is neither a list nor a record.
 * Each domain defines its own.
 */
export const READS = {
  ...ASSIGNMENT_READS,
  ...AUDIT_READS,
  ...COHORT_READS,
  ...COMMUNITY_READS,
  ...COURSE_READS,
  ...COURSE_IMPORT_READS,
  ...EXERCISE_READS,
  ...FILE_READS,
  ...INBOX_READS,
  ...INVITE_READS,
  ...MEMBER_READS,
  ...PURCHASE_READS,
  ...QUESTION_READS,
  ...SETTINGS_READS,
} satisfies Record<string, { shows: readonly Resource[] }>

type Reads = typeof READS
export type ReadName = keyof Reads
export type ReadInput<N extends ReadName> = Parameters<Loaded<Reads[N]['load']>>[1]
export type ReadAnswer<N extends ReadName> = Awaited<ReturnType<Loaded<Reads[N]['load']>>>

/** Data that can be stale: all queries that show a resource, or one named read. */
export type Stale = Resource | ReadName

/** For each resource, the other resources whose lists or records contain some of its data. */
const SHOWN_WITH: { readonly [R in Resource]?: readonly Resource[] } = {
  cohorts: ['cohort_members', 'cohort_messages'],
  communities: ['community_members'],
  courses: ['modules'],
  profiles: ['analytics', 'audit_logs'],
  purchases: ['profiles'],
}

/** Returns the keys of the queries that show stale data. */
export function staleKeys(stale: readonly Stale[]) {
  const named = new Set<string>(stale)
  const reads = Object.entries(READS).filter(
    ([name, { shows }]) => named.has(name) || [...shows].some((resource) => named.has(resource)),
  )
  const resources = stale.filter((name) => !(name in READS)) as Resource[]
  return [
    ...reads.map(([url]) => keys().data().mutation('custom').params({ method: 'get', url }).get()),
    ...[...new Set(resources.flatMap((one) => [one, ...(SHOWN_WITH[one] ?? [])]))].map((one) =>
      keys().data().resource(one).get(),
    ),
  ]
}

/**
 * Reads those queries again that show stale data, are on the screen, and pass the filter; marks the others as stale.
 * Resolves when the screen is up to date, or when a read has failed.
 */
export async function readAgain(
  queries: QueryClient,
  stale: readonly Stale[],
  predicate?: (query: Query) => boolean,
): Promise<void> {
  await Promise.all(
    staleKeys(stale).map((queryKey) =>
      queries.invalidateQueries({ queryKey, ...(predicate && { predicate }) }),
    ),
  )
  // Components get the new data in a later task. If this resolved earlier, a list that was reordered would show the old
  // order for a moment.
  if (stale.includes('courses')) await new Promise<void>((told) => notifyManager.schedule(told))
}
