import { TAKEN } from '../../shared/single-keys'

/** Keys of the viewer, as they stand in `aria-keyshortcuts` of what they press. */
export const SHORTCUTS = [
  { key: 'n', label: 'Next lesson' },
  { key: 'p', label: 'Previous lesson' },
  { key: 'm', label: 'Mark as complete' },
  { key: 'c', label: 'Complete and continue' },
  { key: 'k', label: 'Play or pause the video' },
  { key: 'j', label: 'Back 10 seconds in the video' },
  { key: 'l', label: 'Forward 10 seconds in the video' },
  { key: '<', label: 'Play the video slower' },
  { key: '>', label: 'Play the video faster' },
  { key: '?', label: 'Show keyboard shortcuts' },
] as const

export type ShortcutKey = (typeof SHORTCUTS)[number]['key']

type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented'
>

/**
 * In: a key as it was pressed, and where. Out: the shortcut that it is, or null: while a person types,
 * with a modifier, held down, or when another part of the page has dealt with it.
 */
export function shortcutOf(press: Press, at: EventTarget | null): ShortcutKey | null {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = press
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return null
  if (at instanceof Element && at.closest(TAKEN)) return null
  const key = press.key.toLowerCase()
  return SHORTCUTS.find((shortcut) => shortcut.key === key)?.key ?? null
}
