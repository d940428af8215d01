import { describe, expect, it } from 'vitest'
import { changedCourseFields } from '../course-editing/course-form'
import { arrival, editBase, mergeEdits } from './edit-base'

describe('a version from the server that arrives during an edit', () => {
  const values = {
    title: 'Git',
    slug: 'git',
    description: '',
    category: '',
    author_name: 'Ada',
    author_description: '',
    thumbnail_url: '',
  }
  const base = editBase({ version: 'v1', values })
  const typed = { ...values, title: 'Git and GitHub' }
  const theirs = { version: 'v2', values: { ...values, category: 'Tools', title: 'Theirs' } }

  it('replaces the base if it changes nothing in the form', () => {
    const latest = { version: 'v2', values }
    expect(arrival(base, typed, latest, changedCourseFields)).toEqual({ kind: 'follow' })
    expect(mergeEdits(base, typed, latest, changedCourseFields)).toEqual(typed)
  })

  it('replaces the base if the person has typed nothing', () => {
    expect(arrival(base, values, theirs, changedCourseFields)).toEqual({ kind: 'follow' })
    expect(mergeEdits(base, values, theirs, changedCourseFields)).toEqual(theirs.values)
  })

  it('is ignored if it is the current version or an earlier one', () => {
    const again = { version: 'v1', values: { ...values, title: 'x' } }
    expect(arrival(base, typed, again, changedCourseFields)).toEqual({ kind: 'same' })
    const saved = editBase(theirs, base)
    expect(arrival(saved, saved.values, base, changedCourseFields)).toEqual({ kind: 'same' })
  })

  it('is a conflict if both sides have changed something', () => {
    expect(arrival(base, typed, theirs, changedCourseFields)).toEqual({
      kind: 'conflict',
      theirs: ['title', 'category'],
    })
  })

  it('is merged so that the fields that the person has changed stay', () => {
    expect(mergeEdits(base, typed, theirs, changedCourseFields)).toMatchObject({
      title: 'Git and GitHub',
      category: 'Tools',
    })
  })
})
