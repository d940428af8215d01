import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const member = { as: 'member', path: '/app/dashboard' } as const
const admin = { as: 'admin', path: '/admin' } as const

const minute = 60_000
const longText =
  'The evening course starts half an hour later from next week on, because the trains run differently. Whoever cannot come finds the recording in the library on the next morning, with the slides and the exercises that belong to it, as always.'

const kinds = ['info', 'success', 'warning', 'error'] as const

/** What the database would answer, so that every picture shows the same. */
function feed(change: object = {}) {
  const now = Date.now()
  const notice = (index: number, title: string, more: object = {}) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    title,
    message: 'Have a look when it suits you.',
    type: kinds[index % kinds.length],
    is_global: false,
    important: false,
    action_url: null,
    action_label: null,
    sent_at: new Date(now - index * index * 37 * minute).toISOString(),
    expires_at: null,
    is_read: index > 3,
    ...more,
  })
  return {
    notifications: [
      notice(0, 'A new lesson in HTML and CSS', {
        action_url: '/app/dashboard',
        action_label: 'Open the library',
      }),
      notice(1, 'Your access was extended', { is_global: true }),
      notice(2, 'The evening course moves', {
        important: true,
        is_global: true,
        message: longText,
        action_url: 'https://example.org/timetable',
      }),
      notice(3, 'A payment failed'),
      notice(4, 'Welcome to Rookies', { is_global: true }),
      notice(5, 'Certificate ready', { action_url: '/app/profile' }),
    ],
    more: true,
    unread: 128,
    muted: [],
    next_change_at: null,
    now: new Date(now).toISOString(),
    ...change,
  }
}

const empty = feed({ notifications: [], more: false, unread: 0 })

/** The page with another bell than the seed's, and no stream that would change it. */
async function withBell(page: Page, bell: object | null): Promise<void> {
  await page.routeWebSocket(/realtime/, () => undefined)
  await page.route('**/rpc/boot', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), bell } })
  })
  await page.route('**/rpc/notification_feed*', (route) => route.fulfill({ json: bell }))
  await page.reload()
}

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
}

const opened = (bell: object) => async (page: Page) => {
  await withBell(page, bell)
  await openBell(page)
}

const failing = async (page: Page) => {
  await withBell(page, null)
  await page.unroute('**/rpc/notification_feed*')
  await page.route('**/rpc/notification_feed*', (route) =>
    route.fulfill({ status: 503, json: { message: 'unavailable' } }),
  )
  await page.reload()
  await openBell(page)
}

const offline = async (page: Page) => {
  await withBell(page, feed())
  await page.routeWebSocket(/realtime/, (socket) => socket.close())
  await page.reload()
  await openBell(page)
}

const settings = async (page: Page) => {
  await opened(feed({ muted: ['success'] }))(page)
  await page.getByRole('button', { name: 'Notification settings' }).click()
}

/** The bell in one of the two top bars. */
const bellIn = (at: typeof member | typeof admin, area: string): Screen[] => [
  {
    ...at,
    name: `${area}-bell-badge`,
    shows: '99+',
    prepare: (page) => withBell(page, feed()),
  },
  {
    ...at,
    name: `${area}-bell-open-sheet`,
    shows: 'The evening course moves',
    prepare: opened(feed()),
  },
  {
    ...at,
    name: `${area}-bell-empty-sheet`,
    shows: 'No notifications',
    prepare: opened(empty),
  },
  {
    ...at,
    name: `${area}-bell-offline-sheet`,
    shows: /Real-time connection closed|Failed to connect to real-time notifications/,
    prepare: offline,
  },
  {
    ...at,
    name: `${area}-bell-failed-sheet`,
    shows: 'Failed to fetch notifications',
    expectProblems: [/503/],
    prepare: failing,
  },
  {
    ...at,
    name: `${area}-bell-settings-sheet`,
    shows: 'Important notifications are always shown.',
    prepare: settings,
  },
]

export const notificationScreens: Screen[] = [
  ...bellIn(member, 'member'),
  ...bellIn(admin, 'admin'),
]
