import type { DataClient, FunctionCaller } from '../client'

/** The clients that acts and reads use. */
export interface Source {
  client: DataClient
  functions: FunctionCaller
  /** Origin and publishable key, for downloading and uploading files. */
  project: { url: string; key: string }
}

/** An act or a read; most need no more than the client. */
export type Run = (client: DataClient, input: never, signal: AbortSignal, source: Source) => unknown

/** Loads the code of an act or a read when it is called for the first time. */
type Loaders = Record<string, () => Run | Promise<Run>>

/** The function that a loader loads. */
export type Loaded<L extends () => unknown> = Awaited<ReturnType<L>>

const each = <Facts extends object, L extends Loaders>(facts: Facts, loaders: L) =>
  Object.fromEntries(
    Object.entries(loaders).map(([name, load]) => [name, { ...facts, load }]),
  ) as unknown as { [Name in keyof L]: Facts & { load: L[Name] } }

/** Defines named acts, with what each of them makes stale. The module of each act says what it throws. */
export const acts = <const Changes, L extends Loaders>(changes: Changes, loaders: L) =>
  each({ changes }, loaders)

/** Defines named reads, with the resources whose changes make each of them stale. */
export const reads = <const Shows, L extends Loaders>(shows: Shows, loaders: L) =>
  each({ shows }, loaders)

/** Makes an act or a read of a function that takes the id of a record. */
export const byId =
  <Answer>(run: (client: DataClient, id: string, signal: AbortSignal) => Answer) =>
  (client: DataClient, { id }: { id: string }, signal: AbortSignal) =>
    run(client, id, signal)

/** Makes a read of a function that takes no input. */
export const withoutInput =
  <Answer>(run: (client: DataClient, signal: AbortSignal) => Answer) =>
  (client: DataClient, _: unknown, signal: AbortSignal) =>
    run(client, signal)
