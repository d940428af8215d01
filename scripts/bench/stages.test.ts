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

test('a file gets one line for each stage, and further lines for a long stage', async () => {
  const written: string[] = []
  const results = runStages(stages, { write: (text) => written.push(text) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await results).toEqual({ results: [1, 2, 3], failures: [] })
  expect(written).toEqual([
    '1 of 2: Weighing\n',
    '2 of 2: Filling\n',
    '2 of 2: Filling, 7 rows, 10 s\n',
    '2 of 2: Filling, 9 rows, 20 s\n',
  ])
})

test('a terminal shows one line that is overwritten each second and removed at the end', async () => {
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

test('a stage that fails prints the reason and leaves no timer running, and the other stages go on', async () => {
  const written: string[] = []
  const failing = {
    what: 'Failing',
    run(reportProgress: ReportProgress) {
      reportProgress('7 rows')
      return Promise.reject(new Error('broken'))
    },
  }
  const ran = await runStages([failing, { what: 'Weighing', run: () => [1] }], {
    isTTY: true,
    write: (text) => written.push(text),
  })
  expect(ran).toEqual({ results: [1], failures: ['1 of 2: Failing, 7 rows: broken'] })
  expect(written).toContain('\r\x1b[K1 of 2: Failing, 7 rows: broken\n')
  expect(written.at(-1)).toBe('\r\x1b[K')
  expect(vi.getTimerCount()).toBe(0)
})
