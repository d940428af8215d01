import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { painted } from './painted'

/** A line and a machine as many people have them: 9 Mbit/s, 100 ms, a CPU four times slower. */
const LINE = {
  offline: false,
  latency: 100,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 9_000_000 / 8,
}
const SLOWER = 4
/** Odd, so that the median is one that was seen. */
const VISITS = 5

const LESSON =
  '/app/courses/javascript-thinking-in-functions/lesson/e0000000-0000-4000-8000-000000030102'

/** Where each is, and what is there once its last answer has come. */
const SCREENS: Record<string, { path: string; shows: (page: Page) => Locator }> = {
  'welcome page': { path: '/', shows: (page) => page.getByRole('heading', { level: 1 }) },
  library: {
    path: '/app/dashboard',
    shows: (page) => page.getByRole('link', { name: /JavaScript: Thinking in Functions/ }).first(),
  },
  'text lesson': {
    path: LESSON,
    shows: (page) => page.getByRole('button', { name: 'Mark As Complete' }),
  },
}

interface Paint {
  /** Milliseconds from navigation to the largest contentful paint. */
  largest: number
  /** The sum of layout shifts. */
  shift: number
}

interface SeenEntry extends PerformanceEntry {
  value?: number
  hadRecentInput?: boolean
  interactionId?: number
}

/** Runs in the page before anything of it: keeps what the browser tells about paints and presses. */
function observe() {
  // Milliseconds; the least that a browser tells about presses.
  const least = { durationThreshold: 16 }
  const seen: Seen = { largest: 0, shift: 0, presses: [] }
  window.paintSeen = seen
  for (const type of ['largest-contentful-paint', 'layout-shift', 'event']) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as SeenEntry[]) {
        if (type === 'largest-contentful-paint') seen.largest = entry.startTime
        else if (type === 'event' && entry.interactionId) seen.presses.push(entry.duration)
        else if (type === 'layout-shift' && !entry.hadRecentInput) seen.shift += entry.value ?? 0
      }
    }).observe({ type, buffered: true, ...least })
  }
}

type Seen = Paint & { presses: number[] }

declare global {
  interface Window {
    paintSeen: Seen
  }
}

const seenBy = (page: Page) => page.evaluate(() => window.paintSeen)

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(observe)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

function member(browser: Browser, url: string, session: unknown): Promise<BrowserContext> {
  const localStorage = [{ name: 'rookies-auth', value: JSON.stringify(session) }]
  return browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
}

type Visited = (typeof SCREENS)[string]

async function coldVisit(browser: Browser, url: string, session: unknown, screen: Visited) {
  const context = await member(browser, url, session)
  const page = await slowPage(context)
  await page.goto(screen.path)
  await screen.shows(page).waitFor()
  await painted(page)
  const { largest, shift } = await seenBy(page)
  await context.close()
  return { largest, shift }
}

/** The slowest of the presses that finish a lesson and go on to the next, in milliseconds. */
async function slowestPress(browser: Browser, url: string, session: unknown): Promise<number> {
  const context = await member(browser, url, session)
  const page = await slowPage(context)
  await page.goto(LESSON)
  // Pressed by the pointer, and not by a script: only the first counts as an interaction.
  await page.getByRole('button', { name: 'Mark As Complete' }).click()
  await page.getByRole('button', { name: 'Completed', exact: true }).waitFor()
  await painted(page)
  await page.getByText('Next Lesson', { exact: true }).click()
  await page.waitForURL((address) => address.pathname !== LESSON)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await painted(page)
  const { presses } = await seenBy(page)
  await context.close()
  return Math.max(0, ...presses)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Paints of the learner portal as a member's browser measures them, each visit with empty caches.
 * In: the product's address, a member's session as Auth hands it out, and a Chromium. Out: for each
 * screen the median largest paint in milliseconds and the worst layout shift; and the slowest press.
 */
export async function measurePaints(
  url: string,
  session: unknown,
  executablePath: string,
): Promise<{ screens: (Paint & { name: string })[]; press: number }> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const screens = []
    for (const [name, screen] of Object.entries(SCREENS)) {
      const visits: Paint[] = []
      for (let visit = 0; visit < VISITS; visit += 1) {
        visits.push(await coldVisit(browser, url, session, screen))
      }
      screens.push({
        name,
        largest: median(visits.map(({ largest }) => largest)),
        shift: Math.max(...visits.map(({ shift }) => shift)),
      })
    }
    return { screens, press: await slowestPress(browser, url, session) }
  } finally {
    await browser.close()
  }
}
