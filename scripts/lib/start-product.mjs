import process from 'node:process'
import { buildWhatChanged } from './build.mjs'
import { greeting } from './greeting.mjs'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function startProduct() {
  return runMain(async () => {
    installWhatIsMissing()
    const { backendEnvironment, runBackend } = await load('supabase/local/src/cli.ts')
    // A wrong setting is better told before minutes of building than after.
    backendEnvironment(process.env)
    buildWhatChanged()
    await runBackend({ greet: greeting })
  })
}
