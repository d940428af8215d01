import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useInPieces } from './use-in-pieces'

afterEach(cleanup)

/** Starts work of three pieces; `tries` has the result of each attempt. */
function begin(tries: { fails?: boolean }[]) {
  const changed = vi.fn(async () => undefined)
  const piece = vi.fn()
  const { result, unmount } = renderHook(() =>
    useInPieces({
      nothing: { done: 0 },
      work: async ({ now, tell, stopping }, of: number) => {
        while (now().done < of && !stopping()) {
          const { fails = false } = tries.shift() ?? {}
          await Promise.resolve()
          piece()
          if (fails) throw new Error('lost')
          tell({ done: now().done + 1 })
        }
        return now().done === of
      },
      changed,
    }),
  )
  return { result, unmount, changed, piece }
}

it('work continues after a failure with the piece that failed, until all pieces are done', async () => {
  const { result, changed, piece } = begin([{}, { fails: true }])
  expect(result.current.progress).toBeNull()
  await act(() => result.current.run(3))
  expect(result.current.progress).toEqual({ done: 1, state: 'failed' })
  await act(() => result.current.run(3))
  expect(result.current.progress).toEqual({ done: 3, state: 'done' })
  expect(piece).toHaveBeenCalledTimes(4)
  expect(changed).toHaveBeenCalledTimes(2)
})

it('work stops between two pieces, and continues with the next piece', async () => {
  const { result } = begin([])
  await act(async () => {
    const work = result.current.run(3)
    result.current.stop()
    await work
  })
  expect(result.current.progress).toEqual({ done: 1, state: 'stopped' })
  await act(() => result.current.run(3))
  expect(result.current.progress).toEqual({ done: 3, state: 'done' })
})

it('work stops when the person leaves the screen', async () => {
  const { result, unmount, changed } = begin([])
  const work = result.current.run(1000)
  unmount()
  await work
  expect(changed).toHaveBeenCalledTimes(1)
})
