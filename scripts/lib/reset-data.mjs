import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function resetData() {
  return runMain(async () => {
    installWhatIsMissing()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { reset } = await load('supabase/local/src/reset.ts')
    const { dataDir } = backendEnvironment(process.env)
    const deleted = await reset(dataDir)
    if (deleted.length === 0) console.log(`There was no data in ${dataDir}.`)
    else console.log(`Deleted from ${dataDir}: ${deleted.join(', ')}. npm start begins afresh.`)
  })
}
