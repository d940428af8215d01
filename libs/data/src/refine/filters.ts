import type { CrudFilter, CrudFilters } from '@refinedev/core'
import { SEARCH_FIELD } from '../records/list-params'
import type { ResourceRules } from './resource-rules'

/**
 * Converts Refine's filters for `@refinedev/supabase`: a search becomes one `or` over the searchable columns of the
 * resource. Typed text is escaped, because the package does not escape wildcards and quotes.
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

/** The maximum number of characters of a search. Titles are not longer. */
const SEARCH_MAX = 100

/**
 * Escapes typed text for an `ilike` pattern, so that `%`, `_` and `\` have no special meaning. PostgREST reads `*` as
 * `%` and cannot escape it, so `*` becomes the pattern for any single character.
 */
export function likePattern(typed: string): string {
  return typed
    .slice(0, SEARCH_MAX)
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')
}

/**
 * Escapes typed text for an `ilike` pattern in the double quotes of PostgREST's `or=(…)`, where `"` and `\` need
 * another backslash.
 */
export function quotedLikePattern(typed: string): string {
  return likePattern(typed).replace(/[\\"]/g, '\\$&')
}
