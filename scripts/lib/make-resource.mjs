import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'
import { root } from './root.mjs'

export function runNewResource() {
  return runMain(async () => {
    installWhatIsMissing()
    const { makeResource } = await load('scripts/new-resource/main.ts')
    await makeResource(process.argv.slice(2), { root, say: (line) => console.log(line), agrees })
  })
}

/** @param {string} question */
async function agrees(question) {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} (y/N) `)).trim())
  } finally {
    lines.close()
  }
}
