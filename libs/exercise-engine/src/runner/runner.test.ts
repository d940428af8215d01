// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunInput, RunResult } from '../run/run'
import { type RunnerMessage, START } from './messages'
import { createRunner } from './runner'

// The messages between a page and the document that runs code. The tests act as the document.

const input: RunInput = { language: 'JS', files: [], tests: '', time_ms: 500 }
const passed: RunResult = { verdict: 'PASS', tests: [], ms: 3 }
const UNREACHABLE = { verdict: 'UNREACHABLE' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const frames = () => [...document.querySelectorAll('iframe')]

/** Lets the newest frame load, and returns the document's end of the channel. */
function load(): { say: (message: RunnerMessage) => void; asked: unknown[] } {
  const frame = frames().at(-1)
  if (!frame?.contentWindow) throw new Error('There is no frame.')
  const post = vi.spyOn(frame.contentWindow, 'postMessage')
  frame.dispatchEvent(new Event('load'))
  const [message, origin, ports] = post.mock.calls[0] as unknown as [string, string, MessagePort[]]
  expect([message, origin]).toEqual([START, '*'])
  const port = ports[0]
  if (!port) throw new Error('The document gets no port.')
  const asked: unknown[] = []
  port.onmessage = ({ data }) => asked.push(data)
  return { say: (said) => port.postMessage(said), asked }
}

/** Lets the document load and start an engine. */
function loadEngine(): ReturnType<typeof load> {
  const runner = load()
  runner.say({ is: 'HERE' })
  runner.say({ is: 'READY' })
  return runner
}

test('the document loads at once, and neither eyes nor keys nor screen readers find it', () => {
  createRunner(document.body)
  const [frame] = frames()
  expect(frame?.getAttribute('src')).toBe('/runner.html')
  // The attribute would keep the service worker from answering.
  expect(frame?.hasAttribute('sandbox')).toBe(false)
  expect(frame?.hidden).toBe(true)
  expect([frame?.title, frame?.getAttribute('aria-hidden'), frame?.tabIndex]).toEqual([
    'Runs code',
    'true',
    -1,
  ])
})

test('a run waits for an engine, and the next run for the next engine', async () => {
  const runner = createRunner(document.body)
  const first = runner.run(input)
  const second = runner.run({ ...input, tests: 'second' })
  const { say, asked } = load()
  say({ is: 'HERE' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual([])
  say({ is: 'READY' })
  await vi.waitFor(() => expect(asked).toEqual([{ input }]))
  say({ is: 'RESULT', result: passed })
  expect(await first).toEqual(passed)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveLength(1)
  say({ is: 'READY' })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  say({ is: 'RESULT', result: { ...passed, verdict: 'FAIL' } })
  expect(await second).toMatchObject({ verdict: 'FAIL' })
  expect(frames()).toHaveLength(1)
})

test.each([
  ['TIME', /500 ms/],
  ['MEMORY', /memory/],
] as const)('an engine that was ended for %s is a run without tests', async (by, words) => {
  const runner = createRunner(document.body)
  const { say, asked } = loadEngine()
  const run = runner.run(input)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  say({ is: 'ENDED', by })
  const result = await run
  expect(result).toMatchObject({
    verdict: 'ERROR',
    tests: [],
    problem: { message: expect.stringMatching(words) },
  })
})

test('a document that says nothing about a run is replaced after ten times its limit', async () => {
  const runner = createRunner(document.body)
  const { asked } = loadEngine()
  const [silent] = frames()
  const run = runner.run(input)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(10 * input.time_ms)
  expect(frames()).toContain(silent)
  await vi.advanceTimersByTimeAsync(600)
  expect(await run).toMatchObject({ verdict: 'ERROR', problem: expect.anything() })
  expect(frames()).toHaveLength(1)
  expect(frames()).not.toContain(silent)

  const again = runner.run(input)
  const next = loadEngine()
  await vi.waitFor(() => expect(next.asked).toHaveLength(1))
  next.say({ is: 'RESULT', result: passed })
  expect(await again).toEqual(passed)
})

test.each<[string, () => Promise<unknown>]>([
  ['does not load', () => vi.advanceTimersByTimeAsync(30_000)],
  [
    'is a page of the browser about the missing connection',
    () => {
      load()
      return vi.advanceTimersByTimeAsync(2_000)
    },
  ],
  [
    'has an engine that does not start',
    () => {
      load().say({ is: 'HERE' })
      return vi.advanceTimersByTimeAsync(20_000)
    },
  ],
  [
    'cannot make a worker',
    async () => {
      const { say } = load()
      say({ is: 'HERE' })
      say({ is: 'BROKEN' })
    },
  ],
  [
    'is left for another one',
    async () => {
      loadEngine()
      frames()[0]?.dispatchEvent(new Event('load'))
    },
  ],
])('a document that %s is unreachable, and the next run tries again', async (_, fail) => {
  const runner = createRunner(document.body)
  const run = runner.run(input)
  await vi.advanceTimersByTimeAsync(0)
  await fail()
  expect(await run).toEqual(UNREACHABLE)
  expect(frames()).toHaveLength(0)

  const again = runner.run(input)
  await vi.waitFor(() => expect(frames()).toHaveLength(1))
  const { say, asked } = loadEngine()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  say({ is: 'RESULT', result: passed })
  expect(await again).toEqual(passed)
})

test('a document that started late stays', async () => {
  createRunner(document.body)
  const { say } = load()
  say({ is: 'HERE' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(frames()).toHaveLength(1)
})

test('messages to the window are not heard', async () => {
  const runner = createRunner(document.body)
  const { say, asked } = loadEngine()
  const run = runner.run(input)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  window.dispatchEvent(new MessageEvent('message', { data: { is: 'RESULT', result: passed } }))
  say({ is: 'RESULT', result: { ...passed, verdict: 'FAIL' } })
  expect(await run).toMatchObject({ verdict: 'FAIL' })
})

test('closing ends a run, and no run begins afterwards', async () => {
  const runner = createRunner(document.body)
  const { asked } = loadEngine()
  const run = runner.run(input)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  runner.close()
  expect(await run).toEqual(UNREACHABLE)
  expect(await runner.run(input)).toEqual(UNREACHABLE)
  expect(frames()).toHaveLength(0)
})
