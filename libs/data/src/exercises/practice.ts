import { localStore } from '../device/store'
import { PRACTICE_KEY } from '../session/clear-device'
import type { ExerciseFile } from './exercise-part'

/**
 * Returns a person's files in the order of the exercise. Adds the files that were added to the exercise since, and puts
 * the files that it no longer has last.
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

/** Returns how many runs of an exercise have failed on this device since the person signed in. */
export function failuresHere(person: string, lessonId: string): number {
  const stored = Number(localStore.getItem(keyOf(person, lessonId)))
  return Number.isInteger(stored) && stored > 0 ? stored : 0
}

/** Counts a run that failed in this browser. Hints appear by this number (rules/exercises#hints). */
export function countFailure(person: string, lessonId: string): void {
  localStore.setItem(keyOf(person, lessonId), String(failuresHere(person, lessonId) + 1))
}

const keyOf = (person: string, lessonId: string) => `${PRACTICE_KEY}${person}:${lessonId}`
