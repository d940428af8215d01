-- Why: Note no time zone of an account that is deleted at this moment, instead of failing

set check_function_bodies = off;

create or replace function public.note_time_zone(zone text)
  returns text
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.at_most('zone', zone, 1000);
  insert into public.preferences as p (time_zone) values (note_time_zone.zone)
  on conflict on constraint preferences_pkey do update set time_zone = excluded.time_zone where p.time_zone is null;
  return (select p.time_zone from public.preferences p where p.user_id = private.uid());
exception when foreign_key_violation then
  -- The account was deleted at this moment, as its page was about to close.
  return null;
end
$function$;
