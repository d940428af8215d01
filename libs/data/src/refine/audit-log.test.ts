import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDataClient } from '../session/create-client'
import { createAuditLogProvider } from './audit-log'

const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
const provider = createAuditLogProvider(
  createDataClient({ url: 'http://project.test', key: 'anon', storage }),
)

afterEach(() => vi.unstubAllGlobals())

/** Mocks a server that answers each request with these rows. Returns the addresses of the requests. */
function answering(rows: object[]): URL[] {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    asked.push(new URL(new Request(input).url))
    return Response.json(rows)
  })
  return asked
}

const record = {
  id: 7,
  action: 'course.publish',
  created_at: '2026-11-01T10:00:00+00:00',
  user_id: 'u1',
  before: { status: 'DRAFT' },
  after: { status: 'PUBLISHED' },
  profiles: { name: '', email: 'ada@rookies.test' },
}

describe('the history of a record', () => {
  it('contains only changes of the record, newest first', async () => {
    const asked = answering([record])
    const meta = { id: 'c1', action: 'publish', author: 'u1', before: 9 }
    expect(await provider.get({ resource: 'courses', meta })).toEqual([
      {
        ...{ id: 7, oldest: 7, records: 1, subjects: [] },
        createdAt: record.created_at,
        name: 'course.publish',
        action: 'publish',
        resource: 'courses',
        author: { id: 'u1', name: 'ada@rookies.test' },
        data: { status: 'PUBLISHED' },
        previousData: { status: 'DRAFT' },
      },
    ])
    const params = asked[0]?.searchParams
    expect(asked[0]?.pathname).toBe('/rest/v1/audit_logs')
    expect(params?.get('target_type')).toBe('eq.course')
    expect(params?.get('target_id')).toBe('eq.c1')
    expect(params?.get('action')).toBe('eq.course.publish')
    expect(params?.get('user_id')).toBe('eq.u1')
    expect(params?.get('id')).toBe('lt.9')
    expect(params?.get('order')).toBe('id.desc')
  })

  it('of a cohort contains the actions in the cohort, each with the number of its records', async () => {
    const act = {
      ...{ id: 9, first: 7, action: 'cohort_member.join' },
      created_at: record.created_at,
    }
    const asked = answering([
      {
        ...act,
        ...{ user_id: 'u1', who: 'Ada', before: null, after: {}, records: 3, subjects: ['a'] },
      },
    ])
    expect(
      await provider.get({ resource: 'cohorts', meta: { id: 'c1', before: 12 } }),
    ).toMatchObject([
      {
        ...{ id: 9, oldest: 7, name: 'cohort_member.join', action: 'join', records: 3 },
        ...{ subjects: ['a'], author: { id: 'u1', name: 'Ada' } },
      },
    ])
    expect(asked[0]?.pathname).toBe('/rest/v1/rpc/cohort_history')
    expect(asked[0]?.searchParams.get('before')).toBe('12')
  })

  it('contains changes by a person whose account was deleted', async () => {
    answering([{ ...record, user_id: null, profiles: null }])
    expect(await provider.get({ resource: 'profiles', meta: { id: 'u2' } })).toMatchObject([
      { author: null },
    ])
  })

  it('fails for a resource without a history', async () => {
    const asked = answering([])
    await expect(provider.get({ resource: 'analytics' })).rejects.toMatchObject({
      code: 'UNKNOWN_RESOURCE',
      statusCode: 404,
    })
    expect(asked).toHaveLength(0)
  })
})

it('does not create records, because the database does', async () => {
  const asked = answering([])
  await provider.create({ resource: 'courses', action: 'update', meta: { id: 'c1' } })
  await provider.update({ id: 7, name: 'another' })
  expect(asked).toHaveLength(0)
})
