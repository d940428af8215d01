import type { Page } from '@playwright/test'
import { choose, fillDay, pressOption } from '../choose'
import type { Screen } from '../screens'
import { answerWith, combineMocks, whileLoading, withFailedRead } from './mocks'

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()

const person = (number: number, name: string) => ({
  id: `dd000000-0000-4000-8000-00000000010${number}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
})

const sent = [
  {
    type: 'info',
    title: 'Coming soon: Databases and SQL',
    message: 'Jonas is putting the last touches to his new course.',
    publish_at: hours(48),
    expires_at: hours(240),
  },
  {
    type: 'warning',
    title: 'A short break for maintenance',
    message:
      'On Wednesday from 06:00 to 06:30 UTC we move to a larger machine. Videos and lessons won’t open during that time. Completions you make offline are kept and sent afterwards, so you lose nothing.',
    important: true,
    expires_at: hours(96),
  },
  {
    type: 'success',
    title: 'JavaScript: Thinking in Functions is yours',
    message: 'Thank you! The course is in your library.',
    recipient: person(1, 'Grace Silva-Hernández'),
    read_at: hours(-20),
    action_url: '/app/dashboard',
    action_label: 'Start the course',
  },
  {
    type: 'error',
    title: 'Your payment didn’t go through',
    message: 'The bank declined the card. Nothing was charged.',
    recipient: person(2, 'Linus Nowak'),
    sender: null,
  },
  {
    type: 'error',
    title: 'Videos on Vimeo are not playing',
    message: 'It isn’t your connection. Texts and other videos work as usual.',
    expires_at: hours(-30),
  },
]

const answer = {
  total: 12_480,
  bounded: false,
  newer: false,
  older: true,
  sums: { total: 12_480, global: 64, specific: 12_416, recent: 31 },
  notifications: sent.map((values, i) => ({
    id: `d3000000-0000-4000-8000-00000000020${i}`,
    is_global: !values.recipient,
    important: false,
    action_url: null,
    action_label: null,
    publish_at: null,
    expires_at: null,
    created_at: hours(-3 - 22 * i),
    updated_at: hours(-3 - 22 * i),
    recipient: null,
    sender: person(9, 'Alex Admin'),
    read_at: null,
    ...values,
  })),
}

const people = {
  total: 100_000,
  members: [
    ['Ada Okafor', 'MEMBER'],
    ['Adam Lindqvist', 'MODERATOR'],
    ['Adaeze Marie Theodora von und zu Hohenstein-Langenburg', 'CREATOR'],
    ['Adelina Brooks', 'ADMIN'],
  ].map(([name = '', role], i) => ({
    ...person(i, name),
    role,
    created_at: hours(-900),
    disabled_at: null,
    courses: 2,
  })),
}

const list = '**/rpc/notification_list'

/** Answers with a list of notifications and of people, so that these states depend on no other test. */
const hasNotifications = combineMocks(
  answerWith(list, answer),
  answerWith('**/rpc/members', people),
)

async function compose(page: Page): Promise<void> {
  await page.getByText('Coming soon: Databases and SQL').waitFor()
  await page.getByRole('button', { name: 'Send Notification' }).first().click()
  await page.getByText('100,000 people').waitFor()
}

async function write(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Send Notification' })
  await choose(dialog.getByLabel('Type'), 'Success')
  await dialog
    .getByLabel('Title', { exact: true })
    .fill('New lesson: colour, contrast and the dark')
  await dialog
    .getByLabel('Message')
    .fill(
      'HTML and CSS has a new lesson about colours that everybody can read, by day and by night.',
    )
  await dialog.getByLabel('Button text').fill('Open the lesson')
  await dialog.getByLabel('Button URL').fill('/app/courses/html-css-pages-that-hold')
}

const admin = { as: 'admin', path: '/admin/notifications' } as const

/** Notifications as administrators send them: the list, the composer and its confirmations. */
export const notificationAdminScreens: Screen[] = [
  {
    name: 'admin-notifications',
    ...admin,
    shows: 'Coming soon: Databases and SQL',
    mock: hasNotifications,
  },
  {
    name: 'admin-notifications-selected',
    like: 'admin-members-selected',
    ...admin,
    shows: '2 selected',
    mock: hasNotifications,
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select A short break' }).check()
      await page.getByRole('checkbox', { name: 'Select Videos on Vimeo' }).check()
    },
  },
  {
    name: 'admin-notifications-loading',
    ...admin,
    shows: 'Messages to your members',
    ...whileLoading(list),
  },
  {
    name: 'admin-notifications-empty',
    ...admin,
    shows: 'No notifications yet',
    mock: answerWith(list, {
      ...answer,
      total: 0,
      older: false,
      notifications: [],
      sums: { total: 0, global: 0, specific: 0, recent: 0 },
    }),
  },
  {
    name: 'admin-notifications-none-found',
    as: 'admin',
    path: '/admin/notifications?q=nobody-was-told-this&type=error',
    shows: 'No notifications found',
  },
  {
    name: 'admin-notifications-error',
    ...admin,
    shows: 'Failed to load notifications',
    ...withFailedRead(list),
  },
  {
    name: 'admin-notification-send',
    like: 'admin-notification-send-filled',
    ...admin,
    shows: 'Preview',
    mock: hasNotifications,
    prepare: compose,
  },
  {
    name: 'admin-notification-send-filled',
    ...admin,
    shows: /^It appears/,
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      await write(page)
      await page.getByLabel('Important').click()
      await fillDay(page.getByLabel('Send at'), '2031-02-03 08:00')
    },
  },
  {
    name: 'admin-notification-send-errors',
    ...admin,
    shows: 'Title is required',
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      const dialog = page.getByRole('dialog', { name: 'Send Notification' })
      await dialog.getByLabel('A specific user').check()
      await dialog.getByLabel('Button URL').fill('//example.org')
      await fillDay(dialog.getByLabel('Ends at'), '2020-01-01 08:00')
      await dialog.getByRole('button', { name: 'Send Notification' }).click()
    },
  },
  {
    name: 'admin-notification-send-picker',
    ...admin,
    shows: '4 of 100,000. Type more to find others.',
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      await page.getByLabel('A specific user').check()
      await page.getByRole('combobox', { name: 'User' }).fill('ad')
      await page.locator('.ant-select-item-option').filter({ hasText: 'Ada Okafor' }).waitFor()
    },
  },
  {
    name: 'admin-notification-send-chosen',
    like: 'admin-notification-send-picker',
    ...admin,
    shows: /^Ada Okafor, /,
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      await write(page)
      await page.getByLabel('A specific user').check()
      await page.getByRole('combobox', { name: 'User' }).click()
      await pressOption(page.locator('.ant-select-item-option').filter({ hasText: 'Ada Okafor' }))
    },
  },
  {
    name: 'admin-notification-send-to-all',
    like: 'admin-members-disable',
    ...admin,
    shows: 'Send to all members?',
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      await write(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Send Notification' }).click()
    },
  },
  {
    name: 'admin-notification-send-failed',
    like: 'admin-purchases-record-error',
    ...admin,
    shows: /may have been sent/,
    expectProblems: [/ERR_FAILED|Failed to load resource|Failed to fetch/],
    mock: combineMocks(hasNotifications, (page) =>
      page.route('**/rpc/send_global_notification', (route) => route.abort()),
    ),
    prepare: async (page) => {
      await compose(page)
      await write(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Send Notification' }).click()
      await page.getByRole('button', { name: 'Send to 100,000 People' }).click()
    },
  },
  {
    name: 'admin-notification-send-unsent',
    ...admin,
    shows: 'This notification has not been sent.',
    mock: hasNotifications,
    prepare: async (page) => {
      await compose(page)
      await write(page)
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'admin-notification-edit',
    ...admin,
    shows: 'Your changes reach everyone who has it right away.',
    mock: hasNotifications,
    prepare: (page) => page.getByRole('button', { name: 'Edit A short break' }).click(),
  },
  {
    name: 'admin-notification-delete',
    ...admin,
    shows: 'Are you sure you want to delete this notification?',
    mock: hasNotifications,
    prepare: (page) => page.getByRole('button', { name: 'Delete Your payment' }).click(),
  },
  {
    name: 'admin-notifications-delete-several',
    ...admin,
    shows: 'Are you sure you want to delete these notifications?',
    mock: hasNotifications,
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select this page' }).check()
      await page.getByRole('button', { name: 'Delete Selected' }).click()
    },
  },
]
