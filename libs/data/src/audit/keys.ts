import type { AuditQuery } from './audit-list'

/** Query keys of the audit. */
export const auditKeys = {
  all: ['audit'] as const,
  choices: () => [...auditKeys.all, 'choices'] as const,
  list: (query: AuditQuery) => [...auditKeys.all, 'list', query] as const,
  record: (id: number) => [...auditKeys.all, 'record', id] as const,
}
