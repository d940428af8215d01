import type { ConsoleMessage, Page, Request, Response } from '@playwright/test'

/** What a person would not see: console errors, exceptions, requests that fail or are refused. */
export interface Watch {
  found: () => string[]
  stop: () => void
}

// A test depends on no other site: the browser resolves no name but this machine's (playwright.config.ts).
const isOutside = (url: string) => URL.canParse(url) && !isHere(new URL(url))
const isHere = ({ protocol, hostname }: URL) =>
  !/^https?:$/.test(protocol) || ['localhost', '127.0.0.1', 'class.example'].includes(hostname)

// Chromium asks for it by itself where a page names no icon, as a bare file does.
const isIcon = (url: string) => url.endsWith('/favicon.ico')

/**
 * Knows what may be refused: a request that was under way when its page signed out (rules/access#leaving).
 * What is only asked afterwards is a fault.
 */
class Leaving {
  #asked = false
  #answered = false
  #before = new WeakSet<Request>()
  #refused = new Set<string>()

  onRequest(request: Request) {
    if (/\/auth\/v1\/(token|verify)/.test(request.url())) this.#asked = this.#answered = false
    if (request.url().includes('/auth/v1/logout')) this.#asked = true
    if (!this.#answered) this.#before.add(request)
  }

  /** Whether an answer is a refusal that was to be expected. */
  expects(response: Response): boolean {
    const request = response.request()
    if (request.url().includes('/auth/v1/logout')) this.#answered = true
    const expected = response.status() === 401 && this.#asked && this.#before.has(request)
    if (expected) this.#refused.add(request.url())
    return expected
  }

  /** Whether the browser's line about an answer is one about such a refusal. */
  explains(url: string): boolean {
    return this.#refused.has(url)
  }
}

/** Watches a page. `expected` are patterns of problems that the test provokes on purpose. */
export function watch(page: Page, expected: RegExp[]): Watch {
  const problems: string[] = []
  const leaving = new Leaving()
  const report = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  const onConsole = (message: ConsoleMessage) => {
    const { url } = message.location()
    if (message.type() !== 'error' || isOutside(url) || isIcon(url)) return
    if (leaving.explains(url)) return
    report(`console: ${message.text()}`)
  }
  const onError = (error: Error) => report(`exception: ${error.message}`)
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left ends its own requests.
    if (reason === 'net::ERR_ABORTED' || isOutside(request.url())) return
    report(`failed: ${request.url()} ${reason}`)
  }
  const onRequest = (request: Request) => leaving.onRequest(request)
  const onResponse = (response: Response) => {
    if (leaving.expects(response)) return
    if (response.status() >= 400) report(`answered ${response.status()}: ${response.url()}`)
  }
  page.on('console', onConsole)
  page.on('pageerror', onError)
  page.on('requestfailed', onFailure)
  page.on('request', onRequest)
  page.on('response', onResponse)
  return {
    found: () => problems,
    stop: () => {
      page.off('console', onConsole)
      page.off('pageerror', onError)
      page.off('requestfailed', onFailure)
      page.off('request', onRequest)
      page.off('response', onResponse)
    },
  }
}
