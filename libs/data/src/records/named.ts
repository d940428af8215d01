import type { DataClient, FunctionCaller } from '../client'

/** The clients that named acts (changes) and named reads can use. */
export interface Source {
  client: DataClient
  functions: FunctionCaller
  /** The project's origin and publishable key, for uploads and downloads. */
  project: { url: string; key: string }
}

/** The function of an act or a read. Most functions only use the client. */
export type Run = (client: DataClient, input: never, signal: AbortSignal, source: Source) => unknown

/** Functions that load the code of acts or reads when they are called for the first time. */
type Loaders = Record<string, () => Run | Promise<Run>>

/** The function that a loader returns. */
export type Loaded<L extends () => unknown> = Awaited<ReturnType<L>>

const each = <Facts extends object, L extends Loaders>(facts: Facts, loaders: L) =>
  Object.fromEntries(
    Object.entries(loaders).map(([name, load]) => [name, { ...facts, load }]),
  ) as unknown as { [Name in keyof L]: Facts & { load: L[Name] } }

/**
 * Defines named acts. `changes` are the resources whose data is stale after each of them. The errors are described
 * where each function is defined.
 */
export const acts = <const Changes, L extends Loaders>(changes: Changes, loaders: L) =>
  each({ changes }, loaders)

/** Defines named reads. `shows` are the resources after whose changes the data of these reads is stale. */
export const reads = <const Shows, L extends Loaders>(shows: Shows, loaders: L) =>
  each({ shows }, loaders)

/** Makes an act or a read from a function whose input is only the id of a record. */
export const byId =
  <Answer>(run: (client: DataClient, id: string, signal: AbortSignal) => Answer) =>
  (client: DataClient, { id }: { id: string }, signal: AbortSignal) =>
    run(client, id, signal)

/** Makes a read from a function without an input. */
export const withoutInput =
  <Answer>(run: (client: DataClient, signal: AbortSignal) => Answer) =>
  (client: DataClient, _: unknown, signal: AbortSignal) =>
    run(client, signal)
