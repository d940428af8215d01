import { describe, expect, test } from 'vitest'
import { accessReasonText, answerForAll, isAllShut, isMendedByGrant } from './access-reason'
import { ACCESS_REASONS, type AccessAnswer, type GrantFacts } from './person-access'

const day = (at: string) => at.slice(0, 10)
const grant: GrantFacts = {
  source: 'MANUAL',
  created_at: '2026-10-03T08:00:00Z',
  expires_at: '2026-11-03T00:00:00Z',
  by: 'Ada',
  cohort: null,
}
const answer = (given: Partial<AccessAnswer>): AccessAnswer => ({
  open: false,
  reason: 'NEVER_GRANTED',
  grant: null,
  role: null,
  at: null,
  by: null,
  opens_at: null,
  day: null,
  cohort: null,
  schedule: null,
  ...given,
})
const say = (given: Partial<AccessAnswer>) => accessReasonText(answer(given), day)

const autumn = { id: 'c', slug: 'autumn', title: 'Autumn', time_zone: 'Europe/Vienna' }

describe('accessReasonText', () => {
  test('says when the schedule of a cohort opens a lesson, in the cohort’s time zone', () => {
    const unreleased = { reason: 'UNRELEASED', cohort: autumn, day: 14 } as const
    expect(say({ ...unreleased, opens_at: '2026-12-07T08:00:00Z' })).toBe(
      'No: opens on Mon 7 Dec, 09:00 Vienna: day 14 of Autumn.',
    )
    expect(say(unreleased)).toBe('No: it opens when the pause ends in Autumn.')
  })

  test('does not name a cohort that the reader may not read', () => {
    const unreleased = { reason: 'UNRELEASED', day: 14 } as const
    expect(say({ ...unreleased, opens_at: '2026-12-07T08:00:00Z' })).toBe(
      'No: opens on Mon 7 Dec, 08:00 UTC: day 14 of another cohort.',
    )
    expect(say(unreleased)).toBe('No: it opens when the pause ends.')
  })

  test('says how many lessons of a course the schedule has opened, and when the next one opens', () => {
    const by = { source: 'COHORT', by: null, expires_at: null, cohort: autumn } as const
    const held = { open: true, reason: 'GRANTED', grant: { ...grant, ...by } } as const
    const next = { opens_at: '2026-12-07T08:00:00Z', day: 14, cohort: autumn }
    expect(say(held)).toBe('Yes: granted by Autumn on 2026-10-03.')
    expect(say({ ...held, schedule: { lessons: 12, shut: 9, ...next } })).toBe(
      'Yes: granted by Autumn on 2026-10-03. 3 of 12 lessons are open; the next opens on Mon 7 Dec, 09:00 Vienna: day 14 of Autumn.',
    )
    const nothing = { lessons: 12, shut: 12, ...next }
    expect(say({ ...held, schedule: nothing })).toBe(
      'Yes: granted by Autumn on 2026-10-03. No lesson is open yet; the first opens on Mon 7 Dec, 09:00 Vienna: day 14 of Autumn.',
    )
    expect(say({ ...held, schedule: { ...nothing, shut: 11, opens_at: null } })).toBe(
      'Yes: granted by Autumn on 2026-10-03. 1 of 12 lessons is open; the next opens when the pause ends in Autumn.',
    )
    expect([held, { ...held, schedule: nothing }].map((of) => isAllShut(answer(of)))).toEqual([
      false,
      true,
    ])
  })

  test('says that staff of a cohort can open its courses', () => {
    expect(say({ open: true, reason: 'STAFF', cohort: autumn })).toBe(
      'Yes: they look after Autumn.',
    )
  })

  test('says who gave access, and until when', () => {
    expect(say({ reason: 'GRANTED', grant })).toBe(
      'Yes: granted by Ada on 2026-10-03, until 2026-11-03.',
    )
    expect(say({ reason: 'GRANTED', grant: { ...grant, expires_at: null, by: null } })).toBe(
      'Yes: granted on 2026-10-03.',
    )
    expect(say({ reason: 'GRANTED', grant: { ...grant, source: 'INVITE' } })).toBe(
      'Yes: granted by an invite from Ada on 2026-10-03, until 2026-11-03.',
    )
  })

  test('says when access ended, and how the person got it', () => {
    expect(say({ reason: 'ENDED', grant: { ...grant, source: 'PURCHASE', by: null } })).toBe(
      'No: access ended on 2026-11-03; it was bought on 2026-10-03.',
    )
    expect(say({ reason: 'REVOKED', by: 'Mo', at: '2026-10-09T00:00:00Z' })).toBe(
      'No: access was revoked by Mo on 2026-10-09.',
    )
    expect(say({ reason: 'REVOKED' })).toBe('No: access was revoked.')
    expect(say({ reason: 'REFUNDED', by: 'Mo', at: '2026-10-09T00:00:00Z' })).toBe(
      'No: the purchase was refunded by Mo on 2026-10-09.',
    )
  })

  test('begins with the answer and ends with a full stop for every reason', () => {
    for (const reason of ACCESS_REASONS) {
      expect(say({ reason, grant })).toMatch(/^(Yes|No): .+\.$/)
      expect(say({ reason })).toMatch(/^(Yes|No): .+\.$/)
    }
    expect(say({ reason: 'ROLE', role: 'ADMIN' })).toBe('Yes: as an administrator.')
    expect(say({ reason: 'PREVIEW' })).toBe('Yes: the lesson is a free preview.')
  })
})

test('offers to give access if it was never given, has ended, was revoked or refunded, but not to a disabled account', () => {
  const mended = ACCESS_REASONS.filter((reason) => isMendedByGrant(answer({ reason })))
  expect(mended).toEqual(['ENDED', 'NOT_LET_IN', 'REVOKED', 'REFUNDED', 'NEVER_GRANTED'])
})

test('the reason is the same for all courses if it depends on the account or the role', () => {
  expect(answerForAll([answer({ reason: 'DISABLED' })])?.reason).toBe('DISABLED')
  expect(answerForAll([answer({ reason: 'ENDED' })])).toBeNull()
  expect(answerForAll([])).toBeNull()
})
