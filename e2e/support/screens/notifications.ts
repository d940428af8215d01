import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { WIDE_WORD } from '../wide-text'
import { answerWith, changeBoot, combineMocks, failRequests } from './mocks'

// A page keeps its mocked sockets, so these states do not share pages.
const member = { as: 'member', path: '/app/dashboard', ownPage: true } as const
const admin = { as: 'admin', path: '/admin', ownPage: true } as const

const minute = 60_000
const longText =
  'The evening course starts half an hour later from next week on, because the trains run differently. Whoever cannot come finds the recording in the library on the next morning, with the slides and the exercises that belong to it, as always.'

const kinds = ['info', 'success', 'warning', 'error'] as const

const notice = (index: number, title: string, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  title,
  message: `Have a look when it suits you.${index === 0 ? ` ${WIDE_WORD}` : ''}`,
  source: null,
  type: kinds[index % kinds.length],
  is_global: false,
  important: false,
  action_url: null,
  action_label: null,
  sent_at: new Date(Date.now() - index * index * 37 * minute).toISOString(),
  expires_at: null,
  is_read: index > 3,
  ...more,
})

/** Returns a fixed answer, so that the bell always shows the same. */
function feed(change: object = {}) {
  return {
    notifications: [
      notice(0, 'A new lesson in HTML and CSS', {
        action_url: '/app/dashboard',
        action_label: 'Open the library',
      }),
      notice(1, 'You have more time', { source: `Grace Kim · ${WIDE_WORD}` }),
      notice(2, 'The evening course moves', {
        important: true,
        source: 'Grace Kim · Autumn',
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
    now: new Date().toISOString(),
    ...change,
  }
}

const feeds = '**/rpc/notification_feed*'

/** Opens no connection for live changes, which would change the bell. */
const silence = (page: Page) => page.routeWebSocket(/realtime/, () => undefined)
const cut = (page: Page) => page.routeWebSocket(/realtime/, (socket) => socket.close())

/** Replaces the notifications of the seed data. */
function hasBell(change: object = {}, stream = silence) {
  return async (page: Page) => {
    const bell = feed(change)
    await combineMocks(stream, changeBoot({ bell }), answerWith(feeds, bell))(page)
  }
}

async function openBell(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
}

/** The bell in one of the two top bars. */
const bellIn = (at: typeof member | typeof admin, area: string): Screen[] => [
  {
    ...at,
    name: `${area}-bell-badge`,
    like: `${area}-bell-open-sheet`,
    shows: '99+',
    mock: hasBell(),
  },
  {
    ...at,
    name: `${area}-bell-open-sheet`,
    shows: 'The evening course moves',
    mock: hasBell(),
    prepare: openBell,
  },
  {
    ...at,
    name: `${area}-bell-empty-sheet`,
    like: 'member-bell-failed-sheet',
    shows: 'No notifications',
    mock: hasBell({ notifications: [], more: false, unread: 0 }),
    prepare: openBell,
  },
  {
    ...at,
    name: `${area}-bell-offline-sheet`,
    like: 'member-bell-failed-sheet',
    shows: /Real-time connection closed|Failed to connect to real-time notifications/,
    mock: hasBell({}, cut),
    prepare: openBell,
  },
  {
    ...at,
    name: `${area}-bell-failed-sheet`,
    shows: 'Failed to fetch notifications',
    expectProblems: [/503/],
    mock: combineMocks(silence, changeBoot({ bell: null }), failRequests(feeds)),
    prepare: openBell,
  },
  {
    ...at,
    name: `${area}-bell-settings-sheet`,
    shows: 'Important notifications are always shown.',
    mock: hasBell({ muted: ['success'] }),
    prepare: async (page) => {
      await openBell(page)
      await page.getByRole('button', { name: 'Notification settings' }).click()
    },
  },
]

/** The bell of a member and of an administrator. */
export const notificationScreens: Screen[] = [
  ...bellIn(member, 'member'),
  {
    ...member,
    name: 'member-bell-behind-sheet',
    shows: 'A way to go on',
    mock: hasBell({
      notifications: [
        notice(0, 'A way to go on', {
          message:
            '"Trees that stand", "Loops and lists", and 2 more were due. Begin with one of them, or ask for more time there.',
          action_url: '/app/dashboard',
          action_label: 'Open the lesson',
        }),
      ],
      more: false,
      unread: 1,
    }),
    prepare: openBell,
  },
  {
    ...member,
    name: 'member-bell-answers-sheet',
    like: 'member-bell-open-sheet',
    shows: '12 answers to your question',
    mock: hasBell({
      notifications: [
        notice(0, '12 answers to your question', {
          message: `There are new answers in the lesson "A page with ${WIDE_WORD}".`,
          action_url: '/app/dashboard?question=a&answer=b',
          action_label: 'Read the answers',
        }),
        notice(1, 'The evening course moves', {
          important: true,
          source: 'Grace Kim · Autumn',
        }),
      ],
      more: false,
      unread: 2,
    }),
    prepare: openBell,
  },
  ...bellIn(admin, 'admin'),
]
