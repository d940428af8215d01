import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, recordOf, string } from '../json'
import { isRowId } from '../records/row-id'

export const parseAuditNames = recordOf(string)
/** What people, courses, modules, lessons, cohorts and communities are called now, by their ids. */
export type AuditNames = Readonly<Answer<typeof parseAuditNames>>

/** The most ids in one request. */
const MOST = 500

/** Returns the ids in these values, sorted, each once, and at most 500. */
export function idsIn(values: readonly (Json | undefined)[]): string[] {
  return [...new Set(values.flatMap(ids))].sort().slice(0, MOST)
}

function ids(value: Json | undefined): string[] {
  if (typeof value === 'string') return isRowId(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(ids) : []
}

/** Reads the names of at most 500 ids; an id of anything else has none (rules/records#history). Fails with a DataError. */
export async function readAuditNames(
  client: Pick<DataClient, 'rpc'>,
  { ids }: { ids: string[] },
  signal: AbortSignal,
): Promise<AuditNames> {
  return parseAuditNames(unwrap(await client.rpc('audit_names', { ids }).abortSignal(signal)))
}
