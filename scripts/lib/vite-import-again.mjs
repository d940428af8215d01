import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Matches `import('./bin-1a2b.js')`, as built files contain it. */
const IMPORT = /\bimport\((["'`]\.\/[\w.-]+\.js["'`])\)/g

/**
 * Vite plugin: a failed import of a code file is requested once more at another address. Until 2026, every browser
 * remembered a failed import until the page was closed, so "Try Again" alone could not succeed.
 *
 * @returns {import('vite').Plugin}
 */
export default function importAgain() {
  return {
    name: 'rookies:import-again',
    apply: 'build',
    // The plugin changes the written files, because Vite itself has to read the imports first to load their style
    // sheets.
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
