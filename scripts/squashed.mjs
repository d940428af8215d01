// node scripts/squashed.mjs applied|reverted: prints the versions for `supabase migration repair` after migrations
// were merged.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './lib/root.mjs'

const { baseline, replaced } = JSON.parse(
  readFileSync(join(root, 'supabase/local/src/migrate/squashed.json'), 'utf8'),
)
const versions = {
  reverted: Object.keys(replaced),
  applied: readdirSync(join(root, 'supabase/migrations'))
    .map((name) => name.slice(0, 14))
    .filter((version) => version <= baseline),
}
const [which] = process.argv.slice(2)
if (!Object.hasOwn(versions, which ?? '')) {
  console.error('Say which: applied or reverted.')
  process.exit(1)
}
console.log(versions[which].join(' '))
