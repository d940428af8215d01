import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDraftEchoes, savingDraft, takeDraftEcho } from './saving'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetDraftEchoes()
  vi.useRealTimers()
})

it('takes one signal for each save, during it and for a while after it', async () => {
  expect(takeDraftEcho()).toBe(false)
  let answer = () => {}
  const slow = savingDraft(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  await savingDraft(async () => undefined)
  expect([takeDraftEcho(), takeDraftEcho()]).toEqual([true, true])
  // The next one comes from another device.
  expect(takeDraftEcho()).toBe(false)
  answer()
  await slow
  expect(takeDraftEcho()).toBe(false)
})

it('awaits no signal of a save that failed, was long ago, or that this page could not hear', async () => {
  await expect(savingDraft(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(takeDraftEcho()).toBe(false)
  await savingDraft(async () => undefined)
  vi.advanceTimersByTime(5_000)
  expect(takeDraftEcho()).toBe(false)
  await savingDraft(async () => undefined)
  forgetDraftEchoes()
  expect(takeDraftEcho()).toBe(false)
})
