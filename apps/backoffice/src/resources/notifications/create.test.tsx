import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fillDay, type } from '../../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

const ada = {
  id: 'a1',
  name: 'Ada Okafor',
  email: 'ada@example.org',
  role: 'MEMBER',
  created_at: '2026-09-10T08:00:00Z',
  disabled_at: null,
  verified: true,
  courses: 0,
}

it('a notification is sent after a question, also to one person', async () => {
  const { sent } = openPanel(
    '/admin/notifications?new=notification',
    bootAnswer(ALL_RIGHTS),
    ({ path }) => (path === 'rpc/members' ? { body: { total: 1, members: [ada] } } : null),
  )
  const sends = () => sent.filter(({ path }) => path === 'rpc/send_user_notification')
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Welcome' } })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello' } })
  fireEvent.click(screen.getByLabelText('A specific user'))
  fireEvent.change(screen.getByLabelText('User'), { target: { value: 'ada' } })
  fireEvent.click(await screen.findByTitle(/^Ada Okafor/))
  fireEvent.submit(screen.getByLabelText('Title'))

  await screen.findByText('Send to Ada Okafor?')
  expect(screen.getByText(/^ada@example.org will see this/)).toBeDefined()
  expect(sends()).toHaveLength(0)
  fireEvent.click(screen.getByText('Send to 1 Person'))
  await waitFor(() => expect(sends()).toHaveLength(1))
})

it('a link that was typed without a scheme is completed, and a link that nobody could open is refused with the reason', async () => {
  const { sent } = openPanel('/admin/notifications?new=notification', bootAnswer(ALL_RIGHTS))
  const sends = () => sent.filter(({ path }) => path === 'rpc/send_global_notification')
  type(await screen.findByLabelText('Title'), 'Welcome')
  type(screen.getByLabelText('Message'), 'Hello')
  const link = screen.getByLabelText('Button URL (optional)')
  type(link, 'localhost:3000')
  fireEvent.submit(link)
  expect(await screen.findByText(/^Only your own computer can open this address/)).toBeDefined()

  type(link, 'example.org/tea.')
  await waitFor(() => expect(screen.queryByText(/^Only your own computer/)).toBeNull())
  fireEvent.submit(link)
  fireEvent.click(await screen.findByRole('button', { name: /^Send to (?:All|\d)/ }))
  await waitFor(() => expect(sends()).toHaveLength(1))
  expect(sends()[0]?.body).toMatchObject({ action_url: 'https://example.org/tea' })
})

it('an invalid notification shows errors at its fields, and closing the form asks before typed text is lost', async () => {
  const { sent, router } = openPanel('/admin/notifications', bootAnswer(ALL_RIGHTS), ({ path }) =>
    path === 'rpc/members' ? { body: { total: 1, members: [ada] } } : null,
  )
  const compose = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Send Notification' })
    if (button) fireEvent.click(button)
    return screen.findByLabelText('Title')
  }
  const isClosed = () => waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull())
  const title = await compose()
  type(title, ' ')
  type(screen.getByLabelText('Message'), 'm'.repeat(2001))
  type(screen.getByLabelText('Button URL (optional)'), '//example.org')
  fillDay(screen.getByLabelText('Send at (optional)'), '2020-01-01 10:00')
  fireEvent.submit(title)
  expect(await screen.findByText('Title is required')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(screen.getByText('Message must be at most 2,000 characters')).toBeDefined()
  expect(screen.getByText(/^Enter a path that starts with a single slash/)).toBeDefined()
  expect(screen.getByText(/^This time has passed/)).toBeDefined()
  expect(sent.filter(({ path }) => path.startsWith('rpc/send_'))).toEqual([])
  type(title, 'A title')
  await waitFor(() => expect(screen.queryByText('Title is required')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/^This notification has not been sent\./)).toBeDefined()
  // Back closes the form; the text is there again when the form is opened again.
  await act(() => router.navigate(-1))
  await isClosed()
  expect(await compose()).toHaveProperty('value', 'A title')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard Notification' }))
  await isClosed()
  expect(await compose()).toHaveProperty('value', '')
})
