import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, number, object, string, stringOrNull } from '../json'

type Caller = Pick<DataClient, 'rpc'>

/** The link by which people join a cohort (rules/cohorts#link). Its secret is not part of it. */
export interface CohortLink {
  active: boolean
  /** The last day on which it works, in the cohort's zone; null for none of its own. */
  ends_on: string | null
  /** ISO date. */
  made_at: string
  /** How many people joined by this link and those before it. */
  joined: number
}

/** A new link with its secret, which nobody can read again. */
export interface NewJoinLink extends CohortLink {
  token: string
}

/** Returns the link of a cohort; `link` is null if it has none. Fails with a DataError: `42501`, `PT404`. */
export async function readJoinLink(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<{ link: CohortLink | null }> {
  const call = client.rpc('cohort_link', { cohort_id: id }, { get: true })
  const answer: Json = unwrap(await call.abortSignal(signal))
  return { link: answer === null ? null : parseLink(answer) }
}

/** Makes a link, which replaces the previous one. Throws DataError: `42501`, `PT404`. */
export async function makeJoinLink(
  client: Caller,
  { id, endsOn }: { id: string; endsOn: string | null },
): Promise<NewJoinLink> {
  const answer = await client.rpc('make_cohort_link', {
    cohort_id: id,
    ...(endsOn !== null && { ends_on: endsOn }),
  })
  const row = unwrap(answer)
  return { ...parseLink(row), token: string(object(row).token) }
}

/** Switches the link on or off, and sets its last day. Throws DataError: `42501`, `PT404`. */
export async function setJoinLink(
  client: Caller,
  { id, active, endsOn }: { id: string; active: boolean; endsOn: string | null },
): Promise<CohortLink> {
  const answer = await client.rpc('set_cohort_link', {
    cohort_id: id,
    active,
    ...(endsOn !== null && { ends_on: endsOn }),
  })
  return parseLink(unwrap(answer))
}

function parseLink(json: Json): CohortLink {
  const row = object(json)
  return {
    active: boolean(row.active),
    ends_on: stringOrNull(row.ends_on),
    made_at: string(row.made_at),
    joined: number(row.joined),
  }
}

/** Returns the address of a join link; `origin` is the portal's. */
export const joinLinkAddress = (origin: string, token: string): string =>
  `${origin}/cohort/${encodeURIComponent(token)}`
