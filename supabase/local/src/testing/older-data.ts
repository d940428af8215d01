import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const projectDir = fileURLToPath(new URL('../../../', import.meta.url))

/** All seeds but the audit records, whose seed calls functions of later migrations. */
export const SEEDS = ['./seed.sql', ...[1, 2, 3, 4, 5].map((tens) => `./seeds/${tens}*.sql`)]

/** Returns the rows of one statement. */
export async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Returns every row as text, by table, in a fixed order. @param instead queries that replace those of some tables; null
 * leaves a table out
 */
export async function contentOf(
  url: string,
  instead: Readonly<Record<string, string | null>> = {},
): Promise<Record<string, string[]>> {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const from = instead[name] === undefined ? name : instead[name]
    if (from === null) continue
    const rows = await ask<{ row: string }>(url, `select to_jsonb(t)::text as row from ${from} t`)
    content[name] = rows.map(({ row }) => row).sort()
  }
  return content
}
