import type { InboxKind } from '@rookies/data/inbox/inbox-kinds'
import { screen, within } from '@testing-library/react'
import { ALL_RIGHTS, openPanel } from './open-panel'
import { bootAnswer, type WireAnswer } from './wire'

export const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/** Returns a row whose promised time was two hours ago. */
export const inboxRow = (kind: string, id: string, title: string, change: object = {}) => ({
  ...{ kind, subject_id: id, version: '1', title, facts: { round: 1, late: false } },
  ...{ person: null, course: null, cohort: null, holder: null },
  ...{ since: hours(-50), promise_at: hours(-2), ...change },
})

export const EMPTY_COUNTS = {
  WORK: 0,
  APPEAL: 0,
  QUESTION: 0,
  QUESTION_REPORT: 0,
  EXTENSION: 0,
  BEHIND: 0,
  REPORT: 0,
  PURCHASE: 0,
  EVENT: 0,
  MAIL: 0,
  INVITE: 0,
} satisfies Record<InboxKind, number>

/** Returns the server's answer that lists these rows. */
export const inboxOf = (rows: object[], change: object = {}) => ({
  ...{ rows, changes_at: null, stopped: false },
  counts: { ...EMPTY_COUNTS, WORK: rows.length },
  ...change,
})

const COUNTS = { courses: { total: 1, published: 1, draft: 0 }, invites: 0 }

/** Opens the inbox with these rows. `answers` replaces answers, by the path of their request. */
export async function openInbox(
  rows: object[],
  {
    answers = {},
    path = '/admin',
    boot = bootAnswer(ALL_RIGHTS),
    ...change
  }: {
    answers?: Record<string, WireAnswer>
    path?: string
    boot?: object
    stopped?: boolean
  } = {},
) {
  let waiting = rows
  const panel = openPanel(path, boot, (request) => {
    const own = answers[request.path]
    if (own) return own
    if (request.path === 'rpc/staff_inbox') return { body: inboxOf(waiting, change) }
    if (request.path === 'rpc/dashboard') {
      return { body: { ...COUNTS, members: null, to_do: null, own: null, activity: null } }
    }
    return null
  })
  const region = await screen.findByRole('region', { name: 'Inbox' })
  const calls = (name: string) =>
    panel.sent.filter((request) => request.path === `rpc/${name}`).map(({ body }) => body)
  return {
    ...panel,
    region,
    calls,
    lines: () => within(region).queryAllByRole('listitem'),
    becomes: (next: object[]) => {
      waiting = next
    },
  }
}
