import { transform } from 'sucrase'
import type { Problem } from './run.ts'

/** The text without its types, line by line as before. What it says is not checked. */
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
