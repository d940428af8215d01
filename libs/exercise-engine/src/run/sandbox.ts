import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { FOREIGN, HARNESS, LOCK, TESTS_API as MAKE_API, WORLD } from '../realm/sources.gen.ts'
import { API_KEY, TESTS_API } from './api-modules.ts'
import { beforeRun, type CollectedTest } from './collected.ts'
import { Differing } from './differing.ts'
import { extrasNamedIn, type Host, hostsOf } from './extras.ts'
import { EndingFault, Fault, isOverflow } from './fault.ts'
import { NO_TESTS, TOO_MUCH_MEMORY, timeOver } from './limits.ts'
import { limitMemory } from './memory.ts'
import { resolvePath } from './paths.ts'
import { Printed } from './printed.ts'
import type { Problem, RunResult, TestResult } from './run.ts'
import { additionsIn, refusedImport, type Sources, seedsOf } from './sources.ts'
import { TESTS_PATH } from './test-files.ts'
import { loopPlaceIn, placeIn, plainWords, thrownProblem } from './words.ts'
import { CALL_MS, COMPILED_MS, STEPS_MS, TIMER_MS } from './work.ts'

/** Calls the next timer, and returns whether there was one. */
type Next = () => ReturnType<QuickJSContext['callFunction']>

/**
 * One run in its own engine, with two realms. The learner's realm has the files and the tests, and locked built-ins.
 * The harness's realm compares values (rules/exercise-runs#outside).
 */
export class Sandbox {
  private readonly runtime: QuickJSRuntime
  private readonly learner: QuickJSContext
  private readonly harness: QuickJSContext
  /** Milliseconds of work since the files began to load; null before. */
  private work: number | null = null
  private timeOver = false
  /** Whether the stack of the thread overflowed. The engine cannot be used after that, and its result is ignored. */
  hasOverflowed = false
  private current: TestResult | null = null
  private refused: Problem | null = null
  private isOutOfMemory = false
  /** The problem of a check that failed outside of a test, before the first one ran. */
  private failedLoading: Problem | null = null
  /** How many checks the current test has made. */
  private checked = 0
  /** The latest problem, to which `fail` adds the position. */
  private unplaced: Problem | null = null
  private readonly differing = new Differing()
  private readonly hosts = hostsOf(
    (ms) => this.isTimeOver(ms),
    (question) => this.differing.note(question, this.current?.name),
  )
  private readonly printed = new Printed()
  private readonly results: TestResult[] = []
  private check!: QuickJSHandle
  private print!: QuickJSHandle
  private tell!: QuickJSHandle
  private thrown!: QuickJSHandle

  constructor(
    engine: QuickJSWASMModule,
    private readonly sources: Sources,
    private readonly timeMs: number,
    private readonly isSpent: () => boolean,
    stackBytes: number,
  ) {
    limitMemory(engine.getWasmMemory(), () => {
      this.isOutOfMemory = true
    })
    this.runtime = engine.newRuntime()
    this.runtime.setMaxStackSize(stackBytes)
    // The engine calls this every 10,000 steps.
    this.runtime.setInterruptHandler(() => this.isTimeOver(STEPS_MS))
    this.runtime.setModuleLoader(
      (path) => {
        const text = this.sources.modules.get(path) ?? this.sources.files.get(path)
        return text ?? { error: new Error(this.refused?.message) }
      },
      (importer, wanted) => {
        // Requests for files count as work, because code can request files in a loop.
        this.isTimeOver(CALL_MS)
        const { files, trusted } = this.sources
        const path = resolvePath(files, importer, wanted, trusted)
        if (path === null) this.refused = refusedImport(this.sources, importer, wanted)
        return path ?? ''
      },
    )
    this.learner = this.runtime.newContext()
    this.harness = this.runtime.newContext()
  }

  run(): RunResult {
    let problem: Problem | undefined
    let loaded: string[] | undefined
    try {
      const tests = this.prepare()
      this.work = 0
      this.load(tests.next)
      loaded = this.printed.take()
      const collected = tests.names()
      this.results.push(...collected.map(beforeRun))
      if (this.results.every(({ not_run }) => not_run))
        throw new EndingFault({ message: NO_TESTS, path: TESTS_PATH })
      for (const [at, result] of this.results.entries())
        if (!result.not_run) this.runTest(result, () => tests.run(at), tests.next)
    } catch (error) {
      this.noteOverflow(error)
      // Any other error means that the engine itself broke.
      problem = error instanceof Fault ? error.problem : { message: plainWords(String(error)) }
    }
    loaded ??= this.printed.take()
    if (problem) {
      if (this.current && !this.current.problem) this.current.problem = problem
      for (const result of this.results)
        if (!result.ok)
          result.problem ??= { message: 'It was not run, because an earlier test ended the run' }
    }
    const passed = !problem && this.results.every((result) => result.ok)
    return {
      verdict: problem ? 'ERROR' : passed ? 'PASS' : 'FAIL',
      tests: this.results,
      ...(problem ? { problem } : {}),
      ...(loaded ? { console: loaded } : {}),
      ...this.differing.take(),
      ms: Math.round(this.work ?? 0),
    }
  }

  /**
   * Returns the fault of a run that took too long. The stack of the interrupt's error has the line that was running.
   */
  private overTime(error?: QuickJSHandle): EndingFault {
    const message = timeOver(this.timeMs)
    try {
      const stack = error && this.learner.getString(this.learner.getProp(error, 'stack'))
      return new EndingFault({ message, ...loopPlaceIn(stack ?? '', this.sources) })
    } catch {
      return new EndingFault({ message })
    }
  }

  /** @param more milliseconds of work that were just used */
  private isTimeOver(more = 0): boolean {
    if (this.work === null) return false
    this.work += more
    this.timeOver ||= this.work > this.timeMs || this.isSpent()
    return this.timeOver || this.hasOverflowed
  }

  /** The engine returns its errors as values. A thrown error comes from the thread, such as a stack overflow. */
  private noteOverflow(error: unknown): void {
    this.hasOverflowed ||= isOverflow(error)
  }

  private script(context: QuickJSContext, source: string): QuickJSHandle {
    return context.unwrapResult(context.evalCode(source, 'rookies', { type: 'global' }))
  }

  private lock(context: QuickJSContext, additions: string[]): QuickJSHandle {
    return this.script(context, `(${LOCK})(${JSON.stringify(additions)})`)
  }

  /** Creates a function of the learner's realm that passes its arguments to this file. */
  private hostFunction(act: (...parts: QuickJSHandle[]) => string | undefined): QuickJSHandle {
    return this.learner.newFunction('host', (...parts) => {
      try {
        const text = act(...parts)
        return text === undefined ? this.learner.undefined : this.learner.newString(text)
      } catch (error) {
        // The learner's code can catch this error, but an engine whose thread has overflowed must not continue.
        this.noteOverflow(error)
        throw error
      }
    })
  }

  private compiles(length: QuickJSHandle | undefined): undefined {
    // The engine asks for the time only after many steps, and each of them could compile.
    if (length && this.isTimeOver(this.learner.getNumber(length) * COMPILED_MS)) throw new Error()
  }

  /** Creates a function that passes a text to a function of the host and returns a text. */
  private hostAsking(host: Host): QuickJSHandle {
    const ask = this.hosts[host]
    return this.hostFunction((question) => ask(this.learner.getString(question as QuickJSHandle)))
  }

  private prepare() {
    const { learner, harness } = this
    const makeWorld = `(${WORLD}).bind(null, ${JSON.stringify(seedsOf(this.sources))})`
    const world = learner.unwrapResult(
      learner.callFunction(
        this.script(learner, makeWorld),
        learner.undefined,
        this.hostFunction((length) => this.compiles(length)),
      ),
    )
    for (const { source, host } of extrasNamedIn(this.sources)) {
      const add = this.script(learner, source)
      const parts = host ? [this.hostAsking(host)] : []
      learner.unwrapResult(learner.callFunction(add, learner.undefined, ...parts))
    }
    const foreign = this.script(learner, `(${FOREIGN})()`)
    const compare = harness.unwrapResult(
      harness.callFunction(this.script(harness, HARNESS), harness.undefined, foreign),
    )
    this.lock(harness, [])
    this.check = harness.getProp(compare, 'check')
    this.print = harness.getProp(compare, 'print')
    this.tell = harness.getProp(compare, 'tell')
    this.thrown = harness.getProp(compare, 'thrown')

    const glue = learner.unwrapResult(
      learner.callFunction(
        this.script(learner, MAKE_API),
        learner.undefined,
        world,
        this.hostFunction((...parts) => this.judge(parts)),
        this.hostFunction((stack) => this.placeFailure(stack)),
        this.hostFunction((...parts) => this.say(parts)),
        this.hostFunction((...parts) => this.ask(this.tell, parts)),
      ),
    )
    learner.setProp(learner.global, API_KEY, learner.getProp(glue, 'api'))
    this.settled(
      learner.unwrapResult(
        learner.evalCode(`import '${TESTS_API}'`, TESTS_PATH, { type: 'module' }),
      ),
    )
    const replace = this.lock(learner, additionsIn(this.sources))

    const [names, run, next, unlockWith] = ['names', 'run', 'next', 'unlockWith'].map((name) =>
      learner.getProp(glue, name),
    ) as [QuickJSHandle, QuickJSHandle, QuickJSHandle, QuickJSHandle]
    this.call(unlockWith, replace)
    return {
      names: (): CollectedTest[] => JSON.parse(learner.getString(this.call(names))),
      run: (at: number) => this.call(run, learner.newNumber(at)),
      next: () => learner.callFunction(next, learner.undefined),
    }
  }

  private call(fn: QuickJSHandle, ...parts: QuickJSHandle[]): QuickJSHandle {
    const result = this.learner.callFunction(fn, this.learner.undefined, ...parts)
    if (result.error) throw this.faultOf(result.error)
    return result.value
  }

  private ask(fn: QuickJSHandle, parts: QuickJSHandle[]): string {
    this.isTimeOver(CALL_MS)
    const result = this.harness.callFunction(fn, this.harness.undefined, ...parts)
    if (result.error) {
      const message = this.timeOver
        ? ''
        : this.harness.getString(this.harness.getProp(result.error, 'message'))
      result.error.dispose()
      throw new Error(message || 'The value cannot be read')
    }
    const text = this.harness.getString(result.value)
    result.value.dispose()
    return text
  }

  /**
   * Compares values for `expect`, and returns the message of a failed check; an empty text if it holds. Records the
   * failure at once, so that code cannot hide it by catching the error.
   */
  private judge(parts: QuickJSHandle[]): string {
    this.checked += 1
    const [matcher, , thrown] = parts
    let problem: Problem
    let isPlaced = false
    try {
      if (thrown && matcher && this.learner.getString(matcher) === 'threw') {
        problem = this.faultOf(thrown).problem
        isPlaced = true
      } else {
        const answer = this.ask(this.check, parts)
        if (answer === '') return ''
        problem = JSON.parse(answer)
      }
    } catch (error) {
      this.noteOverflow(error)
      problem = { message: plainWords(error instanceof Error ? error.message : String(error)) }
    }
    const { current } = this
    if (current ? !current.problem : !this.failedLoading) {
      if (current) current.problem = problem
      else this.failedLoading = problem
      this.unplaced = isPlaced ? null : problem
    }
    return problem.message
  }

  private placeFailure(stack: QuickJSHandle | undefined): undefined {
    const text = stack ? this.learner.getString(stack) : ''
    if (this.unplaced) Object.assign(this.unplaced, placeIn(text, this.sources))
    this.unplaced = null
  }

  private say(parts: QuickJSHandle[]): undefined {
    if (this.printed.isFull) {
      this.isTimeOver(CALL_MS)
      return
    }
    let text: string
    try {
      text = this.ask(this.print, parts)
    } catch (error) {
      this.noteOverflow(error)
      text = 'A value that cannot be read'
    }
    this.printed.add(text)
  }

  private faultOf(error: QuickJSHandle): Fault {
    if (this.isTimeOver()) return this.overTime(error)
    let thrown: { message: string; stack: string }
    try {
      thrown = JSON.parse(this.ask(this.thrown, [error]))
    } catch (unreadable) {
      this.noteOverflow(unreadable)
      return new Fault({
        message: plainWords(unreadable instanceof Error ? unreadable.message : ''),
      })
    }
    if (this.refused && thrown.message.endsWith(this.refused.message))
      return new Fault(this.refused)
    return new Fault(thrownProblem(thrown.message, thrown.stack, this.sources))
  }

  /** @param promise settled by microtasks; its error has the line that was running at the time limit */
  private jobs(promise?: QuickJSHandle): void {
    for (;;) {
      if (this.isTimeOver()) throw this.overTime(promise && this.reasonOf(promise))
      const done = this.runtime.executePendingJobs(500)
      if (done.error) {
        const fault = this.faultOf(done.error)
        if (fault instanceof EndingFault) throw fault
      } else if (done.value === 0) return
    }
  }

  private reasonOf(promise: QuickJSHandle): QuickJSHandle | undefined {
    const state = this.learner.getPromiseState(promise)
    return state.type === 'rejected' ? state.error : undefined
  }

  /** Runs microtasks and timers until a promise is settled. Throws a fault if it rejects or stays pending. */
  private settled(promise: QuickJSHandle, next?: Next): void {
    for (;;) {
      // The limit is checked before any microtask, because the time was spent in the loop that was interrupted.
      if (this.isTimeOver(TIMER_MS)) throw this.overTime(this.reasonOf(promise))
      this.jobs(promise)
      const state = this.learner.getPromiseState(promise)
      if (state.type === 'fulfilled') return
      if (state.type === 'rejected') throw this.faultOf(state.error)
      const due = next?.()
      if (due?.error) throw this.faultOf(due.error)
      if (!due || this.learner.dump(due.value) !== true)
        throw new Fault({ message: 'It waits for something that never happens' })
    }
  }

  private load(next: Next): void {
    const text = this.sources.files.get(TESTS_PATH) ?? ''
    const result = this.learner.evalCode(text, TESTS_PATH, { type: 'module' })
    if (result.error) throw this.faultOf(result.error)
    this.settled(result.value, next)
    if (this.failedLoading) throw new Fault(this.failedLoading)
  }

  private runTest(result: TestResult, start: () => QuickJSHandle, next: Next): void {
    this.current = result
    this.checked = 0
    this.isOutOfMemory = false
    try {
      this.settled(start(), next)
      // A rejected promise fails the test even if the test did not wait for it.
      this.jobs()
      if (this.isOutOfMemory) result.problem ??= { message: TOO_MUCH_MEMORY }
      if (this.checked === 0)
        result.problem ??= { message: 'It ended without an expect(), so nothing was checked' }
    } catch (error) {
      if (!(error instanceof Fault) || error instanceof EndingFault) throw error
      // Without memory, the engine cannot create an error object and throws null instead.
      const isUnknown = this.isOutOfMemory && error.problem.message !== TOO_MUCH_MEMORY
      result.problem ??= isUnknown ? { message: TOO_MUCH_MEMORY } : error.problem
    } finally {
      const lines = this.printed.take()
      if (lines) result.console = lines
    }
    result.ok = result.problem === undefined
    this.current = null
  }
}
