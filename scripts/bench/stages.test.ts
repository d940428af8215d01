import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ReportProgress, runStages } from './stages'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

const stages = [
  { what: 'Weighing', run: () => [1] },
  {
    what: 'Filling',
    async run(reportProgress: ReportProgress) {
      reportProgress('7 rows')
      await after(12_000)
      reportProgress('9 rows')
      await after(10_000)
      return [2, 3]
    },
  },
]

test('a file gets one line for each stage, and more for a long one', async () => {
  const written: string[] = []
  const results = runStages(stages, { write: (text) => written.push(text) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await results).toEqual([1, 2, 3])
  expect(written).toEqual([
    '1 of 2: Weighing\n',
    '2 of 2: Filling\n',
    '2 of 2: Filling, 7 rows, 10 s\n',
    '2 of 2: Filling, 9 rows, 20 s\n',
  ])
})

test('a terminal shows one line, which is overwritten each second and removed at the end', async () => {
  const written: string[] = []
  const results = runStages(stages, { isTTY: true, write: (text) => written.push(text) })
  await vi.advanceTimersByTimeAsync(60_000)
  await results
  expect(written).toHaveLength(1 + 1 + 1 + 22 + 1)
  expect(written.every((text) => text.startsWith('\r\x1b[K') && !text.includes('\n'))).toBe(true)
  expect(written[3]).toBe('\r\x1b[K2 of 2: Filling, 7 rows')
  expect(written[8]).toBe('\r\x1b[K2 of 2: Filling, 7 rows, 6 s')
  expect(written.at(-1)).toBe('\r\x1b[K')
})

test('a stage that fails leaves neither a line nor a timer', async () => {
  const written: string[] = []
  const failing = { what: 'Failing', run: () => Promise.reject(new Error('broken')) }
  const results = runStages([failing], { isTTY: true, write: (text) => written.push(text) })
  await expect(results).rejects.toThrow('broken')
  expect(written.at(-1)).toBe('\r\x1b[K')
  expect(vi.getTimerCount()).toBe(0)
})
