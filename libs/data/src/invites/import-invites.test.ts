import { describe, expect, it } from 'vitest'
import { DataError } from '../errors'
import { timeText } from '../time/moment-text'
import {
  changeInvites,
  countInvites,
  INVITES_START,
  type InviteChange,
  type InviteCursor,
} from './change-invites'
import { checkedLineText, createInvites, seatNotices, withDefaults } from './import-invites'
import { inviteLink, mailInvite, mailOutcomeText } from './send-invite'

const line = (email: string, more: object = {}) => ({
  at: 1,
  email,
  role: '',
  courses: [],
  ...more,
})

it('the role and courses chosen for the whole list apply only to lines without their own', () => {
  expect(
    withDefaults([line('a@b.example'), line('c@d.example', { role: 'creator', courses: ['js'] })], {
      role: 'MEMBER',
      courses: ['git'],
    }),
  ).toEqual([
    line('a@b.example', { role: 'MEMBER', courses: ['git'] }),
    line('c@d.example', { role: 'creator', courses: ['js'] }),
  ])
})

it('the cohort chosen for the whole list applies only to lines without their own', () => {
  const chosen = { role: 'MEMBER', courses: [], cohort: 'autumn' }
  const lines = [line('a@b.example'), line('c@d.example', { cohort: 'spring' })]
  expect(withDefaults(lines, chosen).map(({ cohort }) => cohort)).toEqual(['autumn', 'spring'])
  expect(withDefaults(lines, { ...chosen, cohort: null })[0]).not.toHaveProperty('cohort')
})

describe('the free seats of a list’s cohorts', () => {
  const lines = (
    valid: number,
    joining: number,
    seats: { left: number; invited: number } | null,
  ) => [
    ...Array.from({ length: valid }, () => ({ state: 'VALID', joins: 'Autumn', seats }) as const),
    ...Array.from({ length: joining }, () => ({ state: 'JOINS', joins: 'Autumn', seats }) as const),
    { state: 'INVALID', joins: 'Autumn', seats } as const,
  ]

  it('are mentioned if more people are invited than seats are free, because an invite reserves no seat', () => {
    expect(seatNotices(lines(30, 0, { left: 12, invited: 0 }))).toEqual([
      {
        blocked: false,
        text: 'This list has 30 people for Autumn, and 12 seats are left. Invites hold no seat: those who accept first get one.',
      },
    ])
    expect(seatNotices(lines(1, 0, { left: 1, invited: 2 }))[0]?.text).toContain(
      '1 seat is left. 2 people invited earlier can still accept.',
    )
  })

  it('block a list with more members than seats', () => {
    expect(seatNotices(lines(0, 2, { left: 1, invited: 0 }))).toEqual([
      {
        blocked: true,
        text: '2 people would join Autumn at once, and 1 seat is left. Give the cohort more seats, or shorten the list.',
      },
    ])
  })

  it('are not mentioned if there are enough or there is no limit, and are counted for each cohort', () => {
    expect(seatNotices(lines(10, 1, { left: 12, invited: 1 }))).toEqual([])
    expect(seatNotices(lines(30, 0, null))).toEqual([])
    const spring = { state: 'VALID', joins: 'Spring', seats: { left: 0, invited: 0 } } as const
    expect(seatNotices([...lines(3, 0, { left: 3, invited: 0 }), spring])).toHaveLength(1)
  })
})

it('checkedLineText() says what is wrong with a line', () => {
  expect(checkedLineText({ state: 'UNKNOWN_COURSE', role: 'MEMBER', unknown: ['x', 'y'] })).toBe(
    'Unknown course: x and y',
  )
  expect(checkedLineText({ state: 'UNKNOWN_ROLE', role: 'TEACHER', unknown: [] })).toBe(
    'Unknown role: teacher',
  )
  expect(checkedLineText({ state: 'MEMBER', role: 'MEMBER', unknown: [] })).toBe('Already a member')
  expect(
    checkedLineText({ state: 'UNKNOWN_COHORT', role: 'MEMBER', unknown: [], cohort: 'spring' }),
  ).toBe('Unknown cohort: spring')
})

describe('createInvites', () => {
  const caller = (calls: object[]) => ({
    rpc: async (_name: string, args: { lines: { email: string }[] }) => {
      calls.push(args)
      return {
        error: null,
        status: 200,
        data: args.lines.map(({ email }, i) => ({
          line: i + 1,
          email,
          role: 'MEMBER',
          courses: [],
          unknown: [],
          state: 'CREATED',
          id: 'i',
          token: 't',
        })),
      }
    },
  })

  it('sends parts of a hundred lines, and keeps their line numbers', async () => {
    const calls: { piece?: number }[] = []
    const lines = Array.from({ length: 150 }, (_, i) => line(`p${i}@b.example`, { at: i + 2 }))
    // The type of the client has more methods than these tests need.
    const client = caller(calls) as unknown as Parameters<typeof createInvites>[0]
    const first = await createInvites(client, 'op', lines, 0)
    expect([first.made.length, first.next]).toEqual([100, 100])
    const second = await createInvites(client, 'op', lines, 100)
    expect([second.made.length, second.next, second.made[0]?.at]).toEqual([50, null, 102])
    expect(calls.map(({ piece }) => piece)).toEqual([0, 1])
  })
})

describe('resending and cancelling many invites', () => {
  const answering = (data: object, calls: object[] = []) =>
    ({
      rpc: async (_name: string, args: object) => {
        calls.push(args)
        return { error: null, status: 200, data }
      },
    }) as unknown as Parameters<typeof changeInvites>[0]
  const one = { id: 'i', email: 'a@b.example', state: 'DONE', token: 't' }

  it('counts the invites that can be changed, and says why others are skipped', async () => {
    const calls: object[] = []
    const client = answering({ states: { CANCELLED: 1, READY: 12, REDEEMED: 3 } }, calls)
    const filters = { q: 'ada', status: '' } as const
    expect(
      await countInvites(client, { act: 'cancel', audience: { filters, mine: true } }),
    ).toEqual({
      ready: 12,
      left: [
        { state: 'REDEEMED', count: 3 },
        { state: 'CANCELLED', count: 1 },
      ],
    })
    expect(calls).toEqual([{ act: 'cancel', query: 'ada', mine: true }])
    const none = answering({ states: {} })
    expect(await countInvites(none, { act: 'resend', audience: { ids: ['i'] } })).toEqual({
      ready: 0,
      left: [],
    })
  })

  it('sends chosen invites in parts of a hundred', async () => {
    const calls: { invite_ids?: string[]; piece?: number }[] = []
    const ids = Array.from({ length: 150 }, (_, i) => `i${i}`)
    const change: InviteChange = { operationId: 'op', act: 'resend', audience: { ids } }
    const left = { ...one, id: 'j', state: 'REDEEMED', token: null }
    const client = answering({ invites: 2, verdicts: [one, left], last: null }, calls)
    const first = await changeInvites(client, change, INVITES_START)
    expect(first).toEqual({
      changed: [{ id: 'i', email: 'a@b.example', token: 't' }],
      left: [{ id: 'j', email: 'a@b.example', state: 'REDEEMED' }],
      next: { piece: 1, after: null },
    })
    const second = await changeInvites(client, change, first.next as InviteCursor)
    expect(second.next).toBeNull()
    expect(calls.map(({ piece, invite_ids }) => [piece, invite_ids?.length])).toEqual([
      [0, 100],
      [1, 50],
    ])
  })

  it('continues after the last invite of the previous part if the invites come from a filter', async () => {
    const calls: object[] = []
    const filters = { q: '', status: 'EXPIRED' } as const
    const change: InviteChange = {
      operationId: 'op',
      act: 'cancel',
      audience: { filters, mine: false },
    }
    const client = answering({ invites: 2000, verdicts: [], last: 'x' }, calls)
    const { next } = await changeInvites(client, change, INVITES_START)
    expect(next).toEqual({ piece: 1, after: 'x' })
    await changeInvites(client, change, next as InviteCursor)
    const common = { operation_id: 'op', act: 'cancel', query: '', state: 'EXPIRED', mine: false }
    expect(calls).toEqual([
      { ...common, piece: 0 },
      { ...common, piece: 1, after: 'x' },
    ])
  })
})

it('inviteLink() returns the address of an invite', () => {
  expect(inviteLink('https://rookies.example', 'a b')).toBe('https://rookies.example/invite/a%20b')
})

it('distinguishes a project without mail from a failed mail and from a mail that must wait', async () => {
  const until = '2026-11-03T09:05:30Z'
  const failing = (code: string) => ({
    invoke: async () => {
      throw new DataError({ code })
    },
  })
  expect(await mailInvite({ invoke: async () => ({ sent: true }) }, 'i')).toEqual({ state: 'SENT' })
  expect(await mailInvite(failing('NO_MAILER'), 'i')).toEqual({ state: 'NO_MAILER' })
  expect(await mailInvite(failing('MAIL_ENDED'), 'i')).toEqual({ state: 'ENDED' })
  expect(await mailInvite(failing('NETWORK'), 'i')).toEqual({ state: 'FAILED' })
  for (const [reason, state] of [
    ['ADDRESS', 'JUST_NOW'],
    ['SENDER', 'LIMIT'],
  ] as const) {
    const answer = { sent: false, for: reason, until }
    const mailing = await mailInvite({ invoke: async () => answer }, 'i')
    expect(mailing).toEqual({ state, until })
    expect(mailOutcomeText(mailing, 'a@b.example')).toContain(timeText(until, true))
    expect(mailOutcomeText(mailing, 'a@b.example')).toContain('share the link yourself')
  }
})
