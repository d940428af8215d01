import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useUnreadWhenMoved } from './use-unread-when-moved'

it('presses are ignored after other people have moved rows, but not after rows were added at the end or the person moved rows', () => {
  const list = document.createElement('ul')
  const animate = vi.fn()
  list.animate = animate
  const { rerender } = renderHook(
    ({ keys, act }) => useUnreadWhenMoved({ current: list }, keys, act),
    { initialProps: { keys: ['a'], act: 0 } },
  )
  rerender({ keys: ['a', 'b'], act: 0 })
  rerender({ keys: ['a'], act: 0 })
  rerender({ keys: ['b'], act: 1 })
  expect(animate).not.toHaveBeenCalled()
  rerender({ keys: ['ba', 'b'], act: 1 })
  expect(animate).toHaveBeenCalledExactlyOnceWith(
    [{ pointerEvents: 'none' }, { pointerEvents: 'none' }],
    500,
  )
})
