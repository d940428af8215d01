-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.due_ended(work uuid, attempt integer, as_outcome text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    locked_until = null, done_at = now(), outcome = as_outcome, error = null
  where w.id = work
$function$;
comment on function private.due_ended(uuid,integer,text) is 'Takes a piece of due work, how often it was tried, and DONE or DROPPED; ends it.';

CREATE OR REPLACE FUNCTION private.due_failed(work uuid, attempt integer, reason text, final boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.due_work w set attempts = attempt, first_tried_at = coalesce(w.first_tried_at, now()),
    error = left(reason, 500), locked_until = now() + private.due_pause(attempt - 1),
    done_at = case when final or w.first_tried_at < now() - interval '24 hours' then now() end,
    outcome = case when final or w.first_tried_at < now() - interval '24 hours' then 'FAILED' end
  where w.id = work
$function$;
comment on function private.due_failed(uuid,integer,text,boolean) is 'Takes a piece of due work, how often it was tried, why that failed and whether it will always do so; it is tried again after a pause, or given up a day after the first attempt (rules/due-work#failing).';

CREATE OR REPLACE FUNCTION private.due_failures_mail(work private.due_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('to', a.address, 'kinds', g.kinds, 'path', '/admin/due-work?state=FAILED')
  from private.mail_address(work.user_id) a (address),
    (select jsonb_agg(jsonb_build_object('label', g.label, 'pieces', g.pieces)) as kinds from private.given_up(work.due_at) g) g
  where a.address is not null and g.kinds is not null and private.person_may(work.user_id, 'due_work', 'read')
$function$;
comment on function private.due_failures_mail(private.due_work) is 'The same by mail: {to, kinds: [{label, pieces}], path: of the list of due work}; null when it matters no longer.';

CREATE OR REPLACE FUNCTION private.due_invites_ending_mail(work private.due_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('to', a.address, 'ending', to_jsonb(e.ending), 'path', p.path)
  from private.mail_address(work.user_id) a (address), private.invites_path(work.user_id) p (path),
    private.invites_ending(work.user_id, work.due_at) e (ending)
  where a.address is not null and p.path is not null and cardinality(e.ending) > 0
$function$;
comment on function private.due_invites_ending_mail(private.due_work) is 'The same by mail: {to, ending: addresses that have not answered, path: of the list of invites}; null when it matters no longer.';

CREATE OR REPLACE FUNCTION private.given_up(morning timestamp with time zone)
 RETURNS TABLE(label text, pieces bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select k.label, count(*) from private.due_work w join private.due_kinds k on k.kind = w.kind
  where w.outcome = 'FAILED' and w.done_at >= date_trunc('day', morning) - interval '1 day' and w.done_at < date_trunc('day', morning)
    -- Two days later it is read in the list alone.
    and now() < date_trunc('day', morning) + interval '2 days'
  group by k.label order by count(*) desc, k.label
$function$;
comment on function private.given_up(timestamp with time zone) is 'Takes a morning; what was given up on the day before (UTC) and not tried again, by kind; nothing once two days have passed.';

CREATE OR REPLACE FUNCTION private.invites_ending(person uuid, morning timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  select array(
    select i.email from public.invites i
    where i.invited_by_id = person and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
      and i.expires_at >= date_trunc('day', morning) + interval '1 day' and i.expires_at < date_trunc('day', morning) + interval '2 days'
    order by i.expires_at, i.email)
$function$;
comment on function private.invites_ending(uuid,timestamp with time zone) is 'Takes a person and a morning; the addresses of their invites that end on the day after it (UTC) without an answer, the first to end first.';

CREATE OR REPLACE FUNCTION private.mail_address(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and p.disabled_at is null and u.email_confirmed_at is not null
$function$;
comment on function private.mail_address(uuid) is 'Takes a person; where mails reach them, null where the account is disabled or its address not confirmed.';

CREATE OR REPLACE FUNCTION public.claim_due_mails(how_many integer DEFAULT 10, only_kinds text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  -- Longer than the sending of as many may take; then another motor tries.
  lease constant interval := '10 minutes';
  -- Never reached by what answers: a day has about thirty pauses.
  most_attempts constant int := 60;
  work private.due_work;
  content jsonb;
  taken int := 0;
  mails jsonb := '[]';
begin
  for work in
    select * from private.due_work w
    where w.done_at is null and w.mail and w.due_at <= now() and coalesce(w.locked_until, w.due_at) <= now()
      and (only_kinds is null or w.kind = any (only_kinds))
    order by w.due_at, w.id limit least(how_many, 10) for update skip locked
  loop
    taken := taken + 1;
    begin
      if work.attempts >= most_attempts then
        perform private.due_failed(work.id, work.attempts, 'What should send it does not come back.', true);
        continue;
      end if;
      execute format('select private.%I($1)', 'due_' || work.kind) into content using work;
      if content is null then
        perform private.due_ended(work.id, work.attempts + 1, 'DROPPED');
      elsif content ? 'wait' then
        update private.due_work w set locked_until = (content ->> 'wait')::timestamptz where w.id = work.id;
      else
        update private.due_work w set attempts = w.attempts + 1, first_tried_at = coalesce(w.first_tried_at, now()),
          locked_until = now() + lease
        where w.id = work.id;
        mails := mails || jsonb_build_object('id', work.id, 'attempt', work.attempts + 1, 'kind', work.kind, 'key', work.key, 'content', content);
      end if;
    exception when others then
      perform private.due_failed(work.id, work.attempts + 1, sqlerrm);
    end;
  end loop;
  -- What leaves the mails where they are is no motor of theirs.
  if only_kinds is null then
    update private.motor m set mailed_at = now() where m.mailed_at < now() - interval '10 seconds';
  end if;
  return jsonb_build_object('taken', taken, 'mails', mails);
end
$function$;
comment on function public.claim_due_mails(integer,text[]) is 'Takes how many, at most 10, and of which kinds, all where null; looks at the mails that are due, the longest due first, and gives {taken: at how many, mails: [{id, attempt, kind, key, content: what the template of that kind wants, with `to`}]}, which it keeps from other motors for ten minutes. For what sends mails alone (rules/due-work#mails).';
grant execute on function public.claim_due_mails(integer,text[]) to service_role;

CREATE OR REPLACE FUNCTION public.settle_due_mail(work_id uuid, attempt integer, failed text DEFAULT NULL::text, final boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  work private.due_work;
begin
  select * into work from private.due_work w where w.id = work_id and w.mail and w.done_at is null for update;
  if not found then
    return;
  end if;
  if failed is null then
    perform private.due_ended(work.id, work.attempts, 'DONE');
  elsif work.attempts = attempt then
    -- Otherwise another motor has it by now, and says itself how it went.
    perform private.due_failed(work.id, work.attempts, failed, final);
  end if;
end
$function$;
comment on function public.settle_due_mail(uuid,integer,text,boolean) is 'Takes a mail that was claimed, by its id and attempt, why it did not leave (null: it has left) and whether it never will; ends it, or has it tried again after a pause. Does nothing where it has ended. For what sends mails alone.';
grant execute on function public.settle_due_mail(uuid,integer,text,boolean) to service_role;
