-- What a hosted project grants in `public` by itself if it was made since 30 May 2026: nothing that reads, writes or
-- calls. Run like grants-everything.sql, in its place.

grant usage on schema public to postgres, anon, authenticated, service_role;

alter default privileges for role postgres in schema public
  grant truncate, references, trigger, maintain on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant update on sequences to postgres, anon, authenticated, service_role;
