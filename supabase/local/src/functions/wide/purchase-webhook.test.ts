import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aCharge, anEvent, anId, completed, done, signature, startShop } from '../../testing/shop'

const { sql, person, purchase, grants, notices, aSession, post, deliver, course, stop } =
  await startShop()
afterAll(stop)

describe('a sale', () => {
  test('that is paid is recorded, and its buyer gets access to the course', async () => {
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

  test('by bank transfer waits for the payment, and a failed payment is reported', async () => {
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

  test('for free, in yen, by slug, or of a community is recorded too', async () => {
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

  test('is identified by its session until it has a payment', async () => {
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

  test('that expires unpaid fails, and one that never began leaves nothing', async () => {
    const session = aSession({ payment_status: 'unpaid' })
    await deliver(completed(session))
    const expired = { ...session, status: 'expired' }
    expect(await deliver(anEvent('checkout.session.expired', expired))).toEqual(done('RECORDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'FAILED' })
    const left = aSession({ payment_status: 'unpaid', status: 'expired', payment_intent: null })
    expect(await deliver(anEvent('checkout.session.expired', left))).toEqual(done('NOTED'))
    expect(await purchase(left.id)).toBeUndefined()
  })

  test('of any exact amount in JSON is recorded, in any currency', async () => {
    for (const [amount_total, currency] of [
      [4_200_000_000, 'idr'],
      [2 ** 31, 'jpy'],
      [9_000_000_000, 'kwd'],
      [Number.MAX_SAFE_INTEGER, 'vnd'],
    ] as const) {
      const buyer = await person()
      const session = aSession({ client_reference_id: buyer, amount_total, currency })
      expect(await deliver(completed(session))).toEqual(done('GRANTED'))
      expect(await purchase(session.payment_intent)).toMatchObject({
        amount_cents: amount_total,
        currency: currency.toUpperCase(),
      })
      expect(await grants(buyer)).toHaveLength(1)
      const charge = { ...aCharge(session.payment_intent, amount_total, amount_total), currency }
      expect(await deliver(anEvent('charge.refunded', charge))).toEqual(done('REFUNDED'))
      expect(await grants(buyer)).toEqual([])
    }
  })

  test('opens the course in the seller’s metadata, never one that the buyer wrote', async () => {
    const buyer = await person()
    const own = aSession({ client_reference_id: course.id, metadata: { user_id: buyer } })
    expect(await deliver(completed(own))).toEqual(done('RECORDED', ['NO_COURSE']))
    expect(await grants(buyer)).toEqual([])
  })
})

describe('an event that a person has to look at', () => {
  test('is recorded and shown, without data of the buyer', async () => {
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

  test('with another amount than before is shown, and the paid amount counts', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, payment_status: 'unpaid' })
    await deliver(completed(session))
    const paid = { ...session, payment_status: 'paid', amount_total: 9_900 }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED', ['AMOUNT_DIFFERS']),
    )
    expect(await purchase(session.payment_intent)).toMatchObject({ amount_cents: 9_900 })
  })

  test('that can never be recorded is refused once, although it is signed, and shown to administrators', async () => {
    for (const [changes, reason] of [
      [{ amount_total: -1 }, 'BAD_AMOUNT'],
      [{ amount_total: 1.5 }, 'BAD_AMOUNT'],
      [{ amount_total: '14900' }, 'BAD_AMOUNT'],
      [{ amount_total: null }, 'BAD_AMOUNT'],
      [{ amount_total: 2 ** 53 }, 'BAD_AMOUNT'],
      [{ currency: 'euro' }, 'BAD_CURRENCY'],
      [{ currency: null }, 'BAD_CURRENCY'],
      [{ id: null }, 'BAD_EVENT'],
    ] as const) {
      const session = aSession(changes)
      const event = completed(session)
      // The answer is not 4xx, because Stripe would then repeat the event for days.
      for (const times of [1, 2]) {
        expect(await deliver(event)).toEqual(done('REFUSED', [reason]))
        expect(await notices(event.id)).toEqual([
          { type: 'checkout.session.completed', reasons: [reason], times, open: true },
        ])
      }
      expect(await purchase(session.payment_intent)).toBeUndefined()
    }
    for (const nothing of ['{', '[]', '{}', '{"id": "evt_1"}']) {
      const answer = await post(nothing, signature(nothing))
      expect(answer).toMatchObject({ status: 422, code: 'BAD_EVENT' })
    }
  })

  test('that cannot be recorded now is sent again by the provider, and shown until it is recorded', async () => {
    const buyer = await person()
    const event = completed(aSession({ client_reference_id: buyer }))
    await sql(`alter table private.purchase_events add constraint not_now check (false) not valid`)
    try {
      expect(await deliver(event)).toMatchObject({ status: 502, code: 'API_FAILED' })
    } finally {
      await sql('alter table private.purchase_events drop constraint not_now')
    }
    expect(await notices(event.id)).toMatchObject([{ reasons: ['FAILED'], open: true }])
    expect(await deliver(event)).toEqual(done('GRANTED'))
    expect(await notices(event.id)).toMatchObject([{ reasons: ['FAILED'], open: false }])
  })

  test('about an unknown course is shown once, and not requested again', async () => {
    const event = completed(aSession({ metadata: { course_slug: 'no-such-course' } }))
    await deliver(event)
    await deliver(event)
    const [notice, ...others] = await notices(event.id)
    expect([notice, others]).toMatchObject([{ reasons: ['UNKNOWN_COURSE'], open: true }, []])
    const waiting = completed(
      aSession({ payment_status: 'unpaid', metadata: { course_slug: 'no-such-course' } }),
    )
    expect(await deliver(waiting)).toEqual(done('RECORDED', ['UNKNOWN_COURSE']))
    // The payment has not arrived yet.
    expect(await notices(waiting.id)).toEqual([])
  })

  test('about other types, modes and sales is answered and ignored', async () => {
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

describe('a sale of an unknown member', () => {
  const waiting = async (ref: string) =>
    (
      await sql(
        'select user_id, needs_member, buyer_email from public.purchases where provider_ref = $1',
        [ref],
      )
    )[0]

  test.each([
    [{ client_reference_id: null }, 'NO_MEMBER', 'ada@example.org'],
    [{ client_reference_id: randomUUID() }, 'UNKNOWN_MEMBER', 'ada@example.org'],
    [{ client_reference_id: 'member-7' }, 'UNKNOWN_MEMBER', 'ada@example.org'],
    [{ client_reference_id: null, customer_details: null }, 'NO_MEMBER', null],
    [{ client_reference_id: null, customer_details: { email: null } }, 'NO_MEMBER', null],
    [
      { client_reference_id: null, customer_details: null, customer_email: 'jo@example.org' },
      'NO_MEMBER',
      'jo@example.org',
    ],
    [{ client_reference_id: null, customer_details: { email: 'no address' } }, 'NO_MEMBER', null],
  ])('stores the buyer’s email and waits (%j)', async (changes, problem, email) => {
    const session = aSession(changes)
    expect(await deliver(completed(session))).toEqual(done('RECORDED', [problem]))
    expect(await waiting(session.payment_intent)).toEqual({
      user_id: null,
      needs_member: true,
      buyer_email: email,
    })
    expect(
      await sql(`select 1 from public.audit_logs where to_jsonb(audit_logs)::text like '%ada@%'`),
    ).toEqual([])
  })

  test('is never assigned by the email alone', async () => {
    const owner = await person()
    const session = aSession({
      client_reference_id: null,
      customer_details: { email: `${owner}@example.test` },
    })
    await deliver(completed(session))
    expect(await waiting(session.payment_intent)).toMatchObject({ user_id: null })
    expect(await grants(owner)).toEqual([])
  })

  test('stores no email before the payment, and none once the member is known', async () => {
    const buyer = await person()
    const unpaid = aSession({ client_reference_id: null, payment_status: 'unpaid' })
    await deliver(completed(unpaid))
    expect(await waiting(unpaid.payment_intent)).toMatchObject({ buyer_email: null })
    const paid = { ...unpaid, payment_status: 'paid' }
    await deliver(anEvent('checkout.session.async_payment_succeeded', paid))
    expect(await waiting(unpaid.payment_intent)).toMatchObject({ buyer_email: 'ada@example.org' })
    expect(await deliver(completed({ ...paid, client_reference_id: buyer }))).toEqual(
      done('GRANTED'),
    )
    expect(await waiting(unpaid.payment_intent)).toEqual({
      user_id: buyer,
      needs_member: false,
      buyer_email: null,
    })
    expect(await grants(buyer)).toHaveLength(1)
  })
})
