import { expect, test } from 'vitest'
import { proposedSlug } from './proposed-slug'

const courses = [
  { title: 'Knots', slug: 'knots' },
  { title: '湯のみ', slug: 'cups' },
  { title: 'お茶', slug: 'course-3' },
]

test('a course whose title gives no slug gets the next number', () => {
  expect(proposedSlug('急須', courses)).toBe('course-4')
  expect(proposedSlug('急須', [])).toBe('course-1')
})

test('a second import of the course proposes the same number', () => {
  expect(proposedSlug('お茶', courses)).toBe('course-3')
  // Here a person chose the slug, so it is not a number that an import proposed.
  expect(proposedSlug('湯のみ', courses)).toBe('course-4')
})
