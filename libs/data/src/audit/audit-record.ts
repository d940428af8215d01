import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { expectRow } from '../errors'
import type { JsonObject } from '../json'
import { auditKeys } from './keys'

/** A field of what a record is about, before and after; undefined where it was not there. */
export interface FieldChange {
  field: string
  before: Json | undefined
  after: Json | undefined
}

export interface AuditDetails {
  changes: FieldChange[]
  /** Fields that changed and whose content the record does not keep: names, addresses, phones. */
  unsaid: string[]
  user_agent: string | null
}

/** What one record says beyond its line (rules/records#audit). Fails with a DataError; `DENIED` when it is not to be seen. */
export function auditRecordQuery(client: Pick<DataClient, 'from'>, id: number) {
  return queryOptions({
    queryKey: auditKeys.record(id),
    // A record never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuditDetails> => {
      const ask = client.from('audit_logs').select('before, after, user_agent').eq('id', id)
      const { before, after, user_agent } = expectRow(await ask.abortSignal(signal))
      return { ...fieldChanges(before, after), user_agent }
    },
  })
}

/** What differs between before and after, field by field, by name. */
export function fieldChanges(before: Json, after: Json): Pick<AuditDetails, 'changes' | 'unsaid'> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  // An update lists the fields that changed, also those whose content is not kept.
  const { fields, ...kept } = now
  const named = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
  if (fields !== undefined && named.length === 0) Object.assign(kept, { fields })
  const names = [...new Set([...Object.keys(old), ...Object.keys(kept)])].sort()
  return {
    changes: names.map((field) => ({ field, before: old[field], after: kept[field] })),
    unsaid: named.filter((name) => !names.includes(name)).sort(),
  }
}

function fieldsOf(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
