import { enableShortcuts, shortcutsEnabled } from '@rookies/ui/keys/single-keys'
import { afterEach, describe, expect, it } from 'vitest'
import { shortcutOf } from './shortcut-key'

const press = (key: string, change: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...change,
})

function inside(html: string): Element {
  document.body.innerHTML = html
  const at = document.body.querySelector('.at')
  if (!at) throw new Error('nothing to press a key at')
  return at
}

afterEach(() => {
  document.body.innerHTML = ''
})

describe('shortcutOf', () => {
  it('returns the same shortcut for upper and lower case', () => {
    expect(shortcutOf(press('n'), null)).toBe('n')
    expect(shortcutOf(press('P'), document.body)).toBe('p')
    expect(shortcutOf(press('?'), inside('<button class="at"></button>'))).toBe('?')
    expect(shortcutOf(press('x'), null)).toBeNull()
  })

  it('finds a shortcut by the position of the key on a keyboard of another script', () => {
    expect(shortcutOf(press('т', { code: 'KeyN' }), null)).toBe('n')
    expect(shortcutOf(press('؟', { code: 'Slash', shiftKey: true }), null)).toBe('?')
    expect(shortcutOf(press('a', { code: 'KeyQ' }), null)).toBe('a')
  })

  it.each([
    '<input class="at" />',
    '<textarea class="at"></textarea>',
    '<select class="at"></select>',
    '<p contenteditable="true"><b class="at"></b></p>',
    '<p contenteditable=""><b class="at"></b></p>',
    '<button role="combobox" class="at"></button>',
    '<div role="menu"><button class="at"></button></div>',
  ])('returns nothing while the focus is in %s', (html) => {
    expect(shortcutOf(press('n'), inside(html))).toBeNull()
  })

  it('returns a shortcut while the focus is in a radio button or checkbox, which use no letters', () => {
    expect(shortcutOf(press('n'), inside('<input type="radio" class="at" />'))).toBe('n')
    expect(shortcutOf(press('n'), inside('<input type="checkbox" class="at" />'))).toBe('n')
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing', 'defaultPrevented'] as const)(
    'ignores a key press with %s',
    (name) => {
      expect(shortcutOf(press('n', { [name]: true }), null)).toBeNull()
    },
  )
})

it('shortcuts can be turned off and on again', () => {
  expect(shortcutsEnabled()).toBe(true)
  enableShortcuts(false)
  expect(shortcutsEnabled()).toBe(false)
  enableShortcuts(true)
  expect(shortcutsEnabled()).toBe(true)
})
