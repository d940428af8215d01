import type { DataClient } from '../client'
import { expectRows, unwrap } from '../errors'
import { learnServerTime } from '../server-clock'
import { type Feed, type NoticeType, parseFeed } from './notice'

/** The bell's requests to the database. Each fails with a DataError. */
export interface BellApi {
  /** Reads up to `size` notifications, at most `MAX_FEED_SIZE`; null for accounts that may not enter. */
  read: (size: number) => Promise<Feed | null>
  /** Marks a notification as read. Repeating the call changes nothing. */
  markRead: (id: string) => Promise<void>
  /** Marks all counted notifications as read, and returns their number. */
  markAllRead: () => Promise<number>
  /** Mutes a type, or unmutes it. Important notifications are shown in either case. */
  mute: (type: NoticeType, muted: boolean) => Promise<void>
}

/** Creates the calls of a person's bell (rules/notifications#own-read-state). */
export function bellApi(client: Pick<DataClient, 'from' | 'rpc'>): BellApi {
  return {
    read: async (size) => {
      const feed = parseFeed(unwrap(await client.rpc('notification_feed', { size })))
      // The device's clock may have changed while it slept. The feed is read when the device wakes, and contains the
      // server's time.
      if (feed) learnServerTime(Date.parse(feed.now))
      return feed
    },
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
