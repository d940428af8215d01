import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function callFunctions() {
  return runMain(async () => {
    installWhatIsMissing()
    const { checkFunctions } = await load('scripts/check-functions/main.ts')
    process.exit(await checkFunctions(process.argv.slice(2)))
  })
}
