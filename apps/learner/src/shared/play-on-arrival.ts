import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** State of a link that was pressed to watch: the lesson's video plays, where the browser lets it. */
export const playing = { plays: true }

/**
 * Whether the person came here by such a link, just now: a reload and the way back play nothing. Stays what it was
 * when the screen was entered.
 */
export function usePlayOnArrival(): boolean {
  const { state } = useLocation()
  const pressed = useNavigationType() === 'PUSH'
  const [plays] = useState(pressed && isPlaying(state))
  return plays
}

function isPlaying(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'plays' in state && state.plays === true
}
