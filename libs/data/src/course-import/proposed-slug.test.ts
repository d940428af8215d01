import { expect, test } from 'vitest'
import { proposedSlug } from './proposed-slug'

const courses = [
  { title: 'Knots', slug: 'knots' },
  { title: '湯のみ', slug: 'cups' },
  { title: 'お茶', slug: 'course-3' },
]

test('proposes the next number for a course whose title gives no slug', () => {
  expect(proposedSlug('急須', courses)).toBe('course-4')
  expect(proposedSlug('急須', [])).toBe('course-1')
})

test('finds the course by that number at the next import', () => {
  expect(proposedSlug('お茶', courses)).toBe('course-3')
  // A slug that a person chose is no proposed number.
  expect(proposedSlug('湯のみ', courses)).toBe('course-4')
})
