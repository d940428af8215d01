import type { ExportRequest } from '../exports/export-csv'
import type { Exported, Filters, FilterValues } from './define-list'

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The type of the arguments that several filters have mergeArgs. */
type FilterArgs<Fs extends Filters> = Partial<Together<ReturnType<Fs[keyof Fs]['args']>>>

/** Returns the arguments of the database function for the values of filters, without empty values. */
export function filterArgs<Fs extends Filters>(
  filters: Fs,
  values: FilterValues<Fs>,
): FilterArgs<Fs> {
  const said: Readonly<Record<string, string>> = values
  const given = Object.entries(filters).map(([name, filter]): Args => {
    const value = said[name] ?? ''
    return value === '' ? {} : { ...filter.args(value) }
  })
  return given.reduce(mergeArgs, {}) as FilterArgs<Fs>
}

type Args = Readonly<Record<string, unknown>>

/** Merges two sets of arguments. If both have the same argument as an object, its keys are merged. */
function mergeArgs(all: Args, more: Args): Args {
  const shared = Object.keys(more).filter((name) => isKeyed(all[name]) && isKeyed(more[name]))
  const joined = shared.map((name) => [name, Object.assign({}, all[name], more[name])])
  return { ...all, ...more, ...Object.fromEntries(joined) }
}

const isKeyed = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the name and the filter of the export for the values of a list's filters. */
export function listExport<Fs extends Filters>(
  { filters, exported }: { filters: Fs; exported: Exported },
  values: FilterValues<Fs>,
): ExportRequest {
  const names: Readonly<Record<string, string | undefined>> = { query: 'search', ...exported.names }
  // The export has a filter for each key of a shared argument.
  const args = Object.entries(filterArgs(filters, values)).flatMap(([name, value]) =>
    isKeyed(value) ? Object.entries(value) : [[name, value] as const],
  )
  return {
    list: exported.list,
    filter: Object.fromEntries(args.map(([name, value]) => [names[name] ?? name, String(value)])),
  }
}
