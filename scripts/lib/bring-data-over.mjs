import { resolve } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'

export function bringDataOver() {
  return runMain(async () => {
    const [from, ...more] = process.argv.slice(2)
    if (!from || from.startsWith('-') || more.length > 0) {
      console.error('Say which folder holds the data: npm run bring-over -- .rookies-old')
      process.exit(1)
    }
    installWhatIsMissing()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { bringOver } = await load('supabase/local/src/bring-over.ts')
    const { dataDir } = backendEnvironment(process.env)
    const brought = await bringOver({ from: resolve(from), to: dataDir })
    for (const { table, rows } of brought) console.log(`${String(rows).padStart(9)}  ${table}`)
    console.log(
      `Brought over into ${dataDir}. ${from} is as it was; npm start opens the new folder.`,
    )
  })
}
