import { transform } from 'sucrase'
import type { Problem } from './run.ts'
import { namespaceProblem, syntaxProblem } from './syntax.ts'

/**
 * Returns TypeScript without its types and with the same lines, or a problem if the syntax is wrong. Does not check
 * types.
 */
export function stripTypes(path: string, text: string): string | Problem {
  const problem = namespaceProblem(path, text)
  if (problem) return problem
  try {
    return transform(text, {
      transforms: ['typescript'],
      disableESTransforms: true,
      filePath: path,
    }).code
  } catch (error) {
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
