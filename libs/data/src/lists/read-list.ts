import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { filterValue, type ListParams, signalOf } from '../records/list-params'
import type { Filters, List, ListPage } from './define-list'
import { filterArgs } from './filter-args'
import { filterValues, sortName } from './list-state'

/** Returns the arguments of the database function for Refine's parameters. */
function listArgs<P extends ListPage>(
  list: List<Filters, Filters, string, P>,
  { filters, sorters, pagination }: ListParams,
) {
  const known = { ...list.filters, ...list.permanent }
  const place = (name: string) => {
    const text = filterValue(filters, name)
    return list.place?.test(text) && { [name]: text }
  }
  return {
    ...filterArgs(
      known,
      filterValues(known, (name) => filterValue(filters, name)),
    ),
    ...(list.orders && { sort: sortName(list, sorters) }),
    ...(list.place
      ? { ...place('after'), ...place('before') }
      : { page: pagination?.currentPage ?? 1 }),
    page_size: pagination?.pageSize ?? list.pageSize,
  }
}

type AnyList<P extends ListPage> = List<Filters, Filters, string, P>

/** A list whose rows a database function returns. */
export type AnsweredList<P extends ListPage = ListPage> = AnyList<P> &
  Required<Pick<AnyList<P>, 'calls' | 'parse'>>

/**
 * Reads a list for Refine from its database function. Fails with a DataError, `42501` for callers who may not read it.
 */
export async function readList<P extends ListPage>(
  client: Pick<DataClient, 'rpc'>,
  list: AnsweredList<P>,
  params: ListParams,
): Promise<P> {
  // `defineList` checks that the arguments of every filter belong to this function.
  const args = listArgs(list, params) as never
  const call = client.rpc(list.calls, args, { get: list.get === true })
  return list.parse(unwrap(await call.abortSignal(signalOf(params.meta))))
}
