import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type {
  openPage,
  PageEnd,
  PagePlace,
  PageResult,
  Question,
} from '@rookies/exercise-engine/page'
import type { ExerciseFile, Problem, RunResult } from '@rookies/exercise-engine/run'
import { bundleForPages } from './bundle-for-pages'

/** Global variables of the page for the functions of this file that run in it. */
declare global {
  var paged: {
    openPage: typeof openPage
    place: PagePlace
    /** How often a page was shown. */
    shown: number
    lines: string[]
    problems: Problem[]
    said: string[]
    questions: Question[]
    stored: number
    ended: PageEnd[]
  }
}

const entry = fileURLToPath(new URL('../../libs/exercise-engine/src/page/page.ts', import.meta.url))
let script: Promise<string> | null = null

/** Returns a script that defines `paged.openPage`. */
export function placeScript(): Promise<string> {
  script ??= bundleForPages(entry, 'paged')
  return script
}

/** Creates a preview for pages of learners in a page of the product, like an exercise does. */
export async function openPlace(page: Page): Promise<void> {
  await page.evaluate(await placeScript())
  await page.evaluate(() => {
    const element = document.createElement('div')
    document.body.append(element)
    Object.assign(paged, {
      shown: 0,
      lines: [],
      problems: [],
      said: [],
      questions: [],
      stored: 0,
      ended: [],
    })
    paged.place = paged.openPage(element, 'Your page', {
      shown: () => {
        paged.shown += 1
      },
      printed: (lines) => paged.lines.push(...lines),
      failed: (problem) => paged.problems.push(problem),
      said: (text) => paged.said.push(text),
      asked: (question) => paged.questions.push(question),
      stored: () => {
        paged.stored += 1
      },
      ended: (end) => paged.ended.push(end),
    })
  })
}

export const pageFiles = (html: string, others: Record<string, string> = {}): ExerciseFile[] =>
  Object.entries({ 'index.html': html, ...others }).map(([path, text]) => ({ path, text }))

/** Returns the messages that the preview has received. */
export const told = (page: Page) => page.evaluate(() => ({ ...paged, openPage: null, place: null }))

/** Shows a page, and returns its frame once it has loaded. */
export async function show(page: Page, files: ExerciseFile[]): Promise<Frame> {
  await page.evaluate((shown) => {
    paged.shown = 0
    paged.place.show(shown)
  }, files)
  await page.waitForFunction(() => paged.shown > 0)
  const element = await page.waitForSelector('iframe[title="Your page"]')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The page has no frame.')
  return frame
}

export const check = (
  page: Page,
  files: ExerciseFile[],
  tests: string,
  time_ms = 1000,
): Promise<PageResult> =>
  page.evaluate(([asked, by, ms]) => paged.place.check(asked, by, ms), [
    files,
    tests,
    time_ms,
  ] as const)

/** Runs the checks of a page, and expects an answer from the document. */
export async function checked(...asked: Parameters<typeof check>): Promise<RunResult> {
  const result = await check(...asked)
  if (result.verdict === 'UNREACHABLE') throw new Error('The document cannot be reached.')
  return result
}
