import type { Page } from '@playwright/test'
import { interceptRequests } from '../intercept'
import type { Screen } from '../screens'

type Mock = NonNullable<Screen['mock']>
type Pattern = string | RegExp

/** Several mocks for one state. */
export const all =
  (...mocks: Mock[]): Mock =>
  async (page) => {
    for (const mock of mocks) await mock(page)
  }

/** Requests are answered with this. */
export const answers =
  (pattern: Pattern, json: unknown): Mock =>
  (page) =>
    interceptRequests(page, pattern, (request) => request.fulfill(json))

/** A read of a table finds these rows, and no others. */
export const finds =
  (pattern: Pattern, rows: readonly object[]): Mock =>
  (page) => {
    const range = rows.length === 0 ? '*' : `0-${rows.length - 1}`
    const headers = { 'content-range': `${range}/${rows.length}` }
    return interceptRequests(page, pattern, (request) => request.fulfill(rows, { headers }))
  }

/** Requests fail. */
export const fails =
  (pattern: Pattern, status = 503, json: object = { message: 'unavailable' }): Mock =>
  (page) =>
    interceptRequests(page, pattern, (request) => request.fulfill(json, { status }))

/** The fields of a state in which a read does not reach the server. */
export const cutOff = (pattern: Pattern) => ({
  mock: (page: Page) => interceptRequests(page, pattern, (request) => request.abort()),
  expectProblems: [/ERR_/, /Failed to fetch/],
})

/** The fields of a state in which a file of code does not come, by the beginning of its name. */
export const missing = (name: string) => ({
  mock: (page: Page) => page.route(`**/assets/${name}*.js*`, (route) => route.abort()),
  expectProblems: [/ERR_FAILED/, /Failed to fetch/],
})

/** Requests get no answer, for as long as the state is looked at. */
export const waits =
  (pattern: Pattern): Mock =>
  (page) =>
    interceptRequests(page, pattern, () => undefined)

/** Requests are answered with what the database says, changed. */
export const changes =
  <Answer>(pattern: Pattern, change: (answer: Answer) => unknown): Mock =>
  (page) =>
    interceptRequests(page, pattern, async (request) => {
      await request.fulfill(change((await request.fetch()) as Answer))
    })

interface Boot {
  settings: object
  account: object | null
}

/** The opening request is answered with what the database says, with these fields changed. */
export const boots = (change: { settings?: object; account?: object; bell?: object | null }) =>
  changes<Boot>('**/rpc/boot', (boot) => ({
    ...boot,
    ...change,
    settings: { ...boot.settings, ...change.settings },
    account: boot.account && { ...boot.account, ...change.account },
  }))

/** The fields of a state in which a read fails: for good, since one that may succeed later is tried again. */
export const failing = (pattern: Pattern) => ({
  mock: fails(pattern, 400, { code: 'P0001', message: 'refused' }),
  expectProblems: [/400/],
})

/** The fields of a state in which a page waits for its content. */
export const loading = (pattern: Pattern) => ({
  mock: waits(pattern),
  prepare: (page: Page) => page.getByText('Loading...').waitFor({ state: 'attached' }),
})

/** The fields of a state within a reset: the session of the link, and the clock running. */
export const resetting = (factors: object[] = []) => ({
  path: '/reset-password',
  // The product ends the session.
  ownPage: true,
  mock: (page: Page) =>
    page.evaluate((factors) => {
      const session = JSON.parse(localStorage.getItem('rookies-auth') ?? '{}')
      const user = { ...session.user, factors }
      sessionStorage.setItem('rookies-recovery-auth', JSON.stringify({ ...session, user }))
      sessionStorage.setItem('rookies-recovery', String(Date.now()))
    }, factors),
})
