import { RealtimeClient } from '@supabase/realtime-js'
import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import type { LiveSocket, SocketListener } from './live-connection'
import type { NoticeRow } from './notice'

type ReadRow = Database['public']['Tables']['notification_reads']['Row']

/** A service that says nothing of when its stream begins has begun it by then. */
const SILENT_READY_MS = 1_500
/** Attempts are ours to make, from the beginning: see `LiveConnection`. */
const NEVER_MS = 2 ** 31 - 1
/** Of all events together (rules/notifications#live). */
const EVENTS_PER_SECOND = 10

/**
 * Opens a person's one channel: their own notifications and everybody's, what was deleted (a key alone,
 * whichever person's), and what they read elsewhere. It speaks with the session's token, as it is renewed.
 * Rejects without a session. Loaded when it is wanted: it weighs as much as a screen.
 */
export async function openSocket(
  client: Pick<DataClient, 'auth'>,
  project: { url: string; key: string },
  user: string,
  listener: SocketListener,
): Promise<LiveSocket> {
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
  const end = (outage: Parameters<SocketListener['onEnd']>[0]) => {
    if (!ended) listener.onEnd(outage)
  }
  const { data: renewals } = client.auth.onAuthStateChange((event) => {
    if (event === 'TOKEN_REFRESHED') void realtime.setAuth()
  })

  const changesOf = { schema: 'public', table: 'notifications' } as const
  const own = `recipient_id=eq.${user}`
  const toAll = 'is_global=eq.true'
  const channel = realtime.channel(`notifications:${user}`)
  for (const filter of [own, toAll]) {
    channel
      .on<NoticeRow>(
        'postgres_changes',
        { ...changesOf, event: 'INSERT', filter },
        ({ new: row, errors }) =>
          errors?.length ? ready() : listener.onChange({ kind: 'insert', row }),
      )
      .on<NoticeRow>(
        'postgres_changes',
        { ...changesOf, event: 'UPDATE', filter },
        ({ new: row, errors }) =>
          errors?.length ? ready() : listener.onChange({ kind: 'update', row }),
      )
  }
  channel
    .on<NoticeRow>('postgres_changes', { ...changesOf, event: 'DELETE' }, ({ old }) => {
      if (old.id) listener.onChange({ kind: 'delete', id: old.id })
    })
    .on<ReadRow>(
      'postgres_changes',
      { ...changesOf, table: 'notification_reads', event: 'INSERT', filter: `user_id=eq.${user}` },
      ({ new: row }) => listener.onChange({ kind: 'read', id: row.notification_id }),
    )
    .on('system', {}, ({ extension, status }) => {
      if (status !== 'ok') end('failed')
      // Joined is not yet listening: the stream begins a moment later.
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
