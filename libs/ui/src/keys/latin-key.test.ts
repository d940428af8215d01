import { expect, it } from 'vitest'
import { latinKey } from './latin-key'

it.each([
  // Latin layouts, including those with other letter positions.
  ['n', 'KeyN', false, 'n'],
  ['N', 'KeyN', true, 'n'],
  ['a', 'KeyQ', false, 'a'],
  ['n', 'KeyL', false, 'n'],
  ['é', 'Digit2', false, 'é'],
  ['/', 'KeyQ', false, '/'],
  ['Enter', 'Enter', false, 'enter'],
  // Russian, Ukrainian, Greek, Hebrew, Arabic, Persian, Korean, Japanese, Hindi.
  ['т', 'KeyN', false, 'n'],
  ['Л', 'KeyK', true, 'k'],
  ['і', 'KeyS', false, 's'],
  ['ν', 'KeyN', false, 'n'],
  ['מ', 'KeyN', false, 'n'],
  ['ن', 'KeyK', false, 'k'],
  ['لا', 'KeyB', false, 'b'],
  ['پ', 'KeyM', false, 'm'],
  ['ㅜ', 'KeyN', false, 'n'],
  ['み', 'KeyN', false, 'n'],
  ['ि', 'KeyF', false, 'f'],
  ['Б', 'Comma', true, '<'],
  ['Ю', 'Period', true, '>'],
  ['؟', 'Slash', true, '?'],
  // Punctuation is returned as it is typed.
  ['?', 'Digit7', true, '?'],
  ['.', 'Slash', false, '.'],
  ['ё', 'Backquote', false, 'ё'],
])('%s at %s (shifted: %s) is %s', (key, code, shiftKey, latin) => {
  expect(latinKey({ key, code, shiftKey })).toBe(latin)
})
