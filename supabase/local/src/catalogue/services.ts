import { adviceToRun, rowSecurity, things, unionAll } from './thing'

const PUBLISHED = `(
  select p.schemaname, p.tablename, c.relreplident, format('%I.%I', p.schemaname, p.tablename) as full_name, r.prattrs, r.prqual, r.prrelid
  from pg_publication_tables p join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    join pg_publication u on u.pubname = p.pubname
    left join pg_publication_rel r on r.prpubid = u.oid and r.prrelid = c.oid
  where p.pubname = 'supabase_realtime'
) p`

export const PUBLICATION = unionAll(
  things(
    {
      name: `'publication ' || p.pubname`,
      state: `concat_ws(', ', case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
        case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end)`,
      make: adviceToRun(`'create publication ' || p.pubname`),
      mend: adviceToRun(
        `format('alter publication %s set (publish = %L)', p.pubname, concat_ws(', ', case when p.pubinsert then 'insert' end,
          case when p.pubupdate then 'update' end, case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end))`,
      ),
    },
    `pg_publication p where p.pubname = 'supabase_realtime'`,
  ),
  things(
    {
      name: `p.full_name || ' in the publication'`,
      state: `'published with ' || case when p.prattrs is null then 'all columns' else 'the columns ' || (
          select string_agg(quote_ident(a.attname), ', ' order by a.attname) from pg_attribute a where a.attrelid = p.prrelid and a.attnum = any (p.prattrs)) end
        || coalesce(' where ' || pg_get_expr(p.prqual, p.prrelid), '')`,
      make: adviceToRun(`'alter publication supabase_realtime add table ' || p.full_name`),
      mend: adviceToRun(
        `format('alter publication supabase_realtime drop table %1$s; alter publication supabase_realtime add table %1$s', p.full_name)`,
      ),
      drop: adviceToRun(`'alter publication supabase_realtime drop table ' || p.full_name`),
    },
    PUBLISHED,
  ),
  things(
    {
      name: `p.full_name || ' in the publication'`,
      aspect: `'replica identity'`,
      state: `case p.relreplident when 'd' then 'default' when 'f' then 'full' when 'n' then 'nothing' else 'an index' end`,
      mend: adviceToRun(
        `format('alter table %s replica identity %s', p.full_name, case p.relreplident when 'f' then 'full' when 'n' then 'nothing' else 'default' end)`,
      ),
    },
    PUBLISHED,
  ),
)

const bucket = (aspect: string, state: string, column: string) =>
  things(
    {
      name: `'bucket ' || b.id`,
      aspect: `'${aspect}'`,
      state,
      mend: adviceToRun(
        `format('update storage.buckets set ${column} = %L where id = %L', b.${column}::text, b.id)`,
      ),
    },
    'storage.buckets b',
  )

export const STORAGE = unionAll(
  things(
    {
      name: `'bucket ' || b.id`,
      make: adviceToRun(
        `format('insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (%L, %L, %L, %L, %L)',
          b.id, b.name, b.public, b.file_size_limit, b.allowed_mime_types)`,
      ),
    },
    'storage.buckets b',
  ),
  bucket('visibility', `case when b.public then 'open to everybody' else 'closed' end`, 'public'),
  bucket(
    'size limit',
    `coalesce(b.file_size_limit || ' bytes', 'no limit of its own')`,
    'file_size_limit',
  ),
  bucket(
    'list of types',
    `coalesce((select string_agg(m, ', ' order by m) from unnest(b.allowed_mime_types) m), 'any type')`,
    'allowed_mime_types',
  ),
  things(
    { name: `'table ' || t.full_name` },
    `(select format('storage.%I', c.relname) as full_name from pg_class c
      where c.relnamespace = to_regnamespace('storage') and c.relname in ('objects', 'buckets')) t`,
  ),
  rowSecurity(
    `(select c.*, format('storage.%I', c.relname) as full_name from pg_class c
      where c.relnamespace = to_regnamespace('storage') and c.relname in ('objects', 'buckets')) t`,
    `'table ' || t.full_name`,
  ),
)
