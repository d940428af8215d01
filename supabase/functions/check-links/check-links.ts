import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { refusal } from '../_shared/refusal.ts'
import { checkLink, type LinkState, type Network } from './check-link.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface CheckOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  /** The caller's own headers, by which the database decides whether they may check the course. */
  authorization: string
  apiKey: string
  /** The key that stores the results, which callers may not write. */
  serviceKey: string
  /** Origin of the product, which is sent to the checked servers. */
  siteUrl: string
  network: Network
  /** Runs slow work that needs no database, without a slot at the database. */
  meanwhile: <T>(work: () => Promise<T>) => Promise<T>
  /** True only in tests; no request can turn it on. */
  allowPrivate: boolean
  log: (line: string) => void
  /** Stops the work. */
  signal?: AbortSignal
}

interface Link {
  target: string
  kind: string
  lesson_id: string
  lesson: string
  state: LinkState | null
}

/** The maximum number of addresses in one call, and of concurrent requests. */
const MAX_TARGETS = 60
const AT_ONCE = 6
/** Milliseconds after which no further address is requested. */
const LONGEST = 45_000

const STATES: readonly string[] = ['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED']

/**
 * Checks the links of a course, given as {course_id} and never as addresses (rules/courses#check-links).
 * Answers 200 {links: [{target, kind, lesson_id, lesson, state}]}; 400 BAD_REQUEST, 401 with the API's code
 * for an ended token, 403 42501 for people who may not edit the course, 422 TOO_MANY_CHECKS, 502 API_FAILED.
 */
export async function checkLinks(body: unknown, options: CheckOptions): Promise<Answer> {
  const course = fieldOf(body, 'course_id')
  if (typeof course !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(course)) {
    return failure(400, 'BAD_REQUEST', 'course_id must be the id of a course.')
  }
  try {
    const links = await begin(course, options)
    if (!Array.isArray(links)) return links
    const { states, fresh } = await options.meanwhile(() => askAll(links, options))
    // The result is not stored if the address did not answer, so that the next check requests it again.
    const kept = fresh.filter(({ state }) => state !== 'UNREACHED')
    if (kept.length > 0) await keep(kept, options)
    return {
      status: 200,
      body: {
        links: links.map((link) => ({ ...link, state: states.get(link.target) ?? 'UNASKED' })),
      },
    }
  } catch (error) {
    options.log(`check-links: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The links could not be read. Try again shortly.')
  }
}

/** Checks each target once. A result from the last hour is used again, and is not among the fresh results. */
async function askAll(
  links: readonly Link[],
  options: CheckOptions,
): Promise<{
  states: ReadonlyMap<string, LinkState>
  fresh: { target: string; state: LinkState }[]
}> {
  const states = new Map<string, LinkState>()
  for (const { target, state } of links) if (state !== null) states.set(target, state)
  const open = [...new Set(links.map(({ target }) => target))].filter((one) => !states.has(one))
  const queue = open.slice(0, MAX_TARGETS)
  const fresh: { target: string; state: LinkState }[] = []
  const signals = [AbortSignal.timeout(LONGEST), ...(options.signal ? [options.signal] : [])]
  const asking = {
    network: options.network,
    allowPrivate: options.allowPrivate,
    userAgent: `RookiesLinkCheck/1.0 (+${options.siteUrl})`,
    signal: AbortSignal.any(signals),
  }
  const worker = async () => {
    for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
      if (asking.signal.aborted) return
      const state = await checkLink(target, asking)
      // A request that was aborted gives no result for the address.
      if (asking.signal.aborted) return
      states.set(target, state)
      fresh.push({ target, state })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { states, fresh }
}

async function begin(course: string, options: CheckOptions): Promise<Link[] | Answer> {
  const answer = await call('begin_link_check', { course_id: course }, options, {
    authorization: options.authorization,
    apikey: options.apiKey,
  })
  const said: unknown = await answer.json().catch(() => null)
  const refused = refusal(answer.status, said, 'You may not check this course.')
  if (refused) return refused
  const hint = fieldOf(said, 'hint')
  if (answer.status === 422 && hint === 'TOO_MANY_CHECKS') {
    return { status: 422, body: { code: 'PT422', hint, message: fieldOf(said, 'message') } }
  }
  if (!answer.ok || !Array.isArray(said)) throw new Error(`begin_link_check ${answer.status}`)
  return said.map(readLink)
}

/** The check succeeds even if its results cannot be stored. */
async function keep(states: readonly object[], options: CheckOptions): Promise<void> {
  const answer = await call('keep_link_states', { states }, options, {
    authorization: `Bearer ${options.serviceKey}`,
    apikey: options.serviceKey,
  })
  await answer.body?.cancel()
  if (!answer.ok) options.log(`check-links: keep_link_states answered ${answer.status}`)
}

const call = (
  name: string,
  args: object,
  { restUrl, signal }: CheckOptions,
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
