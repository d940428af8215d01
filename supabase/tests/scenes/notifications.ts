import { afterEach, expect } from 'vitest'
import type { Person, TestDatabase } from '../database'

interface Item {
  id: string
  title: string
  type: string
  is_global: boolean
  is_read: boolean
  sent_at: string
}
export interface Feed {
  notifications: Item[]
  more: boolean
  unread: number
  muted: string[]
  next_change_at: string | null
  now: string
}
interface List {
  total: number
  bounded: boolean
  newer: boolean
  older: boolean
  sums: { total: number; global: number; specific: number; recent: number }
  notifications: { [column: string]: unknown; id: string; title: string; created_at: string }[]
}

/**
 * Sends notifications as an administrator, and deletes them after each test, because global ones would appear
 * in every other bell.
 */
export function notifications(db: TestDatabase, admin: () => Person) {
  const sent: string[] = []
  afterEach(async () => {
    await db.owner('delete from public.notifications where id = any($1)', [sent.splice(0)])
  })

  const feed = async (who: Person, size = 10) =>
    (await db.value(who, 'select public.notification_feed($1)', [size])) as Feed

  async function send(args: Record<string, unknown>): Promise<string> {
    const name = args.recipient_id ? 'send_user_notification' : 'send_global_notification'
    const { rows, code, message } = await db.call(admin(), name, { message: 'M', ...args })
    expect([code, message]).toEqual([undefined, undefined])
    const id = String(rows[0]?.answer)
    sent.push(id)
    return id
  }

  const list = async (args: Record<string, unknown> = {}, who = admin()) =>
    (await db.call(who, 'notification_list', args)).rows[0]?.answer as List

  return { feed, send, list }
}

export const titles = ({ notifications }: Feed) => notifications.map(({ title }) => title)
