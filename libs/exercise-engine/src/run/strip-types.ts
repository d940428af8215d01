import { transform } from 'sucrase'
import type { Problem } from './run.ts'

/** Returns TypeScript without its types, with the same lines; a problem if its syntax is wrong. Checks no types. */
export function stripTypes(path: string, text: string): string | Problem {
  try {
    return transform(text, {
      transforms: ['typescript'],
      disableESTransforms: true,
      filePath: path,
    }).code
  } catch (error) {
    const { message, loc } = error as { message?: string; loc?: { line: number; column: number } }
    return {
      message: `SyntaxError: ${String(message)
        .replace(/^Error transforming [^:]*: /, '')
        .replace(/ \(\d+:\d+\)$/, '')}`,
      path,
      ...(loc ? { line: loc.line, column: loc.column } : {}),
    }
  }
}
