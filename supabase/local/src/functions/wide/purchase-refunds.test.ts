import { afterAll, describe, expect, test } from 'vitest'
import {
  aCharge,
  aDispute,
  anEvent,
  anId,
  aRefund,
  completed,
  done,
  startShop,
} from '../../testing/shop'

const { sql, person, purchase, grants, notices, aSession, deliver, course, stop } =
  await startShop()
afterAll(stop)

describe('a refund', () => {
  test('revokes the entitlement of its purchase only, and keeps the progress', async () => {
    const buyer = await person()
    const [first, second] = [
      aSession({ client_reference_id: buyer }),
      aSession({ client_reference_id: buyer }),
    ]
    await deliver(completed(first))
    await deliver(completed(second))
    await sql(
      'insert into public.entitlements (user_id, course_id, granted_by_id) values ($1, $2, null)',
      [buyer, course.id],
    )
    expect(
      await deliver(anEvent('charge.refunded', aCharge(first.payment_intent, 14_900))),
    ).toEqual(done('REFUNDED'))
    expect(await purchase(first.payment_intent)).toMatchObject({
      status: 'REFUNDED',
      refunded_cents: 14_900,
    })
    expect(await grants(buyer)).toEqual([
      { source: 'MANUAL', provider_ref: null },
      { source: 'PURCHASE', provider_ref: second.payment_intent },
    ])
  })

  test('of a part of the amount keeps the access until the whole amount is refunded', async () => {
    const buyer = await person()
    const { payment_intent, ...session } = aSession({ client_reference_id: buyer })
    await deliver(completed({ ...session, payment_intent }))
    const part = (sum: number) => deliver(anEvent('charge.refunded', aCharge(payment_intent, sum)))
    expect(await part(5_000)).toEqual(done('RECORDED'))
    expect(await purchase(payment_intent)).toMatchObject({
      status: 'COMPLETED',
      refunded_cents: 5_000,
    })
    expect(await grants(buyer)).toHaveLength(1)
    await part(9_000)
    // An older event that arrives late reports a smaller total.
    await part(7_000)
    expect(await purchase(payment_intent)).toMatchObject({ refunded_cents: 9_000 })
    expect(await part(14_900)).toEqual(done('REFUNDED'))
    expect(await grants(buyer)).toEqual([])
  })

  test('has the same effect as a lost dispute; an open or won dispute changes nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    await deliver(completed(session))
    const dispute = (type: string, status: string) =>
      deliver(anEvent(`charge.dispute.${type}`, aDispute(session.payment_intent, status)))
    expect(await dispute('created', 'needs_response')).toEqual(done('RECORDED'))
    expect(await dispute('closed', 'won')).toEqual(done('RECORDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({
      status: 'COMPLETED',
      refunded_cents: 0,
    })
    expect(await grants(buyer)).toHaveLength(1)
    expect(await dispute('closed', 'lost')).toEqual(done('REFUNDED'))
    expect(await grants(buyer)).toEqual([])
  })

  test('that arrives before the sale waits for it, and the sale grants nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    expect(
      await deliver(anEvent('charge.refunded', aCharge(session.payment_intent, 14_900))),
    ).toEqual(done('WAITING'))
    expect(await deliver(completed(session))).toEqual(done('REFUNDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({
      user_id: buyer,
      status: 'REFUNDED',
    })
    expect(await grants(buyer)).toEqual([])
  })

  test('is final: a late event does not complete the purchase again', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, payment_status: 'unpaid' })
    await deliver(completed(session))
    await deliver(anEvent('charge.refunded', aCharge(session.payment_intent, 14_900)))
    for (const late of [
      'async_payment_succeeded',
      'completed',
      'async_payment_failed',
      'expired',
    ]) {
      const paid = { ...session, payment_status: 'paid' }
      expect(await deliver(anEvent(`checkout.session.${late}`, paid))).toEqual(done('REFUNDED'))
    }
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'REFUNDED' })
    expect(await grants(buyer)).toEqual([])
  })
})

describe('a refund that fails afterwards', () => {
  /** Creates a purchase whose access has an end, and returns functions that refund it and read its state. */
  async function bought(total = 14_900) {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, amount_total: total })
    const { payment_intent } = session
    await deliver(completed(session))
    await sql(
      `update public.entitlements set expires_at = '2099-01-01T00:00:00Z' where user_id = $1`,
      [buyer],
    )
    const kept = () =>
      sql('select id, created_at, expires_at from public.entitlements where user_id = $1', [buyer])
    return {
      buyer,
      session,
      kept,
      had: await kept(),
      refund: (sum = total) =>
        deliver(anEvent('charge.refunded', aCharge(payment_intent, sum, total))),
      fails: (changes: object = {}, type = 'refund.failed') =>
        deliver(anEvent(type, aRefund(payment_intent, { amount: total, ...changes }))),
      now: () => purchase(payment_intent),
    }
  }

  test.each([
    ['refund.failed', 'failed'],
    ['refund.updated', 'failed'],
    ['refund.updated', 'canceled'],
    ['charge.refund.updated', 'failed'],
    ['charge.refund.updated', 'canceled'],
  ])('restores what it revoked, and is recorded (%s, %s)', async (type, status) => {
    const { kept, had, refund, fails, now, session } = await bought()
    expect(await refund()).toEqual(done('REFUNDED'))
    expect(await kept()).toEqual([])
    expect(await fails({ status }, type)).toEqual(done('GIVEN_BACK'))
    expect(await kept()).toEqual(had)
    expect(await now()).toMatchObject({ status: 'COMPLETED', refunded_cents: 0 })
    expect(
      await sql(
        `select a.action, a.actor from public.audit_logs a join public.purchases p on p.id::text = a.target_id
         where p.provider_ref = $1 order by a.id`,
        [session.payment_intent],
      ),
    ).toEqual(
      ['create', 'refund', 'refund_failed'].map((verb) => ({
        action: `purchase.${verb}`,
        actor: 'authenticator',
      })),
    )
  })

  test('counts once, even if several events report it, in any order', async () => {
    const { had, kept, refund, fails } = await bought()
    const id = anId('re')
    expect(await fails({ id })).toEqual(done('RECORDED'))
    await fails({ id }, 'refund.updated')
    expect(await refund()).toEqual(done('RECORDED'))
    expect(await kept()).toEqual(had)
    expect(await fails({ id }, 'charge.refund.updated')).toEqual(done('RECORDED'))
    // The next delivery does not fail.
    expect(await refund()).toEqual(done('REFUNDED'))
    expect(await kept()).toEqual([])
  })

  test('of a part restores that part, and the access with it', async () => {
    const { had, kept, refund, fails, now } = await bought()
    await refund(5_000)
    expect(await refund()).toEqual(done('REFUNDED'))
    const failed = { id: anId('re'), amount: 9_900 }
    expect(await fails(failed)).toEqual(done('GIVEN_BACK'))
    expect(await fails(failed, 'refund.updated')).toEqual(done('RECORDED'))
    expect(await now()).toMatchObject({ status: 'COMPLETED', refunded_cents: 5_000 })
    expect(await kept()).toEqual(had)
    expect(await fails({ status: 'succeeded' }, 'refund.updated')).toEqual({
      status: 200,
      received: true,
      outcome: 'IGNORED',
    })
  })

  test('that arrives before the sale leaves the sale unchanged', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    await deliver(anEvent('charge.refunded', aCharge(session.payment_intent, 14_900)))
    expect(await deliver(completed(session))).toEqual(done('REFUNDED'))
    expect(await deliver(anEvent('refund.failed', aRefund(session.payment_intent)))).toEqual(
      done('GIVEN_BACK'),
    )
    expect(await grants(buyer)).toHaveLength(1)
    expect(await deliver(anEvent('refund.failed', aRefund(anId('pi'))))).toEqual(done('NOTED'))
  })

  test('does not restore access that a person revoked before or after the refund', async () => {
    const before = await bought()
    await sql('delete from public.entitlements where user_id = $1', [before.buyer])
    await before.refund()
    expect(await before.fails()).toEqual(done('RECORDED'))
    expect(await before.kept()).toEqual([])

    const since = await bought()
    await since.refund()
    await sql(
      `insert into public.audit_logs (user_id, action, target_type, target_id, before)
       values (null, 'entitlement.revoke', 'entitlement', gen_random_uuid(), jsonb_build_object('user_id', $1::text, 'course_id', $2::text))`,
      [since.buyer, course.id],
    )
    expect(await since.fails()).toEqual(done('RECORDED', ['NOT_GIVEN_BACK']))
    expect(await since.kept()).toEqual([])
    expect(await since.now()).toMatchObject({ status: 'COMPLETED' })
  })

  test('of a deleted person waits for an administrator', async () => {
    const { buyer, refund, session } = await bought()
    await refund()
    await sql('delete from auth.users where id = $1', [buyer])
    const event = anEvent('refund.failed', aRefund(session.payment_intent))
    expect(await deliver(event)).toEqual(done('RECORDED', ['NOT_GIVEN_BACK']))
    expect(await notices(event.id)).toMatchObject([{ reasons: ['NOT_GIVEN_BACK'], open: true }])
  })

  test('has the same effect as a dispute that is won in the end', async () => {
    const { had, kept, session, now } = await bought()
    const { id, ...lost } = aDispute(session.payment_intent, 'lost')
    const closed = (status: string) =>
      deliver(anEvent('charge.dispute.closed', { ...lost, id, status }))
    expect(await closed('lost')).toEqual(done('REFUNDED'))
    // Stripe reports the event twice.
    expect(await closed('lost')).toEqual(done('REFUNDED'))
    expect(await closed('won')).toEqual(done('GIVEN_BACK'))
    expect(await kept()).toEqual(had)
    expect(await now()).toMatchObject({ status: 'COMPLETED', refunded_cents: 0 })
  })
})
