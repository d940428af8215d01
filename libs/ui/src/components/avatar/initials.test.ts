import { expect, it } from 'vitest'
import { initials } from './initials'

it.each([
  ['Ada Lovelace', 'a@x.test', 'AL'],
  ['Ada King Lovelace', null, 'AL'],
  ['Grace', null, 'G'],
  ['  ', 'grace.hopper@x.test', 'GH'],
  [null, 'member@rookies.test', 'M'],
  [null, null, 'ME'],
  [undefined, '', 'ME'],
  ['émile zola', null, 'ÉZ'],
])('%s, %s gives %s', (name, email, expected) => {
  expect(initials(name, email)).toBe(expected)
})
