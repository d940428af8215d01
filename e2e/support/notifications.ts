import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Account, Person, World } from './world'

/** The optional fields of a notification. */
interface NoticeFields {
  message?: string
  type?: 'info' | 'success' | 'warning' | 'error'
  important?: boolean
  action_url?: string
  action_label?: string
  /** Seconds from now. */
  publish_in?: number
}

/** Returns a title that no other test uses, because other tests see a notification to everybody too. */
export const newTitle = (prefix: string) => `${prefix} ${randomUUID().slice(0, 8)}`

/** Creates a notification for a person or for everybody. Returns its id. */
export async function notify(
  world: World,
  to: Person | 'everybody',
  title: string,
  fields: NoticeFields = {},
): Promise<string> {
  const { message = 'Something happened', type = 'info', important = false } = fields
  const { action_url = null, action_label = null, publish_in = null } = fields
  const [row] = await world.sql(
    `insert into public.notifications (title, message, type, important, action_url, action_label, recipient_id, is_global, publish_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9)) returning id`,
    [
      title,
      message,
      type,
      important,
      action_url,
      action_label,
      to === 'everybody' ? null : to.id,
      to === 'everybody',
      publish_in,
    ],
  )
  return String(row?.id)
}

/** The button of the bell, whatever its badge says. */
export const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications(,|$)/ })

export const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** A notification in the open panel. */
export const itemOf = (page: Page, title: string) =>
  panelOf(page).getByRole('listitem').filter({ hasText: title })

export async function openBell(page: Page): Promise<void> {
  await bellOf(page).click()
  await expect(panelOf(page)).toBeVisible()
}

/**
 * Counts a page's open sockets, and how many of them receive changes. The bell has one, and the lists of a screen have
 * another one. Call this before the page opens a socket.
 */
export function countSockets(page: Page) {
  const sockets = { open: 0, bell: 0, lists: 0 }
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/realtime/v1/')) return
    sockets.open += 1
    let begun: 'bell' | 'lists' | undefined
    socket.on('framereceived', ({ payload }) => {
      const frame = String(payload)
      if (begun || !frame.includes('Subscribed to PostgreSQL')) return
      if (frame.includes('realtime:notifications:')) begun = 'bell'
      else if (frame.includes('realtime:list-changes')) begun = 'lists'
      if (begun) sockets[begun] += 1
    })
    socket.on('close', () => {
      sockets.open -= 1
      if (begun) sockets[begun] -= 1
    })
  })
  return sockets
}

export const LIBRARY = '/app/dashboard'

type Open = (
  person: Account,
  path: string,
  options?: { expectProblems?: RegExp[] },
) => Promise<Page>

/** Opens a page and waits until it receives live changes. */
export async function openLive(
  open: Open,
  person: Account,
  path = LIBRARY,
  expectProblems?: RegExp[],
) {
  const page = await open(person, '/terms', { expectProblems })
  const sockets = countSockets(page)
  await page.goto(path)
  await expect.poll(() => sockets.bell).toBe(1)
  return { page, sockets }
}

/** Opens a screen of the back-office and waits until the bell and its lists are live. */
export async function openList(open: Open, person: Account, path: string): Promise<Page> {
  const { page, sockets } = await openLive(open, person, path)
  await expect.poll(() => sockets.lists).toBe(1)
  return page
}
