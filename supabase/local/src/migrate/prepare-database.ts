import { applyBase } from './base'
import { closeReopened } from './close-reopened'
import { toSql } from './grants'
import { migrate } from './migrate'
import { seed } from './seed'

/**
 * Brings a new or existing database to this version of the project: base, migrations, grants and, if it is
 * new, seeds. Nothing may use the database before.
 *
 * @param options.superuserUrl address for the superuser
 * @param options.url address for the role `postgres`
 * @param options.seeds `[db.seed] sql_paths` of config.toml
 * @param options.log gets a line for each step that changed something
 * @param options.say gets a line for the person who waits, when a migration takes long
 * @returns facts for the person who starts the backend, one sentence each
 * @throws PlainError with a sentence if it is not possible
 */
export async function prepareDatabase(options: {
  superuserUrl: string
  url: string
  supabaseDir: string
  seeds: string[]
  log: (line: string) => void
  say?: (line: string) => void
}): Promise<string[]> {
  const { superuserUrl, url, supabaseDir, seeds, log, say } = options
  await applyBase(superuserUrl)
  for (const name of await migrate({ url, supabaseDir, say })) log(`Applied ${name}`)
  const closed = await closeReopened({ url, supabaseDir })
  for (const grant of closed) log(`Took back: ${toSql('revoke', grant)}`)
  for (const name of await seed({ url, supabaseDir, paths: seeds })) log(`Seeded ${name}`)
  const things = new Set(closed.filter(({ ahead }) => ahead === '').map(({ on }) => on))
  if (things.size === 0) return []
  return [
    `An earlier version had opened tables and functions of this data to everybody who could reach it: ${things.size} ` +
      'of them are closed again, and backend.log names them.',
  ]
}
