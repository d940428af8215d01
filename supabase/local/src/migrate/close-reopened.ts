import pg from 'pg'
import { openScratchDatabase } from '../scratch-database'
import { type Grant, readGrants, toSql } from './grants'

/**
 * Revokes what earlier versions of this backend granted: at each start, they granted everything in `public`
 * to all roles of the API, which opened whatever a migration had added to existing data. Afterwards those
 * roles have only the rights that the migrations grant in a new database. Nothing is granted, and other roles
 * keep their rights. The change is one transaction, and later starts find nothing to do.
 *
 * @param url address for the role `postgres`, with all migrations of `supabaseDir` applied
 * @returns the revoked rights; empty for data that was never opened
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
    // A revoke on a table applies to its columns too.
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
 * The first migration revokes both the default privileges of the API's roles in `public` and the default
 * right of all roles to call functions. The earlier starts granted only the former again, so that a database
 * with the former and without the latter was reopened.
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
