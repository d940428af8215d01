import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataClient } from '../client'
import { DataError } from '../errors'
import { accessKeys } from '../session/keys'
import { watchAccount } from './watch-account'

const boot = (state: string) => ({ account: { state } })

/** Watches an account that the page has read in one state (`known`), and that the server now has in another (`now`). */
function open({ known = 'ACTIVE', now = 'MAINTENANCE' }: { known?: string; now?: string } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const rpc = vi.fn(async () => ({ data: { state: now }, error: null, status: 200 }))
  const readBoot = vi.fn(async () => boot(now))
  queries.setQueryDefaults(accessKeys.boot(), { queryFn: readBoot })
  queries.setQueryData(accessKeys.boot(), boot(known))
  const stop = watchAccount({ rpc } as unknown as DataClient, queries)
  const answer = (data: unknown, meta = {}) =>
    queries.fetchQuery({ queryKey: ['library', Math.random()], queryFn: async () => data, meta })
  const refuse = (code: string) =>
    queries
      .fetchQuery({
        queryKey: ['course', Math.random()],
        queryFn: () => Promise.reject(new DataError({ code })),
      })
      .catch(() => undefined)
  return { queries, rpc, readBoot, stop, answer, refuse }
}

let opened: ReturnType<typeof open>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  opened.stop()
  vi.useRealTimers()
})

describe('an open page', () => {
  it.each([
    ['no row', null],
    ['an empty list', []],
    ['empty lists', { courses: [], more: false }],
    ['an empty page', { pages: [{ threads: [] }], pageParams: [null] }],
  ])(
    'reads the boot query again after %s, if the account may not enter any more',
    async (_, data) => {
      opened = open()
      await opened.answer(data)
      await vi.waitFor(() =>
        expect(opened.queries.getQueryState(accessKeys.boot())?.isInvalidated).toBe(true),
      )
      expect(opened.rpc).toHaveBeenCalledExactlyOnceWith('my_account_state')
    },
  )

  it.each(['42501', 'NOT_FOUND'])(
    'asks for the account’s state after the refusal %s',
    async (code) => {
      opened = open()
      await opened.refuse(code)
      expect(opened.rpc).toHaveBeenCalledTimes(1)
    },
  )

  it('asks for the account’s state after a refused change', async () => {
    opened = open()
    const change = opened.queries.getMutationCache().build(opened.queries, {
      mutationFn: () => Promise.reject(new DataError({ code: '42501' })),
    })
    await change.execute(undefined).catch(() => undefined)
    expect(opened.rpc).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['an error', { data: null, error: { message: 'bad gateway' }, status: 502 }],
    ['something else', { data: 'ACTIVE', error: null, status: 200 }],
  ])('changes nothing if the account’s state is answered with %s', async (_, answer) => {
    opened = open()
    opened.rpc.mockResolvedValue(answer as never)
    await opened.answer([])
    await expect.poll(() => opened.rpc.mock.settledResults).toHaveLength(1)
    expect(opened.queries.getQueryState(accessKeys.boot())?.isInvalidated).toBe(false)
  })

  it('asks only once for several empty answers at the same time, and again later', async () => {
    opened = open({ now: 'ACTIVE' })
    await Promise.all([opened.answer([]), opened.answer([]), opened.answer(null)])
    expect(opened.rpc).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_000)
    await opened.answer([])
    expect(opened.rpc).toHaveBeenCalledTimes(2)
    expect(opened.queries.getQueryState(accessKeys.boot())?.isInvalidated).toBe(false)
  })

  it('sends no request after other answers and errors', async () => {
    opened = open()
    await opened.answer([{ id: 1 }])
    await opened.answer({ courses: [1], categories: [] })
    await opened.answer({ title: 'Git' })
    await opened.answer([], { oftenEmpty: true })
    await opened.refuse('NETWORK')
    expect(opened.rpc).not.toHaveBeenCalled()
  })

  it('reads all data again when the account may enter again', async () => {
    opened = open({ known: 'MAINTENANCE', now: 'ACTIVE' })
    opened.queries.setQueryData(['library', 'courses'], [])
    await opened.queries.fetchQuery({ queryKey: accessKeys.boot() })
    expect(opened.queries.getQueryState(['library', 'courses'])?.isInvalidated).toBe(true)
    expect(opened.readBoot).toHaveBeenCalledTimes(1)
  })
})
