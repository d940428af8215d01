import type { ConsoleMessage, Page, Request, Response } from '@playwright/test'

/** Collects problems that a person would not see: console errors, exceptions, and requests that fail or are refused. */
export interface ProblemWatch {
  found: () => string[]
  stop: () => void
}

// No test depends on another site: the browser resolves only the names of this machine (playwright.config.ts).
const isOutside = (url: string) => URL.canParse(url) && !isHere(new URL(url))
const isHere = ({ protocol, hostname }: URL) =>
  !/^https?:$/.test(protocol) || ['localhost', '127.0.0.1', 'class.example'].includes(hostname)

// Chromium requests this icon by itself if a page refers to none, for example a plain file.
const isIcon = (url: string) => url.endsWith('/favicon.ico')

/**
 * Recognises requests that may be refused: those that were in progress when their page signed out
 * (rules/access#leaving). A refused request that started later is a problem.
 */
class SignOutRefusals {
  #asked = false
  #answered = false
  #before = new WeakSet<Request>()
  #refused = new Set<string>()

  onRequest(request: Request) {
    if (/\/auth\/v1\/(token|verify)/.test(request.url())) this.#asked = this.#answered = false
    if (request.url().includes('/auth/v1/logout')) this.#asked = true
    if (!this.#answered) this.#before.add(request)
  }

  /** Returns whether an answer is an expected refusal. */
  expects(response: Response): boolean {
    const request = response.request()
    if (request.url().includes('/auth/v1/logout')) this.#answered = true
    const expected = response.status() === 401 && this.#asked && this.#before.has(request)
    if (expected) this.#refused.add(request.url())
    return expected
  }

  /** Returns whether a console error is about such a refusal. */
  explains(url: string): boolean {
    return this.#refused.has(url)
  }
}

/** Returns the innermost lines of an exception's stack, which show where in the code it was thrown. */
function places({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('\n')
}

/** Watches a page for problems. `expected` are patterns of problems that the test causes on purpose. */
export function watchProblems(page: Page, expected: RegExp[]): ProblemWatch {
  const problems: string[] = []
  const refusals = new SignOutRefusals()
  const report = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text)
  }
  const onConsole = (message: ConsoleMessage) => {
    const { url } = message.location()
    if (message.type() !== 'error' || isOutside(url) || isIcon(url)) return
    if (refusals.explains(url)) return
    report(`console: ${message.text()}`)
  }
  const onError = (error: Error) => report(`exception: ${error.message}\n${places(error)}`)
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page ends its requests, which is no problem.
    if (reason === 'net::ERR_ABORTED' || isOutside(request.url())) return
    report(`failed: ${request.url()} ${reason}`)
  }
  const onRequest = (request: Request) => refusals.onRequest(request)
  const onResponse = (response: Response) => {
    if (refusals.expects(response)) return
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
