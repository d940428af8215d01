import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { usePageKeys } from '@rookies/ui/keys/use-page-keys'
import { isCovered } from './use-layer'

/**
 * Calls the handler for each press of a single key, except while the person types or a dialog is open. The handler
 * receives the key in lower case, as on a Latin keyboard, and returns whether it has handled the key
 * (rules/interface#shortcuts).
 */
export function useSingleKeys(handle: (key: string, at: EventTarget | null) => boolean): void {
  usePageKeys((event) => {
    if (event.ctrlKey || event.metaKey || !isFree(event, event.target)) return false
    return !isCovered() && shortcutsEnabled() && handle(latinKey(event), event.target)
  })
}
