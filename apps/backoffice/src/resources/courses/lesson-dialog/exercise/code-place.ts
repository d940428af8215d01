import type { ExerciseValues } from '@rookies/data/exercises/exercise-form'
import { HIDDEN_PATH, TESTS_PATH } from '@rookies/exercise-engine/test-files'

/** The parts of an exercise with code. */
type CodePart = 'files' | 'solution' | 'tests' | 'hidden'

/** A line in the code of an exercise; lines and columns count from 1. Each new object moves the editor there again. */
export interface CodePlace {
  part: CodePart
  path: string
  line: number
  column?: number | undefined
}

const SOLUTION = 'solution/'

/** Returns the place that a problem of the server's check names; null if that file no longer exists. */
export function placeOfProblem(
  form: ExerciseValues,
  { file, line }: { file: string | null; line: number | null },
): CodePlace | null {
  if (file === null) return null
  if (file === TESTS_PATH) return { part: 'tests', path: file, line: line ?? 1 }
  if (file === HIDDEN_PATH) return { part: 'hidden', path: file, line: line ?? 1 }
  const part = file.startsWith(SOLUTION) ? 'solution' : 'files'
  const path = part === 'solution' ? file.slice(SOLUTION.length) : file
  return form[part].some((each) => each.path === path) ? { part, path, line: line ?? 1 } : null
}

/** Returns the place that a failed test names: in the files that ran, or in the tests. */
export function placeOfFailure(
  form: ExerciseValues,
  ran: 'files' | 'solution',
  tests: 'tests' | 'hidden',
  { path, line, column }: { path?: string; line?: number; column?: number },
): CodePlace | null {
  if (path === undefined || line === undefined) return null
  // The runner gives the visible and the hidden tests the same file name.
  if (path === TESTS_PATH || path === HIDDEN_PATH) {
    return { part: tests, path: tests === 'tests' ? TESTS_PATH : HIDDEN_PATH, line, column }
  }
  return form[ran].some((each) => each.path === path) ? { part: ran, path, line, column } : null
}
