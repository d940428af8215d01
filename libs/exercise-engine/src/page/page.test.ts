// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunResult } from '../run/run'
import { PAGE_START, type PageMessage } from './messages'
import { openPage } from './page'

// The messages between an app and the document that shows pages. The tests act as the document.

const files = [{ path: 'index.html', text: '<h1></h1>' }]
const passed: RunResult = { verdict: 'PASS', tests: [], ms: 3 }
const on = {
  ...{ shown: vi.fn(), printed: vi.fn(), failed: vi.fn(), ended: vi.fn() },
  ...{ stored: vi.fn(), said: vi.fn(), asked: vi.fn() },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
  document.body.replaceChildren()
})

const open = () => openPage(document.body, 'Your page', on)
const frames = () => [...document.querySelectorAll('iframe')]

/** Lets the newest frame load, and returns the document's end of the channel. */
function load(answers = true) {
  const frame = frames().at(-1)
  if (!frame?.contentWindow) throw new Error('There is no frame.')
  const post = vi.spyOn(frame.contentWindow, 'postMessage')
  frame.dispatchEvent(new Event('load'))
  const [message, origin, ports] = post.mock.calls[0] as unknown as [string, string, MessagePort[]]
  expect([message, origin]).toEqual([PAGE_START, '*'])
  const port = ports[0]
  if (!port) throw new Error('The document gets no port.')
  const asked: object[] = []
  const document_ = {
    frame,
    asked,
    isSilent: false,
    say: (said: PageMessage) => port.postMessage(said),
  }
  port.onmessage = ({ data }) => {
    if (data.ask !== 'PING') asked.push(data)
    else if (!document_.isSilent) document_.say({ is: 'PONG' })
  }
  if (answers) document_.say({ is: 'HERE' })
  return document_
}

test('a page is shown in a frame with a title, which stays inert until it has loaded', async () => {
  open().show(files)
  const { frame, asked, say } = load()
  expect([frame.getAttribute('src'), frame.title, frame.inert]).toEqual([
    '/page.html',
    'Your page',
    true,
  ])
  // The attribute would keep the service worker from answering.
  expect(frame.hasAttribute('sandbox')).toBe(false)
  await vi.waitFor(() => expect(asked).toEqual([{ ask: 'SHOW', files, replay: undefined }]))
  say({ is: 'PRINTED', lines: ['a'] })
  say({ is: 'FAILED', problem: { message: 'b' } })
  say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(on.shown).toHaveBeenCalledOnce())
  expect(frame.inert).toBe(false)
  expect(on.printed.mock.calls).toEqual([[['a']]])
  expect(on.failed.mock.calls).toEqual([[{ message: 'b' }]])
})

test('the earlier page stays until the next one has loaded, and a third one replaces the second', async () => {
  const place = open()
  place.show(files)
  const first = load()
  first.say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(on.shown).toHaveBeenCalledOnce())
  place.show(files)
  place.show(files)
  expect(frames()).toHaveLength(2)
  expect(frames()).toContain(first.frame)
  const third = load()
  third.say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(frames()).toEqual([third.frame]))
  expect(on.ended).not.toHaveBeenCalled()
})

test('a page that does not answer for two seconds is removed', async () => {
  const place = open()
  place.show(files)
  const shown = load()
  shown.say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(on.shown).toHaveBeenCalled())
  for (let i = 0; i < 10; i++) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(frames()).toHaveLength(1)
  shown.isSilent = true
  await vi.advanceTimersByTimeAsync(2_500)
  expect(on.ended.mock.calls).toEqual([['SILENT']])
  expect(frames()).toEqual([])
})

test('a page that reloads itself is run from its beginning, unless it reloads immediately', async () => {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  open().show(files)
  for (const [after, count] of [
    [5_000, 1],
    [500, 0],
  ] as const) {
    const page = load()
    page.say({ is: 'SHOWN' })
    await vi.waitFor(() => expect(page.frame.inert).toBe(false))
    time += after
    page.frame.dispatchEvent(new Event('load'))
    page.isSilent = true
    await vi.advanceTimersByTimeAsync(2_500)
    expect(frames()).not.toContain(page.frame)
    expect(frames()).toHaveLength(count)
    expect(on.ended).toHaveBeenCalledTimes(1 - count)
  }
  expect(on.printed.mock.calls).toEqual([[[expect.stringContaining('run from its beginning')]]])
})

test.each([
  ['never loads', () => vi.advanceTimersByTimeAsync(30_000)],
  [
    'is a page of the browser about the missing connection',
    () => {
      load(false)
      return vi.advanceTimersByTimeAsync(2_000)
    },
  ],
] as const)('a document that %s is unreachable, and the next one is tried', async (_, fail) => {
  const place = open()
  place.show(files)
  await fail()
  expect(on.ended.mock.calls).toEqual([['UNREACHABLE']])
  const check = place.check(files, '', 500)
  await fail()
  expect(await check).toEqual({ verdict: 'UNREACHABLE' })
  expect(frames()).toEqual([])
  place.show(files)
  load().say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(on.shown).toHaveBeenCalledOnce())
})

test('a check has a frame of its own, which nobody finds and which is removed afterwards', async () => {
  const place = open()
  const check = place.check(files, 'tests', 500)
  const { frame, asked, say } = load()
  expect([frame.getAttribute('aria-hidden'), frame.tabIndex]).toEqual(['true', -1])
  await vi.waitFor(() =>
    expect(asked).toEqual([{ ask: 'CHECK', files, tests: 'tests', time_ms: 500 }]),
  )
  say({ is: 'RESULT', result: passed, others: [] })
  expect(await check).toEqual(passed)
  expect(frames()).toEqual([])
})

test('tests that name a width or answers are checked one after another, in pages of their own', async () => {
  const check = open().check(files, 'tests', 500)
  const request = { ask: 'CHECK', files, tests: 'tests', time_ms: 500 }
  const names = ['wide', 'narrow', 'answered'].map((name) => ({ name, ok: name === 'wide' }))
  const others = [
    { at: 1, width: 360 },
    { at: 2, answers: ['Ada'] },
  ]
  const [first] = frames()
  load().say({ is: 'RESULT', result: { verdict: 'PASS', tests: names, ms: 1 }, others })
  await vi.waitFor(() => expect(frames()).not.toContain(first))
  for (const own of others) {
    await vi.waitFor(() => expect(frames()).toHaveLength(1))
    const { frame, asked, say } = load()
    await vi.waitFor(() => expect(asked).toEqual([{ ...request, own }]))
    expect(frame.style.width).toBe(`${own.width ?? 1024}px`)
    const problem = own.width && { problem: { message: 'too wide' } }
    const test = { name: names[own.at]?.name ?? '', ok: !problem, ...problem }
    const result: RunResult = { verdict: problem ? 'FAIL' : 'PASS', tests: [test], ms: 2 }
    say({ is: 'RESULT', result, others: [] })
    await vi.waitFor(() => expect(frames()).not.toContain(frame))
  }
  expect(await check).toEqual({
    verdict: 'FAIL',
    tests: [
      { name: 'wide', ok: true },
      { name: 'narrow', ok: false, problem: { message: 'too wide' } },
      { name: 'answered', ok: true },
    ],
    ms: 5,
  })
})

test('the host is notified of values, alerts and questions of a page, but not of a page that is being replaced', async () => {
  const place = open()
  place.show(files)
  const first = load()
  const replay = { seed: 1, answers: [], acts: [], alerts: 1 }
  const question = { kind: 'prompt', text: 'Your name?', initial: '', replay } as const
  for (const message of [
    { is: 'STORED' },
    { is: 'SAID', text: 'Hello' },
    { is: 'ASKED', question },
    { is: 'SHOWN' },
  ] as const)
    first.say(message)
  await vi.waitFor(() => expect(on.shown).toHaveBeenCalledOnce())
  expect(on.stored).toHaveBeenCalledOnce()
  expect(on.said.mock.calls).toEqual([['Hello']])
  expect(on.asked.mock.calls).toEqual([[question]])
  place.show(files, { ...replay, answers: ['Ada'] })
  first.say({ is: 'SAID', text: 'too late' })
  const next = load()
  await vi.waitFor(() =>
    expect(next.asked).toEqual([{ ask: 'SHOW', files, replay: { ...replay, answers: ['Ada'] } }]),
  )
  next.say({ is: 'SHOWN' })
  await vi.waitFor(() => expect(frames()).toEqual([next.frame]))
  expect(on.said).toHaveBeenCalledOnce()
})

test('a check that falls silent is an error', async () => {
  const check = open().check(files, '', 500)
  const silent = load()
  await vi.waitFor(() => expect(silent.asked).toHaveLength(1))
  silent.isSilent = true
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await check).toMatchObject({
    verdict: 'ERROR',
    problem: { message: 'It did not finish within 500 ms' },
  })
  expect(frames()).toEqual([])
})

test('messages that are posted to the own window are ignored, and close() ends a check', async () => {
  const place = open()
  place.show(files)
  const check = place.check(files, '', 500)
  const { asked } = load()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  window.dispatchEvent(new MessageEvent('message', { data: { is: 'RESULT', result: passed } }))
  place.close()
  expect(await check).toEqual({ verdict: 'UNREACHABLE' })
  expect(frames()).toEqual([])
  expect(on.ended).not.toHaveBeenCalled()
})
