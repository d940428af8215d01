import { afterEach, describe, expect, it, vi } from 'vitest'
import { endOfDay } from '../dates/days'
import { DataError } from '../errors'
import { listState } from '../lists/list-state'
import { createDataClient } from '../session/create-client'
import { BULK_START, changeAccess } from './bulk-access'
import {
  changedContact,
  contactFieldError,
  contactProblems,
  correctionEffects,
  correctionNews,
} from './correct-contact'
import { accessChange, type CourseAccess, filterCourses, openAccess } from './member-access'
import { type CourseProgress, overallProgress } from './member-analytics'
import { MEMBER_LIST, memberName } from './member-list'

afterEach(() => vi.unstubAllGlobals())

const course = (id: string, granted: boolean): CourseAccess => ({
  id,
  title: `Course ${id.toUpperCase()}`,
  slug: `course-${id}`,
  status: 'PUBLISHED',
  granted,
  source: granted ? 'MANUAL' : null,
  expires_at: null,
  cohorts: [],
})

const wish = (...ids: string[]) => new Map(ids.map((id) => [id, '']))

describe('memberName', () => {
  it('returns a text for a person without a name', () => {
    expect(memberName({ name: '  ' })).toBe('Unnamed User')
    expect(memberName({ name: ' Ada ' })).toBe('Ada')
  })
})

describe('overallProgress', () => {
  it('sums up published courses with access, even if that has ended', () => {
    const progress = (values: Partial<CourseProgress>): CourseProgress => ({
      id: 'c',
      title: 'Course',
      slug: 'course',
      published: true,
      completed: 2,
      total: 5,
      last_at: null,
      access: 'OPEN',
      expires_at: null,
      ...values,
    })
    expect(
      overallProgress([
        progress({}),
        progress({ access: 'ENDED' }),
        progress({ access: 'REVOKED' }),
        progress({ published: false }),
      ]),
    ).toEqual({ courses: 2, completed: 4, total: 10 })
    expect(overallProgress([])).toEqual({ courses: 0, completed: 0, total: 0 })
  })
})

describe('the access of a person to courses', () => {
  const courses = [course('a', true), course('b', false), course('c', true)]

  it('is changed only where the desired access differs', () => {
    expect(accessChange(courses, wish('a', 'b'))).toEqual({ grant: ['b'], revoke: ['c'], ends: [] })
    expect(accessChange(courses, wish('a', 'c'))).toEqual({ grant: [], revoke: [], ends: [] })
  })

  it('ends on the chosen day, and keeps the exact time of an end whose day has not changed', () => {
    const was = '2090-06-30T10:00:00.000Z'
    const held = [{ ...course('a', true), expires_at: was }, ...courses.slice(1)]
    const open = openAccess(held)
    expect(accessChange(held, open)).toEqual({ grant: [], revoke: [], ends: [] })
    const july = { course_id: 'a', expires_at: endOfDay('2090-07-31'), was }
    expect(accessChange(held, new Map(open).set('a', '2090-07-31')).ends).toEqual([july])
    expect(accessChange(held, new Map(open).set('a', '')).ends).toEqual([
      { ...july, expires_at: null },
    ])
    expect(accessChange(held, new Map(open).set('b', '2090-07-31'))).toEqual({
      grant: ['b'],
      revoke: [],
      ends: [{ ...july, course_id: 'b', was: null }],
    })
  })

  it('is searched by title and slug of the courses', () => {
    expect(filterCourses(courses, ' COURSE b').map(({ id }) => id)).toEqual(['b'])
    expect(filterCourses(courses, 'course-c').map(({ id }) => id)).toEqual(['c'])
    expect(filterCourses(courses, '')).toHaveLength(3)
  })
})

describe('the access of many people to courses', () => {
  const answering = (answers: object[]) => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      sent.push(await new Request(input, init).json())
      return Response.json(answers.shift())
    })
    const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    return { sent, client: createDataClient({ url: 'http://project.test', key: 'anon', storage }) }
  }
  const work = { operationId: 'op', courseIds: ['c1', 'c2'], act: 'grant', endsAt: null } as const

  it('is changed by requests for ten thousand people each if there are two courses', async () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => `p${i}`)
    const { sent, client } = answering([
      { people: 10_000, changed: 3, last: null },
      { people: 1, changed: 0, last: null },
    ])
    const first = await changeAccess(client, { ...work, audience: { ids } }, BULK_START)
    expect(first).toEqual({ people: 10_000, changed: 3, next: { piece: 1, after: null } })
    if (!first.next) throw new Error('no next piece')
    const second = await changeAccess(client, { ...work, audience: { ids } }, first.next)
    expect(second.next).toBeNull()
    expect(sent).toMatchObject([{ piece: 0 }, { piece: 1, people: ['p10000'] }])
  })

  it('is changed by requests that each begin after the last person of the previous request', async () => {
    const { sent, client } = answering([
      { people: 10_000, changed: 1, last: 'p9' },
      { people: 5, changed: 1, last: null },
    ])
    const address = new URLSearchParams('q=ada&state=active&quiet=7')
    const { values: filters } = listState(MEMBER_LIST, address)
    const first = await changeAccess(client, { ...work, audience: { filters } }, BULK_START)
    if (!first.next) throw new Error('no next piece')
    const second = await changeAccess(client, { ...work, audience: { filters } }, first.next)
    expect(second).toEqual({ people: 5, changed: 1, next: null })
    const common = { operation_id: 'op', query: 'ada', state: 'active', quiet: '7' }
    expect(sent).toEqual([
      { ...common, piece: 0, course_ids: ['c1', 'c2'], act: 'grant' },
      { ...common, piece: 1, course_ids: ['c1', 'c2'], act: 'grant', after: 'p9' },
    ])
  })
})

describe('a correction of email and phone', () => {
  const was = { email: 'ada@example.org', phone: '+49 30 1' }

  it('contains only the fields that differ, whatever their letter case and spaces', () => {
    expect(changedContact(was, { email: ' Ada@Example.org ', phone: ' +49 30 1 ' })).toEqual({})
    expect(changedContact(was, { email: ' ada@example.net ', phone: '' })).toEqual({
      email: 'ada@example.net',
      phone: '',
    })
  })

  it.each(['ask Ada', '12', '+1 555 0100 at home', '1'.repeat(41)])(
    'is refused for the phone %j',
    (phone) => {
      expect(contactProblems({ phone })).toEqual({ phone: 'Please enter a valid phone number' })
    },
  )

  it('may remove the phone, and must contain a valid email if that changes', () => {
    expect(contactProblems({ phone: '' })).toEqual({})
    expect(contactProblems({ phone: '(0044) 20/7946-0958 x12' })).toEqual({})
    expect(contactProblems({ email: '' })).toEqual({ email: 'Email is required' })
    expect(contactProblems({ email: 'ada@' })).toEqual({
      email: 'Please enter a valid email address',
    })
  })

  it('of the email has the effect that the person is signed out and may have to confirm the email', () => {
    const change = { email: 'ada@example.net' }
    expect(correctionEffects(change, true).join(' ')).toMatch(/signed out.*confirm it/)
    expect(correctionEffects(change, false).join(' ')).toMatch(/signed out.*not confirmed/)
    expect(correctionNews(change, true)).toMatch(/signed out.*asked by email to confirm/)
    expect(correctionNews(change, false)).toMatch(/signed out.*not confirmed/)
    expect(correctionEffects({ phone: '' }, true)).toEqual(['Their phone number is taken away.'])
    expect(correctionNews({ phone: '112' }, true)).toBe('')
  })

  it('that the database refuses shows the message at its field', () => {
    const refused = (hint?: string) =>
      contactFieldError(new DataError({ code: 'PT409', message: 'Taken', hint }))
    expect(refused('EMAIL_TAKEN')).toEqual({ field: 'email', message: 'Taken' })
    expect(refused('LAST_ADMIN')).toEqual({ field: 'email', message: 'Taken' })
    expect(refused('NO_PERSON')).toBeNull()
    expect(refused()).toBeNull()
  })
})
