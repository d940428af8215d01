import type { CrudFilters, CrudSorting } from '@refinedev/core'
import { describe, expect, it } from 'vitest'
import { QUEUE_LIST } from '../assignments/queue'
import { AUDIT_LIST } from '../audit/audit-list'
import { COMMUNITY_LIST } from '../communities/managed-communities'
import { COMMUNITY_MEMBER_LIST } from '../communities/managed-members'
import { COURSE_LIST } from '../course-editing/course-list'
import { JOB_LIST } from '../due-work/job-list'
import { INVITE_LIST } from '../invites/invite-list'
import { ANALYTICS_LIST } from '../members/member-analytics'
import { MEMBER_LIST } from '../members/member-list'
import { NOTIFICATION_LIST } from '../notifications/notification-list'
import { PURCHASE_LIST } from '../purchases/purchase-list'
import type { Exported, Filters, List, ListPage } from './define-list'
import { listExport } from './filter-args'
import { addressOf, listFilters, listSorters, listState, sortNames } from './list-state'
import { type AnsweredList, readList } from './read-list'

const COURSE = '11111111-2222-4333-8444-555555555555'
const AUDIT_PLACE = '2026-11-22T00:00:00.123456+00:00,42'
const NOTICE_PLACE = `2026-11-22T00:00:00.123456+00:00,${COURSE}`
const start = (...day: [number, number, number]) => new Date(...day).toISOString()
const EMPTY = {
  rows: [],
  members: [],
  invites: [],
  purchases: [],
  revenue: [],
  notices: [],
  records: [],
}
const ANSWER = {
  ...EMPTY,
  ...{ notifications: [], communities: [], work: [], kinds: [], stopped: false, bounded: false },
  ...{ total: 0, found: 0, completed: 0, pending: 0, count: 0, many_people: false },
  ...{ more: false, newer: false, older: false },
  sums: { total: 0, global: 0, specific: 0, recent: 0 },
}

const read = <Fs extends Filters, S extends string, P extends ListPage>(
  list: List<Fs, Filters, S, P>,
  address: string,
) => listState(list, new URLSearchParams(address))

/** Calls the database function of a list, and returns the arguments that it got. */
async function called(
  list: AnsweredList,
  asked: { filters?: CrudFilters; sorters?: CrudSorting; page?: number },
) {
  const calls: object[] = []
  const rpc = (name: string, args: object, { get }: { get: boolean }) => {
    calls.push({ name, args, get })
    return { abortSignal: async () => ({ error: null, status: 200, data: ANSWER }) }
  }
  const client = { rpc } as unknown as Parameters<typeof readList>[0]
  const { page: currentPage, ...params } = asked
  await readList(client, list, { ...params, pagination: { ...(currentPage && { currentPage }) } })
  return calls[0]
}

/** Calls the database function of a list for an address, and returns the arguments that it got. */
function calledAt(list: AnsweredList, address: string, permanent = {}) {
  const { values, sort, after, before } = read(list, address)
  return called(list, {
    filters: listFilters(list, values, { permanent, after, before }),
    sorters: listSorters(list, sort),
  })
}

describe('a list’s address', () => {
  it.each<[string, List, string, object]>([
    [
      'members',
      MEMBER_LIST,
      'q=%20ada%20&role=ADMIN&state=disabled&course=none&quiet=never&sort=-name',
      { q: 'ada', role: 'ADMIN', state: 'disabled', course: 'none', quiet: 'never' },
    ],
    [
      'analytics',
      ANALYTICS_LIST,
      `q=ada&course=${COURSE}&quiet=14`,
      { q: 'ada', course: COURSE, quiet: '14' },
    ],
    [
      'purchases',
      PURCHASE_LIST,
      'q=%20pi_1%20&status=NO_MEMBER&from=2026-01-01&to=2026-02-28',
      { q: 'pi_1', status: 'NO_MEMBER', from: '2026-01-01', to: '2026-02-28' },
    ],
    ['invites', INVITE_LIST, 'q= ada &status=EXPIRED', { q: 'ada', status: 'EXPIRED' }],
    ['background jobs', JOB_LIST, 'state=DONE&kind=mail', { state: 'DONE', kind: 'mail' }],
    [
      'the queue of reviews',
      QUEUE_LIST,
      `state=PASSED&course=${COURSE}&late=true&mine=no`,
      { state: 'PASSED', course: COURSE, lesson: '', cohort: '', late: 'true', mine: '' },
    ],
    ['communities', COMMUNITY_LIST, 'q=git', { q: 'git' }],
    ['their members', COMMUNITY_MEMBER_LIST, 'q=a&state=banned', { q: 'a', state: 'banned' }],
    ['courses', COURSE_LIST, 'q=git&status=DRAFT', { q: 'git', status: 'DRAFT' }],
    [
      'notifications',
      NOTIFICATION_LIST,
      'q=break&type=warning&to=global',
      { q: 'break', type: 'warning', to: 'global' },
    ],
    [
      'audit records',
      AUDIT_LIST,
      `action=UPDATE&target=course&person=%20ada%20&course=${COURSE}`,
      { action: 'UPDATE', target: 'course', person: 'ada', course: COURSE, from: '', to: '' },
    ],
  ])('gives the filters and the order of the list %s', (_what, list, address, values) => {
    expect(read(list, address).values).toEqual(values)
  })

  it('ignores invalid values', () => {
    const nothing = { q: '', role: '', state: '', course: '', quiet: '' }
    const made = 'role=GOD&state=1&course=git&quiet=8&sort=email'
    expect(read(MEMBER_LIST, made)).toMatchObject({ values: nothing, sort: 'newest' })
    const odd = read(
      AUDIT_LIST,
      "action=drop table&target=a'b&after=yesterday&before=2026,1&course=7",
    )
    expect(odd).toMatchObject({ after: '', before: '' })
    expect(Object.values(odd.values).join('')).toBe('')
    expect(read(JOB_LIST, 'state=LOST').values).toEqual({ state: 'OPEN', kind: '' })
    expect(read(ANALYTICS_LIST, 'course=none').values.course).toBe('')
  })

  it.each(['2026-02-30', '2026-13-01', '26-01-01', 'yesterday', '2026-1-1', ''])(
    'ignores the invalid day %j',
    (day) => {
      expect(read(PURCHASE_LIST, `from=${day}&to=${day}`).values).toMatchObject({
        from: '',
        to: '',
      })
    },
  )

  it('contains the order only if it is not the default', () => {
    expect(read(MEMBER_LIST, 'sort=-name').sort).toBe('-name')
    expect(read(MEMBER_LIST, '').sort).toBe('newest')
    expect(sortNames(ANALYTICS_LIST)[0]).toBe('active')
  })

  it('contains a position instead of a page number if the list is too long to be counted', () => {
    const at = encodeURIComponent(AUDIT_PLACE)
    const both = read(AUDIT_LIST, `after=${at}&before=${at}`)
    expect(both).toMatchObject({ after: AUDIT_PLACE, before: '' })
    expect(read(MEMBER_LIST, `after=${at}`)).toMatchObject({ after: '' })
  })

  it('is made from Refine’s filters, and leaves out default values', () => {
    const asked: CrudFilters = [
      { field: 'state', operator: 'eq', value: 'OPEN' },
      { field: 'kind', operator: 'eq', value: 'mail' },
      { field: 'secret', operator: 'eq', value: 'x' },
    ]
    expect(addressOf(JOB_LIST.filters, asked)).toEqual({ state: null, kind: 'mail' })
  })
})

describe('the database function of a list', () => {
  it('gets several filters in one argument', async () => {
    expect(await calledAt(QUEUE_LIST, `late=true&cohort=${COURSE}`)).toEqual({
      name: 'review_queue',
      get: false,
      args: {
        filter: { state: 'WAITING', late: 'true', cohort_id: COURSE },
        page: 1,
        page_size: 25,
      },
    })
  })

  it('gets the values of the address as separate arguments', async () => {
    const address = 'q=ada&role=MEMBER&state=active&course=none&quiet=14&sort=name'
    expect(await calledAt(MEMBER_LIST, address)).toEqual({
      name: 'members',
      get: false,
      args: {
        query: 'ada',
        role: 'MEMBER',
        state: 'active',
        course: 'none',
        quiet: '14',
        sort: 'name',
        page: 1,
        page_size: 50,
      },
    })
    expect(
      await calledAt(PURCHASE_LIST, 'status=NO_MEMBER&from=2026-03-28&to=2026-03-29'),
    ).toMatchObject({
      // `since` and `until` are whole days in the reader's time zone.
      args: { unassigned: true, since: start(2026, 2, 28), until: start(2026, 2, 30) },
    })
    expect(await calledAt(ANALYTICS_LIST, `course=${COURSE}`)).toMatchObject({
      args: { course_id: COURSE, sort: 'active' },
    })
    expect(await calledAt(INVITE_LIST, 'status=ACTIVE&sort=ending', { mine: 'true' })).toEqual({
      name: 'invite_list',
      get: false,
      args: { state: 'ACTIVE', mine: true, sort: 'ending', page: 1, page_size: 50 },
    })
    expect(await calledAt(COMMUNITY_MEMBER_LIST, '', { community_id: COURSE })).toMatchObject({
      args: { community_id: COURSE },
    })
    expect(await calledAt(COMMUNITY_LIST, 'q=git')).toMatchObject({ get: true })
    expect(await calledAt(JOB_LIST, '')).toMatchObject({ args: { state: 'OPEN' } })
  })

  it('gets a position and no page if the list is too long to be counted', async () => {
    const at = encodeURIComponent(NOTICE_PLACE)
    expect(await calledAt(NOTIFICATION_LIST, `to=specific&after=${at}`)).toEqual({
      name: 'notification_list',
      get: false,
      args: { audience: 'specific', after: NOTICE_PLACE, page_size: 50 },
    })
  })

  it('gets a kind of actions, or a single action', async () => {
    expect(await calledAt(AUDIT_LIST, 'action=DELETE')).toMatchObject({ args: { kind: 'DELETE' } })
    expect(await calledAt(AUDIT_LIST, 'action=course.publish')).toMatchObject({
      args: { action: 'course.publish' },
    })
  })

  it('gets no filter, value or order that the list does not have', async () => {
    const filters: CrudFilters = [
      { field: 'role', operator: 'eq', value: 'GOD' },
      { field: 'secret', operator: 'eq', value: 'x' },
    ]
    const sorters: CrudSorting = [{ field: 'secret', order: 'asc' }]
    expect(await called(MEMBER_LIST, { filters, sorters, page: 3 })).toMatchObject({
      args: { sort: 'newest', page: 3, page_size: 50 },
    })
  })
})

describe('the export of a list', () => {
  it('gets the same filter as the list, with the names of the export', () => {
    const of = (list: List & { exported: Exported }, address: string) =>
      listExport(list, read(list, address).values)
    expect(of(INVITE_LIST, 'q=ada&status=ACTIVE')).toEqual({
      list: 'invites',
      filter: { search: 'ada', status: 'ACTIVE' },
    })
    expect(of(ANALYTICS_LIST, `course=${COURSE}&quiet=7`).filter).toEqual({
      course: COURSE,
      quiet: '7',
    })
    expect(of(AUDIT_LIST, 'action=UPDATE&from=2026-12-31').filter).toEqual({
      kind: 'UPDATE',
      since: start(2026, 11, 31),
    })
    expect(of(NOTIFICATION_LIST, 'to=global').filter).toEqual({ audience: 'global' })
  })

  it('gets each key of a shared argument as a separate filter', () => {
    const { values } = read(QUEUE_LIST, `lesson=${COURSE}&late=true`)
    expect(listExport(QUEUE_LIST, values)).toEqual({
      list: 'reviews',
      filter: { state: 'WAITING', lesson_id: COURSE, late: 'true' },
    })
  })
})

describe('the answer of a list', () => {
  const row = { id: 'c', name: 'Club', slug: 'club', access: 'FREE', read_only: false }
  const more = { members: 1, reported: 0, updated_at: '2026-11-22T00:00:00Z' }

  it('becomes the rows, and their number on all pages', () => {
    const page = COMMUNITY_LIST.parse({ total: 51, communities: [{ ...row, ...more }] })
    expect(page).toMatchObject({ total: 51, data: [{ name: 'Club', course: null }] })
  })

  it('is refused if its shape is unexpected, with the place of the mistake', () => {
    const refused = expect(() => COMMUNITY_LIST.parse({ total: 51, communities: [row] }))
    refused.toThrow(expect.objectContaining({ hint: 'communities.0.members' }))
  })
})
