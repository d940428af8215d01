// Part of npm test: checks that migrations are only added, each after all earlier ones. A hosted project applies only
// one of two migrations with the same number, and skips a migration that sorts before those that it has applied.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { misplaced } from './lib/misplaced-migrations.mjs'
import { root } from './lib/root.mjs'

const folder = 'supabase/migrations'
const names = readdirSync(join(root, folder)).sort()
/** Migrations that replace older ones, and have their position in the order. */
const { baseline } = JSON.parse(
  readFileSync(join(root, 'supabase/local/src/migrate/squashed.json'), 'utf8'),
)
const isBaseline = (name) => name.slice(0, 14) <= baseline
const later = landings().map((group) => group.filter((name) => !isBaseline(name)))
const problems = misplaced(names, [names.filter(isBaseline), ...later])
for (const problem of problems) console.log(problem)
if (problems.length === 0) console.log(`${names.length} migrations, each after those before it.`)
process.exit(problems.length > 0 ? 1 : 0)

/**
 * Returns groups of migrations that were added to this branch together, oldest first; one group if git has no
 * history.
 */
function landings() {
  const log = git(
    ...['log', '--first-parent', '--diff-merges=first-parent', '--reverse', '--no-renames'],
    ...['--diff-filter=A', '--name-only', '--format=%x00', '--', folder],
  )
  return log.split('\0').map((commit) => {
    const paths = commit.split('\n').filter(Boolean)
    return paths.map((path) => path.slice(folder.length + 1))
  })
}

function git(...args) {
  const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return run.status === 0 ? run.stdout : ''
}
