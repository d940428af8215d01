// Part of npm test: migrations are only added, each after all that were there before. A hosted project
// takes one of two with one number, and passes over one that sorts before what it has applied.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { misplaced } from './lib/misplaced-migrations.mjs'
import { root } from './lib/root.mjs'

const folder = 'supabase/migrations'
const names = readdirSync(join(root, folder)).sort()
const problems = misplaced(names, landings())
for (const problem of problems) console.log(problem)
if (problems.length === 0) console.log(`${names.length} migrations, each after those before it.`)
process.exit(problems.length > 0 ? 1 : 0)

/** The names that came to this branch together, the oldest first; one group without a history. */
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
