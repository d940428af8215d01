import type { QueryClient } from '@tanstack/react-query'
import { type Boot, bootQuery } from '../access/boot'
import type { DataClient } from '../client'
import { pageEnvironment } from '../live/page-environment'
import { accessKeys } from '../session/keys'
import { Bell, type TabMessage, type Tabs } from './bell'
import { bellApi } from './bell-api'
import { parseFeed } from './notice'

/** The name of the channel between the tabs of a browser, in both applications. */
const TABS = 'rookies-notifications'

export interface OpenBell {
  client: DataClient
  queries: QueryClient
  project: { url: string; key: string }
  /** The signed-in person: the id, and when the person joined. */
  person: { id: string; created_at: string | null }
  /** Called once for each outage (see `CONNECTION_ERROR`). */
  onOutage: () => void
}

/**
 * Creates the bell of a person on this page. The component that shows it must call `start` and `stop`. The bell begins
 * with the feed from `boot()`, and stores its last feed there when it stops.
 */
export function openBell({ client, queries, project, person, onOutage }: OpenBell): Bell {
  const boot = queries.getQueryState<Boot>(bootQuery(client).queryKey)
  return new Bell({
    api: bellApi(client),
    open: async (listener) => {
      const { openSocket } = await import('./realtime-socket')
      return openSocket(client, project, person.id, listener)
    },
    environment: pageEnvironment,
    tabs: openTabs(),
    user: person.id,
    joined: person.created_at,
    first: { feed: parseFeed(boot?.data?.bell), at: boot?.dataUpdatedAt ?? 0 },
    keep: (feed) => {
      queries.setQueryData<Boot>(accessKeys.boot(), (known) =>
        known?.account?.id === person.id ? { ...known, bell: feed } : known,
      )
    },
    onOutage,
    clock: () => Date.now(),
    random: () => Math.random(),
  })
}

function openTabs(): Tabs {
  const channel = new BroadcastChannel(TABS)
  return {
    broadcast: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
    },
    close: () => channel.close(),
  }
}
