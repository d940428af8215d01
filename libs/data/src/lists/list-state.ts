import type { CrudFilters, CrudSort, CrudSorting } from '@refinedev/core'
import { filtersOf, filterValue } from '../records/list-params'
import type { Filters, FilterValues, List, ListPage } from './define-list'

/** What a list shows, as its address says it. */
export interface ListState<Fs extends Filters, S extends string> {
  values: FilterValues<Fs>
  sort: S
  /** Place behind or ahead of which the page is; at most one of them. */
  after: string
  before: string
}

/** Reads values by the names of these filters; what they do not know counts as not said. */
export function filterValues<Fs extends Filters>(
  filters: Fs,
  textOf: (name: string) => string | null,
): FilterValues<Fs> {
  const values = Object.entries(filters).map(([name, { initial, parse }]) => [
    name,
    parse(textOf(name) ?? '') ?? initial,
  ])
  return Object.fromEntries(values) as FilterValues<Fs>
}

/** Reads a list's state from its address. */
export function listState<
  Fs extends Filters,
  Ps extends Filters,
  S extends string,
  P extends ListPage,
>(list: List<Fs, Ps, S, P>, params: URLSearchParams): ListState<Fs, S> {
  const place = (name: string) => {
    const text = params.get(name) ?? ''
    return list.place?.test(text) ? text : ''
  }
  const after = place('after')
  return {
    values: filterValues(list.filters, (name) => params.get(name)),
    sort: sortNamed(list, params.get('sort')),
    after,
    before: after ? '' : place('before'),
  }
}

/** The names of a list's orders, the one first that holds while the address names none. */
export const sortNames = <S extends string>({
  orders,
}: {
  orders?: Readonly<Record<S, CrudSort>>
}) => Object.keys(orders ?? {}) as S[]

function sortNamed<S extends string>(
  list: { orders?: Readonly<Record<S, CrudSort>> },
  asked: string | null,
): S {
  const names = sortNames(list)
  return names.find((name) => name === asked) ?? (names[0] as S)
}

/** The name of the order that Refine's sorters ask for; the list's own where they ask for none of its. */
export function sortName<S extends string>(
  list: { orders?: Readonly<Record<S, CrudSort>> },
  sorters: CrudSorting | undefined,
): S {
  const [asked] = sorters ?? []
  const found = sortNames(list).find((name) => {
    const { field, order } = list.orders?.[name] ?? {}
    return field === asked?.field && order === asked?.order
  })
  return sortNamed(list, found ?? null)
}

interface Beside<Ps extends Filters> {
  /** What the screen asks itself. */
  permanent?: Partial<FilterValues<Ps>> | undefined
  after?: string
  before?: string
}

/** Refine's filters of a list: what is not said counts for nothing. */
export function listFilters<Fs extends Filters, Ps extends Filters>(
  { filters, permanent }: { filters: Fs; permanent?: Ps },
  values: Partial<FilterValues<Fs>>,
  { permanent: asked, after = '', before = '' }: Beside<Ps> = {},
): CrudFilters {
  const said: Readonly<Record<string, string | undefined>> = { ...values, ...asked }
  const names = Object.keys({ ...filters, ...permanent })
  return filtersOf({
    ...Object.fromEntries(names.map((name) => [name, said[name] ?? ''])),
    after,
    before,
  })
}

/** Refine's sorters of a list. */
export function listSorters<S extends string>(
  { orders, last }: { orders?: Readonly<Record<S, CrudSort>>; last?: CrudSort },
  sort: S,
): CrudSorting {
  return [...(orders?.[sort] ? [orders[sort]] : []), ...(last ? [last] : [])]
}

/** Where a row stands in a list, for the page behind or ahead of it. */
export const placeOf = (row: { created_at?: string; id?: string | number }) =>
  `${row.created_at},${row.id}`

/**
 * In: Refine's filters. Out: what the address is to say of them, null for what it leaves out. Fields that
 * the address does not know are passed over.
 */
export function addressOf(filters: Filters, asked: CrudFilters): Record<string, string | null> {
  const known = Object.entries(filters).filter(([name]) =>
    asked.some((filter) => 'field' in filter && filter.field === name),
  )
  return Object.fromEntries(
    known.map(([name, { initial }]) => {
      const value = filterValue(asked, name)
      return [name, value === initial ? null : value]
    }),
  )
}
