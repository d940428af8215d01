-- Why: Read the year of today in UTC, which the time zone of a connection does not change

set check_function_bodies = off;

create or replace function private.day_words(day date)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select to_char(day::timestamp, 'FMDy FMDD Mon')
    || case when to_char(day::timestamp, 'YYYY') <> to_char(now() at time zone 'UTC', 'YYYY') then to_char(day::timestamp, ' YYYY') else '' end
$function$;
