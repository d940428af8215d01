import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSavingDraft, savingDraft } from './saving'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('holds while a draft is saved, and until its signal has arrived', async () => {
  expect(isSavingDraft()).toBe(false)
  let fail = (_: Error) => {}
  const saved = savingDraft(
    () =>
      new Promise<void>((_, reject) => {
        fail = reject
      }),
  )
  expect(isSavingDraft()).toBe(true)
  fail(new Error('away'))
  await expect(saved).rejects.toThrow('away')
  expect(isSavingDraft()).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(isSavingDraft()).toBe(false)
})
