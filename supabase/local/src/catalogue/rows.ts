import { adviceToRun, things, unionAll } from './thing'

const rows = (table: string, key: string) => {
  const insert = `format('insert into ${table} select * from jsonb_populate_record(null::${table}, %L)', to_jsonb(r))`
  const remove = `format('delete from ${table} where ${key} = %L', r.${key})`
  return things(
    {
      name: `'row ' || r.${key} || ' of ${table}'`,
      state: 'to_jsonb(r)',
      make: adviceToRun(insert),
      mend: adviceToRun(`${remove} || '; ' || ${insert}`),
      drop: adviceToRun(remove),
    },
    `${table} r`,
  )
}

const single = (table: string, make: string) =>
  things({ name: `'the row of ${table}'`, make: adviceToRun(`'${make}'`) }, `${table} r`)

export const ROWS = unionAll(
  rows('private.due_kinds', 'kind'),
  rows('private.export_lists', 'list'),
  single('public.settings', 'insert into public.settings default values'),
  single('private.motor', 'insert into private.motor (turned_at) values (now())'),
)

export const ROLE_TABLE = things(
  {
    name: `format('%s may %s %s (%s)', r.role, r.action, r.resource, r.scope)`,
    make: adviceToRun(
      `format('insert into public.role_permissions (role, resource, action, scope) values (%L, %L, %L, %L)', r.role, r.resource, r.action, r.scope)`,
    ),
    drop: adviceToRun(
      `format('delete from public.role_permissions where role = %L and resource = %L and action = %L and scope = %L', r.role, r.resource, r.action, r.scope)`,
    ),
  },
  'public.role_permissions r',
)
