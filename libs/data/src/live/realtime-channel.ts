import { type RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import type { DataClient } from '../client'
import type { LiveSocket, Outage, SocketListener } from './live-connection'

/** The project of a channel. */
export interface Project {
  url: string
  key: string
}

interface ChannelOptions {
  client: Pick<DataClient, 'auth'>
  project: Project
  topic: string
  listener: Pick<SocketListener<never>, 'onReady' | 'onEnd'>
  /** Subscribes to changes. `missed` must be called for a change that arrived without its row. */
  want: (channel: RealtimeChannel, missed: () => void) => void
}

/** After this time, in milliseconds, the stream counts as started if the service has not reported its start. */
const SILENT_READY_MS = 1_500
/** Switches off the retries of the Realtime client, because `LiveConnection` retries itself. */
const NEVER_MS = 2 ** 31 - 1
/** The limit for all events of a channel together (rules/notifications#live). */
const EVENTS_PER_SECOND = 10

/**
 * Opens one connection with one channel, with the session's access token. Rejects without a session. The code is loaded
 * on demand, because it is as large as a screen.
 */
export async function openChannel(options: ChannelOptions): Promise<LiveSocket> {
  const { client, project, topic, listener, want } = options
  const realtime = new RealtimeClient(`${project.url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: project.key, eventsPerSecond: EVENTS_PER_SECOND },
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token ?? null,
    reconnectAfterMs: () => NEVER_MS,
  })
  await realtime.setAuth()
  if (!realtime.accessTokenValue) throw new Error('No session')

  let joined = false
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ready = () => {
    clearTimeout(timer)
    if (!ended) listener.onReady()
  }
  const end = (outage: Outage) => {
    if (!ended) listener.onEnd(outage)
  }
  const { data: renewals } = client.auth.onAuthStateChange((event) => {
    if (event === 'TOKEN_REFRESHED') void realtime.setAuth()
  })

  const channel = realtime.channel(topic)
  want(channel, ready)
  channel
    .on('system', {}, ({ extension, status }) => {
      if (status !== 'ok') end('failed')
      // The stream of changes starts shortly after the channel was joined.
      else if (extension === 'postgres_changes') ready()
    })
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') {
        joined = true
        timer = setTimeout(ready, SILENT_READY_MS)
      } else if (status === 'TIMED_OUT') end('timed-out')
      else if (status === 'CLOSED') end('closed')
      else end(joined ? 'closed' : 'failed')
    })

  return {
    close: () => {
      ended = true
      clearTimeout(timer)
      renewals.subscription.unsubscribe()
      void realtime.disconnect()
    },
  }
}
