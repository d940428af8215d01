import { describe, expect, it } from 'vitest'
import { parseDashboard } from './read-dashboard'

const counts = { courses: { total: 3, published: 2, draft: 1 }, invites: 4 }

describe('parseDashboard', () => {
  it('accepts the answer for an administrator', () => {
    const record = {
      id: 7,
      action: 'auth.login',
      target_type: 'user',
      target_id: null,
      title: null,
      fields: ['accent'],
      who: null,
      by: 'SYSTEM',
      user_id: null,
      created_at: '2026-11-01T10:00:00Z',
    }
    const stop = { id: 'l1', title: 'Rebase', course_id: 'c1', course: 'Git', learners: 4 }
    const members = { total: 9, creators: 1 }
    expect(
      parseDashboard({
        ...counts,
        members,
        own: null,
        to_do: { quiet: 2, stops: [stop] },
        activity: [record],
      }),
    ).toEqual({
      ...counts,
      members,
      own: null,
      stopped: { inactive: 2, dropOffs: [stop] },
      activity: [record],
    })
  })

  it('accepts the answer for a person who may see only their own courses', () => {
    const course = { id: 'c1', title: 'Git', status: 'DRAFT', learners: 3 }
    const own = [{ ...course, quiet: 1 }]
    expect(
      parseDashboard({ ...counts, members: null, to_do: null, own, activity: null }),
    ).toMatchObject({
      members: null,
      stopped: null,
      own: [{ ...course, inactive: 1 }],
      activity: null,
    })
  })

  it('refuses an answer of an unexpected shape', () => {
    expect(() => parseDashboard({ ...counts, members: null, activity: 'none' })).toThrow()
    expect(() => parseDashboard(null)).toThrow()
  })
})
