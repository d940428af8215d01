import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the handler for each key press on the page. The handler returns whether it has handled the press. */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (handle(event)) event.preventDefault()
  })
  // A layout effect, because a key press between the paint and a normal effect would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
