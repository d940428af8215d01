import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, failSockets, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

const start = () => {
  failSockets()
  openPanel('/admin/courses', bootAnswer(ALL_RIGHTS))
}

it('a toast says that the connection for live changes is lost', async () => {
  start()
  expect(await screen.findByText('Connection Error')).toBeDefined()
})

it('no toast says that the connection is lost while the open panel of the bell says it', async () => {
  start()
  fireEvent.click(await screen.findByRole('button', { name: /^Notifications/ }))
  expect(await screen.findByText(/^Failed to connect to real-time notifications/)).toBeDefined()
  const toast = screen.findByText('Connection Error', {}, { timeout: 1000 })
  await expect(toast).rejects.toThrow('Unable to find')
})
