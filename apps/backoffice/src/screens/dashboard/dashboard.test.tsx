import { act, cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { ALL_RIGHTS, openPanel, stubBrowser } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

// The screen loads lazily, which can take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('is read at each visit, whatever was done in between', async () => {
  let total = 3
  const { router } = openPanel('/admin', bootAnswer(ALL_RIGHTS), ({ path }) => {
    if (path === 'rpc/invite_list') return { body: { total: 0, invites: [] } }
    if (path !== 'rpc/dashboard') return null
    const courses = { total, published: 0, draft: total }
    return { body: { courses, invites: 4, members: null, to_do: null, own: null, activity: null } }
  })
  await screen.findByText('0 published, 3 draft')
  await act(() => router.navigate('/admin/invites'))
  await screen.findByRole('heading', { name: 'Invites' })
  total = 4
  await act(() => router.navigate('/admin'))
  await screen.findByText('0 published, 4 draft')
})
