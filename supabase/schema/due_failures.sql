-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.due_failures(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  day constant timestamptz := date_trunc('day', work.due_at, 'UTC') - interval '1 day';
  failed bigint;
  kinds text;
begin
  select sum(k.n), string_agg(k.label || ' (' || k.n || ')', ', ' order by k.n desc, k.label) into failed, kinds
  from (
    select d.label, count(*) as n from private.due_work w join private.due_kinds d on d.kind = w.kind
    where w.outcome = 'FAILED' and w.done_at >= day and w.done_at < day + interval '1 day'
    group by d.label) k;
  if failed is null or now() > day + interval '3 days' then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A piece of due work was given up' else failed || ' pieces of due work were given up' end,
    left(kinds || '. See why, and try again.', 2000), 'error', null, p.id, '/admin/due-work?state=FAILED', 'Due work'
  from public.profiles p
  where p.disabled_at is null
    and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any');
  return 'DONE';
end
$function$;
comment on function private.due_failures(private.due_work) is 'Tells those who may read due work, in the bell, what was given up on the day before (UTC). Dropped when all of it was tried again since, or two days have passed (rules/due-work#kinds).';

CREATE OR REPLACE FUNCTION private.put_failures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
begin
  perform private.put_due('failures', to_char(now() at time zone 'UTC', 'YYYY-MM-DD'),
    date_trunc('day', now(), 'UTC') + interval '1 day 7 hours');
  return null;
end
$function$;
comment on function private.put_failures() is 'Row trigger: what is given up is told to administrators on the next morning, a day''s failures together.';
