import pg from 'pg'
import { openScratchDatabase } from '../scratch-database'
import { type Grant, readGrants, toSql } from './grants'

/**
 * Takes back what earlier versions of this backend gave away: they granted everything in `public` to everybody at
 * each start, so that whatever a migration made on data that was in use was open. Afterwards the roles of
 * the API hold nothing that the migrations, run in a database of their own, do not give them. Nothing is
 * given; other roles keep what they have. All or nothing, and the next start finds nothing to do.
 *
 * @param url address for the role `postgres`, with all migrations of `supabaseDir` applied
 * @returns what was taken; empty for data that was never opened
 */
export async function closeReopened(options: {
  url: string
  supabaseDir: string
}): Promise<Grant[]> {
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ reopened: boolean }>(REOPENED)
    if (!rows[0]?.reopened) return []
    const wanted = await grantsOfMigrations(options.supabaseDir)
    const held = await readGrants(client)
    const tooMuch = held.filter((grant) => !wanted.has(toSql('grant', grant)))
    await client.query('begin')
    for (const grant of tooMuch) await client.query(toSql('revoke', grant))
    // What is taken of a table is taken of its columns as well.
    for (const grant of held.filter(isOfColumn)) {
      const statement = toSql('grant', grant)
      if (wanted.has(statement)) await client.query(statement)
    }
    await client.query('commit')
    return tooMuch
  } finally {
    await client.end()
  }
}

/**
 * The first migration takes two things at once: what `public` gives to the API's roles by default, and from
 * everybody the right to call what will be made. No start gave back the second. So where that is taken and
 * the first is there, the first was given back.
 */
const REOPENED = `
  select exists (
    select from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a
    where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 'public'::regnamespace
      and a.grantee in ('anon'::regrole, 'authenticated'::regrole)
  ) and exists (
    select from pg_default_acl d
    where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 0 and d.defaclobjtype = 'f'
      and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0)
  ) as reopened`

const isOfColumn = ({ right }: Grant) => right.endsWith(')')

async function grantsOfMigrations(supabaseDir: string): Promise<Set<string>> {
  const scratch = await openScratchDatabase({ supabaseDir })
  const plan = new pg.Client({ connectionString: scratch.url })
  try {
    await plan.connect()
    return new Set((await readGrants(plan)).map((grant) => toSql('grant', grant)))
  } finally {
    await plan.end()
    await scratch.close()
  }
}
