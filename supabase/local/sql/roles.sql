-- What a hosted project has before its first migration: its roles, the extensions schema and an empty
-- realtime publication. The embedded backend runs this as the superuser (supabase_admin) at every start,
-- so each statement may run again, and none gives back what a migration may take: that is for grants-*.sql.
-- Passwords are not set here: the backend gives the three login roles random ones.

-- roles -------------------------------------------------------------------------------------------

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'postgres'
  ] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      execute format('create role %I', wanted);
    end if;
  end loop;
end
$$;

-- The three roles that a request can have. Only service_role is not bound by row security.
alter role anon with nologin inherit nobypassrls;
alter role authenticated with nologin inherit nobypassrls;
alter role service_role with nologin inherit bypassrls;

-- PostgREST logs in as authenticator, which has no rights of its own and puts on one of the three.
alter role authenticator with login noinherit nobypassrls;
grant anon, authenticated, service_role to authenticator;

-- Migrations run as postgres: powerful, but not a superuser, so that what works here works there.
alter role postgres with login inherit createrole createdb replication bypassrls nosuperuser;
grant anon, authenticated, service_role to postgres with admin option;

-- The auth service owns schema auth and nothing else.
alter role supabase_auth_admin with login noinherit nobypassrls nosuperuser;

-- What these roles begin with. A migration may set something else, which the next start leaves alone.
do $$
declare
  given record;
begin
  for given in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'lock_timeout', '8s'),
      ('supabase_auth_admin', 'search_path', 'auth'),
      ('supabase_auth_admin', 'idle_in_transaction_session_timeout', '60s')
    ) as first (role, setting, value)
    where not exists (
      select from pg_catalog.pg_roles r, unnest(r.rolconfig) c
      where r.rolname = first.role and c like first.setting || '=%')
  loop
    execute format('alter role %I set %I = %L', given.role, given.setting, given.value);
  end loop;
end
$$;
alter role postgres set search_path = "$user", public, extensions;

-- A hosted project lets postgres set what PostgREST reads of its role, by an extension of its own.
grant authenticator to postgres with admin option, inherit false, set false;
grant set on parameter "pgrst.db_pre_request" to postgres;

-- database and schemas ----------------------------------------------------------------------------

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin;
grant all on schema extensions to postgres with grant option;

-- Installed on every hosted project. pg_trgm, unaccent and citext are only available there: a
-- migration that wants one says so, and may, because all of them are trusted extensions.
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- realtime ----------------------------------------------------------------------------------------

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Owned by postgres, so that a migration may add its tables.
alter publication supabase_realtime owner to postgres;
