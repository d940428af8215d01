import type { TestDatabase } from '../../../supabase/tests/database'

/** A sample value for each type. */
const SAMPLES: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  timestamptz: 'now()',
  date: 'current_date',
  bytea: `decode(repeat('ab', 32), 'hex')`,
  jsonb: `'{}'`,
  text: `'a'`,
  bool: 'true',
  int4: '1',
  int8: '1',
}

/** Values for columns that a check or a key restricts, by table. */
const RESTRICTED_VALUES: Record<string, Record<string, string>> = {
  'private.behind_people': {
    cohort_id: '(select cohort_id from public.cohort_members order by 1 limit 1)',
    user_id: '(select user_id from public.cohort_members order by cohort_id limit 1)',
  },
  'public.cohort_dues': { day: '3' },
  'public.exercise_drafts': {
    user_id: '(select id from public.profiles limit 1)',
    files: `'[{"path": "a.js", "text": ""}]'`,
  },
}

/** Adds a row to every table of `public` and `private` that is empty. */
export async function fillEmptyTables(db: TestDatabase): Promise<void> {
  const tables = (await db.owner(`
    select format('%I.%I', n.nspname, r.relname) as name, jsonb_object_agg(a.attname, coalesce((
        select format('(select %I from %s limit 1)', k.attname, f.confrelid::regclass)
        from pg_constraint f join pg_attribute k on k.attrelid = f.confrelid and k.attnum = f.confkey[1]
        where f.conrelid = r.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1),
      (select quote_literal(known[1])
        from pg_constraint f, regexp_match(pg_get_constraintdef(f.oid), '= ANY \\(\\(?ARRAY\\[''(\\w+)''') known
        where f.conrelid = r.oid and f.contype = 'c' and f.conkey = array[a.attnum] and known is not null limit 1),
      t.typname)) as columns
    from pg_class r join pg_namespace n on n.oid = r.relnamespace
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and a.attnotnull and not a.atthasdef and a.attidentity = ''
    join pg_type t on t.oid = a.atttypid
    where n.nspname in ('public', 'private') and r.relkind = 'r' group by n.nspname, r.relname order by 1`)) as {
    name: string
    columns: Record<string, string>
  }[]
  for (const { name, columns } of tables) {
    if ((await db.owner(`select from ${name} limit 1`)).length > 0) continue
    const values = Object.entries(columns).map(([column, type]): [string, string] => [
      column,
      /^[(']/.test(type) ? type : type.startsWith('_') ? `'{}'` : (SAMPLES[type] ?? 'null'),
    ])
    const all = { ...Object.fromEntries(values), ...RESTRICTED_VALUES[name] }
    await db.owner(
      `insert into ${name} (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`,
    )
  }
}
