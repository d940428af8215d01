import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Run } from '../../../../libs/exercise-engine/src/run/judge.ts'
import { timeOver } from '../../../../libs/exercise-engine/src/run/limits.ts'
import type { RunInput, RunResult } from '../../../../libs/exercise-engine/src/run/run.ts'
import { NotRun } from '../../../functions/verify-run/verify-run.ts'

/** The number of concurrent runs. If one person keeps an engine busy, the other engine is free for everybody else. */
export const ENGINES = 2
/**
 * Milliseconds of processor time that a run may use: a factor for each millisecond of its limit, and an allowance for
 * the process itself. Most code reaches its limit of work earlier. Only code with slow built-in functions uses more
 * time, and is ended by the engine, which reports the place.
 */
const CPU_FACTOR = 2
const CPU_MORE = 250
/** If the engine did not end a run, its process is ended after this many further milliseconds of processor time. */
const KILL_AFTER_MS = 250
/**
 * Milliseconds on the clock after which a process is ended that got too little processor time. The run gets no verdict
 * and is tried again. Two such attempts end before the person may request the next verdict (rules/exercises#verdict).
 */
const LAST_MS = 14_000
/** The maximum time in which a process must load the engine, in milliseconds. */
const LOADING_MS = 60_000

interface Engines {
  /** @throws NotRun if a process does not load the engine or gets no processor time; another error if it breaks */
  run: Run
  close: () => void
}

/**
 * Runs the tests of exercises in separate processes, so that code that blocks or crashes the engine does not affect
 * this process. Such a process is ended, and another one is started at once. The processes start with the first run.
 */
export function createEngines(): Engines {
  const all = new Set<Place>()
  const free: Place[] = []
  const waiting: ((place: Place) => void)[] = []
  let isClosed = false

  const give = (place: Place) => {
    const next = waiting.shift()
    if (next) next(place)
    else free.push(place)
  }
  const start = () => {
    if (isClosed) return
    const place = { engine: startEngine() }
    all.add(place)
    // The run that uses this engine gets the error.
    place.engine.catch(() => {})
    give(place)
  }
  const replace = (place: Place) => {
    all.delete(place)
    start()
  }

  async function run(input: RunInput): Promise<RunResult> {
    while (all.size < ENGINES && !isClosed) start()
    const place = free.shift() ?? (await new Promise<Place>((go) => waiting.push(go)))
    try {
      const result = await (await place.engine).run(input)
      if (result.killed) replace(place)
      else give(place)
      return result
    } catch (error) {
      replace(place)
      throw error
    }
  }

  return {
    run,
    close() {
      isClosed = true
      for (const { engine } of all) {
        engine.then(
          ({ end }) => end(),
          () => {},
        )
      }
    },
  }
}

interface Place {
  /** An engine that runs one input at a time, once its process is ready. */
  engine: Promise<Engine>
}

interface Engine {
  run: Run
  end: () => void
}

async function startEngine(): Promise<Engine> {
  const process = fork(fileURLToPath(new URL('./engine-process.mjs', import.meta.url)), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Neither the engine's process nor its channel prevents this process from ending.
  process.unref()
  process.channel?.unref()
  const end = () => void process.kill('SIGKILL')
  try {
    await next(process, LOADING_MS)
  } catch (error) {
    end()
    throw error
  }
  return {
    end,
    async run(input) {
      const cpuMs = CPU_FACTOR * input.time_ms + CPU_MORE
      try {
        const answer = next(process, LAST_MS)
        process.send({ input, cpuMs, killMs: cpuMs + KILL_AFTER_MS })
        const said = await answer
        if (said !== 'KILLED') return said as RunResult
        end()
        return killed(input)
      } catch (error) {
        end()
        throw error
      }
    },
  }
}

/** Returns the next message of a process. @throws if the process ends instead, or none comes in time */
function next(process: ChildProcess, within: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      process.off('message', told).off('error', failed).off('exit', ended)
      act()
    }
    const told = (message: unknown) => settle(() => resolve(message))
    const failed = (error: unknown) => settle(() => reject(error))
    const ended = () => failed(new Error('The process of an engine ended early.'))
    const late = () => failed(new NotRun('An engine does not answer.'))
    const timer = setTimeout(late, within)
    process.on('message', told).on('error', failed).on('exit', ended)
  })
}

const killed = ({ time_ms }: RunInput): RunResult => ({
  verdict: 'ERROR',
  tests: [],
  problem: { message: timeOver(time_ms) },
  killed: true,
  ms: time_ms,
})
