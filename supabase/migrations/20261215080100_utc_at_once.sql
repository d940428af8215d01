-- UTC, the zone of a school at first, was looked for in the list of all zones, which is read from files.

create or replace function private.is_time_zone(zone text)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  if zone = 'UTC' or zone ~ '^[A-Z][A-Za-z_-]*(/[A-Z][A-Za-z_-]*)+$' then
    -- The setting takes a name in any case, and shows it as it is spelled. No abbreviation has a slash.
    perform pg_catalog.set_config('TimeZone', zone, true);
    return pg_catalog.current_setting('TimeZone') = zone;
  end if;
  return exists (select from pg_catalog.pg_timezone_names z where z.name = zone)
    and not exists (select from pg_catalog.pg_timezone_abbrevs a where a.abbrev = upper(zone));
exception when invalid_parameter_value then
  return false;
end
$function$;
