import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `import('./bin-1a2b.js')`, as a built file has it. */
const IMPORT = /\bimport\((["'`]\.\/[\w.-]+\.js["'`])\)/g

/**
 * Vite plugin: a file of code that does not come is asked for once more, under an address of its own. Until 2026 every
 * browser remembered for as long as a page was open that a file did not come, and no "Try Again" in it could help.
 *
 * @returns {import('vite').Plugin}
 */
export default function importAgain() {
  return {
    name: 'rookies:import-again',
    apply: 'build',
    // In the written files: before, Vite reads the imports itself, to load the style sheets that belong to them.
    async writeBundle({ dir = '.' }, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      await Promise.all(chunks.map(({ fileName }) => rewrite(join(dir, fileName))))
    },
  }
}

/** @param {string} file */
async function rewrite(file) {
  await writeFile(file, askAgain(await readFile(file, 'utf8')))
}

/** @param {string} code of a built file */
export const askAgain = (code) =>
  code.replace(IMPORT, (first, from) => `${first}.catch(()=>import(${from}+"?again="+Date.now()))`)
