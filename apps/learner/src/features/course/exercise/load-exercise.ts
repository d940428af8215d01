import { markdown } from '../markdown'

/**
 * Loads the page of an exercise and, in parallel, the renderer of its brief. This is a separate module, so that the
 * code of other lessons does not contain the list of the page's files.
 */
export async function loadExercise() {
  const [part] = await Promise.all([import('./exercise-lesson'), markdown.fetch()])
  return part
}
