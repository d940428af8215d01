import type { AuditDetails, FieldChange } from './audit-record'

/**
 * Separates changed fields from those that identify what the change concerns (rules/records#audit). In an update,
 * changed fields have a value before; in a creation, none has.
 */
export function concernedFields({ changes, unsaid }: Pick<AuditDetails, 'changes' | 'unsaid'>): {
  changed: FieldChange[]
  concerned: FieldChange[]
} {
  const stood = ({ before }: FieldChange) => before !== undefined
  const update = unsaid.length > 0 || changes.some(stood)
  return {
    changed: update ? changes.filter(stood) : changes,
    concerned: update ? changes.filter((change) => !stood(change)) : [],
  }
}
