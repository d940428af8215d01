import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { root } from './root.mjs'

/**
 * For Vite's `css.modules.generateScopedName`. One mark for all classes of a file compresses better than
 * Vite's own names, which add each class's line.
 *
 * @param {string} name of the class
 * @param {string} file that has it
 */
export function cssClassName(name, file) {
  const mark = createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, 4)
  return `${name}_${mark}`
}
