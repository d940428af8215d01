import type { Page } from '@playwright/test'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'

type Mock = NonNullable<Screen['mock']>
type Pattern = string | RegExp

/** Combines several mocks for one state. */
export const combineMocks =
  (...mocks: Mock[]): Mock =>
  async (page) => {
    for (const mock of mocks) await mock(page)
  }

/** Answers requests with this value. */
export const answerWith =
  (pattern: Pattern, json: unknown): Mock =>
  (page) =>
    interceptRequests(page, pattern, (request) => request.fulfill(json))

/** Answers a read of a table with exactly these rows. */
export const answerRows =
  (pattern: Pattern, rows: readonly object[]): Mock =>
  (page) => {
    const range = rows.length === 0 ? '*' : `0-${rows.length - 1}`
    const headers = { 'content-range': `${range}/${rows.length}` }
    return interceptRequests(page, pattern, (request) => request.fulfill(rows, { headers }))
  }

/** Makes requests fail. */
export const failRequests =
  (pattern: Pattern, status = 503, json: object = { message: 'unavailable' }): Mock =>
  (page) =>
    interceptRequests(page, pattern, (request) => request.fulfill(json, { status }))

/** Returns the fields of a state in which a read does not reach the server. */
export const withLostRead = (pattern: Pattern) => ({
  mock: (page: Page) => interceptRequests(page, pattern, (request) => request.abort()),
  expectProblems: [/ERR_/, /Failed to fetch/],
})

/** Returns the fields of a state in which a file of code does not load. The file's name begins with `name`. */
export const withMissingCode = (name: string) => ({
  mock: (page: Page) => page.route(`**/assets/${name}*.js*`, (route) => route.abort()),
  expectProblems: [/ERR_FAILED/, /Failed to fetch/],
})

/** Leaves requests without an answer. */
export const leaveUnanswered =
  (pattern: Pattern): Mock =>
  (page) =>
    interceptRequests(page, pattern, () => undefined)

/** Answers requests with a changed answer of the database. */
export const changeAnswer =
  <Answer>(pattern: Pattern, change: (answer: Answer) => unknown): Mock =>
  (page) =>
    interceptRequests(page, pattern, async (request) => {
      await request.fulfill(change((await request.fetch()) as Answer))
    })

interface Boot {
  settings: object
  account: object | null
}

/** Answers the opening call with the database's answer, with these fields changed. */
export const changeBoot = (change: { settings?: object; account?: object; bell?: object | null }) =>
  changeAnswer<Boot>('**/rpc/boot', (boot) => ({
    ...boot,
    ...change,
    settings: { ...boot.settings, ...change.settings },
    account: boot.account && { ...boot.account, ...change.account },
  }))

const LOGO_FOLDER = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e'

/** Addresses of a school's logo, by its shape. */
export const LOGOS = {
  square: `${LOGO_FOLDER}/logo-512x512.png`,
  wide: `${LOGO_FOLDER}/logo-960x240.png`,
} as const

/** Answers requests for a logo with a dark transparent drawing, which is the most difficult in the dark theme. */
export const drawsLogos: Mock = (page) =>
  page.route(`**/object/public/${LOGO_FOLDER}/*`, (route) => {
    const isWide = route.request().url().includes('960x240')
    const waves =
      '<path d="M6 36q13-12 26 0t26 0M6 48q13-12 26 0t26 0" stroke="#0b3d5c" stroke-width="5" fill="none"/>'
    const boat =
      '<path d="M32 6v22M32 8l18 18H14z" stroke="#0b3d5c" stroke-width="4" fill="#d9541e"/>'
    const name =
      '<text x="72" y="44" font-family="sans-serif" font-size="34" font-weight="700" fill="#0b3d5c">Harbour</text>'
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${isWide ? 256 : 64} 64">${boat}${waves}${isWide ? name : ''}</svg>`,
    })
  })

/**
 * Returns the fields of a state in which a read fails permanently; a temporary failure would be retried. The error has
 * a code of PostgreSQL, whose messages are never shown.
 */
export const withFailedRead = (pattern: Pattern) => ({
  mock: failRequests(pattern, 400, { code: 'XX000', message: 'refused' }),
  expectProblems: [/400/],
})

/** Returns the fields of a state in which a page waits for its content. */
export const whileLoading = (pattern: Pattern) => ({
  mock: leaveUnanswered(pattern),
  prepare: (page: Page) => page.getByText('Loading...').waitFor({ state: 'attached' }),
})

/** Returns the fields of a state during a password reset, with the session of the link and a running timer. */
export const duringReset = (factors: object[] = []) => ({
  path: '/reset-password',
  // The product ends the session in the browser.
  ownPage: true,
  mock: (page: Page) =>
    page.evaluate((factors) => {
      const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
      const user = { ...session.user, factors }
      sessionStorage.setItem('rookies-recovery-auth', JSON.stringify({ ...session, user }))
      sessionStorage.setItem('rookies-recovery', String(Date.now()))
    }, factors),
})
