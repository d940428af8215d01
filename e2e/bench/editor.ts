import { type Browser, chromium, type Page } from '@playwright/test'
import { painted } from './painted'

/** A machine as many people have it: a CPU four times slower. */
const SLOWER = 4

/** The longest time, in milliseconds, for which the page answered nothing; 0 for less than 50. */
export interface EditorTasks {
  load: number
  rename: number
  menu: number
  drag: number
}

declare global {
  interface Window {
    tasksSeen: { longest: number }
  }
}

/** Runs in the page before anything of it: keeps the longest task since it was last asked. */
function observe() {
  const seen = { longest: 0 }
  window.tasksSeen = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** What was seen since the last call, and starts over. */
async function longest(page: Page): Promise<number> {
  await painted(page)
  return page.evaluate(() => {
    const { longest } = window.tasksSeen
    window.tasksSeen.longest = 0
    return longest
  })
}

async function inEditor(browser: Browser, url: string, session: unknown, path: string) {
  const localStorage = [{ name: 'rookies-auth', value: JSON.stringify(session) }]
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
  const load = await longest(page)

  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
  const menu = await longest(page)

  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Module title').waitFor()
  await longest(page)
  await page.getByLabel('Module title').pressSequentially('abcdef', { delay: 100 })
  const rename = await longest(page)
  await page.keyboard.press('Escape')
  await longest(page)

  const handle = await page
    .getByRole('button', { name: /^Move / })
    .nth(1)
    .boundingBox()
  if (!handle) throw new Error('There is nothing to drag')
  await page.mouse.move(handle.x + 8, handle.y + 8)
  await page.mouse.down()
  for (let y = 0; y < 120; y += 12) await page.mouse.move(handle.x + 8, handle.y + 8 + y)
  const drag = await longest(page)
  await page.mouse.up()
  await context.close()
  return { load, rename, menu, drag }
}

/**
 * How long the course editor keeps a person waiting at most. In: the product's address, an
 * administrator's session as Auth hands it out, a Chromium, and the path of a course with hundreds of
 * lessons. Out: the longest task of each step in milliseconds.
 */
export async function measureEditor(
  url: string,
  session: unknown,
  executablePath: string,
  path: string,
): Promise<EditorTasks> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    return await inEditor(browser, url, session, path)
  } finally {
    await browser.close()
  }
}
