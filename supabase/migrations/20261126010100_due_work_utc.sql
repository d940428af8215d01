-- Why: the bin's 30 days, an invite's last morning and a day's failures were reckoned in the zone of whoever put them in
-- or turned the motor, an hour apart across a clock change. Due work knows one calendar, UTC's (rules/due-work#when).

alter function private.run_due_work(integer) set timezone = 'UTC';
alter function private.put_bin() set timezone = 'UTC';
alter function private.put_invites_ending() set timezone = 'UTC';
alter function private.put_failures() set timezone = 'UTC';
-- What was put in an hour early would be dropped for good.
update private.due_work set due_at = due_at + interval '1 hour' where kind = 'bin' and done_at is null;

-- pg_cron and the embedded motor are the owner; over the API no one turns it.
revoke execute on function private.run_due_work(integer) from service_role;

create or replace function private.invites_path(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not private.person_may(person, 'invites', 'resend', 'own') then null
    when private.person_may(person, 'dashboard', 'read') then '/admin/invites?status=ACTIVE&sort=ending'
    else '/moderator/members?view=invites' end
$$;

create or replace function public.retry_due_work(work_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('due_work', 'retry') then
    perform private.refuse('You may not try due work again.');
  end if;
  update private.due_work w set attempts = 0, first_tried_at = null, locked_until = null, done_at = null, outcome = null
  where w.id = retry_due_work.work_id and w.error is not null;
  if not found then
    raise exception using errcode = 'PT404', message = 'This has been done already.', hint = 'DONE_ALREADY';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (private.uid(), 'due_work.retry', 'due_work', work_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$$;

-- Exports past their hour are forgotten by the kind `exports`.
create or replace function public.begin_export(list text, filter jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  what record;
  personal text[] := (select l.personal from private.export_lists l where l.list = begin_export.list);
  export uuid;
  total bigint;
begin
  select * into what from private.export_source(list, filter);
  execute format('select count(*) from (%s) s', what.source) into total;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address)
  values (private.uid(), 'data.export', 'list', list,
    jsonb_build_object('rows', total, 'columns', to_jsonb(what.columns), 'filter', (
      select coalesce(jsonb_object_agg(f.key, case when f.key = any (personal) then 'true'::jsonb else to_jsonb(left(f.value, 100)) end), '{}')
      from jsonb_each_text(coalesce(filter, '{}')) f where f.value <> '')),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  insert into private.exports (user_id, list, filter) values (private.uid(), list, coalesce(filter, '{}')) returning id into export;
  return jsonb_build_object('id', export, 'total', total, 'columns', to_jsonb(what.columns));
end
$$;
