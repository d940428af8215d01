import { markdown } from '../markdown'

/**
 * Loads the page of an exercise and, in parallel, the renderer of its brief. It is a module of its own, so that the
 * code of other lessons does not contain the list of all the files that the page needs.
 */
export async function loadExercise() {
  const [part] = await Promise.all([import('./exercise-lesson'), markdown.fetch()])
  return part
}
