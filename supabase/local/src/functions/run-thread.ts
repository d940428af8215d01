import { Worker } from 'node:worker_threads'
import type { Run } from '../../../../libs/data/src/exercises/run/judge.ts'
import type { RunInput, RunResult } from '../../../../libs/data/src/exercises/run/run.ts'

/** Milliseconds that one run may take in all. The engine ends a run much earlier, unless the run blocks the engine. */
const LONGEST_MS = 5_000
/** Milliseconds in which a thread has to load the engine. */
const LOADING_MS = 30_000

/**
 * Runs the tests of exercises in a thread of its own, one run after another, so that code which blocks the engine, or
 * brings it down, does not reach this process. Such a thread is ended, and the next run gets a new one. `inTurn` does
 * work that includes runs after all earlier work.
 */
export function createRunThread(): { run: Run; inTurn: InTurn; close: () => void } {
  let thread: Promise<Worker> | null = null
  const oneRun = createQueue()

  const drop = (worker: Worker) => {
    thread = null
    return worker.terminate()
  }
  const start = () => {
    const starting = startThread()
    // A thread that ends between two runs is forgotten, and its error is not this process's.
    starting.then(
      (worker) =>
        worker
          .on('error', () => {})
          .on('exit', () => {
            if (thread === starting) thread = null
          }),
      () => {
        if (thread === starting) thread = null
      },
    )
    return starting
  }
  const runNext = async (input: RunInput): Promise<RunResult> => {
    thread ??= start()
    const worker = await thread
    try {
      const answer = next(worker, LONGEST_MS)
      worker.postMessage(input)
      const result = await answer
      if (result === null) await drop(worker)
      return result ?? tooLong(input)
    } catch (error) {
      await drop(worker)
      throw error
    }
  }
  return {
    run: (input) => oneRun(() => runNext(input)),
    inTurn: createQueue(),
    close: () => void thread?.then(drop, () => {}),
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

function createQueue(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

/** @throws if the thread does not load the engine */
async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./run-thread-main.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.unref()
  if ((await next(worker, LOADING_MS)) !== null) return worker
  await worker.terminate()
  throw new Error('The engine of exercises did not load.')
}

/** Returns the next message of a thread; null if it does not come in time. @throws if the thread ends instead */
function next(worker: Worker, within: number): Promise<RunResult | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', told).off('error', failed).off('exit', ended)
      act()
    }
    const told = (message: RunResult) => settle(() => resolve(message))
    const failed = (error: unknown) => settle(() => reject(error))
    const ended = () => settle(() => reject(new Error('The thread of a run ended early.')))
    const timer = setTimeout(() => settle(() => resolve(null)), within)
    worker.on('message', told).on('error', failed).on('exit', ended)
  })
}

const tooLong = ({ time_ms }: RunInput): RunResult => ({
  verdict: 'ERROR',
  tests: [],
  problem: { message: `The tests did not finish within ${time_ms} ms.` },
  ms: LONGEST_MS,
})
