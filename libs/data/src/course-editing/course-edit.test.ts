import { describe, expect, it } from 'vitest'
import { arrival, type EditorCourse, editBase, editedColumns, mergeEdits } from './course-edit'

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
const base = editBase(course)
const typed = { ...base.values, title: 'Git and GitHub' }

describe('a row that arrives while a course is edited', () => {
  it('is followed when it changes nothing that the form shows', () => {
    const latest: EditorCourse = { ...course, status: 'PUBLISHED', updated_at: 'v2' }
    expect(arrival(base, typed, latest)).toEqual({ kind: 'follow' })
    expect(mergeEdits(base, typed, latest)).toEqual(typed)
  })

  it('is followed when nothing was typed', () => {
    const latest = { ...course, title: 'Theirs', updated_at: 'v2' }
    expect(arrival(base, base.values, latest)).toEqual({ kind: 'follow' })
    expect(mergeEdits(base, base.values, latest).title).toBe('Theirs')
  })

  it('is nothing new if it is the current version or an earlier one', () => {
    expect(arrival(base, typed, { ...course, title: 'x' })).toEqual({ kind: 'same' })
    const saved = editBase({ ...course, title: 'Saved', updated_at: 'v2' }, base)
    expect(arrival(saved, saved.values, course)).toEqual({ kind: 'same' })
  })

  it('is a conflict when both sides changed something', () => {
    const latest = { ...course, category: 'Tools', title: 'Theirs', updated_at: 'v2' }
    expect(arrival(base, typed, latest)).toEqual({
      kind: 'conflict',
      theirs: ['title', 'category'],
    })
  })

  it('merges fields changed here over the other version', () => {
    const latest = { ...course, title: 'Theirs', category: 'Tools', updated_at: 'v2' }
    expect(mergeEdits(base, typed, latest)).toMatchObject({
      title: 'Git and GitHub',
      category: 'Tools',
    })
  })
})

describe('editedColumns', () => {
  it('sends what changed, emptied fields as null', () => {
    const described = editBase({ ...course, description: 'Old' })
    expect(
      editedColumns(described, { ...described.values, description: '  ', title: 'Git ' }),
    ).toEqual({ description: null })
    expect(editedColumns(base, typed)).toEqual({ title: 'Git and GitHub' })
  })
})
