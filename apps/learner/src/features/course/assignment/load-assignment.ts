import { markdown } from '../markdown'

/**
 * Loads the page of an assignment and, in parallel, the renderer of its brief. It is a module of its own, so that the
 * code of other lessons does not contain the list of all the files that the page needs.
 */
export async function loadAssignment() {
  const [part] = await Promise.all([import('./assignment-lesson'), markdown.fetch()])
  return part
}
