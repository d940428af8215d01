-- The state of a hosted project before its first migration: its roles, the schema extensions and an empty
-- realtime publication. The embedded backend runs this file as the superuser (supabase_admin) at every start,
-- so that each statement can run again and none grants what a migration may revoke; grants-*.sql do that. The
-- backend gives the three login roles random passwords, so that none is set here.

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

-- The three roles of a request. Row security applies to all but service_role.
alter role anon with nologin inherit nobypassrls;
alter role authenticated with nologin inherit nobypassrls;
alter role service_role with nologin inherit bypassrls;

-- PostgREST logs in as authenticator, which has no rights and switches to one of the three.
alter role authenticator with login noinherit nobypassrls;
grant anon, authenticated, service_role to authenticator;

-- Migrations run as postgres, which is not a superuser. So a migration that works here also works on a hosted project.
alter role postgres with login inherit createrole createdb replication bypassrls nosuperuser;
grant anon, authenticated, service_role to postgres with admin option;

-- Auth owns only the schema auth.
alter role supabase_auth_admin with login noinherit nobypassrls nosuperuser;

-- The initial settings of these roles. A migration may change them, and later starts keep the change.
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

-- A hosted project has an extension that lets postgres change the settings of PostgREST's role.
grant authenticator to postgres with admin option, inherit false, set false;
grant set on parameter "pgrst.db_pre_request" to postgres;
-- The extension also lets postgres fill tables without their triggers, as a restore does.
grant set on parameter session_replication_role to postgres;

-- database and schemas ----------------------------------------------------------------------------

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role, supabase_auth_admin;
grant all on schema extensions to postgres with grant option;

-- Every hosted project has this extension. pg_trgm, unaccent and citext are only available there: a migration
-- that needs one creates it, which is allowed because all of them are trusted extensions.
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

-- The owner is postgres, so that a migration can add tables.
alter publication supabase_realtime owner to postgres;
