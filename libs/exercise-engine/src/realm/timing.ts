import type { World } from './world.ts'

/** The maximum number of timers that `runAllTimers` calls. */
const MAX_TIMERS = 10_000

/** Creates the functions of `vi` and `jest` that control the virtual clock (rules/exercise-runs#clock). */
export function timing(world: World) {
  /** Runs the microtasks that are waiting. */
  const jobs = async () => {
    for (let at = 0; at < 10; at += 1) await null
  }
  const runAll = () => {
    for (let called = 0; world.next(); called += 1)
      if (called >= MAX_TIMERS)
        throw new Error(
          `${MAX_TIMERS} timers were called, and there are still some. Does an interval end?`,
        )
  }
  const asynchronous =
    (act: (value?: unknown) => unknown) =>
    async (value?: unknown): Promise<void> => {
      await jobs()
      act(value)
      await jobs()
    }
  const advance = (milliseconds: unknown) => world.advance(milliseconds)
  const toNext = (steps: unknown = 1) => {
    for (let at = 0; at < Number(steps); at += 1) world.next()
  }
  const pending = () => world.runPending()
  let isFake = false

  const clock = {
    useFakeTimers(options?: unknown) {
      isFake = true
      const now: unknown =
        typeof options === 'object' ? Reflect.get(options ?? {}, 'now') : undefined
      if (now !== undefined) world.set(now)
      return clock
    },
    useRealTimers() {
      isFake = false
      return clock
    },
    isFakeTimers: () => isFake,
    setSystemTime(date?: unknown) {
      world.set(date ?? Date.now())
      return clock
    },
    getMockedSystemTime: () => new Date(),
    getRealSystemTime: () => Date.now(),
    now: () => Date.now(),
    advanceTimersByTime: advance,
    async advanceTimersByTimeAsync(milliseconds: unknown) {
      await jobs()
      const until = performance.now() + Number(milliseconds)
      while (world.next(until)) await jobs()
      world.advance(until - performance.now())
      await jobs()
    },
    advanceTimersToNextTimer: toNext,
    advanceTimersToNextTimerAsync: asynchronous(toNext),
    runAllTimers: runAll,
    async runAllTimersAsync() {
      for (let called = 0; called < MAX_TIMERS; called += 1) {
        await jobs()
        if (!world.next()) return
      }
      runAll()
    },
    runOnlyPendingTimers: pending,
    runOnlyPendingTimersAsync: asynchronous(pending),
    runAllTicks() {},
    getTimerCount: () => world.count(),
    clearAllTimers: () => world.clear(),
  }
  return clock
}
