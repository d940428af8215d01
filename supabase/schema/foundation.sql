-- Default rights and schemas: nothing is granted by default, and each file grants its own rights. The API exposes the
-- schema `public`; `private` has helpers and is not exposed.
set check_function_bodies = off;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role, public;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role, public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role, public;
-- PostgreSQL lets everybody execute new functions by a global default, which only this global statement can revoke.
alter default privileges revoke execute on functions from public;

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema private;
comment on schema private is 'Helpers of policies and functions. Not exposed by the API; callers need usage because policies run as them.';
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;

-- Any caller can filter rows by a pattern, and one pattern can occupy a processor for minutes. The longest request of a
-- screen takes 0.4 s with 100,000 people; the limits leave some margin for a busy machine.
alter role authenticated set statement_timeout = '2s';
alter role anon set statement_timeout = '1s';

-- On some hosted projects, the owner of the database may not change the settings of this role.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'public.check_session';
exception when insufficient_privilege or reserved_name then
  raise notice 'Requests of a session that has ended get no rights, and only boot() answers them with 401: authenticator takes no settings here.';
end
$$;
notify pgrst, 'reload config';
