import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import type { LiveSocket, SocketListener } from '../live/live-connection'
import { openChannel, type Project } from '../live/realtime-channel'

type ListChange = Database['public']['Tables']['list_changes']['Row']

/** Opens the channel with changes of lists. Each change is the name of a resource. Rejects without a session. */
export function openListChanges(
  client: Pick<DataClient, 'auth'>,
  project: Project,
  listener: SocketListener<string>,
): Promise<LiveSocket> {
  return openChannel({
    client,
    project,
    topic: 'list-changes',
    listener,
    want: (channel, missed) => {
      channel.on<ListChange>(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'list_changes' },
        ({ new: row, errors }) => (errors?.length ? missed() : listener.onChange(row.resource)),
      )
    },
  })
}
