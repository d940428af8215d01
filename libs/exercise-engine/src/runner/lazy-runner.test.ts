import { beforeEach, expect, it, vi } from 'vitest'
import type { RunInput, RunResult } from '../run/run'
import { lazyRunner } from './lazy-runner'

const { createRunner } = vi.hoisted(() => ({ createRunner: vi.fn() }))
vi.mock('./runner', () => ({ createRunner }))

const passed: RunResult = { verdict: 'PASS', tests: [], ms: 3 }
const input: RunInput = { language: 'JS', files: [], tests: '', time_ms: 100 }
const runner = { run: vi.fn(), close: vi.fn() }
const place = {} as HTMLElement

beforeEach(() => {
  vi.resetAllMocks()
  createRunner.mockReturnValue(runner)
  runner.run.mockResolvedValue(passed)
})

it('makes one runner, with the first run', async () => {
  const lazy = lazyRunner(place)
  expect(createRunner).not.toHaveBeenCalled()
  expect(await Promise.all([lazy.run(input), lazy.run(input)])).toEqual([passed, passed])
  expect(createRunner.mock.calls).toEqual([[place]])
})

it('creates the runner before the first run if its code is loaded in advance', async () => {
  lazyRunner(place).load()
  await vi.waitFor(() => expect(createRunner).toHaveBeenCalledOnce())
})

it('closes the runner that it created', async () => {
  const lazy = lazyRunner(place)
  await lazy.run(input)
  lazy.close()
  await vi.waitFor(() => expect(runner.close).toHaveBeenCalledOnce())
})

it('creates no runner if it was closed while the code loaded', async () => {
  const lazy = lazyRunner(place)
  const run = lazy.run(input)
  lazy.close()
  expect(await run).toEqual({ verdict: 'UNREACHABLE' })
  expect(createRunner).not.toHaveBeenCalled()
})
