import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** The router state of a link that starts the lesson's video, if the browser allows it. */
export const playing = { plays: true }

/**
 * Returns whether the person has just followed a link with the state `playing`. It is false after a reload or the back
 * button, and does not change while the screen is open.
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
