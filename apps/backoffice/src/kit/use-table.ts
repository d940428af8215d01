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
import { pageCount } from '../ui/page-count'
import { useEventCallback } from '../ui/use-event-callback'

/** The error code of PostgREST for a page past the last row. */
const NO_SUCH_PAGE = 'PGRST103'

/** Removes the page from the address, because other filters and another order start at the first page. */
const BEGINNING = { page: null, after: null, before: null }

interface TableOptions<Ps extends Filters> {
  /** Shown if the list cannot be read. */
  failed: Toast
  /** Filters that the screen sets; they are not in the address. */
  filters?: { permanent: Partial<FilterValues<Ps>> }
  queryOptions?: { refetchInterval: number }
}

/** Page numbers; for a list that is too long to count, links to newer and older rows. */
export type Paging =
  | { page: number; pages: number; to: (page: number) => To }
  | { newer: To | null; older: To | null }

/**
 * A list with the interface of Refine's `useTable`, whose state is in the address: a link to it shows the same rows, and
 * Back undoes a filter (docs/decisions/0014-lists-and-their-address.md). Beyond Refine's, it returns the filters'
 * `values` by name, `filterProps` and `searchProps` for the fields that set them, and whether any filter is set
 * (`narrowed`).
 */
export function useTable<
  Fs extends Filters,
  Ps extends Filters,
  S extends string,
  P extends ListPage,
>(list: List<Fs, Ps, S, P>, { failed, filters: own, queryOptions }: TableOptions<Ps>) {
  type Row = P['data'][number] & BaseRecord
  const { params, page: pageInAddress, change, addressWith, pageAddress } = useAddressState()
  const { values, sort, after, before } = listState(list, params)
  const { pageSize, place, resource, select } = list
  const currentPage = place ? 1 : pageInAddress
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
  const pages = pageCount(total, pageSize)

  /** Like Refine's `setFilters`. The letters of a search add no history entries. */
  const setFilters = useEventCallback(
    (
      next: CrudFilters | ((previous: CrudFilters) => CrudFilters),
      behavior: 'merge' | 'replace' = 'merge',
    ) => {
      const computed = typeof next === 'function'
      const parameters = addressOf(list.filters, computed ? next(filters) : next)
      const whole = computed || behavior === 'replace'
      const replace = !whole && Object.keys(parameters).every((name) => list.filters[name]?.typed)
      change({ ...(whole && emptied(list.filters)), ...parameters, ...BEGINNING }, { replace })
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
  // Whether the page in the address is past the last one, because the list has become shorter.
  const beyond = place
    ? settled && !query.isFetching && rows?.length === 0 && Boolean(after || before)
    : currentPage > 1 && (hasCode(query.error, NO_SUCH_PAGE) || (settled && currentPage > pages))

  return {
    tableQuery: query,
    result,
    /** The whole answer: the rows, and what the server adds to them, such as sums. */
    page: data,
    filters,
    setFilters,
    sorters,
    setSorters,
    currentPage,
    setCurrentPage: (page: number) => change({ page: page === 1 ? null : String(page) }),
    pageSize,
    pageCount: pages,
    total,
    values,
    setValues,
    /** The number of filters that are set, without the search. */
    active: changed.filter((name) => name !== search).length,
    narrowed: changed.length > 0,
    searchProps: { value: values[search] ?? '', onSearch },
    filterProps: <K extends keyof Fs & string>(name: K) => ({
      value: values[name],
      onChange: (value: FilterValues<Fs>[K]) =>
        setFilters([{ field: name, operator: 'eq', value }]),
    }),
    /** The props of a select for the order of the list. */
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
      onClear: changed.length > 0 ? () => setFilters([], 'replace') : undefined,
      beyond: beyond ? addressWith(BEGINNING) : null,
    },
  }

  function paging(): Paging {
    if (!place) return { page: currentPage, pages, to: pageAddress }
    const { newer, older } = { newer: false, older: false, ...data }
    const [first, last] = [rows?.[0], rows?.at(-1)]
    return {
      newer: newer && first ? addressWith({ ...BEGINNING, before: placeOf(first) }) : null,
      older: older && last ? addressWith({ ...BEGINNING, after: placeOf(last) }) : null,
    }
  }
}

/** The result of `useTable` for a list definition. */
export type Table<L> =
  L extends List<infer Fs, infer Ps, infer S, infer P>
    ? ReturnType<typeof useTable<Fs, Ps, S, P>>
    : never

const emptied = (filters: Filters) =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, null]))
