import { aLesson } from '@rookies/data/testing/outline'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDrawnModules } from './use-drawn-modules'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Modules of so many lessons each. */
const modules = (...sizes: number[]) =>
  sizes.map((size, m) => ({
    id: `m${m}`,
    title: `Module ${m}`,
    lessons: Array.from({ length: size }, (_, l) => aLesson(`${m}-${l}`)),
  }))

function drawn(of: ReturnType<typeof modules>, current: number) {
  const hook = renderHook(({ at }) => useDrawnModules(of, at), { initialProps: { at: current } })
  return {
    move: (at: number) => hook.rerender({ at }),
    seen: () => of.flatMap((_, at) => (hook.result.current(at) ? [at] : [])),
  }
}

it('draws a course of usual size at once', () => {
  expect(drawn(modules(5, 0, 20, 10), -1).seen()).toEqual([0, 1, 2, 3])
})

it('draws those near the person first, and all of them in the end', () => {
  const { seen } = drawn(modules(50, 20, 20, 20, 50, 50), 2)
  expect(seen()).toEqual([1, 2, 3])
  act(() => vi.advanceTimersByTime(400))
  expect(seen()).toEqual([0, 1, 2, 3, 4])
  act(() => vi.runAllTimers())
  expect(seen()).toHaveLength(6)
})

it('draws where the person goes before that', () => {
  const course = drawn(modules(100, 100, 100, 100), 0)
  expect(course.seen()).toEqual([0])
  course.move(3)
  expect(course.seen()).toEqual([0, 3])
})
