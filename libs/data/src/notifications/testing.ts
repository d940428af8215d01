import type { Feed, Notice, NoticeRow } from './notice'

const START = Date.parse('2026-11-22T10:00:00Z')

/** Returns an ISO date some seconds after the moment at which these tests begin. */
export const at = (seconds: number): string =>
  new Date(START + seconds * 1000).toISOString().replace('Z', '+00:00')

/** Creates a row as Realtime sends it. `id` is also its title. */
export function aRow(id: string, seconds: number, change: Partial<NoticeRow> = {}): NoticeRow {
  return {
    id,
    title: id,
    message: 'Something happened',
    type: 'info',
    sender_id: null,
    recipient_id: 'me',
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    created_at: at(seconds),
    updated_at: at(seconds),
    publish_at: null,
    expires_at: null,
    cohort_message_id: null,
    review_id: null,
    answer_id: null,
    behind_id: null,
    reminder_id: null,
    question_id: null,
    source: null,
    ...change,
  }
}

/** Creates the same notification as in a feed, unread. */
export function aNotice(id: string, seconds: number, change: Partial<Notice> = {}): Notice {
  return {
    id,
    title: id,
    message: 'Something happened',
    source: null,
    type: 'info',
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    sent_at: at(seconds),
    expires_at: null,
    is_read: false,
    ...change,
  }
}

/** Creates a feed with these notifications, as the database returns it a minute after the tests begin. */
export function aFeed(notifications: Notice[], change: Partial<Feed> = {}): Feed {
  return {
    notifications,
    more: false,
    unread: notifications.filter(({ is_read }) => !is_read).length,
    muted: [],
    next_change_at: null,
    now: at(60),
    ...change,
  }
}
