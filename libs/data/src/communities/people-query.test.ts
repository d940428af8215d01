import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { aCommunity } from '../testing/communities'
import { mapStorage } from '../testing/memory-storage'
import { peopleQuery, setBanned } from './people-query'

afterEach(() => void vi.unstubAllGlobals())

const community = { ...aCommunity, moderates: true }
const rudi = {
  id: 'u1',
  name: 'Rudi Rude',
  leads: false,
  banned: false,
  joined_at: '2026-01-01T00:00:00Z',
  mine: false,
}

const aClient = () =>
  createDataClient({ url: 'http://project.test', key: 'anon', storage: mapStorage(new Map()) })

it('a ban that is set while the list is being read is shown', async () => {
  const people = JSON.stringify({ community, total: 1, banned: 0, people: [rudi] })
  const asked: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL) =>
    String(input).includes('ban_member')
      ? Promise.resolve(new Response(null, { status: 204 }))
      : new Promise<Response>((resolve) => asked.push(resolve)),
  )
  const client = aClient()
  const queries = createQueryClient()
  const query = peopleQuery(client, 'study')
  const answer = (which: number) => asked[which]?.(new Response(people))

  const first = queries.fetchInfiniteQuery(query)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  answer(0)
  await first
  const again = queries.refetchQueries({ queryKey: query.queryKey })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  await setBanned(client, queries, community, 'u1', true)
  answer(1)
  await again
  const [page] = queries.getQueryData(query.queryKey)?.pages ?? []
  expect(page?.people).toMatchObject([{ name: 'Rudi Rude', banned: true }])
  expect(page).toMatchObject({ total: 0, banned: 1 })
})

it('there is another page until all members and all banned people are loaded', () => {
  const page = { community, total: 1, banned: 1, people: [] }
  const person = { ...rudi, joinedAt: rudi.joined_at }
  const after = (...people: (typeof person)[]) => {
    const { getNextPageParam } = peopleQuery(aClient(), 'study')
    const last = { ...page, people }
    return getNextPageParam(last, [last], 0, [0])
  }
  expect(after(person)).toBe(1)
  expect(after(person, { ...person, id: 'u2', banned: true })).toBeNull()
})
