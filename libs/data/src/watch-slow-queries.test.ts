import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchSlowQueries } from './watch-slow-queries'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Mounts a screen with a query, and returns the messages that the person sees. */
function openScreen(read: () => Promise<unknown>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onSlow = vi.fn<(tryAgain: () => void) => void>()
  const onSettled = vi.fn()
  const leave = new QueryObserver(queries, { queryKey: ['library'], queryFn: read }).subscribe(
    () => {},
  )
  watchSlowQueries(queries, { onSlow, onSettled })
  return { queries, onSlow, onSettled, leave }
}

const hang = () => new Promise<never>(() => {})

it('reports once, after eight seconds, that a screen without any data is still waiting', async () => {
  const { onSlow, onSettled } = openScreen(hang)
  await vi.advanceTimersByTimeAsync(7_900)
  expect(onSlow).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSlow).toHaveBeenCalledTimes(1)
  expect(onSettled).not.toHaveBeenCalled()
})

it('sends the request again on demand, and removes the message after the answer', async () => {
  const read = vi.fn<() => Promise<unknown>>(hang)
  const { queries, onSlow, onSettled } = openScreen(read)
  await vi.advanceTimersByTimeAsync(8_000)
  read.mockResolvedValue('courses')
  onSlow.mock.calls[0]?.[0]()
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(2)
  expect(queries.getQueryData(['library'])).toBe('courses')
  expect(onSettled).toHaveBeenCalledTimes(1)
})

it('reports nothing for a quick answer, for a screen that was left, and for data that is only refreshed', async () => {
  const quick = openScreen(async () => 'courses')
  const left = openScreen(hang)
  left.leave()
  const refreshed = openScreen(async () => 'courses')
  await vi.advanceTimersByTimeAsync(0)
  refreshed.queries.setQueryDefaults(['library'], { queryFn: hang })
  void refreshed.queries.refetchQueries()
  await vi.advanceTimersByTimeAsync(20_000)
  for (const { onSlow } of [quick, left, refreshed]) expect(onSlow).not.toHaveBeenCalled()
})
