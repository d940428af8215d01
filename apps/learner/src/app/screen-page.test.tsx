import { LIBRARY_PATH } from '@rookies/data/access/home'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LazyPart } from '../shared/lazy-part'
import { openPortal } from '../testing/open-portal'
import { MEMBER_SCREENS } from './screens'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

it('requests the data of a screen while its code is loading', async () => {
  const library = MEMBER_SCREENS.find(({ path }) => path === LIBRARY_PATH)?.page
  if (!library) throw new Error('no screen of the library')
  portal = openPortal({ at: '/app/profile' })
  await screen.findByRole('heading', { name: 'My Profile' })
  // Another test file of this worker may have loaded the component.
  const { component } = library
  library.component = null
  vi.spyOn(LazyPart.prototype, 'fetch').mockReturnValue(new Promise(() => undefined))
  fireEvent.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(portal.asked('library')).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Courses Library' })).toBeNull()
  library.component = component
})
