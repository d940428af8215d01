import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import type { LiveSocket, SocketListener } from './live-connection'
import { openChannel, type Project } from './realtime-channel'

type ListChange = Database['public']['Tables']['list_changes']['Row']

/**
 * Opens the channel with the signals for one person. A signal contains only the name of the resource that has changed.
 * Rejects without a session.
 */
export function openOwnChanges(
  client: Pick<DataClient, 'auth'>,
  project: Project,
  person: string,
  listener: SocketListener<string>,
): Promise<LiveSocket> {
  return openChannel({
    client,
    project,
    topic: `own:${person}`,
    listener,
    want: (channel) => {
      channel.on<ListChange>(
        'postgres_changes',
        {
          event: 'INSERT',
          schema: 'public',
          table: 'list_changes',
          filter: `user_id=eq.${person}`,
        },
        ({ new: change }) => listener.onChange(change.resource),
      )
    },
  })
}
