import { sha256 } from '@noble/hashes/sha2'
import type { Printing } from '../realm/console'
import type { Foreign } from '../realm/foreign'
import type makeHarness from '../realm/harness'
import type { Harness } from '../realm/harness'
import { FOREIGN, HARNESS, TESTS_API } from '../realm/sources.gen'
import type makeTestsApi from '../realm/tests-api'
import type { TestsApi } from '../realm/tests-api'
import type { ExerciseFile, Problem } from '../run/run'
import type { Sources } from '../run/sources'
import { FIRST_PAGE, TESTS_PATH } from '../run/test-files'
import { placeIn, thrownProblem } from '../run/words'
import { guardHandlers } from './handler-guard'
import { hostValues } from './host-values'
import { PAGE_GLOBAL } from './loop-guard'
import { callOf, type PageScript, pageSource } from './page-source'
import { defineStorage } from './page-storage'
import { guardedPolicy } from './policy'
import { REFUSED_CODE, stayHere } from './stay'

// Runs in the document that shows pages. The learner's page shares its realm, so that results here prove nothing
// (rules/exercises#pages).

/** The functions that guarded scripts and the scripts of this file call. */
interface PageGlobal {
  /** Checks the time limit. Code that the page created from text at run time passes no path and line. */
  tick: (path?: string, line?: number) => void
  run: (at: number) => void
  take: (value: unknown) => void
}

/** The browser's own functions, before a page or the clock of a check replaces them. */
const { setTimeout: wait } = globalThis
export const now = performance.now.bind(performance)

/** An error that ends the run: no code of the learner runs afterwards. */
export class EndingError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** Resolves in the next task of the browser, after all microtasks. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

export const pause = (ms: number) => new Promise<void>((resolve) => wait(resolve, ms))

export const pageGlobal: PageGlobal = { tick() {}, run() {}, take() {} }

/**
 * WebKit leaves the names of inline scripts out of stacks. There, each file begins at another multiple of this line, so
 * that the line number says which file it is.
 */
const LINES_APART = 10_000
const numbered: string[] = []
let hasNames = true

function linesBefore(path: string): string {
  if (hasNames) return ''
  if (!numbered.includes(path)) numbered.push(path)
  return '\n'.repeat(LINES_APART * (numbered.indexOf(path) + 1))
}

function numberedPlace(line: number) {
  const path = numbered[Math.floor(line / LINES_APART) - 1]
  return path === undefined ? null : { path, line: line % LINES_APART }
}

export interface Script {
  path: string
  code: string
}

const isGuarded = (script: PageScript): script is PageScript & Script =>
  typeof script.code === 'string'

const textOf = ({ path, code }: Script) => `${linesBefore(path)}${code}\n//# sourceURL=${path}`

/** Adds a policy with which the document runs only these scripts. The policy stays in force after `document.open()`. */
function allowOnly(texts: readonly string[]): void {
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = guardedPolicy(texts.map(digestOf))
  document.head.append(meta)
}

/** Returns a SHA-256 in base64. It is computed here, because browsers offer no digest to pages without HTTPS. */
const digestOf = (text: string) =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))

/** Runs a script as the page would. It runs at once, unless it is a module. */
export function runScript(script: Script, isModule = false): Promise<void> {
  const element = document.createElement('script')
  if (isModule) element.type = 'module'
  element.textContent = textOf(script)
  const done = isModule
    ? new Promise<void>((resolve) => {
        element.onload = () => resolve()
        element.onerror = () => resolve()
      })
    : Promise.resolve()
  document.documentElement.append(element)
  element.remove()
  return done
}

/** Returns the value of an expression. The policy of the document allows no `eval`. */
export function readValue(expression: string): unknown {
  let value: unknown
  pageGlobal.take = (taken) => {
    value = taken
  }
  runScript({ path: 'rookies', code: `${PAGE_GLOBAL}.take(${expression})` })
  return value
}

export function sourcesOf(files: readonly ExerciseFile[], testsOffset = 0): Sources {
  return {
    language: 'JS',
    files: new Map([...files.map(({ path, text }) => [path, text] as const), [TESTS_PATH, '']]),
    insertions: new Map([[TESTS_PATH, [{ line: 1, column: 1, length: testsOffset }]]]),
    modules: new Map(),
    trusted: new Set(),
  }
}

/**
 * Returns a stack in the format of Chrome; Firefox and Safari write `name@file:line:column`. Leaves out columns,
 * because those of guarded code differ from those of the file.
 */
export const plainStack = (stack: string) =>
  stack
    .replace(/^.*@/gm, '')
    .replace(/(:\d+):\d+(\)?)$/gm, '$1$2')
    .replace(/^\S*:(\d{5,})$/gm, (frame, line) => {
      const place = numberedPlace(Number(line))
      return place ? `${place.path}:${place.line}` : frame
    })

interface Loading {
  files: readonly ExerciseFile[]
  /** Scripts that run after the page has loaded. */
  later?: readonly Script[]
  harness: Harness
  print: (text: string) => void
  fail: (problem: Problem) => void
  /** Throws an error if code has run too long. */
  tick: PageGlobal['tick']
  /** Whether the run has ended, so that no further script may start. */
  isStopped?: () => boolean
}

/** Replaces this document by the learner's page, and resolves when the page has loaded. */
export function load(loading: Loading): Promise<void> {
  const { files, later = [], harness, print, fail, tick, isStopped } = loading
  const source = pageSource(files)
  if (!source) {
    fail({ message: `A page needs a file called ${FIRST_PAGE}` })
    return Promise.resolve()
  }
  const sources = sourcesOf(files)
  const modules: Promise<void>[] = []
  pageGlobal.tick = tick
  const { write } = document
  const guard = guardHandlers({
    first: source.first,
    callerPlace: () => placeIn(plainStack(new Error().stack ?? ''), sources),
    refuseFrame: (place) => fail({ message: REFUSED_FRAME, ...place }),
  })
  pageGlobal.run = (at) => {
    if (isStopped?.()) return
    guard()
    const script = source.scripts[at]
    if (!script) return
    if (isGuarded(script)) modules.push(runScript(script, script.isModule))
    else if (typeof script.code !== 'string') fail(script.code)
  }
  const failWith = (error: unknown, place: Problem | null) => {
    const problem =
      error instanceof EndingError ? error.problem : thrownProblemOf(harness, error, sources)
    fail(
      problem.line === undefined && place
        ? { ...problem, ...place, message: problem.message }
        : problem,
    )
  }

  const guarded = [...source.scripts.filter(isGuarded), ...later]
  allowOnly([...guarded.map(textOf), ...source.scripts.map((_, at) => callOf(at))])
  document.open()
  // Opening the document has removed all earlier listeners.
  addEventListener('error', (event) => {
    if (isStopped?.()) event.preventDefault()
    const { error, message, filename, lineno } = event
    const path = filename.replace(/^.*\//, '')
    const name = [filename, path].find((each) => sources.files.has(each))
    const found =
      numberedPlace(lineno) ?? (name === undefined ? null : { path: name, line: lineno })
    const place = found && { message, ...found }
    if (error === null || error === undefined) fail(place ?? { message })
    else failWith(error, place)
  })
  addEventListener('unhandledrejection', (event) => {
    if (isStopped?.()) event.preventDefault()
    failWith(event.reason, null)
  })
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, lineNumber } = event
    if (effectiveDirective !== 'script-src-elem' || blockedURI !== 'inline') return
    // The browser reports the line, but not the file. The file is known if only one file has scripts.
    const [path, ...others] = new Set(source.scripts.map((script) => script.path))
    const isKnown = path !== undefined && others.length === 0 && lineNumber > 0
    const place = numberedPlace(lineNumber) ?? (isKnown ? { path, line: lineNumber } : {})
    fail({ message: REFUSED_CODE, ...place })
  })
  stayHere({ first: source.first, print, fail })
  const loaded = new Promise<void>((resolve) => {
    addEventListener('load', () => resolve(), { once: true })
  })
  Reflect.apply(write, document, [source.html])
  guard()
  document.close()
  for (const line of source.missing) print(line)
  return loaded.then(() => Promise.all(modules)).then(() => undefined)
}

const REFUSED_EVAL =
  'The page makes code from text, as eval and new Function do. Write it in a script of the page.'
const REFUSED_FRAME =
  'The page shows another page in a frame, with srcdoc. A page of an exercise is one page.'

export function thrownProblemOf(harness: Harness, error: unknown, sources: Sources): Problem {
  if (error instanceof EndingError) return error.problem
  try {
    const { message, stack } = JSON.parse(harness.thrown(error)) as {
      message: string
      stack: string
    }
    const isEval =
      message.startsWith('EvalError') && /CSP|Content Security Policy|unsafe-eval/.test(message)
    return thrownProblem(isEval ? REFUSED_EVAL : message, plainStack(stack), sources)
  } catch {
    return { message: 'An error that cannot be read' }
  }
}

/**
 * Prepares the realm before any code of the learner runs.
 *
 * @param stored called when the page stores something
 */
export function prepare(stored: () => void) {
  defineStorage(stored)
  Object.defineProperty(globalThis, PAGE_GLOBAL, { value: pageGlobal })
  // The content security policy does not block WebRTC, so its classes are removed.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
    Object.defineProperty(globalThis, name, { value: undefined })
  hasNames = /(?:^|[@(\s])rookies:1/m.test(String(readValue('new Error().stack')))
  const make = readValue(HARNESS) as typeof makeHarness
  return {
    harness: make(readValue(`(${FOREIGN})()`) as Foreign, hostValues()),
    makeGlue: readValue(TESTS_API) as typeof makeTestsApi,
  }
}

/**
 * Creates the functions that tests call, and the functions of the console that print. The others stay the browser's.
 */
export function glueOf(make: () => TestsApi): TestsApi {
  const { console: real } = globalThis
  const glue = make()
  Object.setPrototypeOf(console, real)
  return glue
}

export function printing(harness: Harness, print: (text: string) => void): Printing {
  return (...parts) => {
    let text = 'A value that cannot be read'
    try {
      text = harness.print(...parts)
    } catch {
      // The value is not readable, because a getter or a proxy of the page threw an error.
    }
    print(text)
  }
}
