import { localStore } from '@rookies/data/device/store'

const STORED = 'rookies-shortcuts'

/** Where a letter is text, or another control's key. */
export const TAKEN =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"]'

type Press = Pick<KeyboardEvent, 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented'>

/** In: a key as it was pressed, and where. Out: whether a shortcut may have it: nobody types, and it is not held down or dealt with. */
export function isFree(press: Press, at: EventTarget | null): boolean {
  if (press.altKey || press.repeat || press.isComposing || press.defaultPrevented) return false
  return !(at instanceof Element && at.closest(TAKEN))
}

/** Whether single keys do something; they do until the person turns them off (WCAG 2.1.4). */
export function shortcutsEnabled(): boolean {
  return localStore.getItem(STORED) !== 'off'
}

/** Remembers the choice in this browser. */
export function enableShortcuts(enabled: boolean): void {
  if (enabled) localStore.removeItem(STORED)
  else localStore.setItem(STORED, 'off')
}
