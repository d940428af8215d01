import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Ignores presses on a live list for half a second after other people's changes have moved its rows, because another
 * row may then be under the pointer (rules/interface#presses). `act` changes with each action of the person on the
 * list, after which moved rows are no surprise.
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
    // Rows that are added or removed at the end do not move other rows.
    if (actBefore !== act || order.startsWith(before) || before.startsWith(order)) return
    const unread = { pointerEvents: 'none' }
    list.current?.animate?.([unread, unread], 500)
  })
}
