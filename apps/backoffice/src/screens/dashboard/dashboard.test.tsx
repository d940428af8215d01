import { act, screen } from '@testing-library/react'
import { it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

it('the dashboard is read again at each visit', async () => {
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
