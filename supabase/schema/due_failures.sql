-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.due_failures(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failed bigint;
  kinds text;
  recipients uuid[];
begin
  select sum(g.pieces), string_agg(g.label || ' (' || g.pieces || ')', ', ') into failed, kinds from private.given_up(work.due_at) g;
  if failed is null then
    return 'DROPPED';
  end if;
  recipients := array(
    select p.id from public.profiles p
    where p.disabled_at is null
      and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'due_work' and rp.action = 'read' and rp.scope = 'any'));
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label)
  select case when failed = 1 then 'A piece of due work was given up' else failed || ' pieces of due work were given up' end,
    left(kinds || '. See why, and try again.', 2000), 'error', null, r.id, '/admin/due-work?state=FAILED', 'Due work'
  from unnest(recipients) r (id);
  perform private.put_due('failures_mail', split_part(work.key, ':', 2) || ':' || r.id, work.due_at, null, r.id) from unnest(recipients) r (id);
  return 'DONE';
end
$function$;
comment on function private.due_failures(private.due_work) is 'Tells those who may read due work, in the bell and by mail, what was given up on the day before (UTC). Dropped when all of it was tried again since, or two days have passed (rules/due-work#kinds).';

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
