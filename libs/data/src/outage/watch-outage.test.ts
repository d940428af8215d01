import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { setCacheShown } from '../offline-cache/cache-shown'
import { createDataClient } from '../session/create-client'
import { mapStorage } from '../testing/memory-storage'
import { watchOutage } from './watch-outage'

let isUp: boolean
let asked: number
let stop: () => void
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })

beforeEach(() => {
  vi.useFakeTimers()
  isUp = false
  asked = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (!isUp) throw new TypeError('Failed to fetch')
    return Response.json(null)
  })
  const storage = mapStorage(new Map())
  stop = watchOutage(createDataClient({ url: 'http://project.test', key: 'k', storage }), queries)
})

afterEach(() => {
  stop()
  queries.clear()
  setCacheShown(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Mounts a query on a screen, and returns its state. */
function show(key: string, read: () => Promise<unknown>) {
  const observer = new QueryObserver(queries, { queryKey: [key], queryFn: read })
  observer.subscribe(() => undefined)
  return () => observer.getCurrentResult()
}

const fromServer = async () => {
  if (!isUp) throw new DataError({ code: 'NETWORK' })
  return 'answer'
}

describe('a screen without an answer', () => {
  it('is read again within a few seconds after an outage, however long it lasted', async () => {
    const state = show('library', fromServer)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(state().isError).toBe(true)
    isUp = true
    await vi.advanceTimersByTimeAsync(4_000)
    expect(state().data).toBe('answer')
    const questions = asked
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked, 'nothing is asked after the outage').toBe(questions)
  })

  it('is read again at once when the browser is online again, and no request is sent before', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const listeners = new EventTarget()
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
    const state = show('library', fromServer)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(0)
    isUp = true
    vi.stubGlobal('navigator', { onLine: true })
    listeners.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().data).toBe('answer')
  })

  it('is not read again while the server answers other requests, nor after a refusal', async () => {
    isUp = true
    const busy = vi.fn(() => Promise.reject(new DataError({ code: 'BUSY', status: 503 })))
    show('course', busy)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(busy).toHaveBeenCalledTimes(1)
    expect(asked).toBe(1)
    show('lesson', () => Promise.reject(new DataError({ code: '42501', status: 403 })))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(1)
  })

  it('is not read again after watching was stopped', async () => {
    show('library', fromServer)
    await vi.advanceTimersByTimeAsync(10_000)
    stop()
    const questions = asked
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(questions)
  })
})

it('a screen with cached answers is read again as soon as the server answers', async () => {
  queries.setQueryData(['library'], 'cached')
  const state = show('library', fromServer)
  await queries.invalidateQueries({ queryKey: ['library'] })
  setCacheShown(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().data).toBe('cached')
  isUp = true
  await vi.advanceTimersByTimeAsync(4_000)
  expect(state().data).toBe('answer')
})
