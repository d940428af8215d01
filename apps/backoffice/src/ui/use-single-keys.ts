import { latinKey } from '@rookies/ui/keys/latin-key'
import { shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { useEffectEvent, useLayoutEffect } from 'react'
import { isCovered } from './use-layer'

/** Controls that use letters themselves. */
const TYPING =
  'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="combobox"]'

/**
 * Calls the handler with the key in lower case, as on a Latin keyboard, for each press of a single key while nobody types
 * and no dialog is open (rules/interface#shortcuts). It returns whether it has handled the key.
 */
export function useSingleKeys(handle: (key: string, at: EventTarget | null) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (event.isComposing || event.defaultPrevented || isCovered() || !shortcutsEnabled()) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    if (handle(latinKey(event), event.target)) event.preventDefault()
  })
  // A layout effect, so that no key press between the paint and an effect is lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
