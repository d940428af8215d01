import { buildWhatChanged } from './build.mjs'
import { greeting } from './greeting.mjs'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function startProduct() {
  return runMain(async () => {
    installWhatIsMissing()
    buildWhatChanged()
    const { runBackend } = await load('supabase/local/src/cli.ts')
    await runBackend({ greet: greeting })
  })
}
