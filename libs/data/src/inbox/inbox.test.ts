import { describe, expect, it } from 'vitest'
import { type InboxRow, parseInbox } from './inbox'
import { INBOX_KINDS } from './inbox-kinds'
import { actText, countText, factsText, promiseText, snoozeChoices } from './inbox-messages'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const none = Object.fromEntries(INBOX_KINDS.map((kind) => [kind, 0]))

const row = (kind: string, facts: object, change: object = {}) => ({
  ...{ kind, facts, subject_id: 's1', version: '1', title: 'Building a page' },
  ...{ person: null, course: null, cohort: null, holder: null },
  ...{ since: '2026-11-25T12:00:00Z', promise_at: '2026-11-27T09:00:00Z' },
  ...change,
})

const inboxOf = (rows: object[], counts: object = {}) =>
  parseInbox(
    JSON.parse(
      JSON.stringify({ rows, counts: { ...none, ...counts }, changes_at: null, stopped: false }),
    ),
  )
const parsed = (kind: string, facts: object, change: object = {}) =>
  inboxOf([row(kind, facts, change)]).rows[0] as InboxRow

describe('parseInbox', () => {
  it('accepts each kind of row', () => {
    const behind = { reason: 'SILENT', days: 9, usual: 2, since: '2026-11-18' }
    const mia = { id: 'p1', name: 'Mia', email: 'mia@example.test' }
    const { rows } = inboxOf([
      row('WORK', { round: 2, late: true }),
      row('APPEAL', { round: 3, late: false }),
      row('QUESTION', {
        ...{ lesson: 'Tea', body: '', cut: false, audience: 'STAFF', answers: 0 },
        ...{ slug: 'tea', lesson_id: 'l1' },
      }),
      row('QUESTION_REPORT', { slug: 'tea', lesson_id: 'l1', reports: 2 }),
      row('EXTENSION', { lesson_id: 'l1', days: 3, note: '', due: null }),
      row('BEHIND', behind, { person: mia }),
      row('REPORT', { community_id: 'c1', slug: 'tea', reports: 2 }),
      row('PURCHASE', {
        ...{ status: 'PENDING', item: 'Tea', amount_cents: 900, currency: 'EUR' },
        ...{ ref: 'pi_1', buyer_email: null },
      }),
      row('EVENT', { type: 'refund.failed', reasons: ['NOT_GIVEN_BACK'], ref: null, times: 1 }),
      row('MAIL', { error: 'No mailbox', attempts: 30 }),
      row('INVITE', { by: null }),
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(INBOX_KINDS)
    expect(rows[5]).toMatchObject({
      person: { id: 'p1', name: 'Mia' },
      facts: { ...behind, email: 'mia@example.test' },
    })
  })

  it('refuses an unknown kind, and facts of an unexpected shape', () => {
    expect(() => parsed('SURPRISE', {})).toThrow()
    expect(() => parsed('WORK', { round: 'first' })).toThrow()
  })
})

describe('the texts of a row', () => {
  it('describe what happened', () => {
    expect(factsText(parsed('WORK', { round: 2, late: true }))).toBe('Round 2, late.')
    expect(factsText(parsed('MAIL', { error: 'No mailbox', attempts: 30 }))).toBe(
      'No mailbox. Tried 30 times.',
    )
    const sold = { item: null, amount_cents: 4900, currency: 'EUR', ref: 'pi_1', buyer_email: null }
    expect(factsText(parsed('PURCHASE', { ...sold, status: 'COMPLETED' }))).toBe(
      '€49.00, paid by a buyer, who isn’t a member.'.replace('’', "'"),
    )
  })

  it('name the time that a person asks for, which can be given at once only if there is a due date', () => {
    const due = { at: '2126-11-27T17:00:00Z', zone: 'Europe/Vienna', extended: false }
    const asked = (facts: object) =>
      parsed('EXTENSION', { lesson_id: 'l1', days: 3, note: 'I was ill.', due, ...facts })
    expect(factsText(asked({}))).toMatch(/^Asks for 3 more days: “I was ill.” Due Wed 27 Nov 2126/)
    expect(factsText(asked({ note: 'ill' }))).toMatch(/: “ill”. Due Wed/)
    expect(actText(asked({}))).toBe('Give 3 Days')
    for (const facts of [{ due: null }, { days: null }]) expect(actText(asked(facts))).toBe('Give…')
    expect(factsText(asked({ days: null, note: '', due: null }))).toBe('Asks for more time.')
  })

  it('say when the row should be settled, or when an invite ends', () => {
    expect(promiseText(parsed('WORK', { round: 1, late: false }), NOW)).toBe('Due 3 h ago')
    const later = { promise_at: '2026-11-27T14:00:00Z' }
    expect(promiseText(parsed('WORK', { round: 1, late: false }, later), NOW)).toBe('Due in 2 h')
    expect(promiseText(parsed('INVITE', { by: null }, later), NOW)).toBe('Ends in 2 h')
  })
})

describe('the count above the inbox', () => {
  it('contains waiting and overdue rows, without those that the person has hidden', () => {
    const { rows, counts } = inboxOf([row('INVITE', { by: null })], { INVITE: 3 })
    expect(countText({ rows, counts, away: 0 }, NOW)).toBe('3 waiting, 1 overdue')
    expect(countText({ rows: [], counts, away: 1 }, NOW)).toBe('2 waiting')
  })

  it('says that there are more rows if the server counted only up to the limit', () => {
    const { rows, counts } = inboxOf([], { WORK: 1001 })
    expect(countText({ rows, counts, away: 0 }, NOW)).toBe('More than 1,000 waiting')
  })
})

it('snoozing offers different moments within eight days, one of them on a Monday', () => {
  for (let day = 0; day < 7; day += 1) {
    const now = NOW + day * 86_400_000
    const choices = snoozeChoices(now)
    for (const { until } of choices) {
      expect(Date.parse(until)).toBeGreaterThan(now)
      expect(Date.parse(until)).toBeLessThan(now + 8 * 86_400_000)
    }
    expect(choices.some(({ until }) => new Date(until).getDay() === 1)).toBe(true)
    expect(new Set(choices.map(({ until }) => until)).size).toBe(choices.length)
  }
})
