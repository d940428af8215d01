import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import type { LiveSocket, SocketListener } from '../live/live-connection'
import { openChannel, type Project } from '../live/realtime-channel'
import type { Change } from './feed-changes'
import type { NoticeRow } from './notice'

type ReadRow = Database['public']['Tables']['notification_reads']['Row']

const changesOf = { schema: 'public', table: 'notifications' } as const

/**
 * Opens a channel for a person. It receives the person's own notifications, those to everybody, the ids of all deleted
 * ones, and which ones the person reads elsewhere. Rejects without a session.
 */
export function openSocket(
  client: Pick<DataClient, 'auth'>,
  project: Project,
  user: string,
  listener: SocketListener<Change>,
): Promise<LiveSocket> {
  const own = `recipient_id=eq.${user}`
  const toAll = 'is_global=eq.true'
  return openChannel({
    client,
    project,
    topic: `notifications:${user}`,
    listener,
    want: (channel, missed) => {
      for (const filter of [own, toAll]) {
        channel
          .on<NoticeRow>(
            'postgres_changes',
            { ...changesOf, event: 'INSERT', filter },
            ({ new: row, errors }) =>
              errors?.length ? missed() : listener.onChange({ kind: 'insert', row }),
          )
          .on<NoticeRow>(
            'postgres_changes',
            { ...changesOf, event: 'UPDATE', filter },
            ({ new: row, errors }) =>
              errors?.length ? missed() : listener.onChange({ kind: 'update', row }),
          )
      }
      channel
        .on<NoticeRow>('postgres_changes', { ...changesOf, event: 'DELETE' }, ({ old }) => {
          if (old.id) listener.onChange({ kind: 'delete', id: old.id })
        })
        .on<ReadRow>(
          'postgres_changes',
          {
            ...changesOf,
            table: 'notification_reads',
            event: 'INSERT',
            filter: `user_id=eq.${user}`,
          },
          ({ new: row }) => listener.onChange({ kind: 'read', id: row.notification_id }),
        )
    },
  })
}
