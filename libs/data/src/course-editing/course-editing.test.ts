import { describe, expect, it } from 'vitest'
import type { Permission } from '../access/resources'
import { lessonBadges, wholeMinutes } from './course-content'
import { ownCourses } from './course-list'

const right = (action: 'list' | 'read', scope: Permission['scope']): Permission => ({
  resource: 'courses',
  action,
  scope,
})
const admin = [right('list', 'any'), right('read', 'any')]
const creator = [right('list', 'own'), right('read', 'own'), right('read', 'assigned')]

describe('the catalogue', () => {
  it('shows creators and people without rights only their own courses', () => {
    expect(ownCourses(admin, 'me')).toEqual({ created_by_id: '' })
    expect(ownCourses(creator, 'me')).toEqual({ created_by_id: 'me' })
    expect(ownCourses([], 'me')).toEqual({ created_by_id: 'me' })
  })
})

describe('lessonBadges', () => {
  it('returns the badges in their fixed order', () => {
    const lesson = { content_type: 'VIDEO', video_provider: 'YOUTUBE', free_preview: true } as const
    expect(lessonBadges(lesson).map((badge) => badge.label)).toEqual(['YouTube', 'Free Preview'])
    const link = {
      content_type: 'EXTERNAL_LINK',
      video_provider: 'NONE',
      free_preview: false,
    } as const
    expect(lessonBadges(link).map((badge) => badge.label)).toEqual(['External Link'])
    const text = { content_type: 'TEXT', video_provider: 'NONE', free_preview: false } as const
    expect(lessonBadges(text).map((badge) => badge.label)).toEqual(['Text Content'])
  })
})

describe('wholeMinutes', () => {
  it('shows at least one minute for any duration', () => {
    expect(wholeMinutes(0)).toBeNull()
    expect(wholeMinutes(20)).toBe(1)
    expect(wholeMinutes(90)).toBe(2)
    expect(wholeMinutes(600)).toBe(10)
  })
})
