import { describe, expect, it } from 'vitest'
import { can } from './can'
import { isActionOf, isResource, isScope, type Permission } from './resources'

const creator: Permission[] = [
  { resource: 'courses', action: 'list', scope: 'own' },
  { resource: 'courses', action: 'update', scope: 'own' },
  { resource: 'courses', action: 'read', scope: 'assigned' },
]
const admin: Permission[] = [{ resource: 'courses', action: 'update', scope: 'any' }]

describe('can', () => {
  it('denies everything before the rights are known', () => {
    expect(can(undefined, 'courses', 'list')).toBe(false)
    expect(can(null, 'courses', 'list')).toBe(false)
    expect(can([], 'courses', 'list')).toBe(false)
  })

  it('ignores scopes if the caller names none', () => {
    expect(can(creator, 'courses', 'list')).toBe(true)
    expect(can(creator, 'courses', 'delete')).toBe(false)
    expect(can(creator, 'modules', 'update')).toBe(false)
  })

  it('lets the scope any cover every scope, and lets no narrow scope cover a wider one', () => {
    expect(can(admin, 'courses', 'update', 'own')).toBe(true)
    expect(can(admin, 'courses', 'update', 'assigned')).toBe(true)
    expect(can(admin, 'courses', 'update', 'any')).toBe(true)
    expect(can(creator, 'courses', 'update', 'own')).toBe(true)
    expect(can(creator, 'courses', 'update', 'any')).toBe(false)
    expect(can(creator, 'courses', 'read', 'own')).toBe(false)
  })
})

describe('names of rights from the server', () => {
  it('are accepted if they are known, and all others are refused', () => {
    expect(isResource('courses')).toBe(true)
    expect(isResource('toString')).toBe(false)
    expect(isResource('users')).toBe(false)
    expect(isActionOf('courses', 'publish')).toBe(true)
    expect(isActionOf('modules', 'publish')).toBe(false)
    expect(isScope('own')).toBe(true)
    expect(isScope('all')).toBe(false)
  })
})
