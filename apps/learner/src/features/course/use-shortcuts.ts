import { useEffectEvent, useLayoutEffect } from 'react'
import { shortcutsEnabled } from '../../shared/single-keys'
import { type ShortcutKey, shortcutOf } from './shortcut-key'

/** Calls the handler of a key that is pressed on the page; keys without one do nothing. */
export function useShortcuts(handlers: Partial<Record<ShortcutKey, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event, event.target)
    // What is behind a dialog does not hear its keys.
    if (!key || !shortcutsEnabled() || document.querySelector('dialog[open]')) return
    const act = handlers[key]
    if (!act) return
    // Where it leads to a field, the letter is not typed there.
    event.preventDefault()
    act()
  })

  // Before the paint: a key that follows what is seen is heard.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
