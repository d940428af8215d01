import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, changed, listOf, number, orNull, shape, string } from '../json'
import { courseFilter, DAYS, defineList, matching, typed } from '../lists/define-list'
import type { Toast } from '../toasts'

/** The kinds of actions in the filter (rules/records#audit-filters). */
export const AUDIT_KINDS = ['CREATE', 'UPDATE', 'DELETE', 'LOGIN', 'LOGOUT', 'EXPORT'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const parseAuditRecord = shape({
  id: number,
  action: string,
  target_type: string,
  target_id: orNull(string),
  title: orNull(string),
  course_id: orNull(string),
  created_at: string,
  user_id: orNull(string),
  /** Name or email; null if the account was deleted, or if nobody was signed in. */
  who: orNull(string),
  actor: orNull(string),
  ip_address: orNull(string),
  /** Whether the record has values before or after the change. */
  detailed: boolean,
})
/** One audit record; dates are ISO. */
export type AuditRecord = Answer<typeof parseAuditRecord>

const parsePage = changed(
  shape({
    records: listOf(parseAuditRecord),
    count: number,
    more: boolean,
    newer: boolean,
    older: boolean,
    many_people: boolean,
  }),
  ({ records, count, many_people, ...page }) => ({
    ...page,
    data: records,
    /** Exact if `more` is false; otherwise there are more than this. */
    total: count,
    /** The typed person matches more than ten people, so nothing was searched. */
    manyPeople: many_people,
  }),
)
export type AuditPage = Answer<typeof parsePage>

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
  parse: parsePage,
})

export const parseAuditChoices = changed(
  shape({ actions: listOf(string), target_types: listOf(string) }),
  ({ actions, target_types }) => ({ actions, targets: target_types }),
)
/** The options of the filters: the actions and target types in the audit log. */
export type AuditChoices = Answer<typeof parseAuditChoices>

/** Reads every action and target type in use. Fails with a DataError. */
export async function readAuditChoices(
  client: Pick<DataClient, 'rpc'>,
  signal: AbortSignal,
): Promise<AuditChoices> {
  const answer = client.rpc('audit_choices', undefined, { get: true }).abortSignal(signal)
  return parseAuditChoices(unwrap(await answer))
}

/** Toasts of the audit screen (rules/interface#messages). */
export const AUDIT_MESSAGES = {
  listFailed: { title: 'Error', text: 'Failed to load audit logs' },
} as const satisfies Record<string, Toast>
