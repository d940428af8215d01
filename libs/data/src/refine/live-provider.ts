import { keys, type LiveProvider, type ResourceProps } from '@refinedev/core'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection, type OpenSocket } from '../live/live-connection'
import { type PageEnvironment, pageEnvironment } from '../live/page-environment'
import type { Project } from '../live/realtime-channel'

/** The argument of Refine's `subscribe`; Refine's own type is `any`. */
type Subscription = Parameters<LiveProvider['subscribe']>[0]

interface Lists {
  /** The query cache that Refine uses. */
  queries: QueryClient
  /** Refine's resources. Several can have the same name and different identifiers. */
  resources: readonly Pick<ResourceProps, 'name' | 'identifier'>[]
}

interface LiveProviderOptions extends Lists {
  client: Pick<DataClient, 'auth'>
  project: Project
}

interface LiveListsParts extends Lists {
  open: OpenSocket<string>
  environment: PageEnvironment
  /** Returns a number from 0 up to 1. */
  random: () => number
}

/** The delay before the connection opens, in milliseconds, so that the screen is loaded first. */
const DELAY_MS = 1_500
/** The delay before lists are read after a change, in milliseconds, so that several changes cause one read. */
const GATHER_MS = 800
/** How long the connection stays open after the last list was left, in milliseconds. */
const LINGER_MS = 5_000
const CHANNEL = 'resources/'

/**
 * Creates Refine's live provider. It reads lists again when other people have changed their data
 * (rules/interface#live-lists). It must be used with `liveMode: 'manual'`, because with `auto` Refine would also read
 * an open form again.
 */
export function createLiveProvider({
  client,
  project,
  ...lists
}: LiveProviderOptions): LiveProvider {
  return liveLists({
    ...lists,
    open: async (listener) => {
      const { openListChanges } = await import('./realtime-list-changes')
      return openListChanges(client, project, listener)
    },
    environment: pageEnvironment,
    random: () => Math.random(),
  })
}

/** Lists are read again by the provider. Other subscribers are only notified. */
const isOfList = ({ params }: Subscription) => params?.subscriptionType === 'useList'

function resourcesOf({ channel, params }: Subscription): readonly string[] {
  const named: unknown = params?.resources
  return Array.isArray(named) ? named.map(String) : [channel.slice(CHANNEL.length)]
}

/** Creates the provider with a given environment, for tests. */
export function liveLists({ open, environment, random, ...lists }: LiveListsParts): LiveProvider {
  const subscriptions = new Set<Subscription>()
  /** Resources whose lists must be read again when the page is visible. */
  const changed = new Set<string>()
  let connection: LiveConnection<string> | null = null
  let stopWatching: (() => void) | undefined
  let beginning: ReturnType<typeof setTimeout> | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  const subscribed = () => new Set([...subscriptions].flatMap(resourcesOf))

  function gather(): void {
    gathering ??= setTimeout(pass, GATHER_MS)
  }

  function pass(): void {
    gathering = undefined
    if (!environment.isVisible()) return
    const shown = subscribed()
    const affected = new Set([...changed].filter((resource) => shown.has(resource)))
    const listed = new Set([...subscriptions].filter(isOfList).flatMap(resourcesOf))
    for (const resource of affected) {
      changed.delete(resource)
      if (listed.has(resource)) void readListsAgain(lists, resource)
    }
    const event = { type: '*', payload: {}, date: new Date() }
    for (const subscription of subscriptions) {
      const { channel, callback } = subscription
      if (resourcesOf(subscription).some((resource) => affected.has(resource))) {
        callback({ ...event, channel })
      }
    }
  }

  function begin(): void {
    connection = new LiveConnection<string>({
      open,
      environment,
      onStatus: () => undefined,
      onReady: () => {
        for (const resource of subscribed()) changed.add(resource)
        gather()
      },
      onChange: (resource) => {
        changed.add(resource)
        gather()
      },
      // An outage is not reported here: the bell reports it, and people can read lists again by hand.
      onOutage: () => undefined,
      random,
    })
    connection.start()
    stopWatching = environment.watch((event) => event === 'shown' && changed.size > 0 && gather())
  }

  function end(): void {
    clearTimeout(gathering)
    gathering = undefined
    changed.clear()
    connection?.stop()
    connection = null
    stopWatching?.()
  }

  return {
    subscribe(subscription): Subscription | null {
      if (!isOfList(subscription) && !subscription.params?.resources) return null
      subscriptions.add(subscription)
      clearTimeout(ending)
      if (connection) gather()
      else if (subscriptions.size === 1) beginning = setTimeout(begin, DELAY_MS)
      return subscription
    },
    unsubscribe(subscription: Subscription): void {
      if (!subscriptions.delete(subscription) || subscriptions.size > 0) return
      clearTimeout(beginning)
      ending = setTimeout(end, LINGER_MS)
    },
  }
}

/**
 * Reads the visible lists of a resource again, and marks the others as stale. An answer that is already on its way may
 * lack the change, so the list is read once more after it. A list that failed is not read, because its message offers
 * to try again.
 */
async function readListsAgain({ queries, resources }: Lists, changed: string): Promise<void> {
  const identifiers = resources
    .filter(({ name }) => name === changed)
    .map(({ name, identifier }) => identifier ?? name)
  const queryKeys = identifiers.flatMap((identifier) => {
    const resource = keys().data().resource(identifier)
    return [resource.action('list').get(), resource.action('infinite').get()]
  })
  const lists = queryKeys.flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey }))
  await Promise.all(
    lists.map(async (list) => {
      await list.promise?.catch(() => undefined)
      const isThis = (query: Query) => query === list && query.state.data !== undefined
      await queries.invalidateQueries({ predicate: isThis }, { cancelRefetch: false })
    }),
  )
}
