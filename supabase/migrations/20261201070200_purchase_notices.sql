-- Why: what of a payment provider's event could not be taken, or not all of it, was told to the provider and to a log, and
-- to nobody who could do something about it. It stands on the dashboard and above the purchases until somebody
-- has dealt with it (rules/purchases#refused-events).

insert into public.role_permissions (role, resource, action, scope) values ('ADMIN', 'purchases', 'dismiss', 'any');

create table private.purchase_notices (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  event_id text not null,
  type text not null,
  reasons text[] not null,
  ref text,
  told_at timestamptz not null default now(),
  times int not null default 1,
  dealt_at timestamptz,
  constraint purchase_notices_event_key unique (provider, event_id)
);
alter table private.purchase_notices enable row level security;
comment on table private.purchase_notices is
  'Events of a payment provider that a person has to look at, each once, however often it is sent: what the provider calls it, why, the payment it is about, how often it came, and when it was dealt with. Holds nothing about the buyer. No grants: put_purchase_notice() writes.';
create index purchase_notices_open_idx on private.purchase_notices (told_at desc, id desc) where dealt_at is null;
-- They stand above the purchases, which are read again.
create trigger purchase_notices_signal_insert after insert on private.purchase_notices referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');
create trigger purchase_notices_signal_update after update on private.purchase_notices referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');

create function private.put_purchase_notice(provider text, event_id text, type text, reasons text[], ref text) returns void
language sql security definer set search_path = '' as $$
  insert into private.purchase_notices as n (provider, event_id, type, reasons, ref)
  values (left(put_purchase_notice.provider, 40), left(put_purchase_notice.event_id, 255), left(put_purchase_notice.type, 100),
    put_purchase_notice.reasons, left(put_purchase_notice.ref, 255))
  on conflict on constraint purchase_notices_event_key do update set times = n.times + 1, reasons = excluded.reasons,
    dealt_at = case when n.reasons = excluded.reasons then n.dealt_at end
$$;
comment on function private.put_purchase_notice(text, text, text, text[], text) is
  'Takes a provider, its event''s id and type, why a person has to look at it, and the payment it is about (null: unknown). Sent again it is counted, and stays dealt with unless the reason is another.';

create function public.refuse_purchase_event(provider text, event_id text, type text, reason text, ref text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(provider, '') = '' or coalesce(event_id, '') = '' or coalesce(type, '') = '' or coalesce(reason, '') !~ '^[A-Z_]{1,40}$' then
    raise exception using errcode = 'PT422', hint = 'BAD_EVENT', message = 'This event cannot be noted: it has no id, type or reason.';
  end if;
  perform private.put_purchase_notice(provider, event_id, type, array[reason], ref);
end
$$;
comment on function public.refuse_purchase_event(text, text, text, text, text) is
  'Notes that an event could not be taken, for administrators to look at (rules/purchases#refused-events). Takes the provider, the event''s id and type, a reason (BAD_AMOUNT, BAD_CURRENCY, BAD_EVENT; FAILED: the provider sends it again) and the payment it is about. Raises PT422 BAD_EVENT. For the service role alone.';
revoke all on function public.refuse_purchase_event(text, text, text, text, text) from public, anon, authenticated;
grant execute on function public.refuse_purchase_event(text, text, text, text, text) to service_role;

create function private.open_purchase_notices(most int) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'provider', n.provider, 'event_id', n.event_id, 'type', n.type,
    'reasons', n.reasons, 'ref', n.ref, 'told_at', n.told_at, 'times', n.times) order by n.told_at desc, n.id desc), '[]')
  from (select * from private.purchase_notices o where o.dealt_at is null order by o.told_at desc, o.id desc limit most) n
$$;
comment on function private.open_purchase_notices(int) is
  'Takes how many; the newest events that a person has to look at: [{id, provider, event_id, type, reasons, ref, told_at, times}].';

create function public.dismiss_purchase_notice(notice_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  notice private.purchase_notices;
begin
  if not private.can('purchases', 'dismiss') then
    raise exception using errcode = '42501', message = 'You may not dismiss events of purchases.';
  end if;
  update private.purchase_notices n set dealt_at = now() where n.id = notice_id and n.dealt_at is null returning * into notice;
  if notice.id is null then
    if exists (select from private.purchase_notices n where n.id = notice_id) then
      return;
    end if;
    raise exception using errcode = 'PT404', hint = 'NO_NOTICE', message = 'This event is not on record any more.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, title, user_agent, ip_address)
  values (private.uid(), 'purchase_notice.dismiss', 'purchase_notice', notice.id, notice.event_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$$;
comment on function public.dismiss_purchase_notice(uuid) is
  'Takes an event that a person had to look at; it was dealt with. Recorded as purchase_notice.dismiss, once, however often it is sent. Raises 42501, PT404 NO_NOTICE.';
revoke all on function public.dismiss_purchase_notice(uuid) from public, anon;
grant execute on function public.dismiss_purchase_notice(uuid) to authenticated, service_role;
