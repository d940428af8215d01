-- What a hosted project grants in `public` by itself if it was made since 30 May 2026. Run like
-- grants-everything.sql, in its place.

grant usage on schema public to postgres, anon, authenticated, service_role;
