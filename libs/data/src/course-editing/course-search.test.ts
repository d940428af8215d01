import { describe, expect, it } from 'vitest'
import type { Permission } from '../access/resources'
import { courseSearchFilters } from './course-search'

const rights = (scope: Permission['scope']): Permission[] => [
  { resource: 'courses', action: 'list', scope },
  { resource: 'courses', action: 'read', scope },
]

describe('courseSearchFilters', () => {
  it('finds all courses for people who may edit all courses', () => {
    expect(courseSearchFilters('', rights('any'), 'me')).toEqual([])
    expect(courseSearchFilters(' git ', rights('any'), 'me')).toEqual([
      { field: 'title', operator: 'contains', value: 'git' },
    ])
  })

  it('finds only a person’s own courses if the person may edit only those', () => {
    expect(courseSearchFilters('git', rights('own'), 'me')).toEqual([
      { field: 'created_by_id', operator: 'eq', value: 'me' },
      { field: 'title', operator: 'contains', value: 'git' },
    ])
  })
})
