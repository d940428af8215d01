import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './install.mjs'
import { load } from './load.mjs'
import { root } from './root.mjs'

const schemaDir = 'supabase/schema'

/**
 * Writes what is made from the migrations, or with `--check` says where it does not fit them.
 *
 * @param {string[]} args
 */
export async function generateTypes(args) {
  installWhatIsMissing('all')
  const { generate } = await load('scripts/schema/generate.ts')
  const wanted = await generate(schemaDir)
  const odd = [...wanted].filter(([name, text]) => read(name) !== text).map(([name]) => name)
  const left = existing().filter((name) => !wanted.has(name))
  if (!args.includes('--check')) {
    for (const name of left) rmSync(join(root, name))
    for (const name of odd) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), wanted.get(name))
    }
    console.log(`Wrote ${odd.length} of ${wanted.size} files.`)
    return
  }
  const wrong = [...odd, ...left]
  if (wrong.length > 0) {
    console.error(
      `These files do not match the migrations: ${wrong.join(', ')}. Run npm run gen:types.`,
    )
    process.exit(1)
  }
  console.log(`${wanted.size} files match the schema.`)
}

/** Line ends as the checkout has them do not count. */
function read(name) {
  const file = join(root, name)
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : null
}

function existing() {
  const dir = join(root, schemaDir)
  return existsSync(dir) ? readdirSync(dir).map((name) => `${schemaDir}/${name}`) : []
}
