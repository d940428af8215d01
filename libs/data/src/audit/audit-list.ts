import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, changed, listOf, number, orNull, shape, string } from '../json'
import { DAYS, defineList, idFilter, matching, typed } from '../lists/define-list'
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
  /** The name or email of the person; null if the account was deleted or nobody was signed in. */
  who: orNull(string),
  actor: orNull(string),
  ip_address: orNull(string),
  /** Whether the record contains values before or after a change. */
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
    /** The number of records if `more` is false; otherwise a lower limit. */
    total: count,
    /** Whether the typed person matches more than ten people, so that no records were searched. */
    manyPeople: many_people,
  }),
)
export type AuditPage = Answer<typeof parsePage>

/** The audit records, newest first. Every page takes the database the same time (rules/records#audit-filters). */
export const AUDIT_LIST = defineList({
  resource: 'audit_logs',
  calls: 'audit_list',
  pageSize: 50,
  filters: {
    /** An id, the beginning of an id, or parts of a name or email. */
    person: typed((person) => ({ person })),
    /** A kind of action (`UPDATE`) or a single action (`course.publish`). */
    action: matching(/^[A-Z]{4,6}$|^[a-z_]{1,40}\.[a-z_]{1,40}$/, (action) =>
      AUDIT_KINDS.some((kind) => kind === action) ? { kind: action } : { action },
    ),
    target: matching(/^[a-z_]{1,40}$/, (target) => ({ target })),
    /** The id of a course; changes of the course and of its content are listed. */
    course: idFilter((course) => ({ course })),
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
