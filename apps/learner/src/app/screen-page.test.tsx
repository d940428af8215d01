import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LazyPart } from '../shared/lazy-part'
import { openPortal } from '../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

it('asks for what a later screen shows while its code is on the way', async () => {
  portal = openPortal({ at: '/app/profile' })
  await screen.findByRole('heading', { name: 'My Profile' })
  vi.spyOn(LazyPart.prototype, 'fetch').mockReturnValue(new Promise(() => undefined))
  fireEvent.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(portal.asked('library')).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Courses Library' })).toBeNull()
})
