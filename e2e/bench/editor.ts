import { type Browser, chromium, type Page } from '@playwright/test'
import { painted } from './painted'

/** The factor by which the CPU is slowed down, to measure a machine like that of many people. */
const SLOWER = 4

/** For each step, the longest time in milliseconds during which the page did not respond; 0 if it was below 50. */
interface EditorTasks {
  load: number
  rename: number
  menu: number
  drag: number
}

export interface EditorFigures {
  tasks: EditorTasks
  /** Number of elements in the idle page. */
  nodes: number
  /** Milliseconds from a click on a lesson's title until its dialog is filled; its code is loaded already. */
  dialog: number
}

declare global {
  interface Window {
    tasksSeen: { longest: number }
  }
}

/** Runs in the page before its own scripts; records the longest task. */
function observe() {
  const seen = { longest: 0 }
  window.tasksSeen = seen
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Returns the longest task since the last call, and resets the record. */
async function longest(page: Page): Promise<number> {
  await painted(page)
  return page.evaluate(() => {
    const { longest } = window.tasksSeen
    window.tasksSeen.longest = 0
    return longest
  })
}

async function inEditor(
  browser: Browser,
  url: string,
  session: unknown,
  path: string,
): Promise<EditorFigures> {
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
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const unslowed = await atFullSpeed(page, path)
  await context.close()
  return { tasks: { load, rename, menu, drag }, ...unslowed }
}

/** Returns the time to open a lesson and the number of elements, without slowing down the CPU. */
async function atFullSpeed(page: Page, path: string): Promise<Omit<EditorFigures, 'tasks'>> {
  await page.goto(path)
  const title = page.getByRole('button', { name: /^Edit / }).first()
  await title.waitFor()
  await painted(page)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const open = () =>
    title.evaluate((button) => {
      const before = performance.now()
      if (button instanceof HTMLElement) button.click()
      return new Promise<number>((done) => {
        const looking = setInterval(() => {
          const field = document.querySelector<HTMLInputElement>('[role="dialog"] input')
          if (!field?.value) return
          clearInterval(looking)
          done(performance.now() - before)
        }, 4)
      })
    })
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await painted(page)
  }
  await open()
  await close()
  const times: number[] = []
  for (let time = 0; time < 5; time += 1) {
    times.push(await open())
    await close()
  }
  return { nodes, dialog: times.sort((a, b) => a - b)[2] ?? 0 }
}

/**
 * Measures how long the course editor blocks the page at most. Takes the product's address, an administrator's
 * session from Auth, a Chromium, and the path of a course with hundreds of lessons. Returns the longest task of
 * each step in milliseconds, the number of elements, and the time to open a lesson.
 */
export async function measureEditor(
  url: string,
  session: unknown,
  executablePath: string,
  path: string,
): Promise<EditorFigures> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    return await inEditor(browser, url, session, path)
  } finally {
    await browser.close()
  }
}
