import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function giveAdmin() {
  return runMain(async () => {
    const [email, ...more] = process.argv.slice(2)
    if (!email?.includes('@') || more.length > 0) {
      console.error('Say who becomes an administrator: npm run admin -- person@example.org')
      process.exit(1)
    }
    installWhatIsMissing()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { findDatabase, makeAdmin } = await load('supabase/local/src/make-admin.ts')
    const { dataDir } = backendEnvironment(process.env)
    const database = await findDatabase(process.env.DATABASE_URL, dataDir)
    console.log(await makeAdmin(database, email))
  })
}
