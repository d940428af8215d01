import { applyBase } from './base'
import { migrate } from './migrate'
import { replaceSquashed } from './replace-squashed'
import { seed } from './seed'

/**
 * Brings a new or existing database to this version of the project: base, migrations and, if it is new, seeds. Nothing may use the database before.
 *
 * @param options.superuserUrl address for the superuser
 * @param options.url address for the role `postgres`
 * @param options.seeds `[db.seed] sql_paths` of config.toml
 * @param options.log gets a line for each step that changed something
 * @param options.say gets a line for the person who waits, when a migration takes long
 * @throws PlainError with a sentence if it is not possible
 */
export async function prepareDatabase(options: {
  superuserUrl: string
  url: string
  supabaseDir: string
  seeds: string[]
  log: (line: string) => void
  say?: (line: string) => void
}): Promise<void> {
  const { superuserUrl, url, supabaseDir, seeds, log, say } = options
  await applyBase(superuserUrl)
  await replaceSquashed({ url, supabaseDir })
  for (const name of await migrate({ url, supabaseDir, say })) log(`Applied ${name}`)
  for (const name of await seed({ url, supabaseDir, paths: seeds })) log(`Seeded ${name}`)
}
