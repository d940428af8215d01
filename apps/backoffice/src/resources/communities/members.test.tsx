import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { community as row } from '../../test/rows'
import { bootAnswer } from '../../test/wire'

preparePage()

const community = { ...row, members: 1 }

const person = (name: string, banned: boolean) => ({
  id: name,
  name,
  email: `${name}@example.org`,
  role: 'MEMBER',
  banned,
  joined_at: '2026-11-01T08:00:00Z',
})

it("the list of a community's members counts banned people separately", async () => {
  openPanel(`/admin/communities/${community.id}`, bootAnswer(ALL_RIGHTS), ({ path }) => {
    if (path === 'rpc/managed_community') return { body: community }
    if (path !== 'rpc/managed_members') return null
    return { body: { total: 2, members: [person('ada', false), person('eve', true)] } }
  })
  expect(await screen.findByText('1 member, 1 banned')).toBeDefined()
})
