import { type AuditRecord, parseAuditRecord } from '../audit/audit-list'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { parseSentInvite, type SentInvite } from '../invites/invite-list'
import { list } from '../json'
import { PURCHASE_STATUSES, type Purchase } from '../purchases/purchase-list'

type Asked = { id: string }
type Functions = Pick<DataClient, 'rpc'>
type Tables = Pick<DataClient, 'from'>

/** Rows of one list of a person's page. */
const MOST = 50

/** Invites to a person's address or accepted by them, newest first, as far as the reader may read them. */
export async function readPersonInvites(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<SentInvite[]> {
  const call = client.rpc('person_invites', { user_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map(parseSentInvite)
}

/** Where a person is signed in; dates are ISO dates. */
export interface PersonSession {
  id: string
  created_at: string
  /** When it was last heard of. */
  active_at: string
  user_agent: string | null
  ip_address: string | null
}

/** A person's open sessions, the latest heard of first. Fails with `42501` for who may not read sessions. */
export async function readPersonSessions(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<PersonSession[]> {
  const call = client.rpc('person_sessions', { user_id: id }, { get: true })
  return unwrap(await call.abortSignal(signal))
}

/** The newest records of what was done to a person. Fails with `42501` for who may not read the audit. */
export async function readPersonRecords(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<AuditRecord[]> {
  const call = client.rpc('person_audit', { user_id: id }, { get: true })
  return list(unwrap(await call.abortSignal(signal))).map(parseAuditRecord)
}

/** A person's purchases, newest first. Row security leaves nothing to who may not read them. */
export async function readPersonPurchases(
  client: Tables,
  { id }: Asked,
  signal: AbortSignal,
): Promise<Purchase[]> {
  const rows = unwrap(
    await client
      .from('purchases')
      .select(
        'id, amount_cents, refunded_cents, currency, provider, provider_ref, reason, refund_reason, status, created_at, course:courses(title), community:communities(name)',
      )
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(MOST)
      .abortSignal(signal),
  )
  return rows.map(({ course, community, status, ...row }) => ({
    ...row,
    status: PURCHASE_STATUSES.find((known) => known === status) ?? 'PENDING',
    member: null,
    needs_member: false,
    buyer_email: null,
    item: course?.title ?? community?.name ?? null,
  }))
}

/** A community that a person is or was in. */
export interface PersonCommunity {
  id: string
  name: string
  moderates: boolean
  banned: boolean
  /** ISO dates. */
  joined_at: string
  left_at: string | null
}

/** Communities of a person, those joined last first. Row security leaves nothing to who may not read them. */
export async function readPersonCommunities(
  client: Tables,
  { id }: Asked,
  signal: AbortSignal,
): Promise<PersonCommunity[]> {
  const rows = unwrap(
    await client
      .from('community_members')
      .select('role, banned, joined_at, left_at, community:communities(id, name)')
      .eq('user_id', id)
      .order('joined_at', { ascending: false })
      .limit(MOST)
      .abortSignal(signal),
  )
  return rows.map(({ community, role, ...row }) => ({
    ...row,
    ...community,
    moderates: role === 'MODERATOR',
  }))
}
