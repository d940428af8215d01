import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Run } from '../../../../libs/exercise-engine/src/run/judge.ts'
import { timeOver } from '../../../../libs/exercise-engine/src/run/limits.ts'
import type { RunInput, RunResult } from '../../../../libs/exercise-engine/src/run/run.ts'
import { NotRun } from '../../../functions/verify-run/verify-run.ts'

/** How many runs at a time: a person who keeps one engine busy leaves the other one to everybody else. */
export const ENGINES = 2
/**
 * Milliseconds of processor time that a run may use: for each millisecond of its limit, and besides, for what the process
 * itself does. Most code uses less before its work is counted as much. Code with slow built-in functions uses more, and is
 * ended by the engine, with the place.
 */
const CPU_FACTOR = 2
const CPU_MORE = 250
/** Milliseconds of processor time later, a process is ended in which the engine did not end a run. */
const KILL_AFTER_MS = 250
/**
 * Milliseconds after which a process is ended that got too little processor time. This decides nothing: the run is tried
 * again. Two such runs end before another request may begin (rules/exercises#verdict).
 */
const LAST_MS = 14_000
/** Milliseconds in which a process has to load the engine. */
const LOADING_MS = 60_000

interface Engines {
  /** @throws NotRun if a process does not load the engine or gets no processor time; another error if it breaks */
  run: Run
  close: () => void
}

/**
 * Runs the tests of exercises in processes of their own, so that code which blocks the engine, or brings it down, does
 * not reach this process. Such a process is ended, and another one is started at once. They start with the first run.
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
  // Neither the process nor its channel keeps this process running.
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
