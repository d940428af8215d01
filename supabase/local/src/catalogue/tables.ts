import {
  adviceToRun,
  notOfExtension,
  OUR_SCHEMAS,
  RELATIONS,
  relation,
  rowSecurity,
  things,
  unionAll,
} from './thing'

export const TABLES = unionAll(
  things(
    {
      name: relation,
      body: `case when t.relkind in ('v', 'm') then md5(pg_get_viewdef(t.oid)) end`,
      drop: `'Drop it, or move it to a schema that the API does not show: alter ' || t.word || ' ' || t.full_name || ' set schema …'`,
      source: `'create ' || t.word || ' ' || t.full_name || ' '`,
    },
    RELATIONS,
  ),
  rowSecurity(`${RELATIONS} where t.relkind in ('r', 'p')`, relation),
  things(
    {
      name: relation,
      aspect: `'owner'`,
      state: 'pg_get_userbyid(t.relowner)',
      mend: adviceToRun(
        `format('alter %s %s owner to %I', t.word, t.full_name, pg_get_userbyid(t.relowner))`,
      ),
    },
    RELATIONS,
  ),
  things(
    {
      name: relation,
      aspect: `'security_invoker'`,
      state: `coalesce((select option_value from pg_options_to_table(t.reloptions) where option_name = 'security_invoker'), 'false')`,
      mend: adviceToRun(
        `format('alter view %s set (security_invoker = %s)', t.full_name,
          coalesce((select option_value from pg_options_to_table(t.reloptions) where option_name = 'security_invoker'), 'false'))`,
      ),
    },
    `${RELATIONS} where t.relkind = 'v'`,
  ),
)

export const COLUMNS = things(
  {
    name: `'column ' || t.full_name || '.' || quote_ident(a.attname)`,
    state: `concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case when a.attidentity <> '' then 'identity' end, case when a.attgenerated <> '' then 'generated' end,
      'default ' || pg_get_expr(d.adbin, d.adrelid))`,
    drop: adviceToRun(`format('alter table %s drop column %I', t.full_name, a.attname)`),
    source: `'create table ' || t.full_name || ' '`,
  },
  `${RELATIONS} join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum`,
)

export const TYPES = things(
  {
    name: `'type ' || t.oid::regtype`,
    state: `coalesce((select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), t.typtype::text)`,
    drop: adviceToRun(`'drop type ' || t.oid::regtype`),
    source: `'create type ' || t.oid::regtype || ' '`,
  },
  `pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${OUR_SCHEMAS} and t.typtype in ('e', 'd', 'r') and ${notOfExtension('t.oid', 'pg_type')}`,
)

/** Includes schemas that are not ours, because a policy there can give access that our policies do not give. */
export const POLICIES = things(
  {
    name: `format('policy %I on %I.%I', p.policyname, p.schemaname, p.tablename)`,
    state: `lower(p.permissive) || ' for ' || lower(p.cmd) || ' to ' || array_to_string(p.roles, ', ')`,
    body: `md5(coalesce(p.qual, '') || ' with check ' || coalesce(p.with_check, ''))`,
    mend: adviceToRun(`format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename)`),
    drop: adviceToRun(`format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename)`),
    source: `format('create policy %I on %I.%I ', p.policyname, p.schemaname, p.tablename)`,
  },
  `pg_policies p where p.schemaname in ('public', 'private', 'storage', 'auth', 'realtime')`,
)
