import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, string, stringOrNull } from '../json'
import { courseFilter, DAYS, defineList, matching, typed } from '../lists/define-list'
import type { Toast } from '../toasts'

type AuditRow = Database['public']['Tables']['audit_logs']['Row']

/** The kinds of actions in the filter (rules/records#audit-filters). */
export const AUDIT_KINDS = ['CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT', 'EXPORT'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** One audit record; dates are ISO. */
export interface AuditRecord
  extends Pick<
    AuditRow,
    'id' | 'action' | 'target_type' | 'target_id' | 'title' | 'course_id' | 'user_id' | 'actor'
  > {
  created_at: string
  ip_address: string | null
  /** Name or email; null if the account was deleted, or if nobody was signed in. */
  who: string | null
  /** Whether the record has values before or after the change. */
  detailed: boolean
}

export interface AuditPage {
  data: AuditRecord[]
  /** Exact if `more` is false; otherwise there are more than this. */
  total: number
  more: boolean
  newer: boolean
  older: boolean
  /** The typed person matches more than ten people, so nothing was searched. */
  manyPeople: boolean
}

/** The audit records, newest first. Every page costs the same (rules/records#audit-filters). */
export const AUDIT_LIST = defineList({
  resource: 'audit_logs',
  calls: 'audit_list',
  pageSize: 50,
  filters: {
    /** An id, the beginning of one, or words of a name or email. */
    person: typed((person) => ({ person })),
    /** A kind (`UPDATE`) or an action (`course.publish`). */
    action: matching(/^[A-Z]{4,6}$|^[a-z_]{1,40}\.[a-z_]{1,40}$/, (action) =>
      AUDIT_KINDS.some((kind) => kind === action) ? { kind: action } : { action },
    ),
    target: matching(/^[a-z_]{1,40}$/, (target) => ({ target })),
    /** Changes of a course and of its content. */
    course: courseFilter((course) => ({ course })),
    ...DAYS,
  },
  place: /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d),\d{1,18}$/,
  exported: { list: 'audit_logs' },
  parse: (page): AuditPage => ({
    more: boolean(page.more),
    newer: boolean(page.newer),
    older: boolean(page.older),
    manyPeople: boolean(page.many_people),
    total: number(page.count),
    data: list(page.records).map(parseAuditRecord),
  }),
})

/** The options of the filters: the actions and target types in the audit log. */
export interface AuditChoices {
  actions: string[]
  targets: string[]
}

/** Reads every action and target type in use. Fails with a DataError. */
export async function readAuditChoices(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<AuditChoices> {
  const answer = client.rpc('audit_choices', undefined, { get: true }).abortSignal(signal)
  const choices = object(unwrap(await answer))
  return {
    actions: list(choices.actions).map(string),
    targets: list(choices.target_types).map(string),
  }
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseAuditRecord(json: Json): AuditRecord {
  const row = object(json)
  return {
    id: number(row.id),
    action: string(row.action),
    target_type: string(row.target_type),
    target_id: stringOrNull(row.target_id),
    title: stringOrNull(row.title),
    course_id: stringOrNull(row.course_id),
    created_at: string(row.created_at),
    user_id: stringOrNull(row.user_id),
    who: stringOrNull(row.who),
    actor: stringOrNull(row.actor),
    ip_address: stringOrNull(row.ip_address),
    detailed: boolean(row.detailed),
  }
}

/** Toasts of the audit screen (rules/interface#messages). */
export const AUDIT_TOASTS = {
  listFailed: { title: 'Error', text: 'Failed to load audit logs' },
} as const satisfies Record<string, Toast>
