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
  ['e\u0301mile zola', null, 'E\u0301Z'],
  ['🇦🇹 Ada', null, '🇦🇹A'],
  ['👩‍💻 Lovelace', null, '👩‍💻L'],
  ['李 小龙', null, '李小'],
  ['क्षितिज नंदा', null, 'क्षिनं'],
])('the initials of %s, %s are %s', (name, email, expected) => {
  expect(initials(name, email)).toBe(expected)
})
