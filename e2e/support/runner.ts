import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type { RunInput, RunResult } from '@rookies/exercise-engine/run'
import type { createRunner } from '@rookies/exercise-engine/runner'
import { bundleForPages } from './bundle-for-pages'

type Runner = ReturnType<typeof createRunner>
type Answer = Awaited<ReturnType<Runner['run']>>

/** Global variables of the page for the functions of this file that run in it. */
declare global {
  var tested: {
    createRunner: typeof createRunner
    runner: Runner
    /** The number of engines that are ready to run code. */
    engines: number
  }
}

const entry = fileURLToPath(
  new URL('../../libs/exercise-engine/src/runner/runner.ts', import.meta.url),
)
let script: Promise<string> | null = null

/** Returns a script that defines `tested.createRunner`. */
export function runnerScript(): Promise<string> {
  script ??= bundleForPages(entry, 'tested')
  return script
}

/** Creates a runner in a page of the product, like an exercise does. */
export async function openRunner(page: Page): Promise<void> {
  await page.evaluate(await runnerScript())
  await page.evaluate(() => {
    const Channel = globalThis.MessageChannel
    globalThis.MessageChannel = class extends Channel {
      constructor() {
        super()
        this.port1.addEventListener('message', ({ data }) => {
          if (data?.is === 'READY') tested.engines += 1
        })
      }
    }
    tested.engines = 0
    tested.runner = tested.createRunner(document.body)
  })
}

/** Returns the input for running a test file with the learner's `main.js`. */
export function inputOf(main: string, tests: string, more: Partial<RunInput> = {}): RunInput {
  return { language: 'JS', files: [{ path: 'main.js', text: main }], tests, time_ms: 1000, ...more }
}

export const run = (page: Page, input: RunInput): Promise<Answer> =>
  page.evaluate((asked) => tested.runner.run(asked), input)

/** Runs the code, and expects a result from the engine. */
export async function result(page: Page, input: RunInput): Promise<RunResult> {
  const answer = await run(page, input)
  if (answer.verdict === 'UNREACHABLE') throw new Error('The runner cannot be reached.')
  return answer
}

export interface Timed {
  answer: Answer
  /** Milliseconds from the start, with a ready engine, until the answer. */
  took: number
  /** The longest time in milliseconds during which the page was blocked. */
  stall: number
}

/** Measures a run in a ready engine. With `isFirst`, starting the engine is measured too. */
export async function timedRun(page: Page, input: RunInput, isFirst = false): Promise<Timed> {
  if (!isFirst) await page.waitForFunction(() => tested.engines > 0)
  return page.evaluate(
    async ([asked, isNew]) => {
      let stall = 0
      let last = performance.now()
      const beat = () => {
        const now = performance.now()
        // Browsers keep timers at least 4 ms apart.
        stall = Math.max(stall, now - last - 4)
        last = now
      }
      const timer = setInterval(beat, 4)
      const begun = performance.now()
      if (isNew) {
        tested.runner.close()
        tested.engines = 0
        tested.runner = tested.createRunner(document.body)
      }
      tested.engines -= 1
      const answer = await tested.runner.run(asked)
      const took = performance.now() - begun
      beat()
      clearInterval(timer)
      return { answer, took, stall }
    },
    [input, isFirst] as const,
  )
}

/** Returns how many times longer a computation takes now than on an idle machine. */
export function crowding(): number {
  const before = process.cpuUsage()
  const begun = performance.now()
  let used = 0
  while (used < 100_000) used = process.cpuUsage(before).user + process.cpuUsage(before).system
  return Math.max(1, (performance.now() - begun) / (used / 1000))
}

/** Returns the frame of the page's runner once its document has loaded. */
export async function runnerFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe[src="/runner.html"]', { state: 'attached' })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The runner has no frame.')
  await frame.waitForLoadState()
  return frame
}
