import type { CrudFilters, GetListParams, MetaQuery } from '@refinedev/core'

/** What Refine asks a list for. */
export type ListParams = Pick<GetListParams, 'filters' | 'sorters' | 'pagination' | 'meta'>

/** The filter field that stands for "anywhere in what this resource is searched by". */
export const SEARCH_FIELD = 'q'

/** In: values by field. Out: Refine's filters, the search as one; what is empty does not count. */
export function filtersOf(values: Readonly<Record<string, string>>): CrudFilters {
  return Object.entries(values).flatMap(([field, value]) =>
    value === ''
      ? []
      : [{ field, operator: field === SEARCH_FIELD ? 'contains' : 'eq', value } as const],
  )
}

/** In: Refine's filters and a field. Out: what that field is compared with; empty for none. */
export function filterValue(filters: CrudFilters | undefined, field: string): string {
  const filter = filters?.find((candidate) => 'field' in candidate && candidate.field === field)
  return typeof filter?.value === 'string' ? filter.value : ''
}

/** In: Refine's filters. Out: the values of these fields that are not empty, by field. */
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

/** In: a request's meta. Out: the signal with which its query is given up; one that never comes for none. */
export function signalOf(meta: MetaQuery | undefined): AbortSignal {
  const signal: unknown = meta?.signal
  return signal instanceof AbortSignal ? signal : NEVER
}
