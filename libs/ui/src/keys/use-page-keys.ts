import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the handler for each key press on the page. It returns whether it has handled the press. */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (handle(event)) event.preventDefault()
  })
  // A layout effect, so that no key press between the paint and an effect is lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
