import type { CrudFilter, CrudFilters } from '@refinedev/core'
import { SEARCH_FIELD } from '../records/list-params'
import type { ResourceRules } from './resource-rules'

/**
 * Converts Refine's filters for `@refinedev/supabase`: a search becomes one `or` over the resource's search columns,
 * and typed text is escaped, because that package passes wildcards and quotes on unchanged.
 */
export function serverFilters(filters: CrudFilters | undefined, rules: ResourceRules): CrudFilters {
  return (filters ?? []).flatMap((filter) => serverFilter(filter, rules))
}

function serverFilter(filter: CrudFilter, rules: ResourceRules): CrudFilter[] {
  if (!('field' in filter)) return [filter]
  if (filter.field === SEARCH_FIELD) {
    const typed = String(filter.value ?? '').trim()
    if (typed === '' || !rules.search) return []
    return [
      {
        operator: 'or',
        value: rules.search.map((field) => ({
          field,
          operator: 'contains',
          value: quotedLikePattern(typed),
        })),
      },
    ]
  }
  if (filter.operator === 'contains')
    return [{ ...filter, value: likePattern(String(filter.value)) }]
  return [filter]
}

/** The longest search text that is sent; titles are shorter. */
const SEARCH_MAX = 100

/**
 * Escapes typed text for use between two `%` of an `ilike`: its `%`, `_` and `\` match themselves. PostgREST reads `*`
 * as `%` and has no escape for it, so `*` becomes a pattern for any single character.
 */
export function likePattern(typed: string): string {
  return typed
    .slice(0, SEARCH_MAX)
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')
}

/** Escapes typed text for the double quotes of PostgREST's `or=(…)`, where `"` and `\` also need a backslash. */
export function quotedLikePattern(typed: string): string {
  return likePattern(typed).replace(/[\\"]/g, '\\$&')
}
