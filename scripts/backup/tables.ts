import type pg from 'pg'

/** A table to copy, with the format and the order of its rows. */
export interface Table {
  /** The name with its schema, quoted where SQL needs quotes. */
  name: string
  columns: string[]
  /** The expression by which each column is copied. */
  values: string[]
  /** The sort order, which is the same in every database, whatever its collation. */
  order: string[]
}

/**
 * The tables and columns of Auth that belong to accounts, and that hosted projects and the embedded backend share.
 * Sessions and one-time tokens are left out, so that a restore signs nobody in. Auth requires texts, not null, in the
 * columns of a pending change.
 */
const OF_ACCOUNTS: [name: string, columns: string, order: string[]][] = [
  [
    'auth.users',
    `instance_id id aud role email encrypted_password email_confirmed_at invited_at confirmation_token
     confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at
     last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at phone
     phone_confirmed_at phone_change phone_change_token phone_change_sent_at email_change_token_current
     email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at
     is_anonymous`,
    ['id'],
  ],
  [
    'auth.identities',
    'id provider_id user_id identity_data provider last_sign_in_at created_at updated_at',
    ['id'],
  ],
  [
    'auth.mfa_factors',
    'id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at',
    ['id'],
  ],
]

const NOT_AS_STORED: Record<string, string> = {
  instance_id: `coalesce(instance_id, '00000000-0000-0000-0000-000000000000')`,
  email_change: `coalesce(email_change, '')`,
  phone_change: `coalesce(phone_change, '')`,
}

const copiedAs = (column: string) =>
  NOT_AS_STORED[column] ?? (/_token(_new|_current)?$/.test(column) ? `''` : column)

const ACCOUNTS: Table[] = OF_ACCOUNTS.map(([name, list, order]) => {
  const columns = list.trim().split(/\s+/)
  return { name, columns, values: columns.map(copiedAs), order }
})

/**
 * Settings of a session for copying: no time limit, an error instead of hidden rows, and the same text for a value in
 * every database.
 */
export const SESSION = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set row_security = off; set search_path = ''; set timezone = 'UTC'; set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'`

/** Returns the tables of `public` and `private`, and the tables of Auth that belong to accounts. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  // Generated columns are left out, because the target computes them. A table without a primary key is sorted by all
  // its columns.
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, r.relname) as name, c.columns, c.columns as values, c.sorted as order
    from pg_catalog.pg_class r
    join pg_catalog.pg_namespace n on n.oid = r.relnamespace
    left join pg_catalog.pg_index i on i.indrelid = r.oid and i.indisprimary
    cross join lateral (
      select array_agg(quote_ident(a.attname) order by a.attname) as columns,
        array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
          order by array_position(i.indkey::int2[], a.attnum), a.attname)
          filter (where i.indkey is null or a.attnum = any (i.indkey)) as sorted
      from pg_catalog.pg_attribute a
      where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') c
    where n.nspname in ('public', 'private') and r.relkind = 'r'
    order by 1`)
  return [...ACCOUNTS, ...rows]
}

/** Returns the statement that copies the rows of a table out, in their order. */
export const copyOut = ({ name, values, order }: Table) =>
  `copy (select ${values.join(', ')} from ${name} order by ${order.join(', ')}) to stdout`

/** Returns the statement that copies rows in. It names the columns, whose order can differ between databases. */
export const copyIn = ({ name, columns }: Table) =>
  `copy ${name} (${columns.join(', ')}) from stdin`

/** Returns the applied migrations, as version_name. @returns undefined if no migration was ever applied */
export async function migrationsOf(client: pg.ClientBase): Promise<string[] | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const applied = await client.query<{ name: string }>(
    `select version || '_' || coalesce(name, '') as name from supabase_migrations.schema_migrations order by version`,
  )
  return applied.rows.map(({ name }) => name)
}
