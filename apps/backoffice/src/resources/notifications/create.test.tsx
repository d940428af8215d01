import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
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

it('asks before it sends, also to one person', async () => {
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
