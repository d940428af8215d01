import type { ImportPayload } from '@rookies/data/course-import/payload'
import { describe, expect, test } from 'vitest'
import { courseProblems } from './course-problems'
import { readCourseFolder } from './read-course-folder'

function course(options = {}, texts: Record<string, string> = { 'a.md': 'x' }): ImportPayload {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  return readCourseFolder(files, { folderName: 'tea', ...options }).course
}

describe('courseProblems', () => {
  test('finds none in a valid course', () => {
    expect(courseProblems(course())).toEqual([])
  })

  test.each([
    [{ title: 't'.repeat(101) }, 'Title must be less than 100 characters.'],
    [{ title: ' ' }, 'Title is required.'],
    [{ title: '茶' }, 'Slug is required.'],
    [{ slug: 'Tea Time' }, 'Slug can only contain lowercase letters, numbers, and hyphens.'],
    [{ description: 'd'.repeat(501) }, 'Description must be less than 500 characters.'],
    [{ author_name: '' }, 'Author name is required.'],
    [{ category: 'c'.repeat(61) }, 'Category must be less than 60 characters.'],
  ])('refuses the values %o with: %s', (options, sentence) => {
    expect(courseProblems(course(options))).toContain(sentence)
  })

  test('accepts a course of a thousand lessons', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`${index}.md`, `${index}${'x'.repeat(9000)}`]),
    )
    expect(courseProblems(course({}, texts))).toEqual([])
  })

  test('refuses a course without lessons', () => {
    expect(courseProblems(course({}, { 'a.png': '' }))).toEqual([
      'There is no lesson in this folder.',
    ])
  })
})
