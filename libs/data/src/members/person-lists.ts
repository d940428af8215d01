import { type AuditRecord, parseAuditRecord } from '../audit/audit-list'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { parseSentInvite, type SentInvite } from '../invites/invite-list'
import { listOf } from '../json'
import type { Purchase } from '../purchases/purchase-list'

type Asked = { id: string }
type Functions = Pick<DataClient, 'rpc'>
type Tables = Pick<DataClient, 'from'>

/** The maximum number of rows of each list on a person's page. */
const MAX_ROWS = 50

export const parsePersonInvites = listOf(parseSentInvite)

/**
 * Returns the invites to the person's email and those that the person has accepted, newest first, if the caller may
 * read them.
 */
export async function readPersonInvites(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<SentInvite[]> {
  const call = client.rpc('person_invites', { user_id: id }, { get: true })
  return parsePersonInvites(unwrap(await call.abortSignal(signal)))
}

/** A session of a person; dates are ISO. */
export interface PersonSession {
  id: string
  created_at: string
  /** When the session was last active. */
  active_at: string
  user_agent: string | null
  ip_address: string | null
}

/**
 * Returns the person's open sessions, the last active first. Fails with `42501` for a caller who may not read sessions.
 */
export async function readPersonSessions(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<PersonSession[]> {
  const call = client.rpc('person_sessions', { user_id: id }, { get: true })
  return unwrap(await call.abortSignal(signal))
}

export const parsePersonRecords = listOf(parseAuditRecord)

/**
 * Returns the newest audit records about the person. Fails with `42501` for a caller who may not read the audit log.
 */
export async function readPersonRecords(
  client: Functions,
  { id }: Asked,
  signal: AbortSignal,
): Promise<AuditRecord[]> {
  const call = client.rpc('person_audit', { user_id: id }, { get: true })
  return parsePersonRecords(unwrap(await call.abortSignal(signal)))
}

/** Returns the person's purchases, newest first; row-level security leaves out those that the caller may not read. */
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
      .limit(MAX_ROWS)
      .abortSignal(signal),
  )
  return rows.map(({ course, community, ...row }) => ({
    ...row,
    member: null,
    needs_member: false,
    buyer_email: null,
    item: course?.title ?? community?.name ?? null,
  }))
}

/** A community that the person is or was a member of. */
export interface PersonCommunity {
  id: string
  name: string
  moderates: boolean
  banned: boolean
  /** ISO dates. */
  joined_at: string
  left_at: string | null
}

/**
 * Returns the person's communities, the last joined first; row-level security leaves out those that the caller may not
 * read.
 */
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
      .limit(MAX_ROWS)
      .abortSignal(signal),
  )
  return rows.map(({ community, role, ...row }) => ({
    ...row,
    ...community,
    moderates: role === 'MODERATOR',
  }))
}
