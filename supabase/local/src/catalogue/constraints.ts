import { adviceToRun, OUR_SCHEMAS, things, unionAll } from './thing'

const OUR_CONSTRAINTS = `(
  select k.*, k.conrelid::regclass as place, replace(pg_get_constraintdef(k.oid), ' NOT VALID', '') as rule
  from pg_constraint k join pg_namespace n on n.oid = k.connamespace
  where n.nspname in ${OUR_SCHEMAS} and k.contype in ('c', 'u', 'p', 'x', 'f') and k.conrelid <> 0
) k`

const constraint = `format('constraint %I on %s', k.conname, k.place)`

export const CONSTRAINTS = unionAll(
  things(
    {
      name: constraint,
      state: 'k.rule',
      make: adviceToRun(
        `format('alter table %s add constraint %I %s', k.place, k.conname, k.rule)`,
      ),
      mend: adviceToRun(
        `format('alter table %1$s drop constraint %2$I, add constraint %2$I %3$s', k.place, k.conname, k.rule)`,
      ),
      drop: adviceToRun(`format('alter table %s drop constraint %I', k.place, k.conname)`),
    },
    OUR_CONSTRAINTS,
  ),
  things(
    {
      name: constraint,
      aspect: `'validation'`,
      state: `case when k.convalidated then 'done' else 'open: rows from before may break it' end`,
      mend: adviceToRun(`format('alter table %s validate constraint %I', k.place, k.conname)`),
    },
    OUR_CONSTRAINTS,
  ),
  things(
    {
      name: constraint,
      aspect: `'enforcement'`,
      state: `case when exists (select from pg_trigger t where t.tgconstraint = k.oid and t.tgenabled in ('D', 'R')) then 'off' else 'on' end`,
      mend: `'Its triggers were switched off. ' || ${adviceToRun(`format('alter table %s enable trigger all', k.place)`)}`,
    },
    OUR_CONSTRAINTS,
  ),
)

const OUR_INDEXES = `(
  select i.*, i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${OUR_SCHEMAS}
) i`
const OF_NO_CONSTRAINT = `not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`

export const INDEXES = unionAll(
  things(
    {
      name: `'index ' || i.name`,
      body: 'md5(i.definition)',
      make: adviceToRun('i.definition'),
      mend: adviceToRun(`'drop index ' || i.name || '; ' || i.definition`),
      // An index that is not unique refuses no rows, so an additional one is not reported.
      drop: `case when i.indisunique then ${adviceToRun(`'drop index ' || i.name`)} end`,
    },
    `${OUR_INDEXES} where ${OF_NO_CONSTRAINT}`,
  ),
  things(
    {
      name: `'index ' || i.name`,
      aspect: `'use'`,
      state: `case when i.indisvalid and i.indisready and i.indislive then 'possible' else 'impossible: it was not built to its end' end`,
      mend: adviceToRun(`'reindex index ' || i.name`),
    },
    OUR_INDEXES,
  ),
)
