import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures'
import { startProxy, type TestProxy } from './proxy'
import { type Watch, watch } from './watch'
import type { Account } from './world'

/** What a browser says of a connection that is not there. */
const CUT = [
  /ERR_/,
  /Failed to fetch/,
  /WebSocket/,
  /Failed to load resource/,
  /fetching the script/,
]
/** Of a session that the server has ended. */
const ENDED = [/answered 40[013]: .*\/(?:rest|auth)\/v1/]

/** A browser that remembers: it can be closed and opened again, and has a service worker. */
interface Device {
  /** Opens the browser, as one that has been told who is signed in where `person` is given. */
  start: (person?: Account) => Promise<{ page: Page; context: BrowserContext }>
  close: () => Promise<void>
}

interface Fixtures {
  connection: TestProxy
  device: Device
}

export const test = base.extend<Fixtures>({
  // Playwright asks for a pattern even where no other fixture is used.
  connection: async ({ browserName: _ }, use) => {
    const connection = await startProxy()
    await use(connection)
    await connection.close()
  },
  device: async ({ playwright, launchOptions, connection, world }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rookies-device-'))
    const watches: Watch[] = []
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
        const see = (page: Page) => watches.push(watch(page, [...CUT, ...ENDED]))
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
 * Brings the connection back and tells the pages so, as a phone does: Chromium forgets across a load that it was told to be
 * without one, and then has nothing to tell.
 */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Puts a session into the browser, on a file of the site in which no code of the product runs. */
export async function storeSession(page: Page, stored: Record<string, string>): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
}

/** The keys under which anything is kept on the device, whoever's it is: `[person, query]`. */
export function keptKeys(page: Page): Promise<string[][]> {
  return page.evaluate(
    () =>
      new Promise<string[][]>((resolve, reject) => {
        const asked = indexedDB.open('rookies-kept')
        // Nothing was kept yet: looking must not make it.
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

/** Waits until the portal opens without a connection: its files are there, and this many lessons. */
export async function readyForOffline(page: Page, lessons: number): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect
    .poll(
      async () => (await keptKeys(page)).filter(([, query]) => query?.includes('"lesson"')).length,
    )
    .toBe(lessons)
}

export { expect }
