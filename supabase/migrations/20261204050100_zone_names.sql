-- Why: PostgreSQL reads CET, EET, MET and WET as abbreviations, which have no clock changes, though zones have the same names:
-- in summer every opening of such a cohort would come an hour late. A zone is called by a name that means nothing but a zone
-- (rules/cohorts#moments).

create or replace function private.is_time_zone(zone text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = zone)
    and (zone = 'UTC' or not exists (select from pg_catalog.pg_timezone_abbrevs a where a.abbrev = upper(zone)))
$$;
comment on function private.is_time_zone(text) is
  'Takes a name; true if it is an IANA time zone that the database knows, and not also an abbreviation, such as CET, which is read without clock changes (rules/cohorts#moments). UTC is both, and the same.';
revoke all on function private.is_time_zone(text) from public;
