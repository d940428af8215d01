import type { CDPSession, Page } from '@playwright/test'

/** A call of a page to the server that waits for its answer. */
interface Call {
  /** What it brings along, as JSON has it. */
  body: () => unknown
  /** Answers it in the server's stead. */
  answer: (json: unknown, more?: { status?: number; headers?: object }) => Promise<void>
  /** Ends it as a line that breaks does. */
  cut: () => Promise<void>
  /** What the server would have said to it. */
  ask: () => Promise<unknown>
}

type Answering = (call: Call) => Promise<void> | undefined

/** A part of CDP's event: a request of the page is held back. */
interface Held {
  requestId: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

interface Line {
  session: CDPSession
  /** The newest first. */
  answering: { pattern: RegExp; by: Answering }[]
}

const lines = new WeakMap<Page, Line>()

/** The session by which the browser is asked about a page: its room's, as one more would cost the room; else one of its own. */
export const sessionOf = async (page: Page): Promise<CDPSession> =>
  lines.get(page)?.session ?? page.context().newCDPSession(page)

/** Tells the session by which calls of a page may be held back (answerCalls()). */
export function openLine(page: Page, session: CDPSession): void {
  const line: Line = { session, answering: [] }
  lines.set(page, line)
  session.on('Fetch.requestPaused', (held) => void answer(line, held))
}

/**
 * From now on `by` answers the page's calls to the server's interfaces whose address fits.
 * Playwright's page.route() does so too, but turns the browser's cache off, so that each load reads and
 * compiles the product from the start: half of what a state costs.
 * In: a pattern as page.route() takes it; a `by` that does nothing leaves the call without an answer.
 */
export async function answerCalls(page: Page, pattern: string | RegExp, by: Answering) {
  const line = lines.get(page)
  if (!line) throw new Error('Only pages of a room have calls that can be answered.')
  line.answering.unshift({ pattern: asRegExp(pattern), by })
  await line.session.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] })
}

/** Lets all calls of a page through again. */
export async function letThrough(page: Page): Promise<void> {
  const line = lines.get(page)
  if (!line || line.answering.length === 0) return
  line.answering = []
  await line.session.send('Fetch.disable')
}

function asRegExp(pattern: string | RegExp): RegExp {
  if (pattern instanceof RegExp) return pattern
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.?+^$(){}|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

async function answer({ session, answering }: Line, held: Held): Promise<void> {
  const { requestId, request } = held
  const by = answering.find(({ pattern }) => pattern.test(request.url))?.by
  if (!by) return unlessGone(session.send('Fetch.continueRequest', { requestId }))
  await by({
    body: () => JSON.parse(request.postData ?? 'null'),
    answer: (json, { status = 200, headers = {} } = {}) =>
      unlessGone(
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries({ 'content-type': 'application/json', ...headers }).map(
            ([name, value]) => ({ name, value: String(value) }),
          ),
          body: Buffer.from(JSON.stringify(json)).toString('base64'),
        }),
      ),
    cut: () =>
      unlessGone(session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
    ask: async () => {
      const { url, method, headers, postData } = request
      return (await fetch(url, { method, headers, body: postData })).json()
    },
  })
}

/** A page that was left has taken its calls along; nobody waits for their answers. */
async function unlessGone(sent: Promise<unknown>): Promise<void> {
  await sent.catch((error: Error) => {
    if (!/Invalid InterceptionId|not enabled|closed/.test(error.message)) throw error
  })
}
