import { aLesson } from '@rookies/data/testing/outline'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDrawnLessons } from './use-drawn-lessons'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Modules with the given numbers of lessons. */
const modules = (...sizes: number[]) =>
  sizes.map((size, m) => ({
    id: `m${m}`,
    title: `Module ${m}`,
    lessons: Array.from({ length: size }, (_, l) => aLesson(`${m}-${l}`)),
  }))

function drawn(of: ReturnType<typeof modules>, lesson?: string) {
  const hook = renderHook(({ id }) => useDrawnLessons(of, id), { initialProps: { id: lesson } })
  return {
    move: (id: string) => hook.rerender({ id }),
    seen: () => of.map((_, at) => hook.result.current(at)),
  }
}

it('all lessons of a course of usual size are drawn at once', () => {
  expect(drawn(modules(5, 0, 20, 10)).seen()).toEqual([
    [0, 5],
    [0, 0],
    [0, 20],
    [0, 10],
  ])
})

it('lessons near the current one are drawn first, then all others', () => {
  const { seen } = drawn(modules(50, 20, 20, 20, 50, 50), '2-10')
  expect(seen()).toEqual([
    [40, 50],
    [0, 20],
    [0, 20],
    [0, 20],
    [0, 11],
    [0, 0],
  ])
  act(() => vi.advanceTimersByTime(400))
  expect(seen()[5]).toEqual([0, 21])
  act(() => vi.runAllTimers())
  expect(seen().map(([from, to]) => to - from)).toEqual([50, 20, 20, 20, 50, 50])
})

it('in one long module, as few lessons are drawn at first as in many short ones', () => {
  expect(drawn(modules(1000), '0-500').seen()).toEqual([[460, 541]])
  expect(drawn(modules(1000)).seen()).toEqual([[0, 41]])
})

it('a lesson that the person moves to is drawn before the rest', () => {
  const course = drawn(modules(100, 100, 100, 100), '0-0')
  expect(course.seen()[3]).toEqual([0, 0])
  course.move('3-50')
  expect(course.seen()[3]).toEqual([0, 91])
})
