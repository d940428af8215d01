import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import {
  aCharge,
  aDispute,
  anEvent,
  anId,
  completed,
  done,
  signature,
  startShop,
} from '../testing/shop'

const { sql, person, purchase, grants, aSession, post, deliver, course, stop } = await startShop()
afterAll(stop)

describe('a sale', () => {
  test('that is paid is recorded, and opens the course to its buyer', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    expect(await deliver(completed(session))).toEqual(done('GRANTED'))
    expect(await purchase(session.payment_intent)).toEqual({
      user_id: buyer,
      course_id: course.id,
      amount_cents: 14_900,
      refunded_cents: 0,
      currency: 'EUR',
      provider: 'stripe',
      status: 'COMPLETED',
    })
    expect(await grants(buyer)).toEqual([
      { source: 'PURCHASE', provider_ref: session.payment_intent },
    ])
    expect(
      await sql(
        `select action, user_id, actor from public.audit_logs where action like 'entitlement.%' and after ->> 'user_id' = $1`,
        [buyer],
      ),
    ).toEqual([{ action: 'entitlement.grant', user_id: null, actor: 'authenticator' }])
  })

  test('by bank transfer waits for its money, and is told when it never comes', async () => {
    const [payer, other] = [await person(), await person()]
    const unpaid = { payment_status: 'unpaid', status: 'complete' }
    const good = aSession({ client_reference_id: payer, ...unpaid })
    expect(await deliver(completed(good))).toEqual(done('RECORDED'))
    expect(await purchase(good.payment_intent)).toMatchObject({ status: 'PENDING' })
    expect(await grants(payer)).toEqual([])
    const paid = { ...good, payment_status: 'paid' }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED'),
    )
    expect(await grants(payer)).toHaveLength(1)

    const bad = aSession({ client_reference_id: other, ...unpaid })
    await deliver(completed(bad))
    expect(await deliver(anEvent('checkout.session.async_payment_failed', bad))).toEqual(
      done('RECORDED'),
    )
    expect(await purchase(bad.payment_intent)).toMatchObject({ status: 'FAILED' })
    expect(await grants(other)).toEqual([])
  })

  test('that costs nothing, in yen, by slug, or of a community, is one too', async () => {
    const buyer = await person()
    const free = aSession({
      client_reference_id: null,
      metadata: { user_id: buyer, course_slug: course.slug },
      payment_intent: null,
      payment_status: 'no_payment_required',
      amount_total: 0,
      currency: 'jpy',
    })
    expect(await deliver(completed(free))).toEqual(done('GRANTED'))
    expect(await purchase(free.id)).toMatchObject({
      amount_cents: 0,
      currency: 'JPY',
      course_id: course.id,
    })

    const [place] = await sql(
      `insert into public.communities (name, slug, access_type) values ('Paid talk', $1, 'PAID') returning id, slug`,
      [`paid-${randomUUID().slice(0, 8)}`],
    )
    const talk = aSession({ client_reference_id: buyer, metadata: { community_slug: place?.slug } })
    expect(await deliver(completed(talk))).toEqual(done('RECORDED'))
    expect(
      await sql('select community_id, status from public.purchases where provider_ref = $1', [
        talk.payment_intent,
      ]),
    ).toEqual([{ community_id: place?.id, status: 'COMPLETED' }])
  })

  test('is known by its session until it has a payment', async () => {
    const buyer = await person()
    const session = aSession({
      client_reference_id: buyer,
      payment_intent: null,
      payment_status: 'unpaid',
    })
    await deliver(completed(session))
    const payment_intent = anId('pi')
    const paid = { ...session, payment_intent, payment_status: 'paid' }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED'),
    )
    expect(await purchase(session.id)).toBeUndefined()
    expect(await deliver(anEvent('charge.refunded', aCharge(payment_intent, 14_900)))).toEqual(
      done('REFUNDED'),
    )
    expect(await grants(buyer)).toEqual([])
  })

  test('that expires unpaid fails, and one that was never begun leaves nothing', async () => {
    const session = aSession({ payment_status: 'unpaid' })
    await deliver(completed(session))
    const expired = { ...session, status: 'expired' }
    expect(await deliver(anEvent('checkout.session.expired', expired))).toEqual(done('RECORDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'FAILED' })
    const left = aSession({ payment_status: 'unpaid', status: 'expired', payment_intent: null })
    expect(await deliver(anEvent('checkout.session.expired', left))).toEqual(done('NOTED'))
    expect(await purchase(left.id)).toBeUndefined()
  })

  test('opens what the seller’s metadata says, never what the buyer wrote', async () => {
    const buyer = await person()
    const own = aSession({ client_reference_id: course.id, metadata: { user_id: buyer } })
    expect(await deliver(completed(own))).toEqual(done('RECORDED', ['NO_COURSE']))
    expect(await grants(buyer)).toEqual([])
  })
})

describe('what has to be looked at', () => {
  test('is recorded and told, without anything about the buyer', async () => {
    const disabled = await person()
    await sql('update public.profiles set disabled_at = now() where id = $1', [disabled])
    const deleted = await person()
    await sql('delete from auth.users where id = $1', [deleted])
    const cases: [object, string, string[]][] = [
      [{ client_reference_id: disabled }, 'GRANTED', ['MEMBER_DISABLED']],
      [{ client_reference_id: deleted }, 'RECORDED', ['UNKNOWN_MEMBER']],
      [{ client_reference_id: "x' or 1=1" }, 'RECORDED', ['UNKNOWN_MEMBER']],
      [{ client_reference_id: null }, 'RECORDED', ['NO_MEMBER']],
      [{ metadata: { course_id: randomUUID() } }, 'RECORDED', ['UNKNOWN_COURSE']],
      [{ metadata: { course_slug: 'no-such-course' } }, 'RECORDED', ['UNKNOWN_COURSE']],
      [{ metadata: {} }, 'RECORDED', ['NO_COURSE']],
    ]
    for (const [changes, outcome, problems] of cases) {
      const session = aSession(changes)
      const answer = await deliver(completed(session))
      expect(answer).toEqual(done(outcome, problems))
      expect(JSON.stringify(answer)).not.toContain('ada@')
      expect(await purchase(session.payment_intent)).toMatchObject({ status: 'COMPLETED' })
    }
    expect(await grants(disabled)).toHaveLength(1)
  })

  test('an amount that is another than before is told, and what was paid counts', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, payment_status: 'unpaid' })
    await deliver(completed(session))
    const paid = { ...session, payment_status: 'paid', amount_total: 9_900 }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED', ['AMOUNT_DIFFERS']),
    )
    expect(await purchase(session.payment_intent)).toMatchObject({ amount_cents: 9_900 })
  })

  test('nonsense is refused although it is signed', async () => {
    for (const changes of [
      { amount_total: -1 },
      { amount_total: 1.5 },
      { amount_total: '14900' },
      { amount_total: null },
      { amount_total: 3_000_000_000 },
      { currency: 'euro' },
      { currency: null },
      { id: null },
    ]) {
      const answer = await deliver(completed(aSession(changes)))
      expect(answer).toMatchObject({ status: 422, code: 'BAD_EVENT' })
    }
    expect(await post('{', signature('{'))).toMatchObject({ status: 422, code: 'BAD_EVENT' })
    expect(await post('[]', signature('[]'))).toMatchObject({ status: 422, code: 'BAD_EVENT' })
  })

  test('other events, other modes and other people’s sales are answered and left alone', async () => {
    const before = await sql('select count(*) from public.purchases')
    for (const event of [
      anEvent('customer.created', { id: anId('cus'), object: 'customer' }),
      anEvent('payment_intent.succeeded', { id: anId('pi'), object: 'payment_intent' }),
      completed(aSession({ mode: 'subscription' })),
      completed(aSession({ mode: 'setup', amount_total: null, currency: null })),
      completed(aSession({ client_reference_id: null, metadata: { mug: 'blue' } })),
      anEvent('charge.refunded', { ...aCharge('', 100), payment_intent: null }),
    ]) {
      expect(await deliver(event)).toEqual({ status: 200, received: true, outcome: 'IGNORED' })
    }
    expect(await deliver(anEvent('charge.refunded', aCharge(anId('pi'), 14_900)))).toEqual(
      done('WAITING'),
    )
    expect(await sql('select count(*) from public.purchases')).toEqual(before)
  })
})

describe('money that goes back', () => {
  test('takes the grant of its purchase and no other, and leaves the progress', async () => {
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

  test('in part leaves the access, until the parts are the whole', async () => {
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
    // An older one that comes late tells of less.
    await part(7_000)
    expect(await purchase(payment_intent)).toMatchObject({ refunded_cents: 9_000 })
    expect(await part(14_900)).toEqual(done('REFUNDED'))
    expect(await grants(buyer)).toEqual([])
  })

  test('by a lost dispute is like a refund; an open or a won one changes nothing', async () => {
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

  test('before the sale is known waits for it, and the sale gives nothing', async () => {
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

  test('is the end: nothing that comes late revives a purchase', async () => {
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
