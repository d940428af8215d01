import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { Boot } from '../access/boot'
import { accessKeys } from '../session/keys'
import { ownZone } from '../time/zones'
import { noteZone } from './note-zone'

function visit(answer: { data: string | null; error: object | null }) {
  const queries = new QueryClient()
  const rpc = vi.fn(async () => answer)
  const client = { rpc } as unknown as Parameters<typeof noteZone>[0]
  const arrive = (id: string, time_zone: string | null, state = 'ACTIVE') =>
    queries.setQueryData(accessKeys.boot(), { account: { id, state, time_zone } })
  const shown = () => queries.getQueryData<Boot>(accessKeys.boot())?.account?.time_zone
  noteZone(client, queries)
  return { rpc, arrive, shown }
}

it('stores the browser’s time zone once for a person who has chosen none', async () => {
  const { rpc, arrive, shown } = visit({ data: 'Asia/Tokyo', error: null })
  arrive('u1', null)
  await vi.waitFor(() => expect(shown()).toBe('Asia/Tokyo'))
  arrive('u1', 'Asia/Tokyo')
  expect(rpc.mock.calls).toEqual([['note_time_zone', { zone: ownZone() }]])
})

it('sends no request for people with a time zone, for accounts that may not enter, and after a failure', async () => {
  const { rpc, arrive, shown } = visit({ data: null, error: {} })
  arrive('u1', 'Europe/Vienna')
  arrive('u2', null, 'UNVERIFIED')
  expect(rpc).not.toHaveBeenCalled()
  arrive('u3', null)
  arrive('u3', null)
  await vi.waitFor(() => expect(rpc).toHaveBeenCalledTimes(1))
  expect(shown()).toBeNull()
})
