import { greeting } from './greeting.mjs'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function developProduct() {
  return runMain(async () => {
    installWhatIsMissing()
    const { runBackend } = await load('supabase/local/src/cli.ts')
    const { openDevApps } = await load('scripts/lib/dev-apps.ts')
    await runBackend({ greet: greeting, openApps: openDevApps })
  })
}
