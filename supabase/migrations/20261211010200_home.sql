-- Why: the inbox replaces three lists of the dashboard: an administrator's tasks, the work that waited longest, and who has fallen
-- behind. What is left of the tasks are facts about learners that nobody settles with one act (rules/records#dashboard).

drop function public.longest_waiting();
drop function public.who_is_behind();

create or replace function private.to_do()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
begin
  if not private.can('dashboard', 'read') then
    return null;
  end if;
  return jsonb_build_object(
    'quiet', (select count(*) from (select from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now() limit most + 1) s),
    'stops', private.drop_off_lessons());
end
$function$;
comment on function private.to_do() is 'Learners who stopped: how many had no activity for 14 days, counted to 1,001, and drop_off_lessons(). Null for callers who may not read the whole dashboard. What an administrator has to do is in staff_inbox().';
