import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetDraftEchoes, takeDraftEcho, trackDraftSave } from './saving'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetDraftEchoes()
  vi.useRealTimers()
})

it('one signal counts as an own one for each save, during the save and for some seconds after it', async () => {
  expect(takeDraftEcho()).toBe(false)
  let answer = () => {}
  const slow = trackDraftSave(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve
      }),
  )
  await trackDraftSave(async () => undefined)
  expect([takeDraftEcho(), takeDraftEcho()]).toEqual([true, true])
  // The next signal comes from another device.
  expect(takeDraftEcho()).toBe(false)
  answer()
  await slow
  expect(takeDraftEcho()).toBe(false)
})

it('no signal counts as an own one after a save that failed, is long ago, or ended before this page was subscribed', async () => {
  await expect(trackDraftSave(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(takeDraftEcho()).toBe(false)
  await trackDraftSave(async () => undefined)
  vi.advanceTimersByTime(5_000)
  expect(takeDraftEcho()).toBe(false)
  await trackDraftSave(async () => undefined)
  forgetDraftEchoes()
  expect(takeDraftEcho()).toBe(false)
})
