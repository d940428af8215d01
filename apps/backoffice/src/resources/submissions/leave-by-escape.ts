import type { KeyboardEvent } from 'react'

/** Leaves a field, so that single keys count again. */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
