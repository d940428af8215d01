import { shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { useEffectEvent, useLayoutEffect } from 'react'
import { type ShortcutKey, shortcutOf } from './shortcut-key'

/** Calls the handler of a shortcut that is pressed on the page. Keys without a handler do nothing. */
export function useShortcuts(handlers: Partial<Record<ShortcutKey, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event, event.target)
    // Shortcuts do nothing while a dialog is open.
    if (!key || !shortcutsEnabled() || document.querySelector('dialog[open]')) return
    const act = handlers[key]
    if (!act) return
    // If the shortcut focuses a field, the letter is not typed there.
    event.preventDefault()
    act()
  })

  // The listener is added before the paint, so that a key pressed right after it is not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
