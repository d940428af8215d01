import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { recordWhenSeen } from '../../shared/seen-answers'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
})

const notice = (id: string, change: object = {}) => ({
  id,
  title: `Title ${id}`,
  message: 'Something happened',
  type: 'info',
  is_global: false,
  important: false,
  action_url: null,
  action_label: null,
  sent_at: new Date().toISOString(),
  expires_at: null,
  is_read: false,
  ...change,
})

const bell = (notifications: object[], change: object = {}) => ({
  notifications,
  more: false,
  unread: notifications.length,
  muted: [],
  next_change_at: null,
  now: new Date().toISOString(),
  ...change,
})

function open(feed: object, answers = {}) {
  portal = openPortal({
    at: '/app/dashboard',
    bell: feed,
    answers: { notification_feed: feed, mark_all_notifications_read: 2, ...answers },
  })
  return screen.findByRole('button', { name: /^Notifications, / })
}

const dialog = () => screen.findByRole('dialog', { name: 'Notifications' })

it('the badge comes from the opening call, and the bell opens without another call', async () => {
  const button = await open(bell([notice('a'), notice('b')]))
  expect(button.getAttribute('aria-label')).toBe('Notifications, 2 unread')
  fireEvent.click(button)
  await within(await dialog()).findByText('Title a')
  expect(portal.asked('notification_feed')).toHaveLength(0)
})

it('marking all as read says how many, and removes the badge', async () => {
  fireEvent.click(await open(bell([notice('a'), notice('b')])))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Marked 2 notifications as read')
  await screen.findByRole('button', { name: 'Notifications' })
})

it('following a notification marks it as read, and opens its address without a page load', async () => {
  const followed = notice('a', { action_url: '/app/communities', action_label: 'Have a look' })
  fireEvent.click(await open(bell([followed]), { mark_notification_read: () => ({ status: 204 }) }))
  fireEvent.click(await screen.findByRole('link', { name: 'Have a look' }))
  expect(location.pathname).toBe('/app/communities')
  await waitFor(() => expect(portal.asked('mark_notification_read')).toHaveLength(1))
  expect(portal.asked('mark_notification_read')[0]?.body).toEqual({ notification_id: 'a' })
})

it('a notification about an answer is marked as read once the answer was on screen', async () => {
  const wasStubbed = IntersectionObserver
  const tell: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        tell.push(() => told([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  const link = (id: string) => `/app/courses/git/lesson/a?question=q1&answer=${id}`
  await open(
    bell([notice('a', { action_url: link('seen') }), notice('b', { action_url: link('other') })]),
    { mark_notification_read: () => ({ status: 204 }) },
  )
  recordWhenSeen(document.body, 'seen')
  vi.stubGlobal('IntersectionObserver', wasStubbed)
  // The bell has loaded, and no notification is marked as read whose answer was not on screen.
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
  await dialog()
  expect(portal.asked('mark_notification_read')).toHaveLength(0)
  tell[0]?.()
  await waitFor(() => expect(portal.asked('mark_notification_read')).toHaveLength(1))
  expect(portal.asked('mark_notification_read')[0]?.body).toEqual({ notification_id: 'a' })
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
})

it('a notification says who sent it and from which cohort', async () => {
  fireEvent.click(await open(bell([notice('a', { source: 'Grace Kim · Autumn' })])))
  await within(await dialog()).findByText('Grace Kim · Autumn')
})

it('muting a kind is undone when the server refuses it', async () => {
  fireEvent.click(
    await open(bell([notice('a')]), {
      notification_mutes: () => ({
        status: 403,
        body: { code: '42501', message: 'You may not mute it.' },
      }),
    }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Notification settings' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Info' }))
  await screen.findByText('You may not mute it.')
  expect(screen.getByRole('checkbox', { name: 'Info' })).toHaveProperty('checked', true)
  expect(portal.asked('notification_mutes')[0]).toMatchObject({
    method: 'POST',
    body: { type: 'info' },
  })
})
