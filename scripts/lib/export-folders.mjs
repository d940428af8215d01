import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function exportFolders() {
  return runMain(async () => {
    installWhatIsMissing()
    const { runExport } = await load('scripts/export-courses/main.ts')
    process.exitCode = await runExport(process.argv.slice(2), process.env)
  })
}
