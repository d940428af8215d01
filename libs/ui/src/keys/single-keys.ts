import { localStore } from '@rookies/data/device/store'

const STORED = 'rookies-shortcuts'

/** Controls that use letters themselves, as text or to find an option. Radio buttons and checkboxes use no letters. */
export const KEYS_TAKEN_BY =
  'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"], [role="combobox"]'

type Press = Pick<KeyboardEvent, 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented'>

/**
 * Returns whether a key press may be a shortcut: the person is not typing, the key is not held down, and nothing
 * else has handled it.
 */
export function isFree(press: Press, at: EventTarget | null): boolean {
  if (press.altKey || press.repeat || press.isComposing || press.defaultPrevented) return false
  return !(at instanceof Element && at.closest(KEYS_TAKEN_BY))
}

/** Returns whether single keys are shortcuts: true until the person turns them off (WCAG 2.1.4). */
export function shortcutsEnabled(): boolean {
  return localStore.getItem(STORED) !== 'off'
}

/** Stores the choice in this browser. */
export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStore.removeItem(STORED)
  else localStore.setItem(STORED, 'off')
}
