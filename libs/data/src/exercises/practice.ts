import { localStore } from '../device/store'
import { PRACTICE_KEY } from '../session/clear-device'
import type { ExerciseFile } from './exercise-part'

/**
 * Returns a person's files in the order of the exercise. Files that were added to the exercise since are added, and
 * files that the exercise no longer contains come last.
 */
export function codeWith(
  starter: readonly ExerciseFile[],
  own: readonly ExerciseFile[],
): ExerciseFile[] {
  const isIn = (files: readonly ExerciseFile[], path: string) =>
    files.some((file) => file.path === path)
  return [
    ...starter.map((file) => own.find(({ path }) => path === file.path) ?? file),
    ...own.filter(({ path }) => !isIn(starter, path)),
  ]
}

/** Returns how many runs of an exercise have failed in this browser since the person signed in. */
export function failuresHere(person: string, lessonId: string): number {
  const stored = Number(localStore.getItem(keyOf(person, lessonId)))
  return Number.isInteger(stored) && stored > 0 ? stored : 0
}

/** Counts a failed run in this browser. Hints appear after a number of failed runs (rules/exercises#hints). */
export function countFailure(person: string, lessonId: string): void {
  localStore.setItem(keyOf(person, lessonId), String(failuresHere(person, lessonId) + 1))
}

const keyOf = (person: string, lessonId: string) => `${PRACTICE_KEY}${person}:${lessonId}`
