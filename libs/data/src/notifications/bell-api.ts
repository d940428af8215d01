import type { DataClient } from '../client'
import { expectRows, unwrap } from '../errors'
import { type Feed, type NoticeType, parseFeed } from './notice'

/** What the bell asks of the database. Each fails with a DataError. */
export interface BellApi {
  /** In: how many, at most `MAX_FEED_SIZE`. Out: null for those who are not let in. */
  read: (size: number) => Promise<Feed | null>
  /** Marks one as read; once more changes nothing. */
  markRead: (id: string) => Promise<void>
  /** Marks all that the bell counts. Out: how many. */
  markAllRead: () => Promise<number>
  /** Important ones are shown all the same. */
  mute: (type: NoticeType, muted: boolean) => Promise<void>
}

/** The calls of a person's bell (rules/notifications#own-read-state). */
export function bellApi(client: Pick<DataClient, 'from' | 'rpc'>): BellApi {
  return {
    read: async (size) => parseFeed(unwrap(await client.rpc('notification_feed', { size }))),
    markRead: async (id) => {
      unwrap(await client.rpc('mark_notification_read', { notification_id: id }))
    },
    markAllRead: async () => unwrap(await client.rpc('mark_all_notifications_read')),
    mute: async (type, muted) => {
      const mutes = client.from('notification_mutes')
      if (muted) {
        unwrap(await mutes.upsert({ type }, { onConflict: 'user_id,type', ignoreDuplicates: true }))
      } else {
        expectRows(await mutes.delete().eq('type', type).select('type'))
      }
    },
  }
}
