import { expect, it } from 'vitest'
import { dayInWords } from '../time/agreed-text'
import { changesBelowLabel, toldChange } from './told-changes'

const id = '5b0c6c1e-0000-4000-8000-000000000001'

it.each([
  ['course_id', id, 'React, Spring'],
  ['course_ids', [id, 'x'], 'React, Spring and x'],
  ['open_all', true, 'Yes'],
  ['starts_on', '2026-09-07', dayInWords('2026-09-07', true)],
  ['role', 'MODERATOR', 'Moderator'],
  ['late', 'SHUT_OUT', 'Shut out'],
  ['title', 'HTML', 'HTML'],
  ['title', 'Ada wrote this.', 'Ada wrote this.'],
  ['day', 7, 7],
  ['day', null, null],
  ['order', { order: ['a'] }, { order: ['a'] }],
])('formats the value of %s: %j becomes %j', (field, value, told) => {
  const names = { [id]: 'React, Spring' }
  expect(toldChange({ field, before: undefined, after: value }, names).after).toEqual(told)
})

it('shows below the label only changes that the label does not contain', () => {
  const shown = (action: string, before: object | null, after: object) =>
    changesBelowLabel(action, { before: before as never, after: after as never }, [id]).map(
      ({ field }) => field,
    )
  const joined = { cohort_id: 'c', user_id: id, state: 'ACTIVE', shift_days: 0 }
  expect(shown('cohort_member.join', null, joined)).toEqual([])
  expect(shown('cohort_member.shift', { shift_days: 0 }, { shift_days: 7, user_id: id })).toEqual([
    'shift_days',
  ])
  expect(shown('release.create', null, { id: 'r', cohort_id: 'c', lesson_id: id, day: 3 })).toEqual(
    ['day'],
  )
})
