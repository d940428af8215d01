import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './root.mjs'

/**
 * Returns what a browser fetches before it can show a screen, according to Vite's manifest: the entry, the chunks of
 * the screen, and all their static imports.
 *
 * @param {string} app folder of the app
 * @param {RegExp[]} screens sources of the lazy chunks that the screen needs
 * @returns {{ js: number, css: number, files: string[] }} gzipped bytes, and the files counted
 */
export function weigh(app, screens) {
  const dist = join(root, app, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const keys = Object.keys(manifest)
  const starts = keys.filter((key) => manifest[key].isEntry)
  for (const screen of screens) {
    const found = keys.filter((key) => screen.test(key))
    if (found.length === 0) throw new Error(`${app} has no chunk that matches ${screen}`)
    starts.push(...found)
  }
  const seen = new Set()
  const files = new Set()
  const styles = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    if (chunk.file.endsWith('.css')) styles.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  starts.forEach(visit)
  const size = (names) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0)
  return { js: size(files), css: size(styles), files: [...files] }
}

/**
 * @param {string} app folder of the app
 * @param {string} name file of its build
 * @returns {number} gzipped bytes
 */
export function weighFile(app, name) {
  return gzipSync(readFileSync(join(root, app, 'dist', name))).length
}
