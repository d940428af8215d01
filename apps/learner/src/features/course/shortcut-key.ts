import { latinKey } from '@rookies/ui/keys/latin-key'
import { isFree } from '../../shared/single-keys'

/** Keys of the viewer, as they stand in `aria-keyshortcuts` of what they press. */
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
 * In: a key as it was pressed, and where. Out: the shortcut that it is, or null: while a person types,
 * with a modifier, held down, or when another part of the page has dealt with it.
 */
export function shortcutOf(press: Press, at: EventTarget | null): ShortcutKey | null {
  if (press.ctrlKey || press.metaKey || !isFree(press, at)) return null
  const key = latinKey(press)
  return SHORTCUT_KEYS.find((shortcut) => shortcut === key) ?? null
}
