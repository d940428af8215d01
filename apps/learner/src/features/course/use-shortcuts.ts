import { shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { usePageKeys } from '@rookies/ui/keys/use-page-keys'
import { type ShortcutKey, shortcutOf } from './shortcut-key'

/** Calls the handler of a shortcut when its key is pressed anywhere on the page. Keys without a handler do nothing. */
export function useShortcuts(handlers: Partial<Record<ShortcutKey, () => void>>): void {
  usePageKeys((event) => {
    const key = shortcutOf(event, event.target)
    // Shortcuts do nothing while a dialog is open.
    if (!key || !shortcutsEnabled() || document.querySelector('dialog[open]')) return false
    const act = handlers[key]
    act?.()
    return act !== undefined
  })
}
