import type { AuditDetails, FieldChange } from './audit-record'

/**
 * Parts what changed from what did not and says whom or what the change concerns (rules/records#audit). Of an update
 * what changed has a before; of what came into being nothing has one.
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
