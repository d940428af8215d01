import { reads, withoutInput } from '../records/named'
import { readAuditChoices } from './audit-list'

export const AUDIT_READS = reads([], {
  'audit_logs/names': async () => (await import('./audit-names')).readAuditNames,
  'audit_logs/choices': () => withoutInput(readAuditChoices),
})
