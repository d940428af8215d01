import type { CrudFilters, GetListParams, MetaQuery } from '@refinedev/core'

/** Refine's parameters of a list. */
export type ListParams = Pick<GetListParams, 'filters' | 'sorters' | 'pagination' | 'meta'>

/** The filter field for a search in all searched columns of a resource. */
export const SEARCH_FIELD = 'q'

/** Converts values by field to Refine's filters, the search included, without empty ones. */
export function filtersOf(values: Readonly<Record<string, string>>): CrudFilters {
  return Object.entries(values).flatMap(([field, value]) =>
    value === ''
      ? []
      : [{ field, operator: field === SEARCH_FIELD ? 'contains' : 'eq', value } as const],
  )
}

/** Returns the value that Refine's filters have for a field; empty for none. */
export function filterValue(filters: CrudFilters | undefined, field: string): string {
  const filter = filters?.find((candidate) => 'field' in candidate && candidate.field === field)
  return typeof filter?.value === 'string' ? filter.value : ''
}

/** Returns the values of these fields that are not empty, by field. */
export function filterValues<F extends string>(
  filters: CrudFilters | undefined,
  fields: readonly F[],
): { [K in F]?: string } {
  const given: { [K in F]?: string } = {}
  for (const field of fields) {
    const value = filterValue(filters, field)
    if (value !== '') given[field] = value
  }
  return given
}

const NEVER = new AbortController().signal

/** Returns the signal that cancels a request's query; one that is never aborted if there is none. */
export function signalOf(meta: MetaQuery | undefined): AbortSignal {
  const signal: unknown = meta?.signal
  return signal instanceof AbortSignal ? signal : NEVER
}
