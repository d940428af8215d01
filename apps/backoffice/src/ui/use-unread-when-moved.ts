import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps presses from a live list for half a second after other people's changes have moved what it shows, because
 * another row may be under the pointer by then (rules/interface#presses). Takes the list, the keys of its rows, and a
 * value that changes with each act of the person on the list, after which it moves as they expect.
 */
export function useUnreadWhenMoved(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  act: unknown,
): void {
  const order = keys.map((key) => `${key}\n`).join('')
  const last = useRef({ order, act })
  useLayoutEffect(() => {
    const { order: before, act: actBefore } = last.current
    last.current = { order, act }
    // Rows that come in or go at the end move no other row.
    if (actBefore !== act || order.startsWith(before) || before.startsWith(order)) return
    const unread = { pointerEvents: 'none' }
    list.current?.animate?.([unread, unread], 500)
  })
}
