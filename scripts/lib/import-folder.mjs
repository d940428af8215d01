import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function importFolder() {
  return runMain(async () => {
    installWhatIsMissing()
    const { runImport } = await load('scripts/import-course/main.ts')
    process.exitCode = await runImport(process.argv.slice(2), process.env)
  })
}
