import { markdown } from '../markdown'

/**
 * Loads the page of an assignment, and with it the renderer of its brief. It is a file of its own, so that other lessons
 * do not carry the names of all its parts.
 */
export async function loadAssignment() {
  const [part] = await Promise.all([import('./assignment-lesson'), markdown.fetch()])
  return part
}
