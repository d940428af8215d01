import { reviveFrames } from '@rookies/ui/testing/animation-frames'
import { expect, it, vi } from 'vitest'

/** As a library keeps it that was loaded before timers are simulated. */
const ownFrames = window.requestAnimationFrame
const nextFrame = () =>
  Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => resolve('a frame'))),
    new Promise((resolve) => setTimeout(() => resolve('none'), 200)),
  ])

it('frames come again that were asked for while timers were simulated', async () => {
  reviveFrames()
  vi.useFakeTimers()
  ownFrames(() => undefined)
  vi.useRealTimers()
  expect(await nextFrame()).toBe('none')
  reviveFrames()
  expect(await nextFrame()).toBe('a frame')
})
