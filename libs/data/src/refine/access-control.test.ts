import { describe, expect, it } from 'vitest'
import { isResource, type Permission, RESOURCES } from '../access/resources'
import { type AccessSubject, createAccessControlProvider, recordToAsk } from './access-control'

const member: Permission[] = [
  { resource: 'courses', action: 'read', scope: 'assigned' },
  { resource: 'profiles', action: 'read', scope: 'own' },
]
const creator: AccessSubject = {
  personId: 'me',
  permissions: [
    ...member,
    { resource: 'courses', action: 'list', scope: 'own' },
    { resource: 'courses', action: 'update', scope: 'own' },
    { resource: 'lessons', action: 'update', scope: 'own' },
  ],
}
const admin: AccessSubject = {
  personId: 'boss',
  permissions: [
    { resource: 'courses', action: 'update', scope: 'any' },
    { resource: 'settings', action: 'read', scope: 'any' },
  ],
}

async function ask(
  subject: AccessSubject,
  action: string,
  resource: string | undefined,
  params?: object,
) {
  const { can } = createAccessControlProvider(async () => subject)
  return (await can({ action, resource, params })).can
}

describe('access control', () => {
  it('denies unknown resources and actions', async () => {
    expect(await ask(admin, 'list', 'spaceships')).toBe(false)
    expect(await ask(admin, 'launch', 'courses')).toBe(false)
    expect(await ask(admin, 'edit', undefined)).toBe(false)
    expect(await ask({ personId: null, permissions: [] }, 'edit', 'courses')).toBe(false)
  })

  it('shows a screen to a person with the right in any scope', async () => {
    expect(await ask(creator, 'list', 'courses')).toBe(true)
    expect(await ask(creator, 'edit', 'courses')).toBe(true)
    expect(await ask({ personId: 'm', permissions: member }, 'list', 'courses')).toBe(false)
  })

  it('checks the right to read for resources without the action list', async () => {
    expect(await ask(admin, 'list', 'settings')).toBe(true)
  })

  it('allows people to change their own records, and no others', async () => {
    const mine = { id: 'c1', record: { created_by_id: 'me' } }
    const theirs = { id: 'c2', record: { created_by_id: 'you' } }
    expect(await ask(creator, 'edit', 'courses', mine)).toBe(true)
    expect(await ask(creator, 'edit', 'courses', theirs)).toBe(false)
    expect(await ask(admin, 'edit', 'courses', theirs)).toBe(true)
  })

  it('treats a record that was not passed as another person’s', async () => {
    expect(await ask(creator, 'edit', 'courses', { id: 'c1' })).toBe(false)
    expect(await ask(creator, 'edit', 'courses', { record: { created_by_id: null } })).toBe(false)
    const visitor = { ...creator, personId: null }
    expect(await ask(visitor, 'edit', 'courses', { record: { created_by_id: null } })).toBe(false)
  })

  it('checks a lesson by the owner of its course', async () => {
    const lesson = { id: 'l1', record: {}, course: { created_by_id: 'me' } }
    expect(await ask(creator, 'edit', 'lessons', lesson)).toBe(true)
    expect(await ask(creator, 'edit', 'lessons', { id: 'l1', record: {} })).toBe(false)
  })

  describe.each(['set_role', 'disable', 'reset_factors'] as const)('%s', (action) => {
    const boss: AccessSubject = {
      personId: 'b055',
      permissions: [
        { resource: 'profiles', action, scope: 'any' },
        { resource: 'profiles', action: 'update', scope: 'any' },
      ],
    }

    it('is allowed on other people', async () => {
      expect(await ask(boss, action, 'profiles')).toBe(true)
      expect(await ask(boss, action, 'profiles', { record: { id: 'you' } })).toBe(true)
      expect(await ask(boss, action, 'profiles', { id: 'you' })).toBe(true)
    })

    it('is never allowed on oneself, whatever type the id has', async () => {
      expect(await ask(boss, action, 'profiles', { record: { id: 'b055' } })).toBe(false)
      expect(await ask(boss, action, 'profiles', { id: 'B055', record: {} })).toBe(false)
      expect(await ask(boss, action, 'profiles', { id: 'b055' })).toBe(false)
      expect(await ask(boss, action, 'profiles', { id: 'b055', record: { id: 'you' } })).toBe(false)
      expect(await ask(boss, 'edit', 'profiles', { record: { id: 'b055' } })).toBe(true)
    })

    it('is denied while the caller or the owner of the record is unknown', async () => {
      const visitor = { ...boss, personId: null }
      expect(await ask(visitor, action, 'profiles', { record: { id: 'you' } })).toBe(false)
      expect(await ask(boss, action, 'profiles', { record: {} })).toBe(false)
      expect(await ask(boss, action, 'profiles', { record: { id: null } })).toBe(false)
    })

    it('is denied to a caller without the right, even on the record of another person', async () => {
      const other = { ...boss, permissions: boss.permissions.slice(1) }
      expect(await ask(other, action, 'profiles', { record: { id: 'you' } })).toBe(false)
    })
  })

  it('gives the same answer for a row that contains only its owner', async () => {
    const subjects = [creator, admin, { ...creator, personId: 'ME' }]
    const rows = [{ id: 'me' }, { id: 'you' }, { id: null }, {}].flatMap((row) => [
      row,
      { ...row, created_by_id: row.id, title: 'Git' },
    ])
    for (const subject of subjects) {
      for (const [resource, actions] of Object.entries(RESOURCES)) {
        if (!isResource(resource)) throw new Error(resource)
        for (const record of rows) {
          const least = recordToAsk(resource, record, subject.personId ?? '')
          for (const action of actions) {
            expect(await ask(subject, action, resource, { record: least })).toBe(
              await ask(subject, action, resource, { record }),
            )
          }
        }
      }
    }
    const asked = ['you', 'her', 'him'].map((id) => recordToAsk('profiles', { id }, 'me'))
    expect(new Set(asked.map((record) => JSON.stringify(record))).size).toBe(1)
  })

  it('gives the reason if something is denied', async () => {
    const { can } = createAccessControlProvider(async () => creator)
    expect(await can({ action: 'delete', resource: 'courses' })).toEqual({
      can: false,
      reason: 'Access Denied',
    })
  })
})
