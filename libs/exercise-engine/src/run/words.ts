import { TOO_MUCH_MEMORY } from './limits.ts'
import { loopLine } from './loop-line.ts'
import { missingGlobal } from './missing.ts'
import type { Problem } from './run.ts'
import type { Sources } from './sources.ts'
import { TESTS_PATH } from './test-files.ts'

const ENGINE_MESSAGES: [RegExp, string][] = [
  [/out of memory/, TOO_MUCH_MEMORY],
  [
    /stack overflow|Maximum call stack|too much recursion/,
    'It calls itself too deeply: does the recursion end?',
  ],
  [
    /unexpected token in expression: ''/,
    'SyntaxError: The file ends too early. Is a bracket or a quote not closed?',
  ],
  [/invalid redefinition/, 'SyntaxError: A name is declared twice'],
  [/cannot read property 'Symbol.iterator' of null/, 'TypeError: null is not iterable'],
  [/cannot read property 'Symbol.iterator' of undefined/, 'TypeError: undefined is not iterable'],
]

/** Replaces messages of the engine that are hard to understand. Returns other messages unchanged. */
export function plainWords(message: string): string {
  const missing = missingGlobal(message)
  return missing ?? ENGINE_MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? message
}

const FRAME = /\(?([^\s()]+?):(\d+)(?::(\d+))?\)?$/

/** Returns the first place of a stack that is in a file of the exercise or in its tests; no fields if there is none. */
export function placeIn(
  stack: string,
  sources: Sources,
): Pick<Problem, 'path' | 'line' | 'column'> {
  for (const frame of stack.split('\n')) {
    const [, path, lineText, columnText] = FRAME.exec(frame.trim()) ?? []
    if (path === undefined || !sources.files.has(path)) continue
    const line = Number(lineText)
    const offset = path === TESTS_PATH && line === 1 ? sources.testsOffset : 0
    const column = columnText === undefined ? undefined : Number(columnText) - offset
    return { path, line, ...(column !== undefined && column > 0 ? { column } : {}) }
  }
  return {}
}

/** Returns the place of the loop that was running when a limit ended the run, by the stack of the interrupt. */
export function loopPlaceIn(stack: string, sources: Sources): Pick<Problem, 'path' | 'line'> {
  const { path, line, column } = placeIn(stack, sources)
  if (path === undefined || line === undefined) return {}
  const text = sources.files.get(path) ?? ''
  const shown = path === TESTS_PATH ? text.slice(sources.testsOffset) : text
  return { path, line: loopLine(shown, line, column ?? 1) }
}

const NO_EXPORT = /Could not find export '(.*)' in module '(.*)'$/
const CALLED = /([A-Za-z_$][\w$]*(?:\??\.#?[A-Za-z_$][\w$]*)*)\s*$/

/**
 * Returns the problem that a thrown error causes, with its place. The engine does not name a value that is not a
 * function, so its name is read from the source line.
 */
export function thrownProblem(message: string, stack: string, sources: Sources): Problem {
  const [, name, module] = NO_EXPORT.exec(message) ?? []
  if (module !== undefined) return { message: `${module} does not export '${name}'`, path: module }
  const place = placeIn(stack, sources)
  const [first = ''] = stack.split('\n')
  const [, path = '', line, column] = FRAME.exec(first.trim()) ?? []
  if (message === 'TypeError: not a function' && sources.files.has(path)) {
    const text = sources.files
      .get(path)
      ?.split('\n')
      [Number(line) - 1]?.slice(0, Number(column) - 1)
    const called = CALLED.exec(text ?? '')?.[1]
    if (called) return { message: `TypeError: ${called} is not a function`, ...place }
  }
  return { message: plainWords(message), ...place }
}
