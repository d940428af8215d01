import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load, runMain } from './load.mjs'
import { root } from './root.mjs'

const name = 'libs/data/src/database.gen.ts'
const file = join(root, name)

export function generateTypes() {
  return runMain(async () => {
    installWhatIsMissing()
    const types = await typesOfTheSchema()
    if (!process.argv.includes('--check')) {
      writeFileSync(file, types)
      console.log(`Wrote ${name}.`)
    } else if (existsSync(file) && readFileSync(file, 'utf8') === types) {
      console.log(`${name} fits the schema.`)
    } else {
      console.error(`${name} does not fit the schema any more. Run npm run gen:types.`)
      process.exit(1)
    }
  })
}

async function typesOfTheSchema() {
  const { openScratchDatabase } = await load('supabase/local/src/scratch-database.ts')
  const database = await openScratchDatabase()
  try {
    const cli = join(root, 'node_modules', 'supabase', 'dist', 'supabase.js')
    // sslmode: without it the CLI mixes a notice into what it writes.
    const address = `${database.url}?sslmode=disable`
    const args = ['gen', 'types', 'typescript', '--db-url', address, '--schema', 'public']
    const run = spawnSync(process.execPath, [cli, ...args], {
      // The CLI leaves notes to itself where it runs.
      cwd: database.dir,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
    })
    if (run.status === 0) return format(run.stdout)
    throw new Error(`supabase gen types failed: ${run.error ?? run.stderr}`)
  } finally {
    await database.close()
  }
}

/** In the house's form, so that a change of the schema reads as one in the history. */
function format(types) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const args = ['format', '--stdin-file-path=database.ts']
  const run = spawnSync(process.execPath, [biome, ...args], {
    cwd: root,
    encoding: 'utf8',
    input: types,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.status === 0) return run.stdout
  throw new Error(`biome format failed: ${run.error ?? run.stderr}`)
}
