import { dayInWords } from '@rookies/data/time/agreed-text'
import { expect, it } from 'vitest'
import { toldValue } from './told-value'

const id = '5b0c6c1e-0000-4000-8000-000000000001'

it.each([
  [id, 'React, Spring'],
  [[id, 'x'], 'React, Spring and x'],
  [true, 'Yes'],
  ['2026-09-07', dayInWords('2026-09-07', true)],
  ['MODERATOR', 'Moderator'],
  ['OPEN_ALL', 'Open all'],
  ['Ada wrote this.', 'Ada wrote this.'],
  [7, 7],
  [null, null],
  [{ order: ['a'] }, { order: ['a'] }],
])('%j is told as %j', (value, told) => {
  expect(toldValue(value, { [id]: 'React, Spring' })).toEqual(told)
})
