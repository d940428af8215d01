import type { BaseRecord, CrudSort } from '@refinedev/core'
import type { Resource } from '../access/resources'
import type { Database } from '../database.gen'
import { dayEnd, dayStart } from '../dates/date-range'
import type { ExportList } from '../exports/export-lists'
import type { JsonObject } from '../json'

type Functions = Database['public']['Functions']

/** A function that answers with one page of a list. */
export type ListFunction = {
  [F in keyof Functions]: 'page_size' extends keyof Functions[F]['Args'] ? F : never
}[keyof Functions]

/** A page of a list; sums and the like may ride beside the rows. */
export interface ListPage {
  data: BaseRecord[]
  total: number
}

/** One thing by which a list is narrowed down. Its name is the one that it has in the address and for Refine. */
export interface Filter<V extends string = string, Args = object> {
  /** What holds while the address says nothing; the address leaves it out. */
  initial: V
  /** People type it, so that it changes letter by letter. */
  typed?: true
  /** Reads a text out of an address; null for one that it does not know. */
  parse(text: string): V | null
  /** What a value is for the list's function: its arguments. */
  args(value: V): Args
}

export type Filters<Args = object> = Readonly<Record<string, Filter<string, Args>>>

export type FilterValues<Fs extends Filters> = {
  [K in keyof Fs]: Fs[K] extends Filter<infer V, object> ? V : never
}

/** Words that people type. */
export const typed = <Args extends object>(
  args: (words: string) => Args,
): Filter<string, Args> => ({
  initial: '',
  typed: true,
  parse: (text) => text.trim().slice(0, 100),
  args,
})

/** One of these words, or none of them. */
export const choice = <V extends string, Args extends object>(
  values: readonly V[],
  args: (value: V) => Args,
): Filter<V | '', Args> => ({
  initial: '',
  parse: (text) => values.find((value) => value === text) ?? null,
  args: (value) => args(value as V),
})

/** One of these words always: the first unless another is named. */
export const state = <V extends string, Args extends object>(
  values: readonly [V, ...V[]],
  args: (value: V) => Args,
): Filter<V, Args> => ({
  initial: values[0],
  parse: (text) => values.find((value) => value === text) ?? null,
  args,
})

/** A text of this form. */
export const matching = <Args extends object>(
  form: RegExp,
  args: (text: string) => Args,
): Filter<string, Args> => ({
  initial: '',
  parse: (text) => (form.test(text) ? text : null),
  args,
})

/** From which day to which, both included: the reader's days, `YYYY-MM-DD`. */
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
  /** What narrows the list down, by its name in the address. */
  filters: Fs
  /** The same, but for what a screen asks and no address says, such as the community whose members are listed. */
  permanent?: Ps
  /** The orders, by their names in the address; the first one holds while the address names none. */
  orders?: Readonly<Record<S, CrudSort>>
  /**
   * The form of a place in the list, `time,id`: such a list is too long to be counted, and the address says behind
   * or ahead of which place a page is (`after`, `before`), and no page number.
   */
  place?: RegExp
}

/** A list that a function of the database answers. */
interface FunctionList<F extends ListFunction, Fs, Ps, S extends string, P>
  extends Shared<Fs, Ps, S> {
  calls: F
  /** Called by GET, with the arguments in an address, which servers write into their logs: never where people are searched. */
  get?: true
  /** Reads the function's answer; throws DataError `MALFORMED` when it is something else. */
  parse: (page: JsonObject) => P
}

/** A list that the resource's table answers. */
interface TableList<Fs, Ps, S extends string> extends Shared<Fs, Ps, S> {
  /** What is read of each, in PostgREST's words. */
  select: string
  /** What decides between rows that are alike in the order. */
  last: CrudSort
}

/** What the address, Refine, the function and the export have to know of a list. */
export interface List<
  Fs extends Filters = Filters,
  Ps extends Filters = Filters,
  S extends string = string,
  P extends ListPage = ListPage,
> extends Shared<Fs, Ps, S> {
  calls?: ListFunction
  get?: true
  parse?: (page: JsonObject) => P
  select?: string
  last?: CrudSort
}

/** What the export of a list is called, and what it calls an argument of the function where that is another name. */
export interface Exported<Arg extends string = string> {
  list: ExportList
  names?: { readonly [A in Arg]?: string }
}

type NoFilters = Readonly<Record<never, never>>

/** Says once what a list is that a function answers. */
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

/** Says once what a list is that the resource's table answers; each row is a `Row`. */
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

/** The newest first, or by one of these columns, up and down. */
export function ordersBy<C extends string>(...columns: C[]) {
  const both = columns.flatMap((field): [string, CrudSort][] => [
    [field, { field, order: 'asc' }],
    [`-${field}`, { field, order: 'desc' }],
  ])
  const orders = [['newest', { field: 'created_at', order: 'desc' }], ...both]
  return Object.fromEntries(orders) as Record<'newest' | C | `-${C}`, CrudSort>
}

/** The id of a course, or one other word. */
export const courseFilter = <Args extends object>(
  args: (course: string) => Args,
  word?: string,
): Filter<string, Args> =>
  matching(
    new RegExp(`^([\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}${word ? `|${word}` : ''})$`, 'i'),
    args,
  )
