import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { painted } from './painted'

/** A connection and a CPU like that of many people: 9 Mbit/s, 100 ms, four times slower. */
const LINE = {
  offline: false,
  latency: 100,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 9_000_000 / 8,
}
const SLOWER = 4
const LESSON =
  '/app/courses/javascript-thinking-in-functions/lesson/e0000000-0000-4000-8000-000000030102'

/** The path of each screen, and an element that is shown once the last answer of the screen has arrived. */
const SCREENS: Record<string, { path: string; shows: (page: Page) => Locator }> = {
  'welcome page': { path: '/', shows: (page) => page.getByRole('heading', { level: 1 }) },
  library: {
    path: '/app/dashboard',
    shows: (page) => page.getByRole('link', { name: /JavaScript: Thinking in Functions/ }).first(),
  },
  'text lesson': {
    path: LESSON,
    shows: (page) => completion(page),
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

/** Runs in the page before its own scripts; records paints and interactions. */
function observe() {
  // 16 ms is the duration of the shortest interaction that a browser reports.
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

interface Press {
  name: string
  from: string
  /** The element to press. A real click is used, because a scripted click is not measured as an interaction. */
  what: (page: Page) => Locator
  /** An element that is shown once the page has responded to the press. */
  shows: (page: Page) => Locator
  /** True if the press cannot be undone. It is then measured in one visit only. */
  once?: boolean
}

const LIBRARY = '/app/dashboard'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const completion = (page: Page) =>
  page.getByRole('button', { name: /^(Mark As Complete|Completed)$/ })
const bar = (page: Page) => page.getByRole('banner')

const PRESSES: readonly Press[] = [
  {
    name: 'open a course of the library',
    from: LIBRARY,
    what: (page) => page.getByRole('link', { name: /JavaScript: Thinking in Functions/ }).first(),
    shows: (page) => page.getByRole('navigation', { name: 'Lessons' }).first(),
  },
  {
    name: 'open a lesson of the outline',
    from: LESSON,
    what: (page) => page.locator('a[data-lesson]:not([aria-current])').first(),
    shows: heading,
  },
  {
    name: 'complete',
    from: LESSON,
    once: true,
    what: completion,
    shows: (page) => page.getByRole('button', { name: 'Completed', exact: true }),
  },
  {
    name: 'next lesson',
    from: LESSON,
    what: (page) => page.getByText('Next Lesson', { exact: true }),
    shows: heading,
  },
  {
    name: 'open the search',
    from: LESSON,
    what: (page) => bar(page).getByRole('button', { name: /^Search/ }),
    shows: (page) => page.getByRole('dialog', { name: 'Search' }),
  },
  {
    name: 'open the bell',
    from: LESSON,
    what: (page) => bar(page).getByRole('button', { name: /^Notifications/ }),
    shows: (page) => page.getByRole('heading', { name: 'Notifications' }),
  },
  {
    name: 'open the choice of theme',
    from: LESSON,
    what: (page) => bar(page).getByRole('button', { name: 'Theme' }),
    shows: (page) => page.getByRole('menu', { name: 'Theme' }),
  },
]

/** Returns the milliseconds from a press to the next paint, on an idle page. */
async function pressed(browser: Browser, url: string, session: unknown, press: Press) {
  const context = await member(browser, url, session)
  const page = await slowPage(context)
  await page.goto(press.from)
  await press.what(page).waitFor()
  await painted(page)
  await press.what(page).click()
  await press.shows(page).waitFor()
  await painted(page)
  const { presses } = await seenBy(page)
  await context.close()
  return Math.max(0, ...presses)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Measures paints of the learner portal in a member's browser, each visit with empty caches. Takes the product's
 * address, a member's session from Auth, a Chromium, and how often each screen is visited: an odd number, so that the
 * median is a measured value. Returns for each screen the median largest contentful paint in milliseconds and the worst
 * layout shift, and for each press the median time to the next paint.
 */
export async function measurePaints(
  url: string,
  session: unknown,
  executablePath: string,
  visits: number,
): Promise<{ screens: (Paint & { name: string })[]; presses: { name: string; paint: number }[] }> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const screens = []
    for (const [name, screen] of Object.entries(SCREENS)) {
      const paints: Paint[] = []
      for (let visit = 0; visit < visits; visit += 1) {
        paints.push(await coldVisit(browser, url, session, screen))
      }
      screens.push({
        name,
        largest: median(paints.map(({ largest }) => largest)),
        shift: Math.max(...paints.map(({ shift }) => shift)),
      })
    }
    const presses = []
    for (const press of PRESSES) {
      const times: number[] = []
      for (let visit = 0; visit < (press.once ? 1 : visits); visit += 1) {
        times.push(await pressed(browser, url, session, press))
      }
      presses.push({ name: press.name, paint: median(times) })
    }
    return { screens, presses }
  } finally {
    await browser.close()
  }
}
