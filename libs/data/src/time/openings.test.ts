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
  // Restoring a spied timer restores the simulated one, so the real timers must be restored last.
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  learnServerTime(Date.now())
})

describe('the listener of an opening', () => {
  it('is called once, not before its moment, and one timer serves all listeners', () => {
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

  it('is called at different times for people who wait for the same moment, within some seconds', () => {
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

  it('is called by the server’s clock, even if the clock of the device is wrong', () => {
    vi.setSystemTime(NOON + 3 * 3_600_000)
    learnServerTime(NOON)
    const act = vi.fn()
    onOpening(at(60), 0, act)
    vi.advanceTimersByTime(59_000)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(act).toHaveBeenCalledOnce()
  })

  it('is called without frequent timers, however late the moment is', () => {
    // A browser fires a timer of more than 24.8 days at once.
    const wait = vi.spyOn(globalThis, 'setTimeout')
    const act = vi.fn()
    const end = onOpening(at(100 * 24 * 3600), 0, act)
    vi.advanceTimersByTime(3_600_000)
    expect(wait.mock.calls.length).toBeLessThan(65)
    expect(Math.max(...wait.mock.calls.map(([, ms]) => ms ?? 0))).toBeLessThan(2 ** 31)
    expect(act).not.toHaveBeenCalled()
    end()
  })

  it('is called as soon as the page is shown again, if the device slept at the moment', () => {
    const act = vi.fn()
    onOpening(at(3600), 0, act)
    // While a device sleeps, its clock continues and its timers stop.
    vi.setSystemTime(NOON + 2 * 3_600_000)
    expect(act).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('visibilitychange'))
    expect(act).toHaveBeenCalledOnce()
  })

  it('is never called for an invalid date, and an invalid time of the server is ignored', () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) learnServerTime(none)
    const act = vi.fn()
    const ends = [onOpening('soon', 0, act), onOpening('soon', 1, act), onOpening(at(30), 0, act)]
    vi.advanceTimersByTime(29_000)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600_000)
    expect(act).toHaveBeenCalledOnce()
    for (const end of ends) end()
  })

  it('is called after longer and longer pauses while the answers do not show the opening', () => {
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
