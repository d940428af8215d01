import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

// Tests purchases that no payment provider reports (rules/purchases#by-hand, rules/purchases#refund).
const db = useDatabase()

const wish = (person: Person, course: string) => ({
  key: randomUUID(),
  user_id: person.id,
  course_id: course,
  amount_cents: 4900,
  currency: 'EUR',
  kind: 'bank_transfer',
  reason: 'Transfer of 3 November',
})

const grants = (person: Person) =>
  db.owner(
    'select course_id, source, purchase_id from public.entitlements where user_id = $1 order by source',
    [person.id],
  )

const purchase = async (id: string) =>
  (await db.owner('select to_jsonb(p) as row from public.purchases p where id = $1', [id]))[0]?.row

const figures = async (who: Person) => {
  const { total, completed, revenue } = (await db.answer(who, 'purchase_list', {})) as {
    total: number
    completed: number
    revenue: { currency: string; cents: number }[]
  }
  const euros = revenue.find(({ currency }) => currency === 'EUR')?.cents ?? 0
  return { total, completed, euros }
}

const records = async (by: Person) =>
  (
    await db.owner(
      `select action, coalesce(after ->> 'reason', after ->> 'refund_reason') as why from public.audit_logs where user_id = $1 and action <> 'auth.login' order by id`,
      [by.id],
    )
  ).map(({ action, why }) => [action, why])

describe('recording a purchase', () => {
  test('completes the purchase, grants the course at once, stores the reason, and is counted', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Alma' })
    const [person, { id: course }] = [await db.person({ name: 'Ada' }), await db.course()]
    const before = await figures(admin)
    const { id } = (await db.answer(admin, 'record_purchase', wish(person, course))) as {
      id: string
    }
    expect(await purchase(id)).toMatchObject({
      status: 'COMPLETED',
      amount_cents: 4900,
      provider: 'bank_transfer',
      reason: 'Transfer of 3 November',
    })
    expect(await grants(person)).toEqual([
      { course_id: course, source: 'PURCHASE', purchase_id: id },
    ])
    expect(await figures(admin)).toEqual({
      total: before.total + 1,
      completed: before.completed + 1,
      euros: before.euros + 4900,
    })
    expect(await records(admin)).toEqual([
      ['purchase.create', 'Transfer of 3 November'],
      ['entitlement.grant', null],
    ])
  })

  test('with the same key happens once, also if it is repeated at the same time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, { id: course }] = [await db.person(), await db.course()]
    const one = wish(person, course)
    const answers = await Promise.all([1, 2, 3].map(() => db.answer(admin, 'record_purchase', one)))
    expect(new Set(answers.map((answer) => (answer as { id: string }).id)).size).toBe(1)
    expect(await grants(person)).toHaveLength(1)
    // The person changed the values after the answer was lost, and sends them with the same key.
    expect(await db.call(admin, 'record_purchase', { ...one, amount_cents: 5900 })).toMatchObject({
      code: 'PT409',
    })
    expect(await grants(person)).toHaveLength(1)
  })

  test('accepts 0, and refuses an invalid amount, currency, kind, reason, person or course', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, { id: course }] = [await db.person(), await db.course()]
    const good = { ...wish(person, course), amount_cents: 0, kind: 'scholarship' }
    for (const [wrong, code] of [
      [{ amount_cents: -1 }, 'PT422'],
      [{ currency: 'eur' }, 'PT422'],
      [{ kind: 'stripe' }, 'PT422'],
      [{ reason: '  ' }, 'PT422'],
      [{ reason: 'x'.repeat(501) }, 'PT422'],
      [{ user_id: randomUUID() }, 'PT404'],
      [{ course_id: randomUUID() }, 'PT422'],
    ] as const) {
      const outcome = await db.call(admin, 'record_purchase', { ...good, ...wrong })
      expect([wrong, outcome.code]).toEqual([wrong, code])
    }
    expect(await grants(person)).toEqual([])
    await db.answer(admin, 'record_purchase', good)
    expect(await grants(person)).toHaveLength(1)
  })

  test('is for administrators only', async () => {
    const [person, { id: course }] = [await db.person(), await db.course()]
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const who = role === 'MEMBER' ? person : await db.person({ role })
      expect((await db.call(who, 'record_purchase', wish(person, course))).code).toBe('42501')
      const write = `insert into public.purchases (user_id, amount_cents, provider, provider_ref, reason) values ($1, 0, 'other', 'x', 'x')`
      expect((await db.as(who, write, [person.id])).code).toBe('42501')
    }
    expect(await grants(person)).toEqual([])
  })
})

describe('refunding a purchase', () => {
  async function recorded() {
    const admin = await db.person({ role: 'ADMIN' })
    const [person, { id: course, text }] = [await db.person(), await db.course()]
    const { id } = (await db.answer(admin, 'record_purchase', wish(person, course))) as {
      id: string
    }
    return { admin, person, course, lesson: text, id }
  }

  test('revokes only the entitlement of the purchase, keeps the progress, and says so before the refund', async () => {
    const { admin, person, course, lesson, id } = await recorded()
    const second = (await db.answer(admin, 'record_purchase', wish(person, course))) as {
      id: string
    }
    await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      person.id,
      lesson,
    ])
    const impact = (purchase_id: string) => db.answer(admin, 'refund_impact', { purchase_id })
    expect(await impact(id)).toEqual({ status: 'COMPLETED', revokes: true, keeps: true })
    const before = await figures(admin)
    await db.answer(admin, 'refund_purchase', { purchase_id: id, reason: ' Did not come ' })
    expect(await grants(person)).toMatchObject([{ purchase_id: second.id }])
    expect(await purchase(id)).toMatchObject({
      status: 'REFUNDED',
      refunded_cents: 4900,
      refund_reason: 'Did not come',
      reason: 'Transfer of 3 November',
    })
    expect(await figures(admin)).toMatchObject({
      completed: before.completed - 1,
      euros: before.euros - 4900,
    })
    expect(await impact(second.id)).toEqual({ status: 'COMPLETED', revokes: true, keeps: false })
    expect(
      await db.owner('select 1 from public.lesson_completions where user_id = $1', [person.id]),
    ).toHaveLength(1)
    expect((await records(admin)).slice(4)).toEqual([
      ['purchase.refund', 'Did not come'],
      ['entitlement.revoke', null],
    ])
  })

  test('the buyer’s own data contain the reasons', async () => {
    const { admin, person, id } = await recorded()
    await db.answer(admin, 'refund_purchase', { purchase_id: id, reason: 'Did not come' })
    expect(await db.answer(person, 'my_data', {})).toMatchObject({
      purchases: [{ reason: 'Transfer of 3 November', refund_reason: 'Did not come' }],
    })
  })

  test('that is sent twice, also at the same time, happens once', async () => {
    const { admin, person, id } = await recorded()
    const again = { purchase_id: id, reason: 'Did not come' }
    const answers = await Promise.all([1, 2].map(() => db.answer(admin, 'refund_purchase', again)))
    expect(answers.map((answer) => (answer as { replayed: boolean }).replayed).sort()).toEqual([
      false,
      true,
    ])
    expect(await grants(person)).toEqual([])
    const refunds = (await records(admin)).filter(([action]) => action === 'purchase.refund')
    expect(refunds).toHaveLength(1)
  })

  test('needs a reason, and a purchase without a provider', async () => {
    const { admin, person, id } = await recorded()
    const refund = (purchase_id: string, reason: string) =>
      db.call(admin, 'refund_purchase', { purchase_id, reason })
    expect((await refund(id, ' ')).code).toBe('PT422')
    expect((await refund(randomUUID(), 'x')).code).toBe('PT404')
    const [sold] = await db.owner(
      `insert into public.purchases (user_id, amount_cents, provider, provider_ref, status)
       values ($1, 100, 'stripe', gen_random_uuid()::text, 'COMPLETED') returning id`,
      [person.id],
    )
    expect(await refund(String(sold?.id), 'x')).toMatchObject({
      code: 'PT422',
      message: expect.stringContaining('payment provider took this payment'),
    })
    expect(await purchase(String(sold?.id))).toMatchObject({ status: 'COMPLETED' })
    expect(await grants(person)).toHaveLength(1)
  })

  test('is for administrators only', async () => {
    const { person, id } = await recorded()
    for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
      const who = role === 'MEMBER' ? person : await db.person({ role })
      for (const name of ['refund_purchase', 'refund_impact']) {
        const values = { purchase_id: id, ...(name === 'refund_purchase' && { reason: 'x' }) }
        expect([role, name, (await db.call(who, name, values)).code]).toEqual([role, name, '42501'])
      }
    }
    expect(await grants(person)).toHaveLength(1)
  })
})
