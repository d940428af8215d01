import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../../supabase/local/src/migrate/migrations'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the migrations of this repository, as version_name. */
export const localMigrations = (supabaseDir = `${root}supabase`): string[] =>
  readMigrations(supabaseDir).map(({ version, title }) => `${version}_${title}`)

/**
 * Returns a commit with exactly these migrations: the current one, or the last one before the first migration that a
 * project lacks. Null if there is no such commit, or git does not know it.
 */
export function commitWith(applied: readonly string[]): string | null {
  const here = localMigrations()
  if (applied.some((name) => !here.includes(name))) return null
  const missing = here.filter((name) => !applied.includes(name))
  if (missing.length === 0) return git('rev-parse', 'HEAD')
  const files = missing.map((name) => `supabase/migrations/${name}.sql`)
  // For a migration that came by a merge, git reports the merge commit.
  const added = ['log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--reverse']
  const [first] = git(...added, '--', ...files)?.split('\n') ?? []
  return first ? git('rev-parse', '--verify', `${first}^`) : null
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
