import { markdown } from '../markdown'

/**
 * Loads the page of an assignment and, in parallel, the renderer of its brief. A separate module, so that other lessons
 * do not load the list of all the files that this page needs.
 */
export async function loadAssignment() {
  const [part] = await Promise.all([import('./assignment-lesson'), markdown.fetch()])
  return part
}
