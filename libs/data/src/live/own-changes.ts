import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection } from './live-connection'
import { pageEnvironment } from './page-environment'
import type { Project } from './realtime-channel'

/** What a signal to one person is about (docs/realtime.md). */
export type OwnResource = 'submission' | 'exercise' | 'draft' | 'question' | 'dates'

export interface OwnChanges {
  client: DataClient
  queries: QueryClient
  project: Project
  person: string
  /** The signals of what this page does itself, which say nothing new to it. */
  echoes: {
    /** Whether a signal is one of them. */
    take: (resource: string) => boolean
    /** Called when the page begins to hear signals, because it has not heard earlier ones. */
    forget: () => void
  }
}

/**
 * The longest random delay before a browser reads again, in milliseconds. It spreads the requests after a change that
 * concerns many people, such as a moved cohort or everybody behind a work in the queue.
 */
const WITHIN_MS = 700
/** How long the connection stays without a page that wants it, in milliseconds: another page may follow. */
const LINGER_MS = 5_000

/** The one connection of the person, for all pages and parts that want signals. */
class OwnConnection {
  readonly person: string
  watchers = 0
  readonly #queries: QueryClient
  readonly #live: LiveConnection<string>
  /** The queries that are read again after a signal. A page that is left keeps its keys, which then only become stale. */
  readonly #keys = new Map<string, readonly QueryKey[]>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  constructor({ client, queries, project, person, echoes }: OwnChanges) {
    this.person = person
    this.#queries = queries
    this.#live = new LiveConnection<string>({
      open: async (listener) =>
        (await import('./own-changes-socket')).openOwnChanges(client, project, person, listener),
      environment: pageEnvironment,
      onStatus: () => undefined,
      onReady: () => {
        echoes.forget()
        for (const resource of this.#keys.keys()) this.#catchUp(resource)
      },
      onChange: (resource) => {
        if (!echoes.take(resource)) this.#ask(resource)
      },
      // The page reads again when it is shown, so it shows no outage.
      onOutage: () => undefined,
      random: Math.random,
    })
    this.#live.start()
  }

  want(resource: OwnResource, keys: readonly QueryKey[]): void {
    this.watchers += 1
    if (this.#keys.has(resource)) return
    this.#keys.set(resource, keys)
    if (this.#live.status === 'live') this.#catchUp(resource)
  }

  /** Reads what may have changed before the connection was there. A draft is read with its work or exercise. */
  #catchUp(resource: string): void {
    if (resource !== 'draft') this.#ask(resource)
  }

  #ask(resource: string): void {
    const keys = this.#keys.get(resource)
    if (!keys || this.#timers.has(resource)) return
    const read = () => {
      this.#timers.delete(resource)
      for (const queryKey of keys) void this.#queries.invalidateQueries({ queryKey })
    }
    this.#timers.set(resource, setTimeout(read, Math.random() * WITHIN_MS))
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#live.stop()
  }
}

let current: OwnConnection | null = null

/**
 * Reads queries again whenever this changes for the person alone: their work, a run, a draft of another device, a question that they follow, or what
 * opens or is due for them (rules/cohorts#moved-at-once). The keys of a resource are the same in every call. Returns a
 * function that stops it.
 */
export function watchOwnChanges(
  of: OwnChanges,
  resource: OwnResource,
  keys: readonly QueryKey[],
): () => void {
  if (current?.person !== of.person) {
    current?.stop()
    current = new OwnConnection(of)
  }
  const connection = current
  connection.want(resource, keys)
  return () => {
    connection.watchers -= 1
    setTimeout(() => {
      if (connection.watchers > 0 || current !== connection) return
      connection.stop()
      current = null
    }, LINGER_MS)
  }
}
