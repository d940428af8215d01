import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

const member = (id: number, name: string, disabled_at: string | null) => ({
  ...{ id: `dd000000-0000-4000-8000-00000000010${id}`, name, email: `${id}@example.org` },
  ...{ role: 'MEMBER', created_at: '2026-09-10T08:00:00Z', disabled_at, courses: 1 },
})

it('the list of members marks disabled accounts beside their names', async () => {
  const members = [member(1, 'Ada Okafor', null), member(2, 'Grace Wu', '2026-10-01T08:00:00Z')]
  openPanel('/admin/members', bootAnswer(ALL_RIGHTS), ({ path }) =>
    path === 'rpc/members' ? { body: { total: 2, members } } : null,
  )
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  expect((await row(/Grace Wu/)).getByText('Disabled')).toBeDefined()
  expect((await row(/Ada Okafor/)).queryByText('Disabled')).toBeNull()
})
