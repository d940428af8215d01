import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load } from './load.mjs'
import { root } from './root.mjs'

const supabaseDir = join(root, 'supabase')

/**
 * Writes the TypeScript types of the schema or, with `--check`, says whether the existing types are right.
 *
 * @param {string[]} args
 */
export async function generateTypes(args) {
  installWhatIsMissing('all')
  const generate = await load('scripts/schema/generate.ts')
  const wanted = await generate.generateTypes()
  const file = join(root, generate.TYPES)
  // Line endings depend on the checkout, so they are not compared.
  const fits = readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === wanted
  if (fits) console.log(`${generate.TYPES} fits the schema.`)
  else if (args.includes('--check')) {
    console.error(`${generate.TYPES} does not fit the migrations. Run npm run gen:types.`)
    process.exit(1)
  } else {
    writeFileSync(file, wanted)
    console.log(`Wrote ${generate.TYPES}.`)
  }
}

const HELP = `npm run new-migration -- name "why"   writes the migration to what supabase/schema says; the reason begins it
npm run new-migration -- --check        says whether the migrations make what the schema says
The name is lowercase words with underscores (CONTRIBUTING.md#the-schema).`

/**
 * Writes the migration from the existing migrations to `supabase/schema`, and then the types. With `--check`, only
 * says whether the migrations create what the schema does.
 *
 * @param {string[]} args a name of words with underscores, and a reason; or `--check`
 */
export async function runNewMigration(args) {
  const [name = '', why, ...more] = args
  if (name === '--help') return console.log(HELP)
  if (more.length > 0 || (name !== '--check' && !/^[a-z][a-z0-9_]{0,60}$/.test(name))) {
    console.error(HELP)
    process.exit(1)
  }
  installWhatIsMissing('all')
  const { newMigration, schemaDifferences } = await load('scripts/schema/new-migration.ts')
  if (name === '--check') {
    const differences = await schemaDifferences(supabaseDir)
    if (differences.length === 0) return console.log('The migrations make what the schema says.')
    for (const one of differences) console.error(one)
    console.error('Run npm run new-migration -- a_name "why", or correct the schema.')
    process.exit(1)
  }
  const { releasedIn } = await load('scripts/lib/released-in.ts')
  const own = readdirSync(join(supabaseDir, 'migrations'))
    .filter((file) => file.slice(15) === `${name}.sql`)
    .map((file) => `supabase/migrations/${file}`)
    .find((path) => !releasedIn(root, path))
  if (own) {
    console.error(
      `${own} is there already, and only you have it. Delete it to write it again, or choose another name.`,
    )
    process.exit(1)
  }
  const { files, byHand } = await newMigration(supabaseDir, name, { now: new Date(), why })
  if (files.length === 0) {
    return console.log('The migrations make what the schema says already, so nothing was written.')
  }
  for (const file of files) console.log(`Wrote ${file.slice(root.length).replaceAll('\\', '/')}.`)
  if (byHand.length === 0) return generateTypes([])
  for (const one of byHand) console.error(`By hand: ${one}`)
  console.error(
    'Put what is left into the migration. Then run npm run new-migration -- --check, and npm run gen:types.',
  )
  process.exit(1)
}
