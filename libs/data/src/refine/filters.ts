import type { CrudFilter, CrudFilters } from '@refinedev/core'
import { SEARCH_FIELD } from '../records/list-params'
import type { ResourceRules } from './resource-rules'
import { likePattern, quotedLikePattern } from './search-pattern'

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
