import { OF_OURS, OUR_FUNCTIONS, OUR_SCHEMAS, RELATIONS, relation, things, unionAll } from './thing'

const comment = (what: string, text: string, from: string) =>
  things(
    {
      name: `'comment on ' || ${what}`,
      body: text,
      make: `format('comment on %s is %L', ${what}, ${text})`,
      drop: `format('comment on %s is null', ${what})`,
    },
    `${from} and ${text} is not null`,
  )

/** The comments on tables, columns, types, functions and policies. */
export const COMMENTS = unionAll(
  comment(relation, `obj_description(t.oid, 'pg_class')`, `${RELATIONS} where true`),
  comment(
    `'column ' || t.full_name || '.' || quote_ident(a.attname)`,
    'col_description(t.oid, a.attnum)',
    `${RELATIONS} join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped where true`,
  ),
  comment(
    `'type ' || t.oid::regtype`,
    `obj_description(t.oid, 'pg_type')`,
    `pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname in ${OUR_SCHEMAS}`,
  ),
  comment(
    `'function ' || p.oid::regprocedure`,
    `obj_description(p.oid, 'pg_proc')`,
    `${OUR_FUNCTIONS} where ${OF_OURS}`,
  ),
  comment(
    `format('policy %I on %I.%I', o.polname, n.nspname, c.relname)`,
    `obj_description(o.oid, 'pg_policy')`,
    `pg_policy o join pg_class c on c.oid = o.polrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private', 'storage')`,
  ),
)
