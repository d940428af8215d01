import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { createQueryClient } from '../query-client'
import { lessonAddresses } from './lesson-addresses'

const PATH = 'a/1.png'
const file = { path: PATH, name: '1.png', size: 9, type: 'image/png', width: 1, height: 1, alt: '' }
const lesson = { id: 'l1', lesson_files: [file] }

let signed: number
let sign: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
const ask = vi.fn((paths: readonly string[]) => sign(paths))
const store = { sign: ask }
let queries: ReturnType<typeof createQueryClient>

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockClear()
  signed = 0
  sign = async ([path = '']) => new Map([[path, `https://store.test/${path}?token=${++signed}`]])
  queries = createQueryClient()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

const read = (failed?: string) => lessonAddresses(queries, store, lesson, failed)
const token = (version: number) => new Map([[PATH, `https://store.test/${PATH}?token=${version}`]])

it('signs addresses with one request for all callers, and again when they have nearly expired', async () => {
  expect(await Promise.all([read(), read()])).toEqual([token(1), token(1)])
  vi.advanceTimersByTime(54 * 60_000)
  expect(await read()).toEqual(token(1))
  vi.advanceTimersByTime(60_000)
  expect(await read()).toEqual(token(2))
})

it('signs new addresses once after an address has failed, even if it fails for several callers', async () => {
  await read()
  const [failed] = token(1).values()
  expect(await Promise.all([read(failed), read(failed)])).toEqual([token(2), token(2)])
  expect(await read(failed)).toEqual(token(2))
  expect(ask).toHaveBeenCalledTimes(2)
})

it('distinguishes a missing answer (null) from a refusal', async () => {
  sign = () => Promise.reject(new DataError({ code: 'NETWORK' }))
  expect(await read()).toBeNull()
  sign = () => Promise.reject(new DataError({ code: 'BUSY', status: 503 }))
  expect(await read()).toBeNull()
  sign = () => Promise.reject(new DataError({ code: 'AccessDenied', status: 403 }))
  expect(await read()).toEqual(new Map())
})

it('waits four seconds for an answer, and uses an answer that arrives later', async () => {
  let answer = (_: ReadonlyMap<string, string>) => {}
  sign = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const first = read()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await first).toBeNull()
  answer(token(7))
  expect(await read()).toEqual(token(7))
  expect(ask).toHaveBeenCalledTimes(1)
})
