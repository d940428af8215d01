import { reviveFrames } from '@rookies/ui/testing/animation-frames'
import { expect, it, vi } from 'vitest'

/** Simulates a library that loads before timers are faked and stores the real function. */
const ownFrames = window.requestAnimationFrame
const nextFrame = () =>
  Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => resolve('a frame'))),
    new Promise((resolve) => setTimeout(() => resolve('none'), 200)),
  ])

it('reviveFrames() makes animation frames run again after a library requested a frame under simulated timers', async () => {
  reviveFrames()
  vi.useFakeTimers()
  ownFrames(() => undefined)
  vi.useRealTimers()
  expect(await nextFrame()).toBe('none')
  reviveFrames()
  expect(await nextFrame()).toBe('a frame')
})
