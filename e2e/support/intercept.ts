import type { CDPSession, Page } from '@playwright/test'

/** A request of a page to the server that waits for its answer. */
interface InterceptedRequest {
  /** Returns the JSON of the request's body. */
  body: () => unknown
  /** Answers the request in place of the server. */
  fulfill: (json: unknown, more?: { status?: number; headers?: object }) => Promise<void>
  /** Fails the request like a lost connection. */
  abort: () => Promise<void>
  /** Returns the server's own answer. */
  fetch: () => Promise<unknown>
}

type Handler = (request: InterceptedRequest) => Promise<void> | undefined

/** A part of CDP's event Fetch.requestPaused. */
interface PausedRequest {
  requestId: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

interface Interception {
  cdp: CDPSession
  /** The newest first. */
  handlers: { pattern: RegExp; handler: Handler }[]
}

const interceptions = new WeakMap<Page, Interception>()

/** Returns the CDP session of a page: the pool's, if any, because a page with a second one cannot be reused. */
export const cdpOf = async (page: Page): Promise<CDPSession> =>
  interceptions.get(page)?.cdp ?? page.context().newCDPSession(page)

/** Registers the requests of a page that `interceptRequests` may intercept. */
export function prepareInterception(page: Page, cdp: CDPSession): void {
  const interception: Interception = { cdp, handlers: [] }
  interceptions.set(page, interception)
  cdp.on('Fetch.requestPaused', (paused) => void handle(interception, paused))
}

/**
 * Lets the handler answer the page's requests to the server's APIs whose address matches. Playwright's page.route()
 * does the same, but turns off the browser's cache, so that each load compiles the product again and a state takes
 * twice as long. The pattern is like that of page.route(). If the handler does nothing, the request gets no answer.
 */
export async function interceptRequests(page: Page, pattern: string | RegExp, handler: Handler) {
  const interception = interceptions.get(page)
  if (!interception) throw new Error('Only requests of a pooled page can be intercepted.')
  interception.handlers.unshift({ pattern: asRegExp(pattern), handler })
  await interception.cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*' }] })
}

/** Returns how many patterns of requests of a page are intercepted. */
export const interceptionCount = (page: Page): number =>
  interceptions.get(page)?.handlers.length ?? 0

/** Stops intercepting the requests of a page. */
export async function stopIntercepting(page: Page): Promise<void> {
  const interception = interceptions.get(page)
  if (!interception || interception.handlers.length === 0) return
  interception.handlers = []
  await interception.cdp.send('Fetch.disable')
}

function asRegExp(pattern: string | RegExp): RegExp {
  if (pattern instanceof RegExp) return pattern
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.?+^$(){}|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

async function handle({ cdp, handlers }: Interception, paused: PausedRequest): Promise<void> {
  const { requestId, request } = paused
  const handler = handlers.find(({ pattern }) => pattern.test(request.url))?.handler
  if (!handler) return unlessGone(cdp.send('Fetch.continueRequest', { requestId }))
  await handler({
    body: () => JSON.parse(request.postData ?? 'null'),
    fulfill: (json, { status = 200, headers = {} } = {}) =>
      unlessGone(
        cdp.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries({ 'content-type': 'application/json', ...headers }).map(
            ([name, value]) => ({ name, value: String(value) }),
          ),
          body: Buffer.from(JSON.stringify(json)).toString('base64'),
        }),
      ),
    abort: () =>
      unlessGone(cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
    fetch: async () => {
      const { url, method, headers, postData } = request
      return (await fetch(url, { method, headers, body: postData })).json()
    },
  })
}

/** Waits until an answer is sent. Ignores the error if the page has ended the request because it was left. */
async function unlessGone(sent: Promise<unknown>): Promise<void> {
  await sent.catch((error: Error) => {
    if (!/Invalid InterceptionId|not enabled|closed/.test(error.message)) throw error
  })
}
