import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, recordOf, string } from '../json'
import { isRowId } from '../records/row-id'

export const parseAuditNames = recordOf(string)
/** The current names of people, courses, modules, lessons, cohorts and communities, by their ids. */
export type AuditNames = Readonly<Answer<typeof parseAuditNames>>

/** The maximum number of ids in one request. */
const MAX_IDS = 500

/** Returns the ids in values, sorted and without repetitions, at most 500. */
export function idsIn(values: readonly (Json | undefined)[]): string[] {
  return [...new Set(values.flatMap(ids))].sort().slice(0, MAX_IDS)
}

function ids(value: Json | undefined): string[] {
  if (typeof value === 'string') return isRowId(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(ids) : []
}

/**
 * Reads the names for at most 500 ids. Ids of other things have no name (rules/records#history). Fails with a
 * DataError.
 */
export async function readAuditNames(
  client: Pick<DataClient, 'rpc'>,
  { ids }: { ids: string[] },
  signal: AbortSignal,
): Promise<AuditNames> {
  return parseAuditNames(unwrap(await client.rpc('audit_names', { ids }).abortSignal(signal)))
}
