import type {
  ImportedLesson,
  ImportIssue,
  ImportPayload,
} from '@rookies/data/course-import/payload'
import type { ExercisePart } from '@rookies/data/exercises/exercise-part'
import { type ProofProblem, prove, type Run } from '@rookies/exercise-engine/judge'

/** The exercises of a course that pass their proof here, and an issue for each of the others. */
export interface ProofReport {
  proved: number
  total: number
  issues: ImportIssue[]
}

type WithExercise = ImportedLesson & { exercise: ExercisePart }

/** Returns the lessons whose exercises can be proved: exercises with code. Servers do not prove web pages. */
export function provableLessons({ modules }: Pick<ImportPayload, 'modules'>): WithExercise[] {
  return modules
    .flatMap(({ lessons }) => lessons)
    .filter(
      (lesson): lesson is WithExercise =>
        lesson.exercise !== undefined && lesson.exercise.language !== 'PAGE',
    )
}

/**
 * Proves the exercises of a course one after another, as the server does after the import (rules/exercises#proof).
 *
 * @param options.onProgress is called before each exercise
 * @param options.signal ends the work between two exercises; its reason is thrown
 */
export async function proveExercises(
  course: Pick<ImportPayload, 'modules'>,
  run: Run,
  options: {
    onProgress?: (progress: { done: number; total: number }) => void
    signal?: AbortSignal
  } = {},
): Promise<ProofReport> {
  const lessons = provableLessons(course)
  const issues: ImportIssue[] = []
  for (const [done, { source_path, exercise }] of lessons.entries()) {
    options.signal?.throwIfAborted()
    options.onProgress?.({ done, total: lessons.length })
    const { language, tests, hidden, time_ms } = exercise
    const judged = { language: language === 'TS' ? 'TS' : 'JS', tests, hidden, time_ms } as const
    const [first] = await prove(judged, exercise, run)
    if (!first) continue
    const message = kindOf(first)
    issues.push({
      path: source_path,
      message,
      ...(message !== first.message && { about: placed(first) }),
    })
  }
  return { proved: lessons.length - issues.length, total: lessons.length, issues }
}

/** Returns a message without the details of a problem, so that problems of the same kind have the same message. */
function kindOf({ file, message }: ProofProblem): string {
  if (file === 'starter') return message
  if (message.includes('did not finish within'))
    return 'The solution takes longer than the time limit.'
  if (message.startsWith('“')) return 'The solution fails a test.'
  if (file === 'solution') return 'The solution takes more than half of the time limit.'
  return 'The tests or the solution do not run.'
}

function placed({ file, line, message }: ProofProblem): string {
  if (file === 'solution') return message
  return `${line === null ? file : `${file}:${line}`} ${message}`
}
