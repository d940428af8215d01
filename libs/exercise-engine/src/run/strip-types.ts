import { transform } from 'sucrase'
import type { Problem } from './run.ts'
import { namespaceProblem, syntaxProblem } from './syntax.ts'

/**
 * How often sucrase may read the characters of a text: for each character, and besides. It reads usual code twice. Where
 * it cannot tell a call from a function at once, it reads the rest again, so that twenty such places inside each other
 * double the reading twenty times.
 */
const READS_PER_CHARACTER = 20
const MORE_READS = 200_000

/** Ends the reading of a text that takes too long. */
class TooDeep extends Error {}

/** Returns a text that counts how often its characters are read, which is all that sucrase does to parse it. */
function countedText(text: string) {
  let left = text.length * READS_PER_CHARACTER + MORE_READS
  let last = 0
  const charCodeAt = (at: number) => {
    if (left === 0) throw new TooDeep()
    left -= 1
    last = at
    return text.charCodeAt(at)
  }
  return {
    // Its methods are those of a string, but the type of an object is not `string`.
    text: Object.assign(Object(text), { charCodeAt }) as string,
    /** The line of the character that was read last. */
    line: () => text.slice(0, last).split('\n').length,
  }
}

/**
 * Returns TypeScript without its types and with the same lines, or a problem if the syntax is wrong. Does not check
 * types.
 */
export function stripTypes(path: string, text: string): string | Problem {
  const problem = namespaceProblem(path, text)
  if (problem) return problem
  const counted = countedText(text)
  try {
    return transform(counted.text, {
      transforms: ['typescript'],
      disableESTransforms: true,
      filePath: path,
    }).code
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError)
      return { message: 'The code is nested too deeply', path, line: counted.line() }
    const { message, loc } = error as { message?: string; loc?: { line: number; column: number } }
    const plain = String(message)
      .replace(/^Error transforming [^:]*: /, '')
      .replace(/ \(\d+:\d+\)$/, '')
    if (!loc) return { message: `SyntaxError: ${plain}`, path }
    const before = text.split('\n').slice(0, loc.line - 1)
    const pos = before.join('\n').length + (before.length > 0 ? 1 : 0) + loc.column - 1
    return syntaxProblem(path, text, { message: plain, pos }, 'TS')
  }
}
