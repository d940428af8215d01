import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime } from '../server-clock'
import { onOpening } from './openings'

const NOON = Date.parse('2026-12-07T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString()

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  learnServerTime(NOON)
  vi.stubGlobal('document', page)
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  // A spy on a timer gives the simulated one back, so that real timers come last.
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  learnServerTime(Date.now())
})

describe('an opening', () => {
  it('is acted upon once, never before its moment, by one timer for all', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const ends = [onOpening(at(600), 0, first), onOpening(at(1200), 0, second)]
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(600_000)
    expect(first).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(first).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(3_600_000)
    expect(first).toHaveBeenCalledOnce()
    expect(second).toHaveBeenCalledOnce()
    for (const end of ends) end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('spreads people who wait for the same second over some seconds', () => {
    const asked: number[] = []
    for (let person = 0; person < 60; person += 1) {
      vi.spyOn(Math, 'random').mockReturnValue(person / 60)
      onOpening(at(30), 0, () => asked.push(Date.now()))
    }
    vi.advanceTimersByTime(60_000)
    expect(asked).toHaveLength(60)
    for (let second = 30; second < 40; second += 1) {
      const within = asked.filter((moment) => Math.floor((moment - NOON) / 1000) === second)
      expect(within.length).toBeLessThanOrEqual(12)
    }
  })

  it('goes by the server’s clock, even if the clock of this device is wrong', () => {
    vi.setSystemTime(NOON + 3 * 3_600_000)
    learnServerTime(NOON)
    const act = vi.fn()
    onOpening(at(60), 0, act)
    vi.advanceTimersByTime(59_000)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(act).toHaveBeenCalledOnce()
  })

  it('is waited for without a loop, however far away it is', () => {
    // A timer of more than 24.8 days would fire at once.
    const wait = vi.spyOn(globalThis, 'setTimeout')
    const act = vi.fn()
    const end = onOpening(at(100 * 24 * 3600), 0, act)
    vi.advanceTimersByTime(3_600_000)
    expect(wait.mock.calls.length).toBeLessThan(65)
    expect(Math.max(...wait.mock.calls.map(([, ms]) => ms ?? 0))).toBeLessThan(2 ** 31)
    expect(act).not.toHaveBeenCalled()
    end()
  })

  it('is acted upon as soon as the page is shown, if the device slept at its moment', () => {
    const act = vi.fn()
    onOpening(at(3600), 0, act)
    // While a device sleeps, its clock goes on and its timers do not.
    vi.setSystemTime(NOON + 2 * 3_600_000)
    expect(act).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(act).toHaveBeenCalledOnce()
  })

  it('that is no date is never acted upon, and a server’s time that is none is not believed', () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) learnServerTime(none)
    const act = vi.fn()
    const ends = [onOpening('soon', 0, act), onOpening('soon', 1, act), onOpening(at(30), 0, act)]
    vi.advanceTimersByTime(29_000)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600_000)
    expect(act).toHaveBeenCalledOnce()
    for (const end of ends) end()
  })

  it('is asked for less and less often while the answers do not bring it', () => {
    const waited = (failures: number) => {
      const act = vi.fn()
      const began = Date.now()
      onOpening(at(-10), failures, act)
      while (act.mock.calls.length === 0) vi.advanceTimersByTime(1000)
      return Math.round((Date.now() - began) / 10_000) * 10
    }
    expect([0, 1, 2, 3, 9].map(waited)).toEqual([0, 30, 60, 120, 120])
  })
})
