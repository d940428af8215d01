import type { KeyboardEvent } from 'react'

/** Leaves a field when Escape is pressed, so that single keys work as shortcuts again. */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}
