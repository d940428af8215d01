import { adviceToRun, OUR_SCHEMAS, things, unionAll } from './thing'

export const ROLES = unionAll(
  things(
    {
      name: `'role ' || r.rolname`,
      state: `coalesce(nullif(concat_ws(', ', case when r.rolsuper then 'a superuser' end, case when r.rolbypassrls then 'not bound by row security' end,
        case when r.rolcreaterole then 'a maker of roles' end, case when r.rolcanlogin then 'able to log in' end), ''), 'without special rights')`,
      mend: adviceToRun(
        `format('alter role %I %s %s %s', r.rolname, case when r.rolbypassrls then 'bypassrls' else 'nobypassrls' end,
          case when r.rolcreaterole then 'createrole' else 'nocreaterole' end, case when r.rolcanlogin then 'login' else 'nologin' end)`,
      ),
    },
    `pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role')`,
  ),
  things(
    {
      name: `format('membership of %s in %s', m.member::regrole, m.roleid::regrole)`,
      drop: adviceToRun(`format('revoke %s from %s', m.roleid::regrole, m.member::regrole)`),
    },
    `pg_auth_members m where m.member::regrole::text in ('anon', 'authenticated')`,
  ),
)

/** Settings of a role, and settings of a role in this database, which have precedence. */
export const ROLE_SETTINGS = things(
  {
    name: `s.setting || ' of role ' || s.role || s.place`,
    state: 's.value',
    make: adviceToRun(`format('alter role %I%s set %s = %L', s.role, s.place, s.setting, s.value)`),
    drop: adviceToRun(`format('alter role %I%s reset %s', s.role, s.place, s.setting)`),
  },
  `(
    select r.rolname as role, case d.setdatabase when 0 then '' else format(' in database %I', current_database()) end as place,
      split_part(c, '=', 1) as setting, substring(c from position('=' in c) + 1) as value
    from pg_db_role_setting d join pg_roles r on r.oid = d.setrole cross join unnest(d.setconfig) c
    where d.setdatabase = 0 or d.setdatabase = (select oid from pg_database where datname = current_database())
  ) s
  where s.role in ('anon', 'authenticated') and s.setting = 'statement_timeout'
    or s.role = 'authenticator' and s.setting like 'pgrst.%'
    or s.role in ('anon', 'authenticated', 'authenticator') and s.setting in ('role', 'row_security', 'search_path', 'session_replication_role')`,
)

export const EXTENSIONS = things(
  {
    name: `'extension ' || e.extname`,
    state: `'in schema ' || e.extnamespace::regnamespace`,
    make: adviceToRun(
      `format('create extension %I with schema %s', e.extname, e.extnamespace::regnamespace)`,
    ),
    mend: adviceToRun(
      `format('alter extension %I set schema %s', e.extname, e.extnamespace::regnamespace)`,
    ),
    // Extensions in these schemas have functions that the API exposes; the project may choose other
    // extensions.
    drop: `case when e.extnamespace::regnamespace::text in ${OUR_SCHEMAS} then ${adviceToRun(`format('alter extension %I set schema extensions', e.extname)`)} end`,
  },
  'pg_extension e',
)
