import type { CrudFilters, CrudSort, CrudSorting } from '@refinedev/core'
import { filtersOf, filterValue } from '../records/list-params'
import type { Filters, FilterValues, List, ListPage } from './define-list'

/** The state of a list, as its address contains it. */
export interface ListState<Fs extends Filters, S extends string> {
  values: FilterValues<Fs>
  sort: S
  /** The position after or before which the page lies. At most one of `after` and `before` is set. */
  after: string
  before: string
}

/** Parses values by the names of the filters. Invalid values are ignored. */
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

/** Parses a list's state from its address. */
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

/** Returns the names of a list's orders; the default is the first. */
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

/** Returns the name of the order that equals Refine's sorters; the default if none does. */
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
  /** The values of filters that the screen sets. */
  permanent?: Partial<FilterValues<Ps>> | undefined
  after?: string
  before?: string
}

/** Returns Refine's filters for the state of a list, without empty values. */
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

/** Returns Refine's sorters for the state of a list. */
export function listSorters<S extends string>(
  { orders, last }: { orders?: Readonly<Record<S, CrudSort>>; last?: CrudSort },
  sort: S,
): CrudSorting {
  return [...(orders?.[sort] ? [orders[sort]] : []), ...(last ? [last] : [])]
}

/** Returns the position of a row, from which the page before or after it is read. */
export const placeOf = (row: { created_at?: string; id?: string | number }) =>
  `${row.created_at},${row.id}`

/**
 * Returns the parameters of the address for Refine's filters; null for parameters to remove. Unknown fields are
 * ignored.
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
