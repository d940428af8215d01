const BUCKET = 'insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)'

/**
 * Faults for the doctor. Each entry has a statement that breaks a healthy project, the affected part, and the
 * beginning of the doctor's sentence.
 */
export const BREAKS: [statement: string, about: string, sentence: string][] = [
  // storage
  [
    `update storage.buckets set public = true where id = 'lesson-files'`,
    'storage',
    `visibility of bucket lesson-files is "open to everybody", expected "closed". Run: update storage.buckets set public = 'false' where id = 'lesson-files'`,
  ],
  [
    `delete from storage.buckets where id = 'covers'`,
    'storage',
    `bucket covers is missing. Run: ${BUCKET} values ('covers', 'covers', 't', '1048576', '{image/webp,image/jpeg,image/png}')`,
  ],
  [
    `update storage.buckets set file_size_limit = null where id = 'covers'`,
    'storage',
    `size limit of bucket covers is "no limit of its own", expected "1048576 bytes". Run: update storage.buckets set file_size_limit = '1048576' where id = 'covers'`,
  ],
  [
    `update storage.buckets set allowed_mime_types = null where id = 'covers'`,
    'storage',
    `list of types of bucket covers is "any type", expected "image/jpeg, image/png, image/webp". Run: update storage.buckets set allowed_mime_types = '{image/webp,image/jpeg,image/png}' where id = 'covers'`,
  ],
  [
    'alter table storage.objects disable row level security',
    'storage',
    'row security of table storage.objects is "off", expected "on". Run: alter table storage.objects enable row level security',
  ],
  [
    'drop policy rookies_objects_insert on storage.objects',
    'policies',
    'policy rookies_objects_insert on storage.objects is missing. Bring it back to its definition in supabase/schema/files.sql.',
  ],
  [
    `create policy readable on storage.objects for select to anon using (bucket_id = 'lesson-files')`,
    'policies',
    'policy readable on storage.objects is not expected. Run: drop policy readable on storage.objects',
  ],
  [
    'create policy visible on storage.buckets for select to authenticated using (true)',
    'policies',
    'policy visible on storage.buckets is not expected. Run: drop policy visible on storage.buckets',
  ],
  // live changes
  [
    'alter publication supabase_realtime drop table public.notifications',
    'live changes',
    'public.notifications in the publication is missing. Run: alter publication supabase_realtime add table public.notifications',
  ],
  [
    'alter publication supabase_realtime add table public.profiles',
    'live changes',
    'public.profiles in the publication is not expected. Run: alter publication supabase_realtime drop table public.profiles',
  ],
  [
    `alter publication supabase_realtime set (publish = 'insert')`,
    'live changes',
    `publication supabase_realtime is "insert", expected "insert, update, delete, truncate". Run: alter publication supabase_realtime set (publish = 'insert, update, delete, truncate')`,
  ],
  [
    'alter publication supabase_realtime drop table public.notifications; alter publication supabase_realtime add table public.notifications where (false)',
    'live changes',
    'public.notifications in the publication is "published with all columns where false", expected "published with all columns". Run: alter publication supabase_realtime drop table public.notifications; alter publication supabase_realtime add table public.notifications',
  ],
  [
    'alter table public.notifications replica identity full',
    'live changes',
    'replica identity of public.notifications in the publication is "full", expected "default". Run: alter table public.notifications replica identity default',
  ],
  // tables
  [
    'alter table public.lessons disable row level security',
    'tables',
    'row security of table public.lessons is "off", expected "on". Run: alter table public.lessons enable row level security',
  ],
  [
    'alter table public.lessons force row level security',
    'tables',
    'row security for the owner of table public.lessons is "on", expected "off". Run: alter table public.lessons no force row level security',
  ],
  [
    'alter table public.lessons add column price int',
    'columns',
    'column public.lessons.price is not expected. Run: alter table public.lessons drop column price',
  ],
  [
    'alter table public.courses alter column title drop not null',
    'columns',
    'column public.courses.title is "text", expected "text not null". Bring it back to its definition in supabase/schema/catalogue.sql.',
  ],
  [
    `alter type public.user_role add value 'GUEST'`,
    'types',
    'type public.user_role is "ADMIN, CREATOR, MODERATOR, MEMBER, GUEST", expected "ADMIN, CREATOR, MODERATOR, MEMBER". Bring it back to its definition in supabase/schema/role-table.sql.',
  ],
  // policies
  [
    'drop policy lessons_select on public.lessons',
    'policies',
    'policy lessons_select on public.lessons is missing. Bring it back to its definition in supabase/schema/catalogue.sql.',
  ],
  [
    'alter policy lessons_select on public.lessons using (true)',
    'policies',
    'policy lessons_select on public.lessons is not what the migrations make. Run: drop policy lessons_select on public.lessons; then bring it back to its definition in supabase/schema/catalogue.sql.',
  ],
  [
    'alter policy lessons_select on public.lessons to public',
    'policies',
    'policy lessons_select on public.lessons is "permissive for select to public", expected "permissive for select to authenticated". Run: drop policy lessons_select on public.lessons; then bring it back to its definition in supabase/schema/catalogue.sql.',
  ],
  [
    'create policy open on public.profiles for select to authenticated using (true)',
    'policies',
    'policy open on public.profiles is not expected. Run: drop policy open on public.profiles',
  ],
  // indexes
  [
    'drop index public.modules_course_id_idx',
    'indexes',
    'index public.modules_course_id_idx is missing. Run: CREATE INDEX modules_course_id_idx ON public.modules USING btree (course_id)',
  ],
  [
    'drop index public.modules_course_id_idx; create index modules_course_id_idx on public.modules (id)',
    'indexes',
    'index public.modules_course_id_idx is not what the migrations make. Run: drop index public.modules_course_id_idx; CREATE INDEX modules_course_id_idx ON public.modules USING btree (course_id)',
  ],
  [
    'create unique index one_title on public.courses (title)',
    'indexes',
    'index public.one_title is not expected. Run: drop index public.one_title',
  ],
  // constraints
  [
    'alter table public.courses drop constraint courses_thumbnail_url_safe',
    'constraints',
    'constraint courses_thumbnail_url_safe on public.courses is missing. Run: alter table public.courses add constraint courses_thumbnail_url_safe CHECK ',
  ],
  [
    'alter table public.notes drop constraint notes_lesson_id_fkey; alter table public.notes add constraint notes_lesson_id_fkey foreign key (lesson_id) references public.lessons on delete set null not valid',
    'constraints',
    'validation of constraint notes_lesson_id_fkey on public.notes is "open: rows from before may break it", expected "done". Run: alter table public.notes validate constraint notes_lesson_id_fkey',
  ],
  [
    'alter table public.notes drop constraint notes_lesson_id_fkey; alter table public.notes add constraint notes_lesson_id_fkey foreign key (lesson_id) references public.lessons',
    'constraints',
    'constraint notes_lesson_id_fkey on public.notes is "FOREIGN KEY (lesson_id) REFERENCES public.lessons(id)", expected "FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE SET NULL". Run: ',
  ],
  // triggers
  [
    'drop trigger courses_guard_publish on public.courses',
    'triggers',
    'trigger courses_guard_publish on public.courses is missing. Run: CREATE TRIGGER courses_guard_publish ',
  ],
  [
    'alter table public.courses disable trigger courses_guard_publish',
    'triggers',
    'switch of trigger courses_guard_publish on public.courses is "off", expected "on". Run: alter table public.courses enable trigger courses_guard_publish',
  ],
  [
    'create trigger echo after insert on public.courses for each row execute function private.touch_updated_at()',
    'triggers',
    'trigger echo on public.courses is not expected. Run: drop trigger echo on public.courses',
  ],
  [
    'create rule silent as on delete to public.courses do instead nothing',
    'triggers',
    'rule silent on public.courses is not expected. Run: drop rule silent on public.courses',
  ],
  // functions
  [
    'alter function private.active() security invoker',
    'functions',
    'way of running of function private.active() is "as its caller, with search_path=""", expected "as its owner, with search_path=""". Run: alter routine private.active() security definer reset all; alter routine private.active() set search_path = ""',
  ],
  [
    'alter function private.active() reset search_path',
    'functions',
    'way of running of function private.active() is "as its owner, with no settings", expected "as its owner, with search_path=""". Run: ',
  ],
  [
    `create or replace function private.active() returns boolean language sql stable security definer set search_path = '' as 'select true'`,
    'functions',
    'function private.active() is not what the migrations make. Bring it back to its definition in supabase/schema/',
  ],
  // grants
  [
    'grant delete on public.audit_logs to authenticated',
    'grants on tables',
    'DELETE on public.audit_logs for authenticated is not expected. Run: revoke DELETE on public.audit_logs from authenticated',
  ],
  [
    'revoke select on public.lessons from authenticated',
    'grants on tables',
    'SELECT on public.lessons for authenticated is missing. Run: grant SELECT on public.lessons to authenticated',
  ],
  [
    'grant insert on public.role_permissions to service_role',
    'grants on tables',
    'INSERT on public.role_permissions for service_role is not expected. Run: revoke INSERT on public.role_permissions from service_role',
  ],
  [
    'grant update (role) on public.profiles to authenticated',
    'grants on columns',
    'UPDATE (role) on public.profiles for authenticated is not expected. Run: revoke UPDATE (role) on public.profiles from authenticated',
  ],
  [
    'revoke update (name) on public.profiles from authenticated',
    'grants on columns',
    'UPDATE (name) on public.profiles for authenticated is missing. Run: grant UPDATE (name) on public.profiles to authenticated',
  ],
  [
    'grant execute on function public.set_role to anon',
    'grants on functions',
    'EXECUTE on public.set_role(uuid,public.user_role) for anon is not expected. Run: revoke EXECUTE on function public.set_role(uuid,public.user_role) from anon',
  ],
  [
    'revoke execute on function public.before_user_created from supabase_auth_admin',
    'grants on functions',
    'EXECUTE on public.before_user_created(jsonb) for supabase_auth_admin is missing. Run: grant EXECUTE on function public.before_user_created(jsonb) to supabase_auth_admin',
  ],
  [
    'grant usage on sequence public.audit_logs_id_seq to authenticated',
    'grants on sequences',
    'USAGE on public.audit_logs_id_seq for authenticated is not expected. Run: revoke USAGE on sequence public.audit_logs_id_seq from authenticated',
  ],
  [
    'grant create on schema private to authenticated',
    'grants on schemas',
    'CREATE on schema private for authenticated is not expected. Run: revoke CREATE on schema private from authenticated',
  ],
  [
    'revoke usage on schema private from authenticated',
    'grants on schemas',
    'USAGE on schema private for authenticated is missing. Run: grant USAGE on schema private to authenticated',
  ],
  [
    'alter default privileges in schema public grant select, insert on tables to anon',
    'default grants',
    'INSERT, SELECT on later tables of schema public for anon is not expected. Run: alter default privileges for role postgres in schema public revoke INSERT, SELECT on tables from anon',
  ],
  [
    'alter default privileges grant execute on functions to public',
    'default grants',
    'EXECUTE on later functions of any schema for public is not expected. Run: alter default privileges for role postgres revoke EXECUTE on functions from public',
  ],
  // roles
  [
    'alter role anon bypassrls',
    'roles',
    'role anon is "not bound by row security", expected "without special rights". Run: alter role anon nobypassrls nocreaterole nologin',
  ],
  [
    `alter role authenticated set statement_timeout = '8s'`,
    'settings of the API’s roles',
    `statement_timeout of role authenticated is "8s", expected "2s". Run: alter role authenticated set statement_timeout = '2s'`,
  ],
  [
    'alter role authenticated in database postgres set statement_timeout = 0',
    'settings of the API’s roles',
    'statement_timeout of role authenticated in database postgres is not expected. Run: alter role authenticated in database postgres reset statement_timeout',
  ],
  [
    'alter role authenticator reset pgrst.db_pre_request',
    'settings of the API’s roles',
    `pgrst.db_pre_request of role authenticator is missing. Run: alter role authenticator set pgrst.db_pre_request = 'public.check_session'`,
  ],
  // rows
  [
    `delete from public.role_permissions where role = 'MODERATOR' and resource = 'profiles' and action = 'list'`,
    'role table',
    'MODERATOR may list profiles (any) is missing. Run: insert into public.role_permissions (role, resource, action, scope) values ',
  ],
  [
    `insert into public.role_permissions (role, resource, action, scope) values ('MEMBER', 'profiles', 'set_role', 'any')`,
    'role table',
    `MEMBER may set_role profiles (any) is not expected. Run: delete from public.role_permissions where role = 'MEMBER' and resource = 'profiles' and action = 'set_role' and scope = 'any'`,
  ],
  [
    `delete from private.due_kinds where kind = 'bin'`,
    'rows that migrations write',
    'row bin of private.due_kinds is missing. Run: insert into private.due_kinds ',
  ],
  [
    `update private.export_lists set action = 'read' where list = 'members'`,
    'rows that migrations write',
    'row members of private.export_lists is "{"list": "members", "scope": "assigned", "action": "read", ',
  ],
  [
    'delete from private.motor',
    'rows that migrations write',
    'the row of private.motor is missing. Run: insert into private.motor (turned_at) values (now())',
  ],
  // administrators and the worker
  [
    'update public.profiles set disabled_at = now()',
    'administrators',
    'There is none. Make one: npm run admin -- person@example.org',
  ],
  [
    `update private.motor set turned_at = now() - interval '11 minutes'`,
    'background jobs',
    'No job was done and no email was sent for ten minutes. See docs/deploy.md, Schedule the worker.',
  ],
]

/**
 * Faults that only the superuser can cause or that affect several parts, each with one of the doctor's sentences. The
 * statements of a group run together. Groups are small, because the doctor lists only the first findings of each
 * part, and nothing else if migrations are missing.
 */
export const WIDE_BREAKS: [statement: string, sentence: string][][] = [
  [
    [
      `update pg_index set indisvalid = false where indexrelid = 'public.modules_course_id_idx'::regclass`,
      'indexes: use of index public.modules_course_id_idx is "impossible: it was not built to its end", expected "possible". Run: reindex index public.modules_course_id_idx',
    ],
    [
      'alter table public.courses disable trigger all',
      'constraints: enforcement of constraint courses_created_by_id_fkey on public.courses is "off", expected "on". Its triggers were switched off. Run: alter table public.courses enable trigger all',
    ],
    [
      'alter function private.active() owner to supabase_admin',
      'functions: owner of function private.active() is "supabase_admin", expected "postgres". Run: alter routine private.active() owner to postgres',
    ],
    [
      'drop table private.import_undos cascade',
      'tables: table private.import_undos is missing. Bring it back to its definition in supabase/schema/transfer.sql.',
    ],
    [
      'drop extension fuzzystrmatch',
      'extensions: extension fuzzystrmatch is missing. Run: create extension fuzzystrmatch with schema extensions',
    ],
    [
      'drop publication supabase_realtime',
      'live changes: publication supabase_realtime is missing. Run: create publication supabase_realtime',
    ],
    [
      'grant select on public.profiles to public',
      'grants on tables: SELECT on public.profiles for anon is not expected. Run: revoke SELECT on public.profiles from public',
    ],
  ],
  [
    [
      'grant select on public.profiles to anon with grant option; set local role anon; grant select on public.profiles to authenticated; reset role',
      'grants on tables: SELECT on public.profiles for anon is not expected. ',
    ],
    [
      'drop function public.resend_invite',
      'functions: function public.resend_invite(uuid) is missing. Bring it back to its definition in supabase/schema/invites.sql.',
    ],
    [
      'alter extension fuzzystrmatch set schema public',
      'extensions: extension fuzzystrmatch is "in schema public", expected "in schema extensions". Run: alter extension fuzzystrmatch set schema extensions',
    ],
    [
      'alter table public.courses drop column title cascade',
      'columns: column public.courses.title is missing. Bring it back to its definition in supabase/schema/catalogue.sql.',
    ],
    [
      'alter publication supabase_realtime set table public.lessons',
      'live changes: public.list_changes in the publication is missing. ',
    ],
  ],
  [
    [
      'alter table public.settings owner to authenticated',
      'tables: owner of table public.settings is "authenticated", expected "postgres". Run: alter table public.settings owner to postgres',
    ],
    [
      'create table public.memos (id int)',
      'tables: table public.memos is not expected. Drop it, or move it to a schema that the API does not show: alter table public.memos set schema …',
    ],
    [
      'create view public.everybody as select * from public.profiles',
      'tables: view public.everybody is not expected. Drop it, ',
    ],
    [
      `create function public.whoami() returns text language sql as 'select current_user'; grant execute on function public.whoami() to anon`,
      'functions: function public.whoami() is not expected. Run: drop routine public.whoami()',
    ],
    [
      'grant service_role to authenticated',
      'roles: membership of authenticated in service_role is not expected. Run: revoke service_role from authenticated',
    ],
  ],
  [
    [
      `delete from supabase_migrations.schema_migrations where version = '20261214030100'`,
      'migrations: missing: 20261214030100. Apply them: npm run deploy',
    ],
  ],
  [
    [
      'drop schema supabase_migrations cascade',
      'migrations: No migrations were applied to this database. Apply them: npm run deploy',
    ],
  ],
]
