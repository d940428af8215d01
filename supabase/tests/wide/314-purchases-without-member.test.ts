import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { Jobs } from '../jobs'
import { inboxes } from '../scenes/inbox'

// Tests payments of unknown buyers, and events that could not be taken (rules/purchases#without-member,
// rules/purchases#refused-events).
const db = useDatabase()
const { inbox } = inboxes(db)
const jobs = new Jobs(db)

interface Sale {
  id: string
  ref: string
  email: string
}

/** Reports an event as the payment provider does, under the service role. */
async function reported(values: Record<string, unknown>): Promise<unknown> {
  const names = Object.keys(values)
  const [row] = await db.owner(
    `select public.record_purchase_event(${names.map((name, i) => `${name} => $${i + 1}`)}) as answer`,
    Object.values(values),
  )
  return row?.answer
}

/** Reports a sale through a payment link: the provider knows an email, but no member. */
async function sold(course: string, changes: Record<string, unknown> = {}): Promise<Sale> {
  const [ref, email] = [`pi_${randomUUID()}`, `${randomUUID()}@example.org`]
  const event = { provider: 'stripe', event_id: `evt_${randomUUID()}`, kind: 'COMPLETED', ref }
  await reported({
    ...event,
    occurred_at: new Date(),
    course,
    amount_cents: 14_900,
    currency: 'EUR',
    email,
    type: 'checkout.session.completed',
    ...changes,
  })
  const [row] = await db.owner('select id from public.purchases where provider_ref = $1', [ref])
  return { id: String(row?.id), ref, email }
}

const purchase = async (id: string) =>
  (
    await db.owner(
      'select user_id, needs_member, buyer_email, status from public.purchases where id = $1',
      [id],
    )
  )[0]

const grants = (person: Person) =>
  db.owner('select course_id, source, purchase_id from public.entitlements where user_id = $1', [
    person.id,
  ])

const give = (who: Person, { id }: Sale, person: Person) =>
  db.call(who, 'assign_purchase', { purchase_id: id, user_id: person.id })

const list = async (who: Person, options: Record<string, unknown>) =>
  (await db.answer(who, 'purchase_list', options)) as {
    found: number
    total: number
    purchases: Record<string, unknown>[]
    notices: { id: string; event_id: string; reasons: string[]; times: number }[]
    revenue: { currency: string; cents: number }[]
  }

/** Counts the rows of a kind in a person's inbox. */
const waiting = async (who: Person, kind: 'PURCHASE' | 'EVENT') =>
  (await inbox(who)).counts[kind] ?? 0

describe('a paid purchase of an unknown member', () => {
  test('is on the list and in the inbox, with the buyer’s email, until it is assigned', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, { id: course }] = [await db.person(), await db.course()]
    const before = await waiting(admin, 'PURCHASE')
    const sale = await sold(course)
    expect(await waiting(admin, 'PURCHASE')).toBe(before + 1)
    expect(await list(admin, { query: sale.email, unassigned: true })).toMatchObject({
      found: 1,
      purchases: [
        {
          id: sale.id,
          member: null,
          needs_member: true,
          buyer_email: sale.email,
          status: 'COMPLETED',
        },
      ],
    })
    const begun = (await db.answer(admin, 'begin_export', {
      list: 'purchases',
      filter: { search: sale.email, unassigned: 'true' },
    })) as { id: string; total: number }
    expect(begun.total).toBe(1)
    expect(await db.answer(admin, 'export_rows', { export_id: begun.id })).toMatchObject({
      rows: [{ ref: sale.ref, email: null, buyer_email: sale.email }],
    })

    expect((await give(admin, sale, person)).rows[0]).toMatchObject({
      answer: { id: sale.id, replayed: false, opened: true },
    })
    expect(await grants(person)).toEqual([
      { course_id: course, source: 'PURCHASE', purchase_id: sale.id },
    ])
    expect(await purchase(sale.id)).toEqual({
      user_id: person.id,
      needs_member: false,
      buyer_email: null,
      status: 'COMPLETED',
    })
    expect(await list(admin, { query: sale.ref, unassigned: true })).toMatchObject({ found: 0 })
    expect(await waiting(admin, 'PURCHASE')).toBe(before)
    const records = await db.owner(
      `select user_id, action, concat(before, after) as said from public.audit_logs where target_id = $1 order by id`,
      [sale.id],
    )
    expect(records).toMatchObject([
      { user_id: null, action: 'purchase.create' },
      { user_id: admin.id, action: 'purchase.assign' },
    ])
    for (const { said } of records) expect(said).not.toContain(sale.email)
  })

  test('is assigned once, to one member, also by repeated or concurrent requests', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { id: course } = await db.course()
    const sale = await sold(course)
    const [one, two] = [await db.person(), await db.person()]
    const outcomes = await Promise.all([one, two, one, two].map((who) => give(admin, sale, who)))
    const refused = outcomes.filter(({ code }) => code === 'PT409')
    expect(refused).toHaveLength(2)
    expect([...(await grants(one)), ...(await grants(two))]).toHaveLength(1)
    const owner = (await purchase(sale.id))?.user_id === one.id ? one : two
    // Revoked access is not granted again.
    await db.owner('delete from public.entitlements where purchase_id = $1', [sale.id])
    expect((await give(admin, sale, owner)).rows[0]).toMatchObject({
      answer: { replayed: true, opened: false },
    })
    expect(await grants(owner)).toEqual([])
  })

  test('can be assigned only by administrators, to existing people, while it is paid', async () => {
    const { id: course } = await db.course()
    const sale = await sold(course)
    const person = await db.person()
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const who = role === 'MEMBER' ? person : await db.person({ role })
      expect([role, (await give(who, sale, person)).code]).toEqual([role, '42501'])
      // Moderators and creators cannot read the buyer's email either.
      expect((await db.as(who, 'select buyer_email from public.purchases')).rows).toEqual([])
    }
    const admin = await db.person({ role: 'ADMIN' })
    expect(await give(admin, sale, { ...person, id: randomUUID() })).toMatchObject({
      code: 'PT404',
    })
    expect(await give(admin, { ...sale, id: randomUUID() }, person)).toMatchObject({
      code: 'PT404',
    })
    await reported({
      provider: 'stripe',
      event_id: `evt_${randomUUID()}`,
      kind: 'REFUND',
      ref: sale.ref,
      occurred_at: new Date(),
      amount_cents: 14_900,
      whole: true,
    })
    expect(await give(admin, sale, person)).toMatchObject({ code: 'PT422' })
    expect(await purchase(sale.id)).toMatchObject({ user_id: null, status: 'REFUNDED' })
    expect(await grants(person)).toEqual([])
  })

  test('of a deleted account does not count, and cannot be assigned', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [buyer, other, { id: course }] = [await db.person(), await db.person(), await db.course()]
    const sale = await sold(course, { member_id: buyer.id })
    expect(await purchase(sale.id)).toMatchObject({ needs_member: false, buyer_email: null })
    await db.owner('delete from auth.users where id = $1', [buyer.id])
    expect(await give(admin, sale, other)).toMatchObject({ code: 'PT409' })
    expect(await list(admin, { query: sale.ref, unassigned: true })).toMatchObject({ found: 0 })
    // A late event does not change the purchase.
    await reported({
      provider: 'stripe',
      event_id: `evt_${randomUUID()}`,
      kind: 'COMPLETED',
      ref: sale.ref,
      occurred_at: new Date(),
      amount_cents: 14_900,
      currency: 'EUR',
      member_id: buyer.id,
      email: sale.email,
    })
    expect(await purchase(sale.id)).toMatchObject({ needs_member: false, buyer_email: null })
  })

  test('without an existing course is assigned anyway, and opens nothing', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const person = await db.person()
    const sale = await sold('no-such-course')
    expect((await give(admin, sale, person)).rows[0]).toMatchObject({
      answer: { replayed: false, opened: false },
    })
  })

  test('keeps the buyer’s email for 90 days', async () => {
    const { id: course } = await db.course()
    const [kept, given] = [await sold(course), await sold(course)]
    expect(await jobs.about(kept.id)).toMatchObject([{ kind: 'purchase_address', outcome: null }])
    const [work] = await db.owner(
      `select due_at between now() + interval '89 days' and now() + interval '90 days' as in_time from private.due_work where subject_id = $1`,
      [kept.id],
    )
    expect(work).toEqual({ in_time: true })
    await give(await db.person({ role: 'ADMIN' }), given, await db.person())
    await jobs.makeDue(kept.id)
    await jobs.makeDue(given.id)
    await jobs.runAll()
    expect(await purchase(kept.id)).toMatchObject({ needs_member: true, buyer_email: null })
    expect(await jobs.about(kept.id)).toMatchObject([{ outcome: 'DONE' }])
    expect(await jobs.about(given.id)).toMatchObject([{ outcome: 'DROPPED' }])
  })
})

describe('an event that a person has to look at', () => {
  async function refused(event: string, reason = 'BAD_AMOUNT'): Promise<void> {
    const type = 'checkout.session.completed'
    await db.owner(`select public.refuse_purchase_event('stripe', $1, $2, $3)`, [
      event,
      type,
      reason,
    ])
  }

  test('is shown once, in the inbox and above the list, until it is dismissed', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const event = `evt_${randomUUID()}`
    const before = await waiting(admin, 'EVENT')
    await refused(event)
    await refused(event)
    expect(await waiting(admin, 'EVENT')).toBe(before + 1)
    const { notices } = await list(admin, {})
    expect(notices[0]).toMatchObject({ event_id: event, times: 2 })
    const dismiss = () => db.call(admin, 'dismiss_purchase_notice', { notice_id: notices[0]?.id })
    expect((await dismiss()).code).toBeUndefined()
    expect((await dismiss()).code).toBeUndefined()
    expect(await waiting(admin, 'EVENT')).toBe(before)
    expect(
      await db.owner('select user_id, action, title from public.audit_logs where target_id = $1', [
        notices[0]?.id,
      ]),
    ).toEqual([{ user_id: admin.id, action: 'purchase_notice.dismiss', title: event }])
    // Stripe's next attempt does not reopen it, but another reason does.
    await refused(event)
    expect(await waiting(admin, 'EVENT')).toBe(before)
    await refused(event, 'BAD_CURRENCY')
    expect(await waiting(admin, 'EVENT')).toBe(before + 1)
    expect((await list(admin, {})).notices[0]).toMatchObject({ reasons: ['BAD_CURRENCY'] })
  })

  test('is recorded by the service role only, and dismissed by administrators only', async () => {
    const event = `evt_${randomUUID()}`
    await refused(event)
    const [notice] = await db.owner('select id from private.purchase_notices where event_id = $1', [
      event,
    ])
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const who = await db.person({ role })
      expect((await db.call(who, 'dismiss_purchase_notice', { notice_id: notice?.id })).code).toBe(
        '42501',
      )
    }
    const admin = await db.person({ role: 'ADMIN' })
    expect(
      (
        await db.call(admin, 'refuse_purchase_event', {
          provider: 'stripe',
          event_id: 'evt_x',
          type: 'x',
          reason: 'FAILED',
        })
      ).code,
    ).toBe('42501')
    expect(
      await db.call(admin, 'dismiss_purchase_notice', { notice_id: randomUUID() }),
    ).toMatchObject({ code: 'PT404' })
    expect(
      await db.owner('select dealt_at from private.purchase_notices where id = $1', [notice?.id]),
    ).toEqual([{ dealt_at: null }])
  })
})

describe('amounts of 64 bits', () => {
  test('are recorded, summed and refunded exactly, up to the limit of JSON', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, { id: course }] = [await db.person(), await db.course()]
    const record = (amount: string) =>
      db.call(admin, 'record_purchase', {
        key: randomUUID(),
        user_id: person.id,
        course_id: course,
        amount_cents: amount,
        currency: 'XTS',
        kind: 'bank_transfer',
        reason: 'A large one',
      })
    for (const amount of ['9007199254740991', '9007199254740991', '3500000000']) {
      expect((await record(amount)).code).toBeUndefined()
    }
    for (const amount of ['9007199254740992', '9223372036854775807', '-1']) {
      expect((await record(amount)).code).toBe('PT422')
    }
    const sums = await db.owner(
      `select cents::text from private.purchase_sums where currency = 'XTS' and status = 'COMPLETED'`,
    )
    expect(sums).toEqual([{ cents: '18014402009481982' }])
    const [{ id } = { id: '' }] = await db.owner(
      `select id from public.purchases where user_id = $1 and amount_cents = 3500000000`,
      [person.id],
    )
    await db.answer(admin, 'refund_purchase', { purchase_id: id, reason: 'Did not come' })
    expect(
      await db.owner('select refunded_cents::text as sum from public.purchases where id = $1', [
        id,
      ]),
    ).toEqual([{ sum: '3500000000' }])
    await expect(
      db.owner('update public.purchases set amount_cents = 9007199254740992 where id = $1', [id]),
    ).rejects.toThrow(/purchases_amount_range/)
    // The sum needs more than 64 bits.
    await db.owner(
      `insert into public.purchases (amount_cents, currency, provider, provider_ref, status)
       select 9007199254740991, 'XTS', 'stripe', gen_random_uuid()::text, 'COMPLETED' from generate_series(1, 1100)`,
    )
    expect((await list(admin, {})).revenue.some(({ currency }) => currency === 'XTS')).toBe(true)
    await db.owner('delete from public.entitlements where user_id = $1', [person.id])
    await db.owner(`delete from public.purchases where currency = 'XTS'`)
  })
})
