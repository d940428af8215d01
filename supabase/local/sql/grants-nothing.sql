-- The default privileges in `public` of a hosted project that was created since 30 May 2026: none to read, write or
-- call. The superuser runs this file instead of grants-everything.sql, also only before the first migration.

grant usage on schema public to postgres, anon, authenticated, service_role;

alter default privileges for role postgres in schema public
  grant truncate, references, trigger, maintain on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant update on sequences to postgres, anon, authenticated, service_role;
