import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from './use-layer'

/**
 * Calls the handler for each press of a single key, except while the person types or a dialog is open. The handler gets
 * the key in lower case, as on a Latin keyboard, and returns whether it has handled it (rules/interface#shortcuts).
 */
export function useSingleKeys(handle: (key: string, at: EventTarget | null) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !isFree(event, event.target)) return
    if (isCovered() || !shortcutsEnabled()) return
    if (handle(latinKey(event), event.target)) event.preventDefault()
  })
  // A layout effect, so that no key press between the paint and an effect is lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
