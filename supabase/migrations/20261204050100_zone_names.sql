-- Why: CET, EET, MET and WET are names of zones and abbreviations. PostgreSQL reads them as abbreviations, which have no clock
-- changes, so in summer every opening of such a cohort would come an hour late. Such names are refused (rules/cohorts#moments).

create or replace function private.is_time_zone(zone text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = zone)
    and (zone = 'UTC' or not exists (select from pg_catalog.pg_timezone_abbrevs a where a.abbrev = upper(zone)))
$$;
comment on function private.is_time_zone(text) is
  'Takes a name; true if it is an IANA time zone that the database knows, and not also an abbreviation, such as CET, because PostgreSQL reads these without clock changes (rules/cohorts#moments). UTC is allowed: zone and abbreviation mean the same.';
revoke all on function private.is_time_zone(text) from public;
