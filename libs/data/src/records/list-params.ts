import type { CrudFilters, GetListParams, MetaQuery } from '@refinedev/core'

/** Refine's parameters of a list. */
export type ListParams = Pick<GetListParams, 'filters' | 'sorters' | 'pagination' | 'meta'>

/** The field of Refine's filter for a search in all searchable columns of a resource. */
export const SEARCH_FIELD = 'q'

/** Converts values by field, including the search, to Refine's filters, without empty values. */
export function filtersOf(values: Readonly<Record<string, string>>): CrudFilters {
  return Object.entries(values).flatMap(([field, value]) =>
    value === ''
      ? []
      : [{ field, operator: field === SEARCH_FIELD ? 'contains' : 'eq', value } as const],
  )
}

/** Returns the value of a field in Refine's filters; an empty text if there is none. */
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

/** Returns the signal that cancels a request, or a signal that is never aborted. */
export function signalOf(meta: MetaQuery | undefined): AbortSignal {
  const signal: unknown = meta?.signal
  return signal instanceof AbortSignal ? signal : NEVER
}
