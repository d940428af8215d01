/** What `record_purchase_event()` takes: an event of a payment, in our words. */
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
  /** What Stripe calls it. */
  type: string
  /** The payment (`pi_…`); the session (`cs_…`) of a sale that needs no payment or has none yet. */
  ref: string
  session_ref?: string
  /** ISO date. */
  occurred_at: string
  member_id?: string
  course?: string
  community?: string
  /** In the currency's smallest unit; of a refund, all that went back so far. */
  amount_cents?: number
  currency?: string
  /** All of it went back. */
  whole?: boolean
  /** The refund (`re_…`) or dispute (`du_…`), which several events report. */
  about?: string
  /** The buyer's address, as Stripe has it. The database keeps it only while no member is known. */
  email?: string
}

/** What cannot be taken of an event, although it was signed. */
export type Refusal = 'BAD_EVENT' | 'BAD_AMOUNT' | 'BAD_CURRENCY'

/** An event that will never be taken, however often it is sent. */
export class BadEvent extends Error {
  constructor(
    readonly reason: Refusal,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Reads one of Stripe's events. Out: null for what is not about a purchase here: other types, other
 * modes (subscriptions, setups), and sales of the same account that name neither a member nor a course.
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
      // Paid later, by bank transfer for example: the session is complete, the money is not here.
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

/** What an event calls itself; null for what has no name. */
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
  // The buyer can put what they like into a payment link's client_reference_id; metadata is the seller's.
  // So it may say for whom it is bought, never what: a cheap course must not open a dear one.
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

/** A refund or a dispute, which is of its own sum. */
function part(begun: Begun, thing: Fields): PurchaseEvent | null {
  const event = back(begun, thing, thing.amount)
  const about = text(thing.id)
  return event && { ...event, ...(about && { about }) }
}

function back(begun: Begun, charge: Fields, sum: unknown): PurchaseEvent | null {
  const ref = idOf(charge.payment_intent)
  // Charges without one are older than Checkout and none of ours.
  if (!ref) return null
  return { ...begun, ref, amount_cents: amount(sum), currency: currency(charge.currency) }
}

/** Whole numbers that JSON holds exactly, which are those below 2^53. */
function amount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new BadEvent('BAD_AMOUNT', 'an amount that is none')
}

function currency(value: unknown): string {
  const code = text(value)?.toUpperCase()
  if (code && /^[A-Z]{3}$/.test(code)) return code
  throw new BadEvent('BAD_CURRENCY', 'a currency that is none')
}

/** An id, or the id of what was sent in its place. */
function idOf(value: unknown): string | undefined {
  return text(value) ?? text(fields(value).id)
}

/** Ids and names; nothing longer than the longest of them. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}
