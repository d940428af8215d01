import {
  adviceToRun,
  OF_OURS,
  OUR_FUNCTIONS,
  OUR_SCHEMAS,
  RELATIONS,
  things,
  unionAll,
} from './thing'

/** The body of a function without lines that are only comments, so that a changed comment needs no migration. */
const CODE = String.raw`regexp_replace(p.prosrc, '^[ \t]*--[^\n]*\n?', '', 'gn')`

export const FUNCTIONS = unionAll(
  things(
    {
      name: `'function ' || p.oid::regprocedure`,
      body: `md5(concat_ws('|', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), p.prolang, p.provolatile,
        p.proisstrict, p.proleakproof, p.proparallel, p.procost, p.prorows, ${CODE}, pg_get_function_sqlbody(p.oid)))`,
      drop: adviceToRun(`'drop routine ' || p.oid::regprocedure`),
      source: `format('function %I.%I(', n.nspname, p.proname)`,
    },
    `${OUR_FUNCTIONS} where ${OF_OURS}`,
  ),
  things(
    {
      name: `'function ' || p.oid::regprocedure`,
      aspect: `'way of running'`,
      state: `case when p.prosecdef then 'as its owner' else 'as its caller' end || ', with ' || coalesce(array_to_string(p.proconfig, ' '), 'no settings')`,
      mend: adviceToRun(
        `format('alter routine %s security %s reset all', p.oid::regprocedure, case when p.prosecdef then 'definer' else 'invoker' end)
          || coalesce((select string_agg(format('; alter routine %s set %s = %s', p.oid::regprocedure, split_part(c, '=', 1),
            case when c like 'search_path=%' then split_part(c, '=', 2) else quote_literal(split_part(c, '=', 2)) end), '') from unnest(p.proconfig) c), '')`,
      ),
    },
    `${OUR_FUNCTIONS} where ${OF_OURS}`,
  ),
  things(
    {
      name: `'function ' || p.oid::regprocedure`,
      aspect: `'owner'`,
      state: 'pg_get_userbyid(p.proowner)',
      mend: adviceToRun(
        `format('alter routine %s owner to %I', p.oid::regprocedure, pg_get_userbyid(p.proowner))`,
      ),
    },
    `${OUR_FUNCTIONS} where ${OF_OURS}`,
  ),
)

/** Triggers on our tables, and triggers on other tables that call our functions. */
const OUR_TRIGGERS = `(
  select t.*, format('trigger %I on %s', t.tgname, t.tgrelid::regclass) as name,
    format('%I on %s', t.tgname, t.tgrelid::regclass) as place
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace f on f.oid = p.pronamespace
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and (n.nspname in ${OUR_SCHEMAS} or f.nspname in ${OUR_SCHEMAS})
) t`

export const TRIGGERS = unionAll(
  things(
    {
      name: 't.name',
      body: 'md5(pg_get_triggerdef(t.oid))',
      make: adviceToRun('pg_get_triggerdef(t.oid)'),
      mend: adviceToRun(`'drop trigger ' || t.place || '; ' || pg_get_triggerdef(t.oid)`),
      drop: adviceToRun(`'drop trigger ' || t.place`),
    },
    OUR_TRIGGERS,
  ),
  things(
    {
      name: 't.name',
      aspect: `'switch'`,
      state: `case when t.tgenabled in ('O', 'A') then 'on' else 'off' end`,
      mend: adviceToRun(
        `format('alter table %s %s trigger %I', t.tgrelid::regclass, case when t.tgenabled in ('O', 'A') then 'enable' else 'disable' end, t.tgname)`,
      ),
    },
    OUR_TRIGGERS,
  ),
  things(
    {
      name: `format('rule %I on %s', r.rulename, t.full_name)`,
      body: 'md5(pg_get_ruledef(r.oid))',
      make: adviceToRun('pg_get_ruledef(r.oid)'),
      drop: adviceToRun(`format('drop rule %I on %s', r.rulename, t.full_name)`),
    },
    `${RELATIONS} join pg_rewrite r on r.ev_class = t.oid and r.rulename <> '_RETURN'`,
  ),
)
