import { describe, expect, it } from 'vitest'
import { parseDashboard } from './read-dashboard'

const counts = { courses: { total: 3, published: 2, draft: 1 }, invites: 4 }

describe('the dashboard', () => {
  it('is read as an administrator gets it', () => {
    const record = {
      id: 7,
      action: 'auth.login',
      target_type: 'user',
      target_id: null,
      who: null,
      created_at: '2026-11-01T10:00:00Z',
    }
    expect(
      parseDashboard({ ...counts, members: { total: 9, creators: 1 }, activity: [record] }),
    ).toEqual({ ...counts, members: { total: 9, creators: 1 }, activity: [record] })
  })

  it('is read for a person who sees only their own', () => {
    expect(parseDashboard({ ...counts, members: null, activity: null })).toMatchObject({
      members: null,
      activity: null,
    })
  })

  it('is refused when it is something else', () => {
    expect(() => parseDashboard({ ...counts, members: null, activity: 'none' })).toThrow()
    expect(() => parseDashboard(null)).toThrow()
  })
})
