import { keys, type LiveProvider, type ResourceProps } from '@refinedev/core'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LiveConnection, type OpenSocket } from '../live/live-connection'
import { type PageEnvironment, pageEnvironment } from '../live/page-environment'
import type { Project } from '../live/realtime-channel'

/** What Refine hands over and gets back; it types a subscription as anything at all. */
type Subscription = Parameters<LiveProvider['subscribe']>[0]

interface Lists {
  /** The cache that Refine uses. */
  queries: QueryClient
  /** As Refine has them, which may know one by several identifiers. */
  resources: readonly Pick<ResourceProps, 'name' | 'identifier'>[]
}

interface LiveProviderOptions extends Lists {
  client: Pick<DataClient, 'auth'>
  project: Project
}

interface LiveListsParts extends Lists {
  open: OpenSocket<string>
  environment: PageEnvironment
  /** From 0 up to 1. */
  random: () => number
}

/** The screen itself comes first. */
const DELAY_MS = 1_500
/** A change is shown within a second, and a burst of them is one read. */
const GATHER_MS = 800
/** From one list to the next the connection stays. */
const LINGER_MS = 5_000
const CHANNEL = 'resources/'

/**
 * Refine's live provider: lists are read again when other people change what they show
 * (rules/interface#live-lists). For `liveMode: 'manual'`: the provider reads lists again itself, where
 * Refine's `auto` would read a form that is open again too.
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

/** Lists are read again here; a screen that names resources itself is told, and reads again what it shows. */
const isOfList = ({ params }: Subscription) => params?.subscriptionType === 'useList'

function resourcesOf({ channel, params }: Subscription): readonly string[] {
  const named: unknown = params?.resources
  return Array.isArray(named) ? named.map(String) : [channel.slice(CHANNEL.length)]
}

/** The provider, given what is around it. */
export function liveLists({ open, environment, random, ...lists }: LiveListsParts): LiveProvider {
  const subscriptions = new Set<Subscription>()
  /** Resources whose lists are to be read again, as soon as list and page are shown. */
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
    const told = new Set([...changed].filter((resource) => shown.has(resource)))
    const listed = new Set([...subscriptions].filter(isOfList).flatMap(resourcesOf))
    for (const resource of told) {
      changed.delete(resource)
      if (listed.has(resource)) void readListsAgain(lists, resource)
    }
    const event = { type: '*', payload: {}, date: new Date() }
    for (const subscription of subscriptions) {
      const { channel, callback } = subscription
      if (resourcesOf(subscription).some((resource) => told.has(resource))) {
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
      // Lists can be read again by hand; the bell says that nothing arrives.
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
 * Reads again the lists of a resource that are on screen, and lets the others be read when they are. A
 * read that was under way may have missed the change, so another follows it. A list that could not be
 * read stays as it is: it says so, and offers another try, which signals would take off the screen.
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
