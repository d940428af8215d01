import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import { type ProblemWatch, watchProblems } from './page-problems'
import { startProxy, type TestProxy } from './proxy'
import type { Account } from './world'

/** Console errors of a browser without a connection. */
const CUT = [
  /ERR_/,
  /Failed to fetch/,
  /WebSocket/,
  /Failed to load resource/,
  /fetching the script/,
]
/** Console errors after the server has ended a session. */
const ENDED = [/answered 40[013]: .*\/(?:rest|auth)\/v1/]

/** A browser with a stored profile and a service worker, which can be closed and opened again. */
interface Device {
  /** Opens the browser. With `person`, that person is signed in. */
  start: (person?: Account) => Promise<{ page: Page; context: BrowserContext }>
  close: () => Promise<void>
}

interface Fixtures {
  connection: TestProxy
  device: Device
}

export const test = base.extend<Fixtures>({
  // Playwright requires an object pattern as the first parameter, even if no fixture is used.
  connection: async ({ browserName: _ }, use) => {
    const connection = await startProxy()
    await use(connection)
    await connection.close()
  },
  device: async ({ playwright, launchOptions, connection, world }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rookies-device-'))
    const watches: ProblemWatch[] = []
    let context: BrowserContext | null = null
    const close = async () => {
      await context?.close()
      context = null
    }
    await use({
      start: async (person) => {
        context = await playwright.chromium.launchPersistentContext(folder, {
          ...launchOptions,
          baseURL: connection.url,
          serviceWorkers: 'allow',
          viewport: { width: 1280, height: 800 },
        })
        const see = (page: Page) => watches.push(watchProblems(page, [...CUT, ...ENDED]))
        context.on('page', see)
        const page = context.pages()[0] ?? (await context.newPage())
        see(page)
        if (person) await storeSession(page, await world.signedIn(person))
        return { page, context }
      },
      close,
    })
    const problems = watches.flatMap((problem) => problem.found())
    await close()
    await rm(folder, { recursive: true, force: true })
    expect(problems, 'nothing went wrong unnoticed in the browser').toEqual([])
  },
})

/**
 * Restores the connection and fires the `online` event like a phone. After a page load, Chromium has forgotten that it
 * was offline and fires no event.
 */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Stores a session in the browser, while it shows a file of the site that runs no code of the product. */
export async function storeSession(page: Page, stored: Record<string, string>): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
}

/** Returns the keys of the offline cache, of every person: `[person, query]`. */
export function cachedKeys(page: Page): Promise<string[][]> {
  return page.evaluate(
    () =>
      new Promise<string[][]>((resolve, reject) => {
        const asked = indexedDB.open('rookies-kept')
        // If the database does not exist, reading it must not create it.
        asked.onupgradeneeded = () => asked.transaction?.abort()
        asked.onerror = () => resolve([])
        asked.onsuccess = () => {
          const keys = asked.result.transaction('answers').objectStore('answers').getAllKeys()
          keys.onerror = () => reject(keys.error)
          keys.onsuccess = () => {
            asked.result.close()
            resolve(keys.result.map((key) => (Array.isArray(key) ? key.map(String) : [])))
          }
        }
      }),
  )
}

/** Waits until the portal opens offline: its files and this many lessons are cached. */
export async function readyForOffline(page: Page, lessons: number): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(
      async () =>
        (await cachedKeys(page)).filter(([, query]) => query?.includes('"lesson"')).length,
    )
    .toBe(lessons)
}

export { expect }
