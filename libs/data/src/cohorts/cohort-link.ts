import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, both, number, orNull, shape, string } from '../json'

type Caller = Pick<DataClient, 'rpc'>

export const parseLink = shape({
  active: boolean,
  /** The last day on which the link works, in the cohort's zone; null if it has none of its own. */
  ends_on: orNull(string),
  /** ISO date. */
  made_at: string,
  /** The number of people who joined by this link or an earlier one. */
  joined: number,
})
/** The link with which people join a cohort (rules/cohorts#link), without its secret. */
export type CohortLink = Answer<typeof parseLink>

export const parseNewJoinLink = both(parseLink, shape({ token: string }))
/** A new link with its secret, which cannot be read again later. */
export type NewJoinLink = Answer<typeof parseNewJoinLink>

export const parseCohortLink = orNull(parseLink)

/** Returns the link of a cohort; `link` is null if it has none. Fails with a DataError: `42501`, `PT404`. */
export async function readJoinLink(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<{ link: CohortLink | null }> {
  const call = client.rpc('cohort_link', { cohort_id: id }, { get: true })
  return { link: parseCohortLink(unwrap(await call.abortSignal(signal))) }
}

/** Creates a link that replaces the previous one. Throws DataError: `42501`, `PT404`. */
export async function makeJoinLink(
  client: Caller,
  { id, endsOn }: { id: string; endsOn: string | null },
): Promise<NewJoinLink> {
  const answer = await client.rpc('make_cohort_link', {
    cohort_id: id,
    ...(endsOn !== null && { ends_on: endsOn }),
  })
  return parseNewJoinLink(unwrap(answer))
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

/** Returns the address of a join link. `origin` is that of the portal. */
export const joinLinkAddress = (origin: string, token: string): string =>
  `${origin}/cohort/${encodeURIComponent(token)}`
