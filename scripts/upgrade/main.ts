import type pg from 'pg'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import { isDataDir } from '../../supabase/local/src/lock/data-dir'
import { lockHolder } from '../../supabase/local/src/lock/lock'
import { PlainError } from '../../supabase/local/src/plain-error'
import { type CommandContext, runBackup } from '../backup/main'
import { openSource } from '../backup/project'
import { migrationsOf } from '../backup/tables'
import { localMigrations } from '../backup/version'
import { upgrade } from './upgrade'

const HELP = `npm run upgrade -- --check                  says what this version changes in the product on this machine
npm run upgrade -- <folder>                 makes a backup in a new folder, and starts this version on the data
npm run upgrade -- --production --check     the same for the project that .env.production names
npm run upgrade -- --production <folder>    maintenance mode on, backup, npm run deploy, maintenance mode off; --yes asks
                                            nothing`

/** The functions and settings that an upgrade needs from its environment. */
interface Machine extends CommandContext {
  agrees(question: string): Promise<boolean>
  /** Runs this version on the data of this machine. */
  start(): Promise<void>
  /**
   * Updates the named project to this version or, with `--check`, lists what is missing. Returns whether nothing is
   * missing.
   */
  deploy(...options: string[]): Promise<boolean>
}

/** `npm run upgrade`. @throws PlainError with the state after a failure */
export async function runUpgrade(args: string[], machine: Machine): Promise<void> {
  const [path, ...more] = args.filter((arg) => !arg.startsWith('--'))
  const options = args.filter((arg) => arg.startsWith('--'))
  const check = options.includes('--check')
  const known = ['--check', '--production', '--yes']
  const unknown = options.some((option) => !known.includes(option))
  if (unknown || more.length > 0 || check === (path !== undefined)) throw new PlainError(HELP)
  if (options.includes('--production')) await upgradeProject(path, machine, options)
  else await upgradeHere(path, machine)
}

/**
 * Upgrades the data on this machine. The start of the newer version migrates the data, so only a backup is made
 * before it.
 */
async function upgradeHere(path: string | undefined, machine: Machine) {
  const { dataDir, say, start } = machine
  if (!isDataDir(dataDir)) {
    throw new PlainError(`${dataDir} has no data, so npm start begins with this version.`)
  }
  const env = { ...machine.env, DATABASE_URL: '', VITE_SUPABASE_URL: '', SUPABASE_URL: '' }
  const source = await openSource(env, { dataDir })
  const applied = await migrationsOf(source.client).finally(source.close)
  say(describeDifference(applied ?? []))
  if (path === undefined) return
  if (await lockHolder(dataDir)) {
    throw new PlainError('Stop the product with Ctrl-C first, and run this again.')
  }
  await runBackup([path], { ...machine, env })
  say(`If this version does not start, the way back is in docs/backup.md#go-back.`)
  await start()
}

async function upgradeProject(path: string | undefined, machine: Machine, options: string[]) {
  const { env, say, deploy } = machine
  const database = env.DATABASE_URL ?? ''
  const onDatabase = async <T>(act: (client: pg.Client) => Promise<T>) => {
    const client = await connectDatabase(database)
    return act(client).finally(() => client.end())
  }
  const state = async () => describeDifference((await onDatabase(migrationsOf)) ?? [])
  say(await state())
  if (path === undefined) {
    // The exit code is that of `npm run deploy -- --check`, so that scripts can use either command.
    if (!(await deploy('--check'))) process.exitCode = 1
    return
  }
  await upgrade({
    isDone: () => deploy('--check'),
    agrees: options.includes('--yes') ? async () => true : machine.agrees,
    maintain: (on) => onDatabase((client) => maintain(client, on)),
    backup: () => runBackup([path], machine),
    deploy: () => deploy('--yes'),
    state,
    say,
  })
}

/** Turns maintenance mode on or off, as an administrator does in Settings, and returns whether it was on. */
export async function maintain(client: pg.ClientBase, on: boolean): Promise<boolean> {
  const { rows } = await client.query<{ before: boolean }>(
    `with earlier as (select maintenance_mode from public.settings)
     update public.settings set maintenance_mode = $1 returning (select maintenance_mode from earlier) as before`,
    [on],
  )
  return rows[0]?.before ?? false
}

/** Describes how the applied migrations differ from the migrations of this version. */
export function describeDifference(applied: string[], wanted = localMigrations()): string {
  const missing = wanted.filter((name) => !applied.includes(name))
  const more = applied.filter((name) => !wanted.includes(name))
  const lacks = missing.length > 0 ? ` It lacks ${missing.length}: ${missing.join(', ')}.` : ''
  const newer =
    more.length > 0 ? ` It has ${more.length} that this version lacks: ${more.join(', ')}.` : ''
  return `The database has ${wanted.length - missing.length} of the ${wanted.length} migrations of this version.${lacks}${newer}`
}
