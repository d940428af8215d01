import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from './database'

const db = useDatabase()

interface Page {
  found: number
  total: number
  completed: number
  pending: number
  revenue: { currency: string; cents: number }[]
  purchases: {
    id: string
    provider_ref: string
    amount_cents: number
    status: string
    member: { id: string; name: string; email: string } | null
    item: string | null
  }[]
}

async function list(who: Person, options: Record<string, unknown> = {}): Promise<Page> {
  return (await db.answer(who, 'purchase_list', options)) as Page
}

async function sold(
  buyer: Person | null,
  values: Partial<{
    cents: number
    currency: string
    status: string
    ref: string
    ago: string
    course: string
  }>,
): Promise<string> {
  const { cents = 14_900, currency = 'EUR', status = 'COMPLETED', ago = '1 minute' } = values
  const ref = values.ref ?? `pi_${randomUUID()}`
  await db.owner(
    `insert into public.purchases (user_id, course_id, amount_cents, currency, provider, provider_ref, status, created_at)
     values ($1, $2, $3, $4, 'stripe', $5, $6, now() - $7::interval)`,
    [buyer?.id ?? null, values.course ?? null, cents, currency, ref, status, ago],
  )
  return ref
}
const refs = ({ purchases }: Page) => purchases.map(({ provider_ref }) => provider_ref)

describe('purchases', () => {
  test('are found by the buyer and the Ref, newest first, with a sum for each currency', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    const buyer = await db.person({ name: `Ana ${family}` })
    const course = await db.course({ title: 'Bought course' })
    const a = await sold(buyer, { ago: '4 days', course: course.id })
    const b = await sold(buyer, { ago: '3 days', currency: 'JPY', cents: 1500 })
    const c = await sold(buyer, { ago: '2 days', cents: 100 })
    const d = await sold(buyer, { ago: '1 day', status: 'PENDING' })
    const e = await sold(buyer, { ago: '5 days', status: 'REFUNDED' })
    const all = await list(admin, { query: `ana ${family}` })
    expect(refs(all)).toEqual([d, c, b, a, e])
    expect(all).toMatchObject({
      total: 5,
      completed: 3,
      pending: 1,
      revenue: [
        { currency: 'EUR', cents: 15_000 },
        { currency: 'JPY', cents: 1500 },
      ],
    })
    expect(all.purchases[3]).toMatchObject({
      amount_cents: 14_900,
      member: { id: buyer.id, name: `Ana ${family}`, email: buyer.email },
      item: 'Bought course',
    })
    expect(refs(await list(admin, { query: buyer.email }))).toHaveLength(5)
    expect(refs(await list(admin, { query: a.toUpperCase() }))).toEqual([a])
    expect(refs(await list(admin, { query: a.slice(5, -5) }))).toEqual([a])
    for (const query of [`${a}%`, a.replace('_', '?'), uniqueName(), "'; drop table x"]) {
      expect(await list(admin, { query })).toMatchObject({ total: 0, revenue: [], purchases: [] })
    }
  })

  test('are filtered by status and day, and paged', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const buyer = await db.person()
    const query = buyer.email
    const [a, b] = [await sold(buyer, { ago: '10 days' }), await sold(buyer, { ago: '5 days' })]
    const c = await sold(buyer, { status: 'FAILED', ago: '1 day' })
    expect(refs(await list(admin, { query, status: 'COMPLETED' }))).toEqual([b, a])
    const failed = await list(admin, { query, status: 'FAILED' })
    expect(refs(failed)).toEqual([c])
    // The totals are those of the search and the days, for all statuses.
    expect(failed).toMatchObject({ found: 1, total: 3, completed: 2, pending: 0 })
    expect(failed.revenue).toEqual([{ currency: 'EUR', cents: 29_800 }])
    const day = 86_400_000
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
    expect(refs(await list(admin, { query, since: ago(6) }))).toEqual([c, b])
    expect(refs(await list(admin, { query, since: ago(6), until: ago(3) }))).toEqual([b])
    expect(refs(await list(admin, { query, until: ago(6) }))).toEqual([a])
    const second = await list(admin, { query, page: 2, page_size: 2 })
    expect([second.found, refs(second)]).toEqual([3, [a]])
    expect((await list(admin, { page_size: 100_000 })).purchases.length).toBeLessThanOrEqual(100)
  })

  test('are counted when they are created, changed and deleted', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sum = async (options = {}) => {
      const { total, completed, pending, revenue } = await list(admin, options)
      return { total, completed, pending, revenue }
    }
    // A filtered list counts the rows instead of reading the stored sums.
    const added = async () => {
      const { total, completed, pending, revenue } = await list(admin, { since: '2000-01-01' })
      return { total, completed, pending, revenue }
    }
    const ref = await sold(null, { currency: 'XTS', cents: 700 })
    expect(await sum()).toEqual(await added())
    expect(await sum({ status: 'REFUNDED' })).toEqual(await sum())
    expect((await sum()).revenue).toContainEqual({ currency: 'XTS', cents: 700 })
    await db.owner(
      `update public.purchases set status = 'PENDING', amount_cents = 900 where provider_ref = $1`,
      [ref],
    )
    expect(await sum()).toEqual(await added())
    await db.owner('delete from public.purchases where provider_ref = $1', [ref])
    expect(await sum()).toEqual(await added())
  })

  test('remain when the person is deleted', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const buyer = await db.person()
    const ref = await sold(buyer, {})
    await db.owner('delete from auth.users where id = $1', [buyer.id])
    expect((await list(admin, { query: ref })).purchases).toMatchObject([
      { member: null, item: null },
    ])
  })

  test('and exports of them are returned only to people who may read all purchases', async () => {
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const person = await db.person({ role })
      await sold(person, {})
      expect((await db.as(person, 'select public.purchase_list()')).code).toBe('42501')
      expect((await db.as(person, `select public.begin_export('purchases')`)).code).toBe('42501')
      expect((await db.as(person, 'select status from public.purchases')).rows).toHaveLength(1)
    }
    expect((await db.as('visitor', 'select public.purchase_list()')).code).toBe('42501')
  })

  test('are exported with the same filter', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const buyer = await db.person()
    await sold(buyer, { ago: '5 days', status: 'FAILED' })
    const ref = await sold(buyer, { currency: 'JPY', cents: 1500 })
    const filter = {
      search: buyer.email,
      status: 'COMPLETED',
      since: new Date(Date.now() - 86_400_000).toISOString(),
    }
    const begun = (await db.value(admin, `select public.begin_export('purchases', $1)`, [
      filter,
    ])) as {
      id: string
      total: number
    }
    expect(begun.total).toBe(1)
    expect(await db.value(admin, 'select public.export_rows($1)', [begun.id])).toMatchObject({
      rows: [{ ref, amount: 1500, currency: 'JPY', email: buyer.email, status: 'COMPLETED' }],
      next: null,
    })
  })
})

describe('a provider’s report', () => {
  const call = `select public.record_purchase_event('stripe', $1, 'COMPLETED', $2, now(), member_id => $3, course => $4, amount_cents => 100, currency => 'USD')`

  test('is accepted from the service role only', async () => {
    const course = await db.course()
    for (const role of ['ADMIN', 'MODERATOR', 'CREATOR', 'MEMBER'] as const) {
      const person = await db.person({ role })
      const values = [`evt_${randomUUID()}`, `pi_${randomUUID()}`, person.id, course.id]
      expect((await db.as(person, call, values)).code).toBe('42501')
      expect((await db.as('visitor', call, values)).code).toBe('42501')
      expect(
        await db.owner('select 1 from public.purchases where provider_ref = $1', [values[1]]),
      ).toEqual([])
      const service = { ...person, claims: { role: 'service_role' } }
      expect((await db.as(service, call, values)).rows[0]).toEqual({
        record_purchase_event: { outcome: 'GRANTED', problems: [] },
      })
    }
  })

  test('cannot be read or changed through the API, not even by the service role', async () => {
    const service = { ...(await db.person()), claims: { role: 'service_role' } }
    for (const sql of [
      'select 1 from private.purchase_events',
      'delete from private.purchase_events',
    ]) {
      expect((await db.as(service, sql)).code).toBe('42501')
    }
  })
})
