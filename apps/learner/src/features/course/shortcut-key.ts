import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree } from '@rookies/ui/keys/single-keys'

/** The keys of the viewer. The controls that they press name them in `aria-keyshortcuts`. */
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
 * Returns the shortcut of a key press, or null: while a person types, with a modifier key, for a repeated key, or
 * after another part of the page has handled it.
 */
export function shortcutOf(press: Press, at: EventTarget | null): ShortcutKey | null {
  if (press.ctrlKey || press.metaKey || !isFree(press, at)) return null
  const key = latinKey(press)
  return SHORTCUT_KEYS.find((shortcut) => shortcut === key) ?? null
}
