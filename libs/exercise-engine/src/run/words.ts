import { columnBefore } from './edits.ts'
import { TOO_MUCH_MEMORY } from './limits.ts'
import { loopLine } from './loop-line.ts'
import { missingGlobal } from './missing.ts'
import type { Problem } from './run.ts'
import type { Sources } from './sources.ts'
import { syntaxProblemOf } from './syntax.ts'

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
/**
 * The maximum number of characters to search, because code can throw an error with any stack, and a line can be long.
 */
const LONGEST_STACK = 20_000
const LONGEST_FRAME = 300
const LONGEST_NAME = 300

/** Returns the path, line and column from a frame of a stack. */
const partsOf = (frame: string): (string | undefined)[] =>
  FRAME.exec(frame.trim().slice(-LONGEST_FRAME))?.slice(1) ?? []

/** Returns the first place of a stack that is in a file of the exercise or in its tests; no fields if there is none. */
export function placeIn(
  stack: string,
  sources: Sources,
): Pick<Problem, 'path' | 'line' | 'column'> {
  for (const frame of stack.slice(0, LONGEST_STACK).split('\n')) {
    const [path, lineText, columnText] = partsOf(frame)
    if (path === undefined || !sources.files.has(path)) continue
    const line = Number(lineText)
    const column =
      columnText === undefined
        ? undefined
        : columnBefore(sources.insertions.get(path), line, Number(columnText))
    return { path, line, ...(column !== undefined && column > 0 ? { column } : {}) }
  }
  return {}
}

/** Returns the position of the loop that ran when a limit ended the run, from the stack of the interrupt. */
export function loopPlaceIn(stack: string, sources: Sources): Pick<Problem, 'path' | 'line'> {
  const { path, line, column } = placeIn(stack, sources)
  if (path === undefined || line === undefined) return {}
  const text = sources.files.get(path) ?? ''
  return { path, line: loopLine(text, line, column ?? 1) }
}

/**
 * The name becomes part of a regular expression, so only names of letters, digits, `_` and `$` are used: code can throw
 * an error with any message.
 */
const NO_EXPORT = /^SyntaxError: Could not find export '([\p{L}\p{N}_$]+)' in module '(.*)'$/u
const TWICE = /duplicate (?:import|exported)|invalid redefinition/
const TOO_NEW = 'SyntaxError: This line is newer than the language that runs here, ECMAScript 2023'
const OLD_NAME = /^ReferenceError: '(exports|module|require)' is not defined$/
const CALLED = /([A-Za-z_$][\w$]*(?:\??\.#?[A-Za-z_$][\w$]*)*)\s*$/

/** Returns the problem of importing a name that a file does not export, with the exports that the file could mean. */
function missingExport(name: string, path: string, sources: Sources): Problem {
  const lines = sources.files.get(path)?.split('\n') ?? []
  const declares = new RegExp(
    String.raw`^\s*(?:async\s+)?(?:function\s*\*?|class|const|let|var)\s+${name.replaceAll('$', '\\$')}\b`,
  )
  const at = lines.findIndex((line) => declares.test(line))
  const message =
    name === 'default'
      ? `${path} has no default export. Write export default before what it exports`
      : at >= 0
        ? `${path} does not export '${name}'. Write export before it`
        : `${path} does not export '${name}', and nothing in it is called so`
  return { message, path, ...(at >= 0 ? { line: at + 1 } : {}) }
}

/**
 * Returns the problem that a thrown error causes, with its place. The engine does not name a value that is not a
 * function, so its name is read from the source line.
 */
export function thrownProblem(message: string, stack: string, sources: Sources): Problem {
  const [, name = '', module] = NO_EXPORT.exec(message) ?? []
  if (module !== undefined) return missingExport(name, module, sources)
  const place = placeIn(stack, sources)
  const [first = ''] = stack.split('\n')
  const [path = '', line, column] = partsOf(first)
  const text = sources.files.get(path)
  if (message.startsWith('SyntaxError: ')) {
    // The engine does not always say which file it could not read.
    const read = text === undefined ? sources.files : [[path, text] as const]
    for (const [file, code] of read) {
      const found = syntaxProblemOf(file, code, sources.language)
      if (found) return placed(found, sources)
    }
    if (TWICE.test(message)) return { message: 'SyntaxError: A name is declared twice', ...place }
    // If a built-in function such as JSON.parse throws an error, the first frame of the stack is not in a file.
    if (text !== undefined) return { message: TOO_NEW, ...place }
  }
  const [, oldName] = OLD_NAME.exec(message) ?? []
  if (oldName !== undefined)
    return {
      message: `ReferenceError: '${oldName}' belongs to files without import and export. Here, write ${oldName === 'require' ? 'import' : 'export'}`,
      ...place,
    }
  if (message === 'TypeError: not a function' && text !== undefined) {
    const before = text.split('\n')[Number(line) - 1]?.slice(0, Number(column) - 1)
    const called = CALLED.exec(before?.slice(-LONGEST_NAME) ?? '')?.[1]
    if (called) return { message: `TypeError: ${called} is not a function`, ...place }
  }
  return { message: plainWords(message), ...place }
}

/** Returns a problem with its column in the author's text. */
function placed({ column, ...problem }: Problem, sources: Sources): Problem {
  const { path = '', line = 1 } = problem
  const before =
    column === undefined ? column : columnBefore(sources.insertions.get(path), line, column)
  return before === undefined ? problem : { ...problem, column: before }
}
