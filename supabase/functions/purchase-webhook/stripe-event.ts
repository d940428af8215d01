/** The argument of `record_purchase_event()`: an event of a payment. */
export interface PurchaseEvent {
  provider: 'stripe'
  event_id: string
  kind:
    | 'PENDING'
    | 'COMPLETED'
    | 'FAILED'
    | 'EXPIRED'
    | 'REFUND'
    | 'REFUND_FAILED'
    | 'DISPUTE'
    | 'DISPUTE_LOST'
    | 'DISPUTE_WON'
  /** The type of the event in Stripe's API. */
  type: string
  /** The payment (`pi_…`); for a sale without a payment, or without one yet, the session (`cs_…`). */
  ref: string
  session_ref?: string
  /** ISO date. */
  occurred_at: string
  member_id?: string
  course?: string
  community?: string
  /** In the currency's smallest unit; for a refund, the total refunded until now. */
  amount_cents?: number
  currency?: string
  /** True if the whole payment was refunded. */
  whole?: boolean
  /** The refund (`re_…`) or dispute (`du_…`), because several events can report the same one. */
  about?: string
  /** The buyer's email in Stripe. The database stores it only while no member is known. */
  email?: string
}

/** The reason why a signed event cannot be recorded. */
export type Refusal = 'BAD_EVENT' | 'BAD_AMOUNT' | 'BAD_CURRENCY'

/** An event that can never be recorded, even if it is sent again. */
export class BadEvent extends Error {
  constructor(
    readonly reason: Refusal,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Reads an event of Stripe. Returns null for an event that does not concern a purchase of the product: other
 * types, other modes (subscriptions, setups), and sales of the same account that name neither a member nor a
 * course.
 * @throws BadEvent
 */
export function readStripeEvent(json: unknown): PurchaseEvent | null {
  const event = fields(json)
  const named = eventName(json)
  if (!named || typeof event.created !== 'number') throw new BadEvent('BAD_EVENT', 'no event')
  const about = fields(fields(event.data).object)
  const occurred_at = new Date(event.created * 1000).toISOString()
  const common = { provider: 'stripe', ...named, occurred_at } as const
  switch (named.type) {
    case 'checkout.session.completed': {
      // The payment follows later, for example by bank transfer: the session is complete, but the money is
      // missing.
      const kind = about.payment_status === 'unpaid' ? 'PENDING' : 'COMPLETED'
      return sale({ ...common, kind }, about)
    }
    case 'checkout.session.async_payment_succeeded':
      return sale({ ...common, kind: 'COMPLETED' }, about)
    case 'checkout.session.async_payment_failed':
      return sale({ ...common, kind: 'FAILED' }, about)
    case 'checkout.session.expired':
      return sale({ ...common, kind: 'EXPIRED' }, about)
    case 'charge.refunded':
      return back(
        { ...common, kind: 'REFUND', whole: about.refunded === true },
        about,
        about.amount_refunded,
      )
    case 'refund.failed':
      return part({ ...common, kind: 'REFUND_FAILED' }, about)
    case 'refund.updated':
    case 'charge.refund.updated':
      return about.status === 'failed' || about.status === 'canceled'
        ? part({ ...common, kind: 'REFUND_FAILED' }, about)
        : null
    case 'charge.dispute.created':
      return part({ ...common, kind: 'DISPUTE' }, about)
    case 'charge.dispute.closed':
      return part({ ...common, kind: closed(about.status) }, about)
    default:
      return null
  }
}

/** Returns the id and the type of an event; null if they are missing. */
export function eventName(json: unknown): Pick<PurchaseEvent, 'event_id' | 'type'> | null {
  const event = fields(json)
  const [event_id, type] = [text(event.id), text(event.type)]
  return event_id && type ? { event_id, type } : null
}

const closed = (status: unknown) =>
  status === 'lost' ? 'DISPUTE_LOST' : status === 'won' ? 'DISPUTE_WON' : 'DISPUTE'

type Begun = Pick<
  PurchaseEvent,
  'provider' | 'event_id' | 'type' | 'occurred_at' | 'kind' | 'whole'
>
type Fields = Readonly<Record<string, unknown>>

function sale(begun: Begun, session: Fields): PurchaseEvent | null {
  if (session.mode !== 'payment') return null
  const metadata = fields(session.metadata)
  // The buyer can set client_reference_id of a payment link, but only the seller sets metadata. The former
  // may therefore name the member but not the course: a cheap purchase must not open an expensive course.
  const member_id = text(metadata.user_id) ?? text(session.client_reference_id)
  const course = text(metadata.course_id) ?? text(metadata.course_slug)
  const community = text(metadata.community_id) ?? text(metadata.community_slug)
  if (!member_id && !course && !community) return null
  const session_ref = text(session.id)
  const email =
    text(fields(session.customer_details).email)?.trim() ?? text(session.customer_email)?.trim()
  if (!session_ref) throw new BadEvent('BAD_EVENT', 'a session without an id')
  return {
    ...begun,
    ref: idOf(session.payment_intent) ?? session_ref,
    session_ref,
    amount_cents: amount(session.amount_total),
    currency: currency(session.currency),
    ...(member_id && { member_id }),
    ...(course && { course }),
    ...(community && { community }),
    ...(email && { email }),
  }
}

/** Reads a refund or a dispute, which has its own amount. */
function part(begun: Begun, thing: Fields): PurchaseEvent | null {
  const event = back(begun, thing, thing.amount)
  const about = text(thing.id)
  return event && { ...event, ...(about && { about }) }
}

function back(begun: Begun, charge: Fields, sum: unknown): PurchaseEvent | null {
  const ref = idOf(charge.payment_intent)
  // A charge without a payment is older than Checkout and does not belong to the product.
  if (!ref) return null
  return { ...begun, ref, amount_cents: amount(sum), currency: currency(charge.currency) }
}

/** Returns a whole number below 2^53, which JSON represents exactly. */
function amount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new BadEvent('BAD_AMOUNT', 'an amount that is none')
}

function currency(value: unknown): string {
  const code = text(value)?.toUpperCase()
  if (code && /^[A-Z]{3}$/.test(code)) return code
  throw new BadEvent('BAD_CURRENCY', 'a currency that is none')
}

/** Returns an id, which Stripe sends alone or inside the expanded object. */
function idOf(value: unknown): string | undefined {
  return text(value) ?? text(fields(value).id)
}

/** Returns an id or a name; nothing for a text that is too long to be one. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}
