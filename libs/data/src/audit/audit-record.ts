import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import type { JsonObject } from '../json'

/** A field before and after a change; undefined if it did not exist. */
export interface FieldChange {
  field: string
  before: Json | undefined
  after: Json | undefined
}

export interface AuditDetails {
  changes: FieldChange[]
  /** Changed fields whose content the record does not contain: names, emails, phones. */
  unsaid: string[]
  user_agent: string | null
}

/**
 * Reads one of Refine's `audit_logs` with its details (rules/records#audit); null if there is none that the caller may
 * see. Fails with a DataError.
 */
export async function readAuditRecord(
  client: Pick<DataClient, 'from'>,
  id: number,
  signal: AbortSignal,
): Promise<AuditDetails | null> {
  const ask = client.from('audit_logs').select('before, after, user_agent').eq('id', id)
  const [row] = unwrap(await ask.abortSignal(signal))
  if (!row) return null
  return { ...fieldChanges(row.before, row.after), user_agent: row.user_agent }
}

/** Returns the differences between before and after, sorted by field. */
export function fieldChanges(before: Json, after: Json): Pick<AuditDetails, 'changes' | 'unsaid'> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  // The record of an update lists the changed fields, including those whose content is left out.
  const { fields, ...rest } = now
  const named = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
  if (fields !== undefined && named.length === 0) Object.assign(rest, { fields })
  const names = [...new Set([...Object.keys(old), ...Object.keys(rest)])].sort()
  return {
    changes: names.map((field) => ({ field, before: old[field], after: rest[field] })),
    unsaid: named.filter((name) => !names.includes(name)).sort(),
  }
}

function fieldsOf(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

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
