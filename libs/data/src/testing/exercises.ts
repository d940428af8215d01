import type { ExerciseRun } from '../exercises/exercise-run'
import type { MyExercise, ShownExercise } from '../exercises/my-exercise'

/** An exercise with one file and one test. */
export const shownExercise: ShownExercise = {
  version: 2,
  language: 'JS',
  files: [{ path: 'main.js', text: 'export function sum(a, b) {}\n' }],
  tests: "import { sum } from './main.js'\ntest('adds', () => expect(sum(1, 2)).toBe(3))\n",
  time_ms: 500,
  hints: [{ after: 1, text: 'Return a value.' }],
  solution_after: 3,
  practice: false,
}

/** An open exercise on which the person has done nothing. */
export function anExercise(change: Partial<MyExercise> = {}): MyExercise {
  return {
    lesson_id: 'a',
    open: true,
    in_preparation: false,
    can_hand_in: true,
    can_write: true,
    shown: shownExercise,
    solution_open: false,
    looked_at: null,
    failed_runs: 0,
    passed_at: null,
    draft: null,
    runs: [],
    ...change,
  }
}

/** A run that waits for its verdict. */
export function aRun(change: Partial<ExerciseRun> = {}): ExerciseRun {
  return {
    id: 'r1',
    no: 1,
    version: 2,
    created_at: '2026-11-20T10:00:00+00:00',
    verified_at: null,
    verdict: 'PENDING',
    results: [],
    claimed: 'PASS',
    ...change,
  }
}
