import { type Field, isFilter, isSearched, LONGEST } from '../field'
import type { Resource } from '../resource'
import { sqlText, sqlType } from '../samples'
import { capital } from '../words'

/** The file of the schema, and the migration with the same text: the table and everything that belongs to it. */
export function migration(resource: Resource): string {
  const { table, one, menu, words, fields } = resource
  return `-- Why: ${words.many} are kept in the back-office, under ${menu}. ${rightsInWords(resource)}
${enums(resource)}
create table public.${table} (
  id uuid primary key default gen_random_uuid(),
${fields.map((field) => `  ${column(field, resource)},`).join('\n')}
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.${table} enable row level security;
comment on table public.${table} is ${sqlText(`${capital(words.many)}, as the back-office keeps them.`)};
${columnComments(resource)}${indexes(resource)}
create trigger ${table}_touch before update on public.${table}
  for each row execute function private.touch_updated_at();

${policies(resource)}
grant select, delete on public.${table} to authenticated;
grant insert (id, ${columns(fields)}) on public.${table} to authenticated;
grant update (${columns(fields)}) on public.${table} to authenticated;
grant select, insert, update, delete on public.${table} to service_role;

insert into public.role_permissions (role, resource, action, scope) values
${permissions(resource)};

select private.audit_table('public.${table}', '${one}');
select private.signal_table('public.${table}');

${exporting(resource)}`
}

function rightsInWords({ read, write, words }: Resource): string {
  const names = (roles: readonly string[]) => roles.map((role) => ROLE_NAMES[role]).join(', ')
  if (names(read) === names(write)) return `${names(write)} read and change them.`
  return `${names(read)} read a ${words.one}, ${names(write)} change one.`
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  ADMIN: 'Administrators',
  CREATOR: 'Creators',
  MODERATOR: 'Moderators',
  MEMBER: 'Members',
}

function enums({ one, fields }: Resource): string {
  return fields
    .filter(({ type }) => type === 'enum')
    .map(
      ({ name, values }) =>
        `create type public.${one}_${name} as enum (${values.map(sqlText).join(', ')});\n`,
    )
    .join('')
}

function column(field: Field, resource: Resource): string {
  const { column: name, optional, unique } = field
  return [
    name,
    sqlType(field, resource),
    optional ? '' : 'not null',
    field.type === 'bool' ? 'default false' : '',
    field.type === 'ref' ? reference(field) : '',
    check(field, resource),
    unique ? `constraint ${resource.table}_${name}_key unique` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function reference({ table, optional }: Field): string {
  return `references public.${table} (id) on delete ${optional ? 'set null' : 'cascade'}`
}

/** Returns the check constraint of a field, or an empty text. */
function check({ column: name, type }: Field, { table }: Resource): string {
  const named = (end: string, condition: string) =>
    `constraint ${table}_${name}_${end} check (${condition})`
  if (type === 'text')
    return named(
      'length',
      `char_length(btrim(${name})) > 0 and char_length(${name}) <= ${LONGEST.text}`,
    )
  if (type === 'longtext') return named('length', `char_length(${name}) <= ${LONGEST.longtext}`)
  if (type === 'url') {
    return named(
      'form',
      `${name} ~ '^https?://[^[:space:]]+$' and char_length(${name}) <= ${LONGEST.url}`,
    )
  }
  // Excludes infinity, and years outside of 1970 to 9999 (rules/data#bounds).
  if (type === 'date' || type === 'timestamptz') {
    const [first, last] =
      type === 'date'
        ? ["'1970-01-01'::date", "'9999-12-31'::date"]
        : ["'1970-01-01 00:00+00'::timestamptz", "'9999-12-31 23:59:59+00'::timestamptz"]
    return named('range', `${name} between ${first} and ${last}`)
  }
  return type === 'money' ? named('positive', `${name} >= 0`) : ''
}

function columnComments({ table, fields }: Resource): string {
  return fields
    .filter(({ type }) => type === 'money')
    .map(
      ({ column: name }) =>
        `comment on column public.${table}.${name} is 'In cents of US dollars.';\n`,
    )
    .join('')
}

/** Returns the indexes for the refs and for the default order of the list. */
function indexes({ table, fields }: Resource): string {
  const refs = fields.filter(({ type, unique }) => type === 'ref' && !unique)
  return [
    ...refs.map(
      ({ column: name }) => `create index ${table}_${name}_idx on public.${table} (${name});`,
    ),
    `create index ${table}_newest_idx on public.${table} (created_at desc, id desc);`,
  ]
    .map((line) => `${line}\n`)
    .join('')
}

const VERBS = [
  ['select', 'read', 'using'],
  ['insert', 'create', 'with check'],
  ['update', 'update', 'using'],
  ['delete', 'delete', 'using'],
] as const

function policies({ table, read, write }: Resource): string {
  return VERBS.map(([verb, action, clause]) => {
    const roles = action === 'read' ? read : write
    return `create policy ${table}_${verb} on public.${table} for ${verb} to authenticated
  ${clause} ((select private.can('${table}', '${action}')));
comment on policy ${table}_${verb} on public.${table} is '${roles.map((role) => ROLE_NAMES[role]).join(', ')}.';
`
  }).join('')
}

function permissions({ table, read, write }: Resource): string {
  const rows = [
    ...read.map((role) => [role, 'read']),
    ...write.flatMap((role) => ['create', 'update', 'delete'].map((action) => [role, action])),
  ]
  return rows.map(([role, action]) => `  ('${role}', '${table}', '${action}', 'any')`).join(',\n')
}

const columns = (fields: readonly Field[]) => fields.map(({ column: name }) => name).join(', ')

/** Returns the columns of an export, each with the SQL of its value. */
export function exportColumns({ fields, references }: Resource): { key: string; from: string }[] {
  const title = new Map(references.map(({ field, as, title }) => [field.column, `${as}.${title}`]))
  return [
    { key: 'id', from: 't.id' },
    ...fields.map(({ name, column: own }) => ({ key: name, from: title.get(own) ?? `t.${own}` })),
    { key: 'created', from: 't.created_at' },
  ]
}

function exporting(resource: Resource): string {
  const { table, fields, references, words } = resource
  const pairs = exportColumns(resource)
  const joins = references
    .map(
      ({ field, as }) =>
        `\n    left join public.${field.table} ${as} on ${as}.id = t.${field.column}`,
    )
    .join('')
  const found = fields
    .filter(isSearched)
    .map(({ column: name }) => `lower(t.${name}) like pattern.typed`)
    .join(' or ')
  const filters = fields.filter(isFilter)
  // In `format()`, `%1$L` is the text of the search, and `%2$L` the first filter.
  const kept = filters.map(
    ({ column: name }, i) => ` and (%${i + 2}$L is null or t.${name}::text = %${i + 2}$L)`,
  )
  const given = filters
    .map(({ column: name }) => `,\n    nullif(filter ->> '${name}', '')`)
    .join('')
  const names = ['search', ...filters.map(({ column: name }) => name)].join(', ')
  return `insert into private.export_lists (list, resource, personal, action) values ('${table}', '${table}', '{search}', 'read');

create function private.export_${table}(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
begin
  columns := array[${pairs.map(({ key }) => `'${key}'`).join(', ')}];
  source := format($sql$
    select t.created_at as at, t.id as key, jsonb_build_object(${pairs.map(({ key, from }) => `'${key}', ${from}`).join(', ')}) as row
    from public.${table} t cross join (select %1$L::text as typed) pattern${joins}
    where (pattern.typed is null or ${found})${kept.join('')}$sql$,
    case when btrim(filter ->> 'search') <> '' then private.like_pattern(filter ->> 'search') end${given});
end
$$;
comment on function private.export_${table}(jsonb) is
  'Takes {${names}}, as the list of ${words.many} is searched and filtered; gives columns and query of its export.';
`
}
