import {
  type BaseRecord,
  type CrudFilters,
  type CrudSorting,
  type HttpError,
  useList,
} from '@refinedev/core'
import type { Filters, FilterValues, List, ListPage } from '@rookies/data/lists/define-list'
import {
  addressOf,
  listFilters,
  listSorters,
  listState,
  placeOf,
  sortName,
  sortNames,
} from '@rookies/data/lists/list-state'
import { hasCode } from '@rookies/data/refine/request-error'
import type { Toast } from '@rookies/data/toasts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { To } from 'react-router-dom'
import { toast } from '../app/notification-provider'
import { useAddressState } from '../app/use-address-state'
import { useEventCallback } from '../ui/use-event-callback'

/** PostgREST: the page begins behind the last row. */
const NO_SUCH_PAGE = 'PGRST103'

/** Where a list begins; other filters and another order begin there, too. */
const BEGINNING = { page: null, after: null, before: null }

interface TableOptions<Ps extends Filters> {
  /** What is said when the list cannot be read. */
  failed: Toast
  /** What the screen asks itself, and no address says. */
  filters?: { permanent: Partial<FilterValues<Ps>> }
  queryOptions?: { refetchInterval: number }
}

/** The way through a list: by page numbers, or where it is too long to be counted, to newer rows and older ones. */
export type Paging =
  | { page: number; pages: number; to: (page: number) => To }
  | { newer: To | null; older: To | null }

/**
 * A list as its address says it, in the shape of Refine's `useTable`: the address alone holds the state, a link shows
 * exactly this view, and Back undoes a filter (docs/decisions/0014-lists-and-their-address.md).
 *
 * In: the list's definition. Out, beside what `useTable` gives: the `values` of its filters by name, `filterProps` and
 * `searchProps` for the fields that set them, and whether anything is `narrowed`.
 */
export function useTable<
  Fs extends Filters,
  Ps extends Filters,
  S extends string,
  P extends ListPage,
>(list: List<Fs, Ps, S, P>, { failed, filters: own, queryOptions }: TableOptions<Ps>) {
  type Row = P['data'][number] & BaseRecord
  const { params, page: asked, change, addressWith, pageAddress } = useAddressState()
  const { values, sort, after, before } = listState(list, params)
  const { pageSize, place, resource, select } = list
  const currentPage = place ? 1 : asked
  const filters = listFilters(list, values, { permanent: own?.permanent, after, before })
  const sorters = listSorters(list, sort)
  const { query, result } = useList<Row, HttpError>({
    resource,
    filters,
    sorters,
    pagination: { currentPage, pageSize },
    ...(select && { meta: { select } }),
    queryOptions: { placeholderData: keepPreviousData, ...queryOptions },
    errorNotification: (error) => (hasCode(error, NO_SUCH_PAGE) ? false : toast(failed, 'error')),
  })
  const data = query.data as P | undefined
  const total = result.total ?? 0
  const pageCount = Math.max(1, Math.ceil(total / pageSize))

  /** As Refine's; what is typed leaves no entry in the history for each letter. */
  const setFilters = useEventCallback(
    (
      next: CrudFilters | ((previous: CrudFilters) => CrudFilters),
      behavior: 'merge' | 'replace' = 'merge',
    ) => {
      const computed = typeof next === 'function'
      const said = addressOf(list.filters, computed ? next(filters) : next)
      const whole = computed || behavior === 'replace'
      const replace = !whole && Object.keys(said).every((name) => list.filters[name]?.typed)
      change({ ...(whole && emptied(list.filters)), ...said, ...BEGINNING }, { replace })
    },
  )
  const setSorters = useEventCallback((next: CrudSorting) => {
    const name = sortName(list, next)
    change({ sort: name === sortNames(list)[0] ? null : name, ...BEGINNING })
  })
  const setValues = (next: Partial<FilterValues<Fs>>) =>
    setFilters(Object.entries(next).map(([field, value]) => ({ field, operator: 'eq', value })))

  const search = Object.keys(list.filters).find((name) => list.filters[name]?.typed) ?? ''
  const onSearch = useCallback(
    (text: string) => setFilters([{ field: search, operator: 'contains', value: text }]),
    [setFilters, search],
  )
  const changed = Object.keys(list.filters).filter(
    (name) => values[name] !== list.filters[name]?.initial,
  )

  const rows = data?.data
  const settled = query.isSuccess && !query.isPlaceholderData
  // The list has become shorter than the address remembers.
  const beyond = place
    ? settled && !query.isFetching && rows?.length === 0 && Boolean(after || before)
    : currentPage > 1 &&
      (hasCode(query.error, NO_SUCH_PAGE) || (settled && currentPage > pageCount))

  return {
    tableQuery: query,
    result,
    /** The page with what rides beside its rows. */
    page: data,
    filters,
    setFilters,
    sorters,
    setSorters,
    currentPage,
    setCurrentPage: (page: number) => change({ page: page === 1 ? null : String(page) }),
    pageSize,
    pageCount,
    total,
    values,
    setValues,
    /** How many fields beside the search narrow the list down. */
    active: changed.filter((name) => name !== search).length,
    narrowed: changed.length > 0,
    searchProps: { value: values[search] ?? '', onSearch },
    filterProps: <K extends keyof Fs & string>(name: K) => ({
      value: values[name],
      onChange: (value: FilterValues<Fs>[K]) =>
        setFilters([{ field: name, operator: 'eq', value }]),
    }),
    /** Which order the list has, by its name, to be chosen from all of them. */
    sortProps: {
      value: sort,
      onChange: (name: S) => setSorters(listSorters(list, name)),
    },
    tableProps: {
      query,
      records: rows as readonly Row[] | undefined,
      sorters,
      orders: Object.values(list.orders ?? {}) as CrudSorting,
      onSort: setSorters,
      paging: paging(),
      beyond: beyond ? addressWith(BEGINNING) : null,
    },
  }

  function paging(): Paging {
    if (!place) return { page: currentPage, pages: pageCount, to: pageAddress }
    const { newer, older } = { newer: false, older: false, ...data }
    const [first, last] = [rows?.[0], rows?.at(-1)]
    return {
      newer: newer && first ? addressWith({ ...BEGINNING, before: placeOf(first) }) : null,
      older: older && last ? addressWith({ ...BEGINNING, after: placeOf(last) }) : null,
    }
  }
}

/** What `useTable` gives of a list. */
export type Table<L> =
  L extends List<infer Fs, infer Ps, infer S, infer P>
    ? ReturnType<typeof useTable<Fs, Ps, S, P>>
    : never

const emptied = (filters: Filters) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, null]))
