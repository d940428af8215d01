import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { communityKeys } from './community'
import { seeCommunity } from './see-community'

const client = createDataClient({ url: 'http://project.test', key: 'k' })

afterEach(() => {
  vi.unstubAllGlobals()
})

it('clears the news of a community that the person has seen, and does not mark an invalidated list as valid', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ total: 0 }))
  const queries = createQueryClient()
  const mine = communityKeys.mine()
  queries.setQueryData(
    mine,
    [
      { slug: 'study', news: 3 },
      { slug: 'other', news: 2 },
    ],
    {
      updatedAt: 1_000,
    },
  )
  // During the request, the person leaves the community, which invalidates the list.
  await queries.invalidateQueries({ queryKey: mine })
  await seeCommunity(client, queries, 'study', '2026-01-01T00:00:00Z')
  expect(queries.getQueryData(mine)).toEqual([
    { slug: 'study', news: 0 },
    { slug: 'other', news: 2 },
  ])
  expect(queries.getQueryState(mine)).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1_000 })
})
