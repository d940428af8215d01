import pg from 'pg'
import { differences } from '../catalogue/differences'
import { catalogueOfMigrations } from '../catalogue/of-migrations'
import { readCatalogue } from '../catalogue/read-catalogue'
import { PlainError } from '../plain-error'
import { readMigrations, record } from './migrations'
import squashed from './squashed.json'

/** The last version before the migrations of `squashed.json` were replaced. It applies all of them. */
const BEFORE = '8a11b125'
const REPLACED: Readonly<Record<string, string>> = squashed.replaced
const SHOWN = 5

/** Whether this is the version of a migration that was replaced. */
export const isReplaced = (version: string): boolean => version in REPLACED

/** Whether this is one of the migrations that stand for the replaced ones. */
const isBaseline = (version: string): boolean => version <= squashed.baseline

/**
 * Replaces the record of the migrations that were squashed by the record of those that stand for them, in one transaction.
 * Nothing else changes, because both make the same database; this is checked before. A database without any of them is
 * left as it is.
 *
 * @param options.url address for the role `postgres`
 * @throws PlainError if the database has only a part of them, or others, or is not what they make
 */
export async function replaceSquashed({ url, supabaseDir }: Options): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('supabase_migrations.checksums') is not null as there`,
    )
    if (!rows[0]?.there) return
    if (!(await recorded(client)).some(({ version }) => isReplaced(version))) return
    await client.query('begin')
    // Another process may do the same.
    await client.query('lock table supabase_migrations.schema_migrations in exclusive mode')
    await replace(client, supabaseDir)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

interface Options {
  url: string
  supabaseDir: string
}

async function replace(client: pg.Client, supabaseDir: string): Promise<void> {
  const rows = await recorded(client)
  const there = rows.filter(({ version }) => isReplaced(version))
  if (there.length === 0) return
  checkWhole(there)
  await checkSame(client, supabaseDir, rows.at(-1)?.version ?? '')
  await client.query('delete from supabase_migrations.schema_migrations where version = any ($1)', [
    Object.keys(REPLACED),
  ])
  for (const one of readMigrations(supabaseDir)) {
    if (isBaseline(one.version)) await record(client, one)
  }
}

interface Row {
  version: string
  sha256: string | null
}

async function recorded(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select m.version, c.sha256 from supabase_migrations.schema_migrations m
     left join supabase_migrations.checksums c using (version) order by m.version`,
  )
  return rows
}

function checkWhole(there: readonly Row[]): void {
  const all = Object.keys(REPLACED).length
  const other = there.find(({ version, sha256 }) => sha256 !== REPLACED[version])
  if (other) {
    throw new PlainError(
      `This data was made by Rookies of 22 November 2026 or before, with another migration ${other.version}. ` +
        'Nothing in it was changed now. docs/older-data.md says how to bring it along.',
    )
  }
  if (there.length < all) {
    throw new PlainError(
      `This data has ${there.length} of the ${all} migrations that were replaced in December 2026. ` +
        `Nothing in it was changed now. Open it once with the version before: git checkout ${BEFORE}, npm install, npm start. ` +
        'Then start this version again (docs/older-data.md).',
    )
  }
}

/** Leaves out things that somebody added to the database. */
async function checkSame(client: pg.Client, supabaseDir: string, last: string): Promise<void> {
  const upTo = isBaseline(last) ? squashed.baseline : last
  const wanted = await catalogueOfMigrations({ supabaseDir, last: upTo })
  const other = differences(wanted, wanted, await readCatalogue(client)).filter(
    (difference) => difference.wanted !== null,
  )
  if (other.length === 0) return
  const names = other.slice(0, SHOWN).map(({ wanted: thing }) => thing?.name)
  throw new PlainError(
    `This data is not what its migrations made, so they cannot be replaced by newer ones: ${names.join(', ')}` +
      `${other.length > SHOWN ? `, and ${other.length - SHOWN} more` : ''}. Nothing in it was changed now. ` +
      `Somebody changed the database by hand: take that back with the version before (git checkout ${BEFORE}), whose npm run doctor says how.`,
  )
}
