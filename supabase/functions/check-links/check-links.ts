import { type Answer, badToken, failure, fieldOf, isBadToken } from '../_shared/answer.ts'
import { askLink, type LinkState, type Network } from './ask-link.ts'

// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.

export interface Checking {
  /** Where the tables answer, without a slash at the end. */
  restUrl: string
  /** The caller's own headers: the database decides by them whose links are asked. */
  authorization: string
  apiKey: string
  /** Keeps the answers, which callers do not write. */
  serviceKey: string
  /** Origin of the product, told to the servers that are asked. */
  siteUrl: string
  network: Network
  /** True in tests alone; no request turns it on. */
  allowPrivate: boolean
  log: (line: string) => void
  /** Ends what is under way. */
  signal?: AbortSignal
}

interface Link {
  target: string
  kind: string
  lesson_id: string
  lesson: string
  state: LinkState | null
}

/** Addresses that one call asks at most, and how many at once. */
const MOST = 60
const AT_ONCE = 6
/** Milliseconds after which no further address is asked. */
const LONGEST = 45_000

const STATES: readonly string[] = ['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED']

/**
 * Asks where a course leads: {course_id}, never addresses (rules/courses#check-links). Answers 200
 * {links: [{target, kind, lesson_id, lesson, state}]}; 400 BAD_REQUEST, 401 INVALID_JWT, 403 42501 for those who may not build the
 * course, 422 TOO_MANY_CHECKS, 502 API_FAILED.
 */
export async function checkLinks(body: unknown, checking: Checking): Promise<Answer> {
  const course = fieldOf(body, 'course_id')
  if (typeof course !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(course)) {
    return failure(400, 'BAD_REQUEST', 'course_id must be the id of a course.')
  }
  try {
    const links = await begin(course, checking)
    if (!Array.isArray(links)) return links
    const states = await askAll(links, checking)
    return {
      status: 200,
      body: {
        links: links.map((link) => ({ ...link, state: states.get(link.target) ?? 'UNASKED' })),
      },
    }
  } catch (error) {
    checking.log(`check-links: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The links could not be read. Try again shortly.')
  }
}

/** Each target once; those that answered within the hour are not asked again. */
async function askAll(
  links: readonly Link[],
  checking: Checking,
): Promise<ReadonlyMap<string, LinkState>> {
  const states = new Map<string, LinkState>()
  for (const { target, state } of links) if (state !== null) states.set(target, state)
  const open = [...new Set(links.map(({ target }) => target))].filter((one) => !states.has(one))
  const queue = open.slice(0, MOST)
  const fresh: { target: string; state: LinkState }[] = []
  const signals = [AbortSignal.timeout(LONGEST), ...(checking.signal ? [checking.signal] : [])]
  const asking = {
    network: checking.network,
    allowPrivate: checking.allowPrivate,
    userAgent: `RookiesLinkCheck/1.0 (+${checking.siteUrl})`,
    signal: AbortSignal.any(signals),
  }
  const worker = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      if (asking.signal.aborted) return
      const state = await askLink(target, asking)
      // What was broken off says nothing about the address.
      if (asking.signal.aborted) return
      states.set(target, state)
      fresh.push({ target, state })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  // What did not answer may do so in a moment: it is asked again.
  const kept = fresh.filter(({ state }) => state !== 'UNREACHED')
  if (kept.length > 0) await keep(kept, checking)
  return states
}

async function begin(course: string, checking: Checking): Promise<Link[] | Answer> {
  const answer = await call('begin_link_check', { course_id: course }, checking, {
    authorization: checking.authorization,
    apikey: checking.apiKey,
  })
  if (await isBadToken(answer.clone())) return badToken()
  const said: unknown = await answer.json().catch(() => null)
  if (answer.status === 401 || answer.status === 403) {
    return failure(403, '42501', 'You may not check this course.')
  }
  const hint = fieldOf(said, 'hint')
  if (answer.status === 422 && hint === 'TOO_MANY_CHECKS') {
    return { status: 422, body: { code: 'PT422', hint, message: fieldOf(said, 'message') } }
  }
  if (!answer.ok || !Array.isArray(said)) throw new Error(`begin_link_check ${answer.status}`)
  return said.map(readLink)
}

/** A failure to keep the answers is no failure of the check. */
async function keep(states: readonly object[], checking: Checking): Promise<void> {
  const answer = await call('keep_link_states', { states }, checking, {
    authorization: `Bearer ${checking.serviceKey}`,
    apikey: checking.serviceKey,
  })
  await answer.body?.cancel()
  if (!answer.ok) checking.log(`check-links: keep_link_states answered ${answer.status}`)
}

const call = (
  name: string,
  args: object,
  { restUrl, signal }: Checking,
  headers: Record<string, string>,
) =>
  fetch(`${restUrl}/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    ...(signal ? { signal } : {}),
  })

function readLink(row: unknown): Link {
  const text = (name: string) => String(fieldOf(row, name) ?? '')
  const state = fieldOf(row, 'state')
  return {
    target: text('target'),
    kind: text('kind'),
    lesson_id: text('lesson_id'),
    lesson: text('lesson'),
    state: isState(state) ? state : null,
  }
}

const isState = (value: unknown): value is LinkState =>
  typeof value === 'string' && STATES.includes(value)
