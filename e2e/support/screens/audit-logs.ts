import type { Screen } from '../screens'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'

const acts = [
  ['course.publish', 'course', 'Barbara Moreau'],
  ['auth.login', 'session', 'Grace Silva-Hernández'],
  ['entitlement.grant', 'entitlement', null],
  ['lesson_attachment.reorder', 'lesson', 'Margaret Haddad'],
  ['user.role_change', 'user', 'Barbara Moreau'],
  ['data.export', 'list', 'Grace Silva-Hernández'],
] as const

const answer = {
  count: 10_000,
  more: true,
  newer: true,
  older: true,
  many_people: false,
  records: acts.map(([action, target_type, who], i) => ({
    id: 900 - i,
    action,
    target_type,
    target_id: target_type === 'list' ? 'members' : `c${i}a1b2c3-0000-4000-8000-000000000001`,
    title: ['Version Control with Git', null, 'Databases and SQL', 'Rebase or merge?'][i] ?? null,
    course_id: null,
    created_at: `2026-11-0${9 - i}T08:30:0${i}+00:00`,
    user_id: who && `a${i}d4e5f6-0000-4000-8000-000000000001`,
    who,
    actor: who ? null : 'authenticator',
    ip_address: i === 3 ? '2001:db8:85a3::8a2e:370:7334' : who && '192.0.2.17',
    detailed: true,
  })),
}

const details = {
  before: { status: 'DRAFT', category: null },
  after: {
    status: 'PUBLISHED',
    category: 'Version control',
    fields: ['name', 'status', 'category'],
  },
  user_agent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0',
}

const list = '**/rpc/audit_list'

/** The audit log of a busy school. */
const hasRecords = combineMocks(
  answerWith(list, answer),
  answerWith('**/rest/v1/audit_logs*', [details]),
)

const admin = { as: 'admin', path: '/admin/audit-logs' } as const

/** The audit log. */
export const auditScreens: Screen[] = [
  { name: 'admin-audit-logs', ...admin, shows: 'Margaret Haddad', mock: hasRecords },
  {
    name: 'admin-audit-logs-details',
    ...admin,
    shows: 'Version control',
    mock: hasRecords,
    prepare: (page) => page.getByRole('button', { name: /^Details of Course published/ }).click(),
  },
  { name: 'admin-audit-logs-loading', ...admin, shows: 'Who did what', ...whileLoading(list) },
  {
    name: 'admin-audit-logs-empty',
    as: 'admin',
    path: '/admin/audit-logs?person=nobody-is-called-this&action=DELETE',
    shows: 'No records found',
  },
  {
    name: 'admin-audit-logs-error',
    ...admin,
    shows: 'Failed to load audit logs',
    ...withFailedRead(list),
  },
]
