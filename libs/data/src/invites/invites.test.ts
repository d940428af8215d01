import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { closedNotice } from './closed-notice'
import { CLOSED_STATES, inviteQuery, parseInvite } from './invite-query'
import { withheldNotice } from './withheld'

const active = {
  state: 'ACTIVE',
  email: 'ada@rookies.test',
  expires_at: '2026-01-03T00:00:00+00:00',
  inviter: null,
  name: 'Ada',
  cohort: {
    title: 'Autumn',
    starts_on: '2026-11-09',
    time_zone: 'UTC',
    courses: ['Knots'],
  },
  courses: ['Git from Zero'],
  opens: 'git-from-zero',
  withheld: null,
  mine: false,
}

describe('parseInvite', () => {
  it('accepts an open invite', () => {
    expect(parseInvite(active)).toEqual(active)
  })

  it('treats an invite to a full cohort as closed', () => {
    const cohort = { ...active.cohort, full: true }
    expect(parseInvite({ ...active, cohort })).toEqual({ state: 'FULL' })
  })

  it.each(CLOSED_STATES)('reads only the state of an invite with the state %s', (state) => {
    expect(parseInvite({ ...active, state })).toEqual({ state })
  })

  it('refuses an answer of an unexpected shape', () => {
    expect(() => parseInvite({ state: 'OTHER' })).toThrow()
    expect(() => parseInvite({ ...active, courses: [1] })).toThrow()
  })
})

describe('the part of an invite that its sender may no longer give', () => {
  const some = {
    all: false,
    role: 'MODERATOR' as const,
    courses: ['Git from Zero'],
    cohort: 'Autumn',
  }

  it('is read in addition to the part that is given', () => {
    expect(parseInvite({ ...active, withheld: some })).toMatchObject({ withheld: some })
    expect(() => parseInvite({ ...active, withheld: { ...some, role: 'OWNER' } })).toThrow()
  })

  it('is named to the invited person', () => {
    expect(withheldNotice(some)).toMatch(
      /Git from Zero, the cohort Autumn,? and the role Moderator/,
    )
    expect(withheldNotice({ ...some, all: true })).toMatch(/no longer gives access/)
  })
})

it('an empty token causes no request', async () => {
  const client = createDataClient({ url: 'http://project.test', key: 'k' })
  const answer = await createQueryClient().fetchQuery(inviteQuery(client, ''))
  expect(answer).toEqual({ state: 'UNKNOWN' })
})

it('each reason why an invite is closed has its own sentence', () => {
  const titles = CLOSED_STATES.map((state) => closedNotice(state).title)
  expect(new Set(titles).size).toBe(CLOSED_STATES.length)
})
