import { describe, expect, it } from 'vitest'
import { isShortcut, shortcutLabel } from './shortcut'

describe('a shortcut', () => {
  it("has the label that is usual on the person's operating system", () => {
    expect(shortcutLabel('K', { platform: 'MacIntel' })).toBe('⌘K')
    expect(shortcutLabel('K', { platform: 'Linux x86_64' })).toBe('Ctrl+K')
    expect(shortcutLabel('K', {})).toBe('Ctrl+K')
  })

  it('is a letter with Ctrl or Command, also with Caps Lock, and without a third key', () => {
    const press = (key: string, keys: KeyboardEventInit) =>
      new KeyboardEvent('keydown', { key, ...keys })
    expect(isShortcut(press('k', { ctrlKey: true }), 'k')).toBe(true)
    expect(isShortcut(press('K', { metaKey: true }), 'k')).toBe(true)
    expect(isShortcut(press('k', {}), 'k')).toBe(false)
    expect(isShortcut(press('k', { ctrlKey: true, shiftKey: true }), 'k')).toBe(false)
    expect(isShortcut(press('b', { ctrlKey: true }), 'k')).toBe(false)
    expect(isShortcut(press('л', { ctrlKey: true, code: 'KeyK' }), 'k')).toBe(true)
    expect(isShortcut(press('κ', { ctrlKey: true, code: 'KeyK' }), 'k')).toBe(true)
    expect(isShortcut(press('k', { ctrlKey: true, code: 'KeyV' }), 'k')).toBe(true)
  })
})
