import type { AuditLogProvider, BaseKey } from '@refinedev/core'
import type { Resource } from '../access/resources'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { listOf, number, or, orNull, shape, string } from '../json'
import { errorWithCode, requestError } from './request-error'

/** The names of resources in the audit log. */
const TARGETS: { readonly [R in Resource]?: string } = {
  courses: 'course',
  modules: 'module',
  lessons: 'lesson',
  profiles: 'user',
  entitlements: 'entitlement',
  invites: 'invite',
  purchases: 'purchase',
  communities: 'community',
  cohorts: 'cohort',
  notifications: 'notification',
  settings: 'settings',
}

/**
 * An entry of a history in the form of Refine's `useLogList`. An entry can stand for several audit records of one
 * action.
 */
export interface HistoryRecord {
  id: BaseKey
  /** The id of the oldest audit record of the entry. The next page begins before it. */
  oldest: BaseKey
  /** ISO date. */
  createdAt: string
  /** The name of the action in the database, such as `course.publish`. */
  name: string
  action: string
  resource: string
  /** The person who acted; null if the account was deleted or nobody was signed in. */
  author: { id: string; name: string } | null
  data: Json
  previousData: Json
  /** The number of audit records of the entry, one for each person, lesson or course that was changed. */
  records: number
  /** The ids of the first five people, lessons or courses that were changed. */
  subjects: string[]
}

/** The number of entries on a page. */
export const HISTORY_SIZE = 50

/**
 * Creates Refine's audit log provider over the database's audit log (rules/records#audit). `get` returns the history of
 * a record, newest first: `meta.id` is the record, `meta.action` and `meta.author` (a person's id) filter it,
 * `meta.before` (an audit record's id) starts after that record. The history of a cohort has all that was done in it, and
 * is not filtered (rules/records#history). The parameters are in `meta` because it is the key of
 * `useLogList`. Fails with a DataError, UNKNOWN_RESOURCE for a resource without a history. `create` and `update` do
 * nothing, because the transaction that changes a row records it.
 */
export function createAuditLogProvider(client: Pick<DataClient, 'from' | 'rpc'>): AuditLogProvider {
  return {
    get: async ({ resource, meta = {} }): Promise<HistoryRecord[]> => {
      const target = Object.entries(TARGETS).find(([name]) => name === resource)?.[1]
      try {
        if (!target) throw errorWithCode('UNKNOWN_RESOURCE')
        const rows = await (target === 'cohort'
          ? readCohortHistory(client, meta)
          : readHistory(client, target, meta))
        return rows.map((row) => ({ ...row, resource }))
      } catch (cause) {
        throw requestError(cause, null)
      }
    },
    create: async () => {},
    update: async () => {},
  }
}

async function readHistory(
  client: Pick<DataClient, 'from'>,
  target: string,
  meta: Readonly<Record<string, unknown>>,
): Promise<Omit<HistoryRecord, 'resource'>[]> {
  let query = client
    .from('audit_logs')
    .select('id, action, created_at, user_id, before, after, profiles(name, email)')
    .eq('target_type', target)
  if (meta.id !== undefined) query = query.eq('target_id', String(meta.id))
  if (meta.action !== undefined) query = query.eq('action', `${target}.${String(meta.action)}`)
  if (meta.author !== undefined) query = query.eq('user_id', String(meta.author))
  if (meta.before !== undefined) query = query.lt('id', Number(meta.before))
  const rows = unwrap(await query.order('id', { ascending: false }).limit(HISTORY_SIZE))
  return rows.map(({ id, action, created_at, user_id, before, after, profiles }) => ({
    id,
    oldest: id,
    createdAt: created_at,
    name: action,
    action: action.slice(target.length + 1),
    author:
      user_id === null ? null : { id: user_id, name: profiles?.name || profiles?.email || '' },
    data: after,
    previousData: before,
    records: 1,
    subjects: [],
  }))
}

/** Parses the entries that `cohort_history()` returns. */
export const parseCohortHistory = listOf(
  shape({
    id: number,
    /** The oldest audit record of the entry. */
    first: number,
    created_at: string,
    action: string,
    user_id: orNull(string),
    /** The name of the person who acted. */
    who: or(string, ''),
    before: (value): Json => value ?? null,
    after: (value): Json => value ?? null,
    records: number,
    subjects: listOf(string),
  }),
)

async function readCohortHistory(
  client: Pick<DataClient, 'rpc'>,
  { id, before }: Readonly<Record<string, unknown>>,
): Promise<Omit<HistoryRecord, 'resource'>[]> {
  const asked = {
    cohort_id: String(id),
    ...(before !== undefined && { before: Number(before) }),
  }
  const acts = parseCohortHistory(unwrap(await client.rpc('cohort_history', asked, { get: true })))
  return acts.map(({ first, created_at, action, user_id, who, before, after, ...act }) => ({
    ...act,
    oldest: first,
    createdAt: created_at,
    name: action,
    action: action.slice(action.indexOf('.') + 1),
    author: user_id === null ? null : { id: user_id, name: who },
    data: after,
    previousData: before,
  }))
}
