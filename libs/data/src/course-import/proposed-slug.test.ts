import { expect, test } from 'vitest'
import { proposedSlug } from './proposed-slug'
import { readCourseFolder } from './read-course-folder'

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

test('links the lessons of a course before it has a slug', () => {
  const files = [
    { path: 'a.md', text: '# い\n\nSee [ろ](b.md).' },
    { path: 'b.md', text: '# ろ\n\nx' },
  ]
  const { course } = readCourseFolder(files, { folderName: 'お茶' })
  expect(course.course.slug).toBe('')
  const [first, second] = course.modules[0]?.lessons ?? []
  // Links must have this form for the import to find them, whatever the slug will be.
  expect(first?.content).toMatch(/\(\/app\/courses\/[a-z0-9-]+\/lesson\/[0-9a-f-]{36}\)/)
  expect(first?.content).toContain(`/lesson/${second?.id}`)
})
