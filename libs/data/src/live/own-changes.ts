import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection } from './live-connection'
import { pageEnvironment } from './page-environment'
import type { Project } from './realtime-channel'

/** The resources that signals to a person are about (docs/realtime.md). */
export type OwnResource = 'submission' | 'exercise' | 'draft' | 'question' | 'dates'

export interface OwnChanges {
  client: DataClient
  queries: QueryClient
  project: Project
  person: string
  /** Recognises signals that this page has caused itself. They need no read. */
  echoes: {
    /** Returns whether a signal was caused by this page. */
    take: (resource: string) => boolean
    /** Called when the page subscribes, because signals of earlier saves will not arrive. */
    forget: () => void
  }
}

/**
 * The maximum random delay before a query is read again, in milliseconds. It spreads the requests after a change that
 * affects many people, such as a moved cohort.
 */
const WITHIN_MS = 700
/**
 * How long the connection stays open after the last page has unsubscribed, in milliseconds, because another page may
 * follow.
 */
const LINGER_MS = 5_000

/** The connection of the signed-in person, which all subscriptions share. */
class OwnConnection {
  readonly person: string
  watchers = 0
  readonly #queries: QueryClient
  readonly #live: LiveConnection<string>
  /**
   * The query keys that are read again after a signal, by resource. They stay after a page was left; its queries then
   * only become stale.
   */
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
      // An outage is not reported, because the page reads its data again when it is shown.
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

  /** Reads queries that may have changed before the connection was open. A draft is read with its work or exercise. */
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
 * Reads queries again when data of the person changes: their work, a run, a draft of another device, a question that
 * they follow, or what opens or is due for them (rules/cohorts#moved-at-once). Each call must pass the same keys for a
 * resource. Returns a function that unsubscribes.
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
