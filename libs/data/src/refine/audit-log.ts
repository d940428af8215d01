import type { AuditLogProvider, BaseKey } from '@refinedev/core'
import type { Resource } from '../access/resources'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { errorWithCode, requestError } from './request-error'

/** What the database's records call a resource. */
const TARGETS: { readonly [R in Resource]?: string } = {
  courses: 'course',
  modules: 'module',
  lessons: 'lesson',
  profiles: 'user',
  entitlements: 'entitlement',
  invites: 'invite',
  purchases: 'purchase',
  communities: 'community',
  notifications: 'notification',
  settings: 'settings',
}

/** One record of a thing's history, in the form of Refine's `useLogList`. */
export interface HistoryRecord {
  id: BaseKey
  /** ISO date. */
  createdAt: string
  /** As the database names it: `course.publish`. */
  name: string
  action: string
  resource: string
  /** Null when the account is gone, or when nobody was signed in. */
  author: { id: string; name: string } | null
  data: Json
  previousData: Json
}

/** Records in one answer. */
export const HISTORY_SIZE = 50

/**
 * Refine's audit log over the audit of the database (rules/records#audit). `get` gives the history of a
 * thing, newest first: `meta.id` names it, `meta.action` and `meta.author` (a person's id) narrow it,
 * `meta.before` (a record's id) goes on behind that record; they stand in `meta` because it is the key of
 * `useLogList`. It fails with a DataError: UNKNOWN_RESOURCE for what has no history. `create` and `update`
 * do nothing: the transaction that changes a row records it.
 */
export function createAuditLogProvider(client: Pick<DataClient, 'from'>): AuditLogProvider {
  return {
    get: async ({ resource, meta = {} }): Promise<HistoryRecord[]> => {
      const target = Object.entries(TARGETS).find(([name]) => name === resource)?.[1]
      try {
        if (!target) throw errorWithCode('UNKNOWN_RESOURCE')
        return (await readHistory(client, target, meta)).map((row) => ({ ...row, resource }))
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
    createdAt: created_at,
    name: action,
    action: action.slice(target.length + 1),
    author:
      user_id === null ? null : { id: user_id, name: profiles?.name || profiles?.email || '' },
    data: after,
    previousData: before,
  }))
}
