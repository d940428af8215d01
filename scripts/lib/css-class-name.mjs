import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { root } from './root.mjs'

/**
 * Names CSS classes for Vite's `css.modules.generateScopedName`. All classes of a file have the same suffix, which
 * compresses better than Vite's own names with line numbers.
 *
 * @param {string} name of the class
 * @param {string} file that has it
 */
export function cssClassName(name, file) {
  const mark = createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, 4)
  return `${name}_${mark}`
}
