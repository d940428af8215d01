import type { BaseRecord, CrudSort } from '@refinedev/core'
import type { Resource } from '../access/resources'
import type { Database } from '../database.gen'
import { dayEnd, dayStart } from '../dates/days'
import type { ExportList } from '../exports/export-lists'
import { both, changed, listOf, number, type Schema, shape } from '../json'

type Functions = Database['public']['Functions']

/** A database function that returns one page of a list. */
export type ListFunction = {
  [F in keyof Functions]: 'page_size' extends keyof Functions[F]['Args'] ? F : never
}[keyof Functions]

/** A page of a list. The answer can contain more than rows, such as sums. */
export interface ListPage {
  data: BaseRecord[]
  total: number
}

/** A filter of a list. It has the same name in the address and for Refine. */
export interface Filter<V extends string = string, Args = object> {
  /** The default value, which the address leaves out. */
  initial: V
  /** Whether people type the value, so that the list waits for a pause in typing. */
  typed?: true
  /** Parses the value in an address. Returns null for an invalid one. */
  parse(text: string): V | null
  /** Returns the arguments of the database function for a value. */
  args(value: V): Args
}

export type Filters<Args = object> = Readonly<Record<string, Filter<string, Args>>>

export type FilterValues<Fs extends Filters> = {
  [K in keyof Fs]: Fs[K] extends Filter<infer V, object> ? V : never
}

/** Defines a filter by a text that people type. */
export const typed = <Args extends object>(args: (text: string) => Args): Filter<string, Args> => ({
  initial: '',
  typed: true,
  parse: (text) => text.trim().slice(0, 100),
  args,
})

/** Defines a filter with these values, or none of them. */
export const choice = <V extends string, Args extends object>(
  values: readonly V[],
  args: (value: V) => Args,
): Filter<V | '', Args> => ({
  initial: '',
  parse: (text) => values.find((value) => value === text) ?? null,
  args: (value) => args(value as V),
})

/** Defines a filter that always has one of these values. The first is the default. */
export const state = <V extends string, Args extends object>(
  values: readonly [V, ...V[]],
  args: (value: V) => Args,
): Filter<V, Args> => ({
  initial: values[0],
  parse: (text) => values.find((value) => value === text) ?? null,
  args,
})

/** Defines a filter by a text that matches a pattern. */
export const matching = <Args extends object>(
  form: RegExp,
  args: (text: string) => Args,
): Filter<string, Args> => ({
  initial: '',
  parse: (text) => (form.test(text) ? text : null),
  args,
})

/** The filters by first and last day, both included: `YYYY-MM-DD` in the reader's time zone. */
export const DAYS = {
  from: {
    initial: '',
    parse: (text) => (dayStart(text) ? text : null),
    args: (day) => ({ since: dayStart(day)?.toISOString() }),
  },
  to: {
    initial: '',
    parse: (text) => (dayStart(text) ? text : null),
    args: (day) => ({ until: dayEnd(day)?.toISOString() }),
  },
} as const satisfies Filters<{ since?: string | undefined; until?: string | undefined }>

interface Shared<Fs, Ps, S extends string> {
  resource: Resource
  pageSize: number
  /** The filters, by their names in the address. */
  filters: Fs
  /** Filters that the screen sets and that are not in the address, such as the community of a list of members. */
  permanent?: Ps
  /** The orders, by their names in the address. The first is the default. */
  orders?: Readonly<Record<S, CrudSort>>
  /**
   * Matches a position in the list, `time,id`. A list with this property is too long to be counted, so its address
   * contains the position before or after which the page lies (`before`, `after`) instead of a page number.
   */
  place?: RegExp
}

/** A list whose rows a database function returns. */
interface FunctionList<F extends ListFunction, Fs, Ps, S extends string, P>
  extends Shared<Fs, Ps, S> {
  calls: F
  /**
   * Whether the function is called by GET. Servers log the arguments of GET requests, so never use this for a search
   * for people.
   */
  get?: true
  /** Parses the answer of the function. */
  parse: Schema<P>
}

/** A list whose rows are read from the table of its resource. */
interface TableList<Fs, Ps, S extends string> extends Shared<Fs, Ps, S> {
  /** The columns to read, in PostgREST's syntax. */
  select: string
  /** The order of rows that are equal in the chosen order. */
  last: CrudSort
}

/**
 * The definition of a list, from which its address, Refine's parameters, the arguments of the function, and the export
 * are derived.
 */
export interface List<
  Fs extends Filters = Filters,
  Ps extends Filters = Filters,
  S extends string = string,
  P extends ListPage = ListPage,
> extends Shared<Fs, Ps, S> {
  calls?: ListFunction
  get?: true
  parse?: Schema<P>
  select?: string
  last?: CrudSort
}

/** The name of a list's export, and the arguments of the export that have other names than in the function. */
export interface Exported<Arg extends string = string> {
  list: ExportList
  names?: { readonly [A in Arg]?: string }
}

/** Parses a page whose answer has its rows under the key `rows`, and their number as `total`. */
export const pageOf = <T extends BaseRecord>(rows: string, row: Schema<T>) =>
  both(
    shape({ total: number }),
    changed(shape({ [rows]: listOf(row) }), ({ [rows]: data = [] }) => ({ data })),
  )

type NoFilters = Readonly<Record<never, never>>

/** Defines a list whose rows a database function returns. */
export function defineList<
  F extends ListFunction,
  Fs extends Filters<Partial<Functions[F]['Args']>>,
  P extends ListPage,
  S extends string = never,
  Ps extends Filters<Partial<Functions[F]['Args']>> = NoFilters,
  E extends Exported<keyof Functions[F]['Args'] & string> | undefined = undefined,
>(list: FunctionList<F, Fs, Ps, S, P> & { exported?: E }) {
  return list as FunctionList<F, Fs, Ps, S, P> & List<Fs, Ps, S, P> & { exported: E }
}

/** Defines a list whose rows are read from the table of its resource, with the type `Row`. */
export function defineTable<Row extends BaseRecord>() {
  type Page = { data: Row[]; total: number }
  return <
    Fs extends Filters,
    S extends string,
    Ps extends Filters = NoFilters,
    E extends Exported | undefined = undefined,
  >(
    list: TableList<Fs, Ps, S> & { exported?: E },
  ) => list as List<Fs, Ps, S, Page> & { exported: E }
}

/** Returns orders: newest or oldest first, and ascending or descending by each of these columns. */
export function ordersBy<C extends string>(...columns: C[]) {
  const both = columns.flatMap((field): [string, CrudSort][] => [
    [field, { field, order: 'asc' }],
    [`-${field}`, { field, order: 'desc' }],
  ])
  const orders = [
    ['newest', { field: 'created_at', order: 'desc' }],
    ['oldest', { field: 'created_at', order: 'asc' }],
    ...both,
  ]
  return Object.fromEntries(orders) as Record<'newest' | 'oldest' | C | `-${C}`, CrudSort>
}

/** Defines a filter that accepts the id of a record, such as a course, or the value `extra`, such as `none`. */
export const idFilter = <Args extends object>(
  args: (id: string) => Args,
  extra?: string,
): Filter<string, Args> =>
  matching(
    new RegExp(`^([\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}${extra ? `|${extra}` : ''})$`, 'i'),
    args,
  )
