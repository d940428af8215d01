-- Purchases, what the payment provider reports, and refunds.
set check_function_bodies = off;

-- TYPES

create type public.purchase_status as enum ('COMPLETED', 'PENDING', 'FAILED', 'REFUNDED');

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.by_hand(provider text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select provider in ('bank_transfer', 'scholarship', 'other')
$function$;
comment on function private.by_hand(text) is 'Takes a purchase''s provider; true if it is not a payment provider, but a way of payment that an administrator entered.';
grant execute on function private.by_hand(text) to service_role;

-- TABLES

create table private.purchase_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  ref text not null,
  amount_cents bigint,
  whole boolean not null default false,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  result jsonb not null default '{}'::jsonb,
  about text,
  constraint purchase_events_pkey primary key (provider, event_id)
);
alter table private.purchase_events enable row level security;
create index purchase_events_ref_idx on private.purchase_events (provider, ref);
comment on table private.purchase_events is 'Every event of a payment provider, stored once, with its outcome. A refund that arrives before its purchase waits here. Contains nothing about the buyer. No grants.';
comment on column private.purchase_events.about is 'The refund or dispute that the event reports, because several events may report the same one. Null for purchases, and in events from before the column existed.';

create table private.purchase_notices (
  id uuid not null default gen_random_uuid(),
  provider text not null,
  event_id text not null,
  type text not null,
  reasons text[] not null,
  ref text,
  told_at timestamptz not null default now(),
  times integer not null default 1,
  dealt_at timestamptz,
  constraint purchase_notices_pkey primary key (id),
  constraint purchase_notices_event_key unique (provider, event_id)
);
alter table private.purchase_notices enable row level security;
create index purchase_notices_open_idx on private.purchase_notices (told_at desc, id desc) where (dealt_at is null);
create index purchase_notices_waiting_idx on private.purchase_notices (told_at, id) where (dealt_at is null);
comment on table private.purchase_notices is 'Events of a payment provider that a person has to look at, one row for each event: its type at the provider, the reasons, its payment, how often it arrived, and when staff dealt with it. Contains nothing about the buyer. No grants: written by add_purchase_notice().';

create table private.purchase_sums (
  status public.purchase_status not null,
  currency text not null,
  purchases bigint not null,
  cents numeric not null,
  constraint purchase_sums_pkey primary key (status, currency)
);
alter table private.purchase_sums enable row level security;
comment on table private.purchase_sums is 'How many purchases there are in each status and currency, and the sum of their amounts. No grants: written by count_purchases().';

create table public.purchases (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  course_id uuid,
  community_id uuid,
  amount_cents bigint not null,
  currency text not null default 'USD',
  provider text not null,
  provider_ref text not null,
  status public.purchase_status not null default 'PENDING',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_cents bigint not null default 0,
  reason text,
  refund_reason text,
  needs_member boolean not null default false,
  buyer_email text,
  constraint purchases_pkey primary key (id),
  constraint purchases_amount_positive check (amount_cents >= 0),
  constraint purchases_amount_range check (amount_cents <= '9007199254740991'::bigint),
  constraint purchases_buyer_email_length check (char_length(buyer_email) <= 254),
  constraint purchases_buyer_email_waits check (buyer_email is null or needs_member),
  constraint purchases_by_hand_reason check (reason is not null or not private.by_hand(provider)),
  constraint purchases_currency_form check (currency ~ '^[A-Z]{3}$'),
  constraint purchases_needs_member_without check (not needs_member or user_id is null),
  constraint purchases_provider_length check (
    char_length(provider) >= 1
    and char_length(provider) <= 40
  ),
  constraint purchases_provider_ref_length check (
    char_length(provider_ref) >= 1
    and char_length(provider_ref) <= 255
  ),
  constraint purchases_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500),
  constraint purchases_refund_reason_length check (
    btrim(refund_reason) <> ''
    and char_length(refund_reason) <= 500
  ),
  constraint purchases_refunded_cents_range check (
    refunded_cents >= 0
    and refunded_cents <= amount_cents
  ),
  constraint purchases_community_id_fkey foreign key (community_id) references public.communities(id) on delete set null,
  constraint purchases_course_id_fkey foreign key (course_id) references public.courses(id) on delete set null,
  constraint purchases_user_id_fkey foreign key (user_id) references public.profiles(id) on delete set null,
  constraint purchases_provider_ref_key unique (provider, provider_ref)
);
alter table public.purchases enable row level security;
create index purchases_buyer_email_idx on public.purchases using gin (lower(buyer_email) extensions.gin_trgm_ops) where (buyer_email is not null);
create index purchases_buyer_letters_idx on public.purchases (((octet_length(buyer_email) - char_length(buyer_email)))) where (buyer_email is not null);
create index purchases_community_id_idx on public.purchases (community_id);
create index purchases_course_id_idx on public.purchases (course_id);
create index purchases_needs_member_idx on public.purchases (created_at desc, id desc) where needs_member;
create index purchases_newest_idx on public.purchases (created_at desc, id desc) include (status, currency, amount_cents);
create index purchases_ref_idx on public.purchases using gin (lower(provider_ref) extensions.gin_trgm_ops);
-- The indexed number is 0 if all letters are ASCII. This is no partial index, because the planner would expect that one
-- to contain almost all rows, and would not use it.
create index purchases_ref_letters_idx on public.purchases (((octet_length(provider_ref) - char_length(provider_ref))));
create index purchases_status_idx on public.purchases (status, created_at desc, id desc) include (currency, amount_cents);
create index purchases_user_id_idx on public.purchases (user_id);
grant select on public.purchases to authenticated;
grant delete, insert, select, update on public.purchases to service_role;
comment on table public.purchases is 'What was paid, in cents. Written by the webhook of the payment provider as service role, and by the functions for purchases by hand.';
comment on column public.purchases.amount_cents is 'In the currency''s smallest unit. Numbers in JSON are exact in a browser up to 2^53 - 1 (rules/purchases#money).';
comment on column public.purchases.refunded_cents is 'How much was refunded to the buyer. After a partial refund, the purchase stays COMPLETED and the access stays open.';
comment on column public.purchases.reason is 'Why it was recorded by hand; null for purchases of a payment provider. The buyer may read it; the audit record says who wrote it.';
comment on column public.purchases.refund_reason is 'Why it was refunded by hand.';
comment on column public.purchases.needs_member is 'Whether no member is known who paid it. False once the purchase was assigned to a member, even if that account was deleted later.';
comment on column public.purchases.buyer_email is 'The email that the payment provider reported, kept while no member is known; cleared when the purchase is assigned to a member, and after 90 days (due_purchase_address()). Audit records do not contain it.';

create table private.taken_grants (
  purchase_id uuid not null,
  grant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  taken_at timestamptz not null default now(),
  constraint taken_grants_pkey primary key (purchase_id),
  constraint taken_grants_purchase_id_fkey foreign key (purchase_id) references public.purchases(id) on delete cascade
);
alter table private.taken_grants enable row level security;
comment on table private.taken_grants is 'The grant that a refund deleted, so that it can be restored if the refund fails. grant_id is null if the refund came before anything was granted. No grants: written by settle_purchase().';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.entitlements add constraint entitlements_purchase_id_fkey foreign key (purchase_id) references public.purchases(id) on delete set null;

-- FUNCTIONS

create or replace function private.add_purchase_notice(
  provider text,
  event_id text,
  type text,
  reasons text[],
  ref text
)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  insert into private.purchase_notices as n (provider, event_id, type, reasons, ref)
  values (left(add_purchase_notice.provider, 40), left(add_purchase_notice.event_id, 255), left(add_purchase_notice.type, 100),
    add_purchase_notice.reasons, left(add_purchase_notice.ref, 255))
  on conflict on constraint purchase_notices_event_key do update set times = n.times + 1, reasons = excluded.reasons,
    dealt_at = case when n.reasons = excluded.reasons then n.dealt_at end
$function$;
comment on function private.add_purchase_notice(text,text,text,text[],text) is 'Takes a provider, its event''s id and type, the reasons for which a person has to look at it, and its payment (null: unknown); stores it. If the event is sent again, the row counts it, and is shown to staff again only if the reasons differ.';

create or replace function private.by_hand_for_refund(purchase_id uuid, holding boolean)
  returns public.purchases
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases;
begin
  if not private.can('purchases', 'refund') then
    raise exception using errcode = '42501', message = 'You may not refund purchases.';
  end if;
  if holding then
    select * into known from public.purchases p where p.id = purchase_id for update;
  else
    select * into known from public.purchases p where p.id = purchase_id;
  end if;
  if known.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_PURCHASE', message = 'This purchase no longer exists.';
  end if;
  if not private.by_hand(known.provider) then
    raise exception using errcode = 'PT422', hint = 'AT_PROVIDER',
      message = 'The payment provider took this payment and has to return it. Refund it there. When the provider reports the refund, the purchase is marked as refunded here and its access ends.';
  end if;
  return known;
end
$function$;
comment on function private.by_hand_for_refund(uuid,boolean) is 'Takes a purchase and whether to lock it; returns it. Raises 42501 unless the caller may refund, PT404 NO_PURCHASE, and PT422 AT_PROVIDER for a purchase of a payment provider.';

create or replace function private.check_reason(reason text)
  returns text
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  if coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500 then
    raise exception using errcode = 'PT422', hint = 'NO_REASON', message = 'Please give a reason, in up to 500 characters.';
  end if;
  return btrim(reason);
end
$function$;
comment on function private.check_reason(text) is 'Takes a reason as it was typed; returns it trimmed. Raises PT422 NO_REASON.';

create or replace function private.count_purchases()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op <> 'INSERT' then
    insert into private.purchase_sums as s (status, currency, purchases, cents)
    select o.status, o.currency, -count(*), -sum(o.amount_cents) from old_rows o group by 1, 2 order by 1, 2
    on conflict (status, currency) do update set purchases = s.purchases + excluded.purchases, cents = s.cents + excluded.cents;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.purchase_sums as s (status, currency, purchases, cents)
    select n.status, n.currency, count(*), sum(n.amount_cents) from new_rows n group by 1, 2 order by 1, 2
    on conflict (status, currency) do update set purchases = s.purchases + excluded.purchases, cents = s.cents + excluded.cents;
  end if;
  return null;
end
$function$;
comment on function private.count_purchases() is 'Statement trigger on purchases: updates purchase_sums.';

create or replace function private.due_purchase_address(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.purchases p set buyer_email = null where p.id = work.subject_id and p.buyer_email is not null;
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_purchase_address(private.due_work) is 'Job: deletes the buyer''s email of a purchase that was assigned to no member within 90 days. Dropped if it was assigned (rules/purchases#without-member).';

create or replace function private.export_purchases(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  columns := array['id', 'date', 'status', 'amount', 'refunded', 'currency', 'provider', 'ref', 'name', 'email', 'item', 'reason', 'refund_reason', 'buyer_email'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'date', p.created_at, 'status', p.status,
      'amount', p.amount_cents, 'refunded', p.refunded_cents, 'currency', p.currency, 'provider', p.provider,
      'ref', p.provider_ref, 'name', u.name, 'email', u.email, 'item', coalesce(c.title, m.name),
      'reason', p.reason, 'refund_reason', p.refund_reason, 'buyer_email', p.buyer_email) as row
    from public.purchases p
    left join public.profiles u on u.id = p.user_id
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id
    where %s%s$sql$,
    private.purchases_where(filter ->> 'search', nullif(filter ->> 'status', '')::public.purchase_status,
      (filter ->> 'since')::timestamptz, (filter ->> 'until')::timestamptz),
    case when filter ->> 'unassigned' = 'true' then ' and p.needs_member and p.status = ''COMPLETED''' else '' end);
end
$function$;
comment on function private.export_purchases(jsonb) is 'Takes {search, status, since, until, unassigned} as purchase_list() has them; gives columns and query of the purchases'' export, amounts in the currency''s smallest unit.';

create or replace function private.open_purchase_notices(most integer)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'provider', n.provider, 'event_id', n.event_id, 'type', n.type,
    'reasons', n.reasons, 'ref', n.ref, 'told_at', n.told_at, 'times', n.times) order by n.told_at desc, n.id desc), '[]')
  from (select * from private.purchase_notices o where o.dealt_at is null order by o.told_at desc, o.id desc limit most) n
$function$;
comment on function private.open_purchase_notices(integer) is 'Takes how many; returns the newest events that a person has to look at: [{id, provider, event_id, type, reasons, ref, told_at, times}].';

create or replace function private.purchase_rank(status public.purchase_status)
  returns integer
  language sql
  immutable
  set search_path to ''
as $function$
  select array_position('{PENDING,FAILED,COMPLETED,REFUNDED}'::public.purchase_status[], status)
$function$;
comment on function private.purchase_rank(public.purchase_status) is 'Takes a status; returns its rank. Events only raise the status of a purchase, in whatever order they arrive: a paid purchase does not become FAILED, and a refunded one does not become COMPLETED.';

create or replace function private.purchases_where(
  query text,
  status public.purchase_status,
  since timestamptz,
  until timestamptz
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return concat_ws(' and ', 'true',
    'p.status = ' || quote_literal(purchases_where.status),
    'p.created_at >= ' || quote_literal(since),
    'p.created_at < ' || quote_literal(until),
    -- Each part of the union has its own index.
    case when btrim(query) <> '' then format($sql$p.id in (
      select r.id from public.purchases r where %1$s
      union all
      select w.id from public.purchases w where %2$s and w.buyer_email is not null
      union all
      select b.id from private.people u join public.purchases b on b.user_id = u.id where %3$s)$sql$,
      private.plain_like('r.provider_ref', private.like_pattern(query)), private.plain_like('w.buyer_email', private.like_pattern(query)),
      coalesce(private.found_by(query, 'u'), 'true')) end);
end
$function$;
comment on function private.purchases_where(text,public.purchase_status,timestamp with time zone,timestamp with time zone) is 'Takes a search over the buyer''s name and email (also of purchases without a member) and the Ref, a status, and from when until before when (null: any); gives the condition on purchases p as SQL, every value quoted.';

create or replace function private.refund_state(
  provider text,
  ref text,
  out known boolean,
  out whole boolean,
  out cents numeric
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$
  with event as materialized (
    select e.kind, coalesce(e.about, e.event_id) as about, coalesce(e.amount_cents, 0) as cents, e.whole, e.occurred_at, e.received_at
    from private.purchase_events e where e.provider = refund_state.provider and e.ref = refund_state.ref
  ), failed as (
    select distinct on (e.about) e.cents, e.occurred_at, e.received_at
    from event e where e.kind = 'REFUND_FAILED' order by e.about, e.occurred_at, e.received_at
  ), refunded as (
    select e.*, row_number() over (order by e.occurred_at, e.received_at) = 1 as is_first from event e where e.kind = 'REFUND'
  ), standing as (
    -- Each refund event has the sum that was refunded so far. Refunds that failed later are subtracted. Every failed
    -- refund counts as made before its failure, in whatever order the events arrive.
    select r.whole and f.cents is null as whole, r.cents - coalesce(f.cents, 0) as cents
    from refunded r cross join lateral (
      select sum(f.cents) as cents from failed f where r.is_first or (f.occurred_at, f.received_at) > (r.occurred_at, r.received_at)) f
  ), dispute as (
    select distinct on (e.about) e.kind, e.cents
    from event e where e.kind in ('DISPUTE_LOST', 'DISPUTE_WON') order by e.about, e.occurred_at desc, e.received_at desc
  )
  select exists (select from event e where e.kind in ('REFUND', 'DISPUTE_LOST')),
    coalesce((select bool_or(s.whole) from standing s), false),
    greatest(coalesce((select max(s.cents) from standing s), 0), 0)
      + coalesce((select sum(d.cents) from dispute d where d.kind = 'DISPUTE_LOST'), 0)
$function$;
comment on function private.refund_state(text,text) is 'Takes a provider and a payment; returns how much was refunded, from its events in any order: whether any money went back, whether all of it did, and the sum. A refund event has the sum so far, from which failed refunds are subtracted; a lost dispute adds its amount, unless it was won later.';

create or replace function private.settle_purchase(purchase_id uuid, was public.purchase_status)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  p public.purchases;
  back record;
  all_back boolean;
  revived boolean;
  taken private.taken_grants;
begin
  select * into p from public.purchases t where t.id = settle_purchase.purchase_id;
  select * into back from private.refund_state(p.provider, p.provider_ref);
  if back.known then
    all_back := back.whole or (back.cents > 0 and back.cents >= p.amount_cents);
    revived := p.status = 'REFUNDED' and not all_back;
    perform set_config('rookies.verb', case when revived then 'refund_failed' else '' end, true);
    update public.purchases t
    set refunded_cents = case when back.whole then t.amount_cents else least(t.amount_cents, back.cents) end,
      -- Refunded money must have been paid, so the status becomes REFUNDED even if no payment event arrived.
      status = case when all_back then 'REFUNDED' when revived then 'COMPLETED' else t.status end
    where t.id = p.id;
    perform set_config('rookies.verb', '', true);
    select * into p from public.purchases t where t.id = p.id;
  end if;

  if p.status = 'REFUNDED' then
    -- Only the grant of this purchase is deleted. The progress stays (rules/purchases#refund).
    with gone as (delete from public.entitlements e where e.purchase_id = p.id returning e.id, e.created_at, e.expires_at)
    insert into private.taken_grants as g (purchase_id, grant_id, created_at, expires_at)
    select p.id, gone.id, gone.created_at, gone.expires_at from gone
    on conflict on constraint taken_grants_pkey
      do update set grant_id = excluded.grant_id, created_at = excluded.created_at, expires_at = excluded.expires_at, taken_at = now();
    if not found and (was is null or was in ('PENDING', 'FAILED')) and p.user_id is not null and p.course_id is not null then
      -- The purchase was refunded before it granted anything. By this row, the course is granted if the refund fails.
      insert into private.taken_grants (purchase_id, created_at) values (p.id, now()) on conflict do nothing;
    end if;
    return 'REFUNDED';
  end if;

  if revived then
    delete from private.taken_grants g where g.purchase_id = p.id returning * into taken;
    if taken.purchase_id is null then
      -- The refund deleted no grant, because the access had been revoked before, the purchase opened no course, or it
      -- has no member yet.
      return case when p.user_id is null and not p.needs_member then 'NOT_GIVEN_BACK' else 'RECORDED' end;
    end if;
    if p.user_id is null or p.course_id is null or exists (
      -- The grant is not restored if somebody has revoked the access since.
      select from public.audit_logs a
      where a.target_type = 'entitlement' and coalesce(a.after, a.before) ->> 'user_id' = p.user_id::text and a.created_at > taken.taken_at
        and a.action = 'entitlement.revoke' and a.actor is null and a.before ->> 'course_id' = p.course_id::text) then
      return 'NOT_GIVEN_BACK';
    end if;
    insert into public.entitlements (id, user_id, course_id, source, purchase_id, granted_by_id, created_at, expires_at)
    values (coalesce(taken.grant_id, gen_random_uuid()), p.user_id, p.course_id, 'PURCHASE', p.id, null, taken.created_at, taken.expires_at)
    on conflict on constraint entitlements_grant_key do nothing;
    return 'GIVEN_BACK';
  end if;

  -- Access is granted only when the purchase becomes COMPLETED, so that access that was revoked by hand later stays
  -- revoked.
  if p.status = 'COMPLETED' and was is distinct from 'COMPLETED' and p.user_id is not null and p.course_id is not null then
    insert into public.entitlements (user_id, course_id, source, purchase_id, granted_by_id)
    values (p.user_id, p.course_id, 'PURCHASE', p.id, null)
    on conflict on constraint entitlements_grant_key do nothing;
    return 'GRANTED';
  end if;
  return 'RECORDED';
end
$function$;
comment on function private.settle_purchase(uuid,public.purchase_status) is 'Takes a purchase and its status before the change (null: it is new); applies refunds, grants the course when it becomes COMPLETED, deletes its grant when it becomes REFUNDED, and restores the grant when the refund failed. Returns what was done: GRANTED, REFUNDED, GIVEN_BACK, NOT_GIVEN_BACK (the grant could not be restored), or RECORDED.';

create or replace function public.assign_purchase(purchase_id uuid, user_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known public.purchases;
  replayed boolean;
begin
  if not private.can('purchases', 'assign') then
    raise exception using errcode = '42501', message = 'You may not give purchases to members.';
  end if;
  select * into known from public.purchases p where p.id = assign_purchase.purchase_id for update;
  if known.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_PURCHASE', message = 'This purchase no longer exists.';
  end if;
  replayed := coalesce(known.user_id = assign_purchase.user_id, false);
  if not replayed then
    if not known.needs_member then
      raise exception using errcode = 'PT409', hint = 'HAS_MEMBER', message = 'This purchase was given to another member already. Nothing was changed.';
    end if;
    if known.status <> 'COMPLETED' then
      raise exception using errcode = 'PT422', hint = 'NOT_PAID', message = 'This purchase is no longer paid. Nothing was changed.';
    end if;
    if not exists (select from public.profiles p where p.id = assign_purchase.user_id) then
      raise exception using errcode = 'PT404', hint = 'NO_PERSON', message = 'This person no longer exists.';
    end if;
    perform private.lock_course_counts(array[known.course_id], false);
    update public.purchases p set user_id = assign_purchase.user_id, needs_member = false, buyer_email = null where p.id = known.id;
    -- The purchase has granted nothing yet, so it is settled like a new one.
    perform private.settle_purchase(known.id, null);
  end if;
  return jsonb_build_object('id', known.id, 'replayed', replayed,
    'opened', known.community_id is not null or exists (select from public.entitlements e where e.purchase_id = known.id));
end
$function$;
comment on function public.assign_purchase(uuid,uuid) is 'Takes a paid purchase without a known member, and a person; assigns the purchase to the person, opens its course or community, and deletes the buyer''s email, in one transaction (rules/purchases#without-member). Returns {id, replayed: whether it was assigned to this person already, and nothing was done, opened: false if the course or community no longer exists}. Raises 42501, PT404 NO_PURCHASE and NO_PERSON, PT409 HAS_MEMBER, PT422 NOT_PAID.';
grant execute on function public.assign_purchase(uuid,uuid) to authenticated, service_role;

create or replace function public.dismiss_purchase_notice(notice_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  notice private.purchase_notices;
begin
  if not private.can('purchases', 'dismiss') then
    raise exception using errcode = '42501', message = 'You may not dismiss purchase events.';
  end if;
  update private.purchase_notices n set dealt_at = now() where n.id = notice_id and n.dealt_at is null returning * into notice;
  if notice.id is null then
    if exists (select from private.purchase_notices n where n.id = notice_id) then
      return;
    end if;
    raise exception using errcode = 'PT404', hint = 'NO_NOTICE', message = 'This event is no longer on record.';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, title, user_agent, ip_address)
  values (private.uid(), 'purchase_notice.dismiss', 'purchase_notice', notice.id, notice.event_id,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
end
$function$;
comment on function public.dismiss_purchase_notice(uuid) is 'Takes an event that a person had to look at; marks it as dealt with, and records purchase_notice.dismiss. The same call again changes nothing. Raises 42501, PT404 NO_NOTICE.';
grant execute on function public.dismiss_purchase_notice(uuid) to authenticated, service_role;

create or replace function public.purchase_list(
  query text default '',
  status public.purchase_status default null,
  since timestamptz default null,
  until timestamptz default null,
  page integer default 1,
  page_size integer default 50,
  unassigned boolean default false
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
  -- The search runs once, for both the sums and the page.
  searched constant boolean := btrim(coalesce(query, '')) <> '';
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  narrowed constant text := concat_ws(' and ', 'true', 'p.status = ' || quote_literal(purchase_list.status),
    case when unassigned then 'p.needs_member and p.status = ''COMPLETED''' end);
  answer jsonb;
begin
  if not private.can('purchases', 'read') then
    raise exception using errcode = '42501', message = 'You may not read purchases.';
  end if;
  execute format($sql$
    with found as %1$s (
      select p.id, p.status, p.currency, p.amount_cents, p.created_at, p.needs_member from public.purchases p where %2$s
    ), g as (%3$s), page as materialized (
      select p.id from found p where %4$s order by p.created_at desc, p.id desc limit %5$s offset %6$s
    ), row as (
      select p.created_at, p.id, jsonb_build_object(
        'id', p.id, 'amount_cents', p.amount_cents, 'refunded_cents', p.refunded_cents, 'currency', p.currency,
        'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status, 'created_at', p.created_at,
        'member', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end,
        'needs_member', p.needs_member, 'buyer_email', p.buyer_email,
        'item', coalesce(c.title, m.name), 'reason', p.reason, 'refund_reason', p.refund_reason) as fields
      from page join public.purchases p on p.id = page.id
      left join public.profiles u on u.id = p.user_id
      left join public.courses c on c.id = p.course_id
      left join public.communities m on m.id = p.community_id
    )
    select jsonb_build_object('found', %7$s,
      'total', coalesce(sum(g.n), 0),
      'completed', coalesce(sum(g.n) filter (where g.status = 'COMPLETED'), 0),
      'pending', coalesce(sum(g.n) filter (where g.status = 'PENDING'), 0),
      -- Amounts of different currencies are not added up.
      'revenue', coalesce(jsonb_agg(jsonb_build_object('currency', g.currency, 'cents', g.cents) order by g.cents desc, g.currency)
        filter (where g.status = 'COMPLETED'), '[]'),
      'purchases', (select coalesce(jsonb_agg(row.fields order by row.created_at desc, row.id desc), '[]') from row),
      'notices', private.open_purchase_notices(50))
    from g$sql$,
    case when searched then 'materialized' else 'not materialized' end,
    private.purchases_where(query, null, since, until),
    case when searched or since is not null or until is not null
      then 'select p.status, p.currency, count(*) as n, sum(p.amount_cents) as cents from found p group by p.status, p.currency'
      else 'select s.status, s.currency, s.purchases as n, s.cents from private.purchase_sums s where s.purchases > 0' end,
    narrowed,
    size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size,
    case when unassigned then format('(select count(*) from found p where %s)', narrowed)
      else format('coalesce(sum(g.n) filter (where %1$L is null or g.status = %1$L), 0)', purchase_list.status) end) into answer;
  return answer;
end
$function$;
comment on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) is 'Takes a search over the buyer''s name and email and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100), and whether only paid purchases without a known member are listed; returns {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, needs_member, buyer_email, item, reason, refund_reason}], notices: the 50 newest events to look at, as open_purchase_notices() gives them}, newest first. found counts the rows of the list on all pages; the other counts are of the same search and days, in any status; revenue is the sum of COMPLETED purchases by currency. For callers who may read every purchase; raises 42501.';
grant execute on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) to authenticated, service_role;

create or replace function public.record_purchase(
  key uuid,
  user_id uuid,
  course_id uuid,
  amount_cents bigint,
  currency text,
  kind text,
  reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('currency', currency, 1000)
    and private.at_most('kind', kind, 1000)
    and private.at_most('reason', reason, 10000);
  why text;
  known public.purchases;
begin
  if not private.can('purchases', 'create') then
    raise exception using errcode = '42501', message = 'You may not record purchases.';
  end if;
  if not coalesce(private.by_hand(kind), false) or coalesce(amount_cents, -1) not between 0 and 9007199254740991
     or coalesce(currency, '') !~ '^[A-Z]{3}$' or key is null then
    raise exception using errcode = 'PT422', hint = 'BAD_PURCHASE', message = 'This purchase cannot be recorded: its amount, currency or kind is not one.';
  end if;
  why := private.check_reason(reason);
  -- The lock makes two requests with the same key wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('purchase by hand ' || key, 0));
  select * into known from public.purchases p where p.provider in ('bank_transfer', 'scholarship', 'other') and p.provider_ref = key::text;
  if known.id is not null then
    if (known.user_id, known.course_id, known.amount_cents, known.currency, known.provider, known.reason)
       is distinct from (record_purchase.user_id, record_purchase.course_id, record_purchase.amount_cents, record_purchase.currency, kind, why) then
      raise exception using errcode = 'PT409', hint = 'RECORDED_ALREADY',
        message = 'This purchase was recorded already, with other values. Close this and look at it in the list.';
    end if;
    return jsonb_build_object('id', known.id, 'replayed', true);
  end if;
  if not exists (select 1 from public.profiles p where p.id = record_purchase.user_id) then
    raise exception using errcode = 'PT404', hint = 'NO_PERSON', message = 'This person no longer exists.';
  end if;
  perform private.lock_course_counts(array[record_purchase.course_id], false);
  if not exists (select 1 from public.courses c where c.id = record_purchase.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE', message = 'This course no longer exists. Nothing was recorded. Please choose another one.';
  end if;
  insert into public.purchases (user_id, course_id, amount_cents, currency, provider, provider_ref, status, reason)
  values (record_purchase.user_id, record_purchase.course_id, record_purchase.amount_cents, record_purchase.currency, kind, key::text, 'COMPLETED', why)
  returning * into known;
  perform private.settle_purchase(known.id, 'PENDING');
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$function$;
comment on function public.record_purchase(uuid,uuid,uuid,bigint,text,text,text) is 'Records a purchase that no payment provider reports, and opens its course, in one transaction (rules/purchases#by-hand). Takes a key that the caller chose, so that the same call again records nothing more, the person, the course, the amount in the currency''s smallest unit (0 to 2^53 - 1), the currency, the kind (bank_transfer, scholarship, other) and a reason; gives {id, replayed}. Raises 42501, PT404 NO_PERSON, PT422 BAD_PURCHASE, NO_REASON and NO_COURSE, PT409 RECORDED_ALREADY if other values were recorded with this key.';
grant execute on function public.record_purchase(uuid,uuid,uuid,bigint,text,text,text) to authenticated, service_role;

create or replace function public.record_purchase_event(
  provider text,
  event_id text,
  kind text,
  ref text,
  occurred_at timestamptz,
  session_ref text default null,
  member_id text default null,
  course text default null,
  community text default null,
  amount_cents bigint default null,
  currency text default null,
  whole boolean default false,
  about text default null,
  email text default null,
  type text default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('provider', provider, 1000)
    and private.at_most('event_id', event_id, 1000)
    and private.at_most('kind', kind, 1000)
    and private.at_most('ref', ref, 1000)
    and private.at_most('session_ref', session_ref, 1000)
    and private.at_most('member_id', member_id, 1000)
    and private.at_most('course', course, 1000)
    and private.at_most('community', community, 1000)
    and private.at_most('currency', currency, 1000)
    and private.at_most('about', about, 1000)
    and private.at_most('email', email, 1000)
    and private.at_most('type', type, 1000);
  sale boolean := record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED');
  wanted public.purchase_status := case when record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED')
    then record_purchase_event.kind::public.purchase_status end;
  uuid_form constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  address constant text := case when email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 254 then email end;
  buyer public.profiles;
  sold public.courses;
  place uuid;
  known public.purchases;
  -- Null if the sale is new, or if its member became known only with this event.
  was public.purchase_status;
  problems text[] := '{}';
  to_look_at text[];
  outcome text;
  answer jsonb;
  one text;
begin
  if kind not in ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'REFUND', 'REFUND_FAILED', 'DISPUTE', 'DISPUTE_LOST', 'DISPUTE_WON')
     or coalesce(provider, '') = '' or coalesce(event_id, '') = '' or coalesce(ref, '') = '' or occurred_at is null
     or coalesce(amount_cents, 0) not between 0 and 9007199254740991
     or (sale and (amount_cents is null or coalesce(currency, '') !~ '^[A-Z]{3}$')) then
    raise exception using errcode = 'PT422', hint = 'BAD_EVENT', message = 'This event cannot be recorded: its amount, currency or reference is not one.';
  end if;
  -- Events of the same sale wait for each other.
  for one in select distinct r from unnest(array[ref, session_ref]) r where r is not null order by r loop
    perform pg_advisory_xact_lock(hashtextextended('purchase ' || provider || ' ' || one, 0));
  end loop;
  select e.result into answer from private.purchase_events e
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  if answer is not null then
    return answer || '{"replayed": true}';
  end if;
  insert into private.purchase_events (provider, event_id, kind, ref, amount_cents, whole, occurred_at, about)
  values (provider, event_id, kind, ref, amount_cents, whole, occurred_at, about);

  -- Until a sale has a payment, its session identifies it.
  select * into known from public.purchases p
  where p.provider = record_purchase_event.provider and p.provider_ref in (ref, session_ref)
  order by p.provider_ref = ref desc limit 1 for update;
  was := known.status;

  if sale then
    if member_id ~ uuid_form then
      select * into buyer from public.profiles p where p.id = member_id::uuid;
    end if;
    if coalesce(course, '') <> '' then
      select * into sold from public.courses c
      where c.id = case when course ~ uuid_form then course::uuid end or c.slug = course limit 1;
    end if;
    if coalesce(community, '') <> '' then
      select m.id into place from public.communities m
      where m.id = case when community ~ uuid_form then community::uuid end or m.slug = community limit 1;
    end if;
    problems := array_remove(array[
      case when known.user_id is not null then null
        when coalesce(member_id, '') = '' then 'NO_MEMBER' when buyer.id is null then 'UNKNOWN_MEMBER' end,
      case when buyer.disabled_at is not null then 'MEMBER_DISABLED' end,
      case when coalesce(course, '') = '' and coalesce(community, '') = '' then 'NO_COURSE'
        when coalesce(course, '') <> '' and sold.id is null then 'UNKNOWN_COURSE'
        when sold.deleted_at is not null then 'COURSE_DELETED' end,
      case when coalesce(community, '') <> '' and place is null then 'UNKNOWN_COMMUNITY' end,
      case when known.amount_cents <> record_purchase_event.amount_cents or known.currency <> record_purchase_event.currency then 'AMOUNT_DIFFERS' end
    ], null);
    if known.id is null then
      insert into public.purchases (user_id, course_id, community_id, amount_cents, currency, provider, provider_ref, status, created_at,
        needs_member, buyer_email)
      values (buyer.id, sold.id, place, amount_cents, currency, provider, ref, wanted, occurred_at,
        buyer.id is null, case when buyer.id is null and wanted = 'COMPLETED' then address end)
      returning id into known.id;
    else
      if known.needs_member and buyer.id is not null then
        was := null;
      end if;
      update public.purchases p
      set user_id = coalesce(p.user_id, buyer.id), course_id = coalesce(p.course_id, sold.id), community_id = coalesce(p.community_id, place),
        needs_member = p.needs_member and buyer.id is null,
        buyer_email = case when not p.needs_member or buyer.id is not null then null
          when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then address else p.buyer_email end,
        provider_ref = record_purchase_event.ref,
        status = case when private.purchase_rank(wanted) > private.purchase_rank(p.status) then wanted else p.status end,
        -- The stored amount is the amount that was paid, which can differ from the price.
        amount_cents = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.amount_cents else p.amount_cents end,
        currency = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.currency else p.currency end
      where p.id = known.id;
    end if;
    perform private.enqueue_job('purchase_address', p.id::text, now() + interval '90 days', p.id)
    from public.purchases p where p.id = known.id and p.buyer_email is not null;
  elsif kind = 'EXPIRED' then
    update public.purchases p set status = 'FAILED' where p.id = known.id and p.status = 'PENDING';
  end if;

  outcome := case when known.id is not null then private.settle_purchase(known.id, was)
    when kind in ('REFUND', 'DISPUTE_LOST') then 'WAITING' else 'NOTED' end;
  if outcome = 'NOT_GIVEN_BACK' or (
    -- The refund is older than the table of events, so it is unknown which grant it deleted.
    kind = 'REFUND_FAILED' and outcome = 'REFUNDED' and not (select g.known from private.refund_state(provider, ref) g)) then
    outcome := 'RECORDED';
    problems := array_append(problems, 'NOT_GIVEN_BACK');
  end if;

  -- No notice is needed for a purchase without a member, because the list shows it, or of a disabled member, whose
  -- access waits for them.
  to_look_at := array(select r from unnest(problems) r where r = 'NOT_GIVEN_BACK'
    or wanted = 'COMPLETED' and r not in ('NO_MEMBER', 'UNKNOWN_MEMBER', 'MEMBER_DISABLED'));
  if cardinality(to_look_at) > 0 then
    perform private.add_purchase_notice(provider, event_id, coalesce(type, kind), to_look_at, ref);
  else
    -- If the event was refused before, its notice is done, because it is recorded now.
    update private.purchase_notices n set dealt_at = now()
    where n.provider = record_purchase_event.provider and n.event_id = record_purchase_event.event_id and n.dealt_at is null;
  end if;

  answer := jsonb_build_object('outcome', outcome, 'problems', to_jsonb(problems));
  update private.purchase_events e set result = answer
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  return answer;
end
$function$;
comment on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) is 'Records an event of a payment provider and applies it, in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that was refunded so far, `whole` if it is all; REFUND_FAILED: the amount that failed; DISPUTE; DISPUTE_LOST: the amount that was lost; DISPUTE_WON), its payment, when it happened, the checkout session by which the sale may be known so far, who bought which course or community (ids, or the slug of the course or community), its refund or dispute, the buyer''s email (stored only while no member is known) and the type of the event at the provider. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. Each event counts once, and events can arrive in any order. Raises PT422 BAD_EVENT. Only for the service role, also during maintenance (rules/purchases#signed-events).';
grant execute on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) to service_role;

create or replace function public.refund_purchase(purchase_id uuid, reason text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  known public.purchases;
  why text;
begin
  known := private.by_hand_for_refund(purchase_id, true);
  if known.status = 'REFUNDED' then
    return jsonb_build_object('id', known.id, 'replayed', true);
  end if;
  why := private.check_reason(reason);
  perform private.lock_course_counts(array[known.course_id], false);
  -- The refund is stored like an event of a provider, so that settle_purchase() finds all refunds in one table.
  insert into private.purchase_events (provider, event_id, kind, ref, amount_cents, whole, occurred_at)
  values (known.provider, 'refund ' || known.id, 'REFUND', known.provider_ref, known.amount_cents, true, now())
  on conflict do nothing;
  update public.purchases p set status = 'REFUNDED', refunded_cents = p.amount_cents, refund_reason = why where p.id = known.id;
  perform private.settle_purchase(known.id, known.status);
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$function$;
comment on function public.refund_purchase(uuid,text) is 'Refunds a purchase by hand: sets its status, and revokes only the grant that it made, in one transaction (rules/purchases#refund). Takes the purchase and a reason; returns {id, replayed: whether it was refunded already, and nothing was done}. Raises 42501, PT404 NO_PURCHASE, PT422 AT_PROVIDER and NO_REASON.';
grant execute on function public.refund_purchase(uuid,text) to authenticated, service_role;

create or replace function public.refuse_purchase_event(
  provider text,
  event_id text,
  type text,
  reason text,
  ref text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('provider', provider, 1000)
    and private.at_most('event_id', event_id, 1000)
    and private.at_most('type', type, 1000)
    and private.at_most('reason', reason, 10000)
    and private.at_most('ref', ref, 1000);
  if coalesce(provider, '') = '' or coalesce(event_id, '') = '' or coalesce(type, '') = '' or coalesce(reason, '') !~ '^[A-Z_]{1,40}$' then
    raise exception using errcode = 'PT422', hint = 'BAD_EVENT', message = 'This event cannot be noted: it has no id, type or reason.';
  end if;
  perform private.add_purchase_notice(provider, event_id, type, array[reason], ref);
end
$function$;
comment on function public.refuse_purchase_event(text,text,text,text,text) is 'Stores that an event could not be recorded, so that administrators look at it (rules/purchases#refused-events). Takes the provider, the event''s id and type, a reason (BAD_AMOUNT, BAD_CURRENCY, BAD_EVENT; FAILED: the provider sends it again) and its payment. Raises PT422 BAD_EVENT. Only for the service role.';
grant execute on function public.refuse_purchase_event(text,text,text,text,text) to service_role;

-- TRIGGERS

-- The screen of purchases shows notices, so it is told to read again when they change.
create trigger purchase_notices_signal_insert after insert on private.purchase_notices
  referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');

create trigger purchase_notices_signal_update after update on private.purchase_notices
  referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');

create trigger purchases_audit_delete after delete on public.purchases
  referencing old table as old_rows
  for each statement execute function private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger purchases_audit_insert after insert on public.purchases
  referencing new table as new_rows
  for each statement execute function private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger purchases_audit_update after update on public.purchases
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger purchases_count_delete after delete on public.purchases
  referencing old table as old_rows
  for each statement execute function private.count_purchases();

create trigger purchases_count_insert after insert on public.purchases
  referencing new table as new_rows
  for each statement execute function private.count_purchases();

create trigger purchases_count_update after update on public.purchases
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_purchases();

create trigger purchases_forget_inbox_row after delete on public.purchases
  for each row execute function private.forget_inbox_row();

create trigger purchases_forget_other_buyer after update of user_id, buyer_email on public.purchases
  for each row
  when (new.user_id is distinct from old.user_id or new.buyer_email is distinct from old.buyer_email)
  execute function private.forget_inbox_row();

create trigger purchases_signal_delete after delete on public.purchases
  referencing old table as old_rows
  for each statement execute function private.signal_change('purchases');

create trigger purchases_signal_insert after insert on public.purchases
  referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');

create trigger purchases_signal_update after update on public.purchases
  referencing new table as new_rows
  for each statement execute function private.signal_change('purchases');

create trigger purchases_touch before update on public.purchases
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy purchases_select on public.purchases
  for select to authenticated
  using (
    (select private.can('purchases', 'read'))
    or (user_id = (select private.uid()) and (select private.can('purchases', 'read', 'own')))
  );
comment on policy purchases_select on public.purchases is 'All purchases, or those of the caller.';
