import { describe, expect, it } from 'vitest'
import { type EditorCourse, editedColumns } from './course-edit'
import { courseFormValues } from './course-form'

const course: EditorCourse = {
  id: 'c1',
  title: 'Git',
  slug: 'git',
  description: null,
  category: null,
  author_name: 'Ada',
  author_description: null,
  thumbnail_url: null,
  status: 'DRAFT',
  created_by_id: 'me',
  updated_at: 'v1',
}
const before = courseFormValues(course)

describe('editedColumns', () => {
  it('returns only the changed columns, with null for emptied fields', () => {
    const described = courseFormValues({ ...course, description: 'Old' })
    expect(editedColumns(described, { ...described, description: '  ', title: 'Git ' })).toEqual({
      description: null,
    })
    expect(editedColumns(before, { ...before, title: 'Git and GitHub' })).toEqual({
      title: 'Git and GitHub',
    })
  })
})
