import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import type { JsonObject } from '../json'

/** A field's value before and after a change; undefined if it did not exist then. */
export interface FieldChange {
  field: string
  before: Json | undefined
  after: Json | undefined
}

export interface AuditDetails {
  changes: FieldChange[]
  /** Changed fields whose values the record does not contain for privacy: names, emails, phone numbers. */
  unsaid: string[]
  user_agent: string | null
}

/**
 * Reads a record of Refine's resource `audit_logs` with its details (rules/records#audit); null if it does not exist or
 * the caller may not read it. Fails with a DataError.
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

/** Returns the differences between the values before and after, sorted by field. */
export function fieldChanges(before: Json, after: Json): Pick<AuditDetails, 'changes' | 'unsaid'> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  // `fields` lists all changed fields, also those whose values are not stored.
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
 * Separates the changed fields from the fields that identify the record (rules/records#audit). In an update, changed
 * fields have a value before the change; in a creation, no field has one.
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
