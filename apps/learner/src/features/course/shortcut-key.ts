import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree } from '@rookies/ui/keys/single-keys'

/** The shortcuts of the viewer. The controls that they press name them in `aria-keyshortcuts`. */
export const SHORTCUT_KEYS = ['n', 'p', 'm', 'c', 'a', '?', 'k', 'j', 'l', '<', '>'] as const

export type ShortcutKey = (typeof SHORTCUT_KEYS)[number]

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'shiftKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
>

/**
 * Returns the shortcut of a key press. Returns null while a person types, with a modifier key, for a key that is held
 * down, and if another part of the page has handled the press.
 */
export function shortcutOf(press: Press, at: EventTarget | null): ShortcutKey | null {
  if (press.ctrlKey || press.metaKey || !isFree(press, at)) return null
  const key = latinKey(press)
  return SHORTCUT_KEYS.find((shortcut) => shortcut === key) ?? null
}
