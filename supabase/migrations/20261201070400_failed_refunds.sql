-- Why: a refund can fail days after it was reported: the money is with the seller again, and the buyer had lost the
-- access. What it took is remembered and given back (rules/purchases#failed-refund). A dispute that is won after it was
-- lost is the same. The provider's event also brings the buyer's address and its own name for what happened.

alter table private.purchase_events add column about text;
comment on column private.purchase_events.about is 'The refund or dispute, which several events report. Null for sales, and in events from before it was kept.';

create table private.taken_grants (
  purchase_id uuid primary key references public.purchases (id) on delete cascade,
  grant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  taken_at timestamptz not null default now()
);
alter table private.taken_grants enable row level security;
comment on table private.taken_grants is
  'What a refund took from the buyer of its purchase, as it was, so that it can be given back. grant_id is null where the refund came before anything was granted. No grants: settle_purchase() writes.';

-- What refunds took before this, as the record has it.
insert into private.taken_grants (purchase_id, grant_id, created_at, expires_at, taken_at)
select distinct on (p.id) p.id, (a.before ->> 'id')::uuid, (a.before ->> 'created_at')::timestamptz, (a.before ->> 'expires_at')::timestamptz, a.created_at
from public.audit_logs a join public.purchases p on p.id::text = a.before ->> 'purchase_id'
where a.target_type = 'entitlement' and a.action = 'entitlement.revoke' and a.actor is not null
  and p.status = 'REFUNDED' and not private.by_hand(p.provider)
order by p.id, a.created_at desc;

create function private.gone_back(provider text, ref text, out known boolean, out whole boolean, out cents numeric)
language sql stable security definer set search_path = '' as $$
  with event as materialized (
    select e.kind, coalesce(e.about, e.event_id) as about, coalesce(e.amount_cents, 0) as cents, e.whole, e.occurred_at, e.received_at
    from private.purchase_events e where e.provider = gone_back.provider and e.ref = gone_back.ref
  ), failed as (
    select distinct on (e.about) e.cents, e.occurred_at, e.received_at
    from event e where e.kind = 'REFUND_FAILED' order by e.about, e.occurred_at, e.received_at
  ), refunded as (
    select e.*, row_number() over (order by e.occurred_at, e.received_at) = 1 as is_first from event e where e.kind = 'REFUND'
  ), standing as (
    -- Each gives the sum so far, with what failed later. What failed was made before, whatever comes in first.
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
$$;
comment on function private.gone_back(text, text, out boolean, out boolean, out numeric) is
  'Takes a provider and a payment; what has gone back to the buyer and stayed there, by its events in any order: whether any went back at all, whether all of it did, and the sum. A refund gives the sum so far, less what failed; a lost dispute its own amount, unless it was won later.';

create or replace function private.settle_purchase(purchase_id uuid, was public.purchase_status) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p public.purchases;
  back record;
  all_back boolean;
  revived boolean;
  taken private.taken_grants;
begin
  select * into p from public.purchases t where t.id = settle_purchase.purchase_id;
  select * into back from private.gone_back(p.provider, p.provider_ref);
  if back.known then
    all_back := back.whole or (back.cents > 0 and back.cents >= p.amount_cents);
    revived := p.status = 'REFUNDED' and not all_back;
    perform set_config('rookies.verb', case when revived then 'refund_failed' else '' end, true);
    update public.purchases t
    set refunded_cents = case when back.whole then t.amount_cents else least(t.amount_cents, back.cents) end,
      -- A refund was of money that had come.
      status = case when all_back then 'REFUNDED' when revived then 'COMPLETED' else t.status end
    where t.id = p.id;
    perform set_config('rookies.verb', '', true);
    select * into p from public.purchases t where t.id = p.id;
  end if;

  if p.status = 'REFUNDED' then
    -- The grant of this purchase and no other; progress is kept (rules/purchases#refund).
    with gone as (delete from public.entitlements e where e.purchase_id = p.id returning e.id, e.created_at, e.expires_at)
    insert into private.taken_grants as g (purchase_id, grant_id, created_at, expires_at)
    select p.id, gone.id, gone.created_at, gone.expires_at from gone
    on conflict on constraint taken_grants_pkey
      do update set grant_id = excluded.grant_id, created_at = excluded.created_at, expires_at = excluded.expires_at, taken_at = now();
    if not found and (was is null or was in ('PENDING', 'FAILED')) and p.user_id is not null and p.course_id is not null then
      -- Nothing was granted yet, and now is not.
      insert into private.taken_grants (purchase_id, created_at) values (p.id, now()) on conflict do nothing;
    end if;
    return 'REFUNDED';
  end if;

  if revived then
    delete from private.taken_grants g where g.purchase_id = p.id returning * into taken;
    if taken.purchase_id is null then
      -- It took nothing: it had been revoked before, or opened no course, or waits for a member.
      return case when p.user_id is null and not p.needs_member then 'NOT_GIVEN_BACK' else 'RECORDED' end;
    end if;
    if p.user_id is null or p.course_id is null or exists (
      -- Somebody has closed this course to them since.
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

  -- Only on becoming COMPLETED: access that was revoked by hand afterwards does not come back.
  if p.status = 'COMPLETED' and was is distinct from 'COMPLETED' and p.user_id is not null and p.course_id is not null then
    insert into public.entitlements (user_id, course_id, source, purchase_id, granted_by_id)
    values (p.user_id, p.course_id, 'PURCHASE', p.id, null)
    on conflict on constraint entitlements_grant_key do nothing;
    return 'GRANTED';
  end if;
  return 'RECORDED';
end
$$;
comment on function private.settle_purchase(uuid, public.purchase_status) is
  'Takes a purchase and the status it had (null: as if it came in now); applies what went back, grants on the way to COMPLETED, takes its own grant away on the way to REFUNDED, gives that back when the refund failed, and says which: GRANTED, REFUNDED, GIVEN_BACK, NOT_GIVEN_BACK (what the refund took cannot be given back), RECORDED.';

drop function public.record_purchase_event(text, text, text, text, timestamptz, text, text, text, text, bigint, text, boolean);
create function public.record_purchase_event(provider text, event_id text, kind text, ref text, occurred_at timestamptz,
  session_ref text default null, member_id text default null, course text default null, community text default null,
  amount_cents bigint default null, currency text default null, whole boolean default false,
  about text default null, email text default null, type text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sale boolean := record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED');
  wanted public.purchase_status := case when record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED')
    then record_purchase_event.kind::public.purchase_status end;
  uuid_form constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  address constant text := case when email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 254 then email end;
  buyer public.profiles;
  sold public.courses;
  place uuid;
  known public.purchases;
  -- Null for a sale that comes in now, or of which the member does.
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
  -- One event of a sale after the other.
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
        -- The amount that was paid counts, not the price.
        amount_cents = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.amount_cents else p.amount_cents end,
        currency = case when wanted = 'COMPLETED' and p.status in ('PENDING', 'FAILED') then record_purchase_event.currency else p.currency end
      where p.id = known.id;
    end if;
    perform private.put_due('purchase_address', p.id::text, now() + interval '90 days', p.id)
    from public.purchases p where p.id = known.id and p.buyer_email is not null;
  elsif kind = 'EXPIRED' then
    update public.purchases p set status = 'FAILED' where p.id = known.id and p.status = 'PENDING';
  end if;

  outcome := case when known.id is not null then private.settle_purchase(known.id, was)
    when kind in ('REFUND', 'DISPUTE_LOST') then 'WAITING' else 'NOTED' end;
  if outcome = 'NOT_GIVEN_BACK' or (
    -- Refunded before events were kept: what that took is not known.
    kind = 'REFUND_FAILED' and outcome = 'REFUNDED' and not (select g.known from private.gone_back(provider, ref) g)) then
    outcome := 'RECORDED';
    problems := array_append(problems, 'NOT_GIVEN_BACK');
  end if;

  -- Who is to have it is asked by the purchase itself; a disabled member's access waits for them.
  to_look_at := array(select r from unnest(problems) r where r = 'NOT_GIVEN_BACK'
    or wanted = 'COMPLETED' and r not in ('NO_MEMBER', 'UNKNOWN_MEMBER', 'MEMBER_DISABLED'));
  if cardinality(to_look_at) > 0 then
    perform private.put_purchase_notice(provider, event_id, coalesce(type, kind), to_look_at, ref);
  else
    -- It could not be taken before, and was now.
    update private.purchase_notices n set dealt_at = now()
    where n.provider = record_purchase_event.provider and n.event_id = record_purchase_event.event_id and n.dealt_at is null;
  end if;

  answer := jsonb_build_object('outcome', outcome, 'problems', to_jsonb(problems));
  update private.purchase_events e set result = answer
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  return answer;
end
$$;
comment on function public.record_purchase_event(text, text, text, text, timestamptz, text, text, text, text, bigint, text, boolean, text, text, text) is
  'What an event of a payment provider comes to, all of it in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that went back so far, whole when all of it; REFUND_FAILED: what of it failed; DISPUTE; DISPUTE_LOST: what was lost; DISPUTE_WON), the payment it is about, when it happened, the session under which the sale may be known so far, who bought which course or community (ids, or slugs of the latter), the refund or dispute it is about, the buyer''s address (kept only while no member is known) and the provider''s own name for it. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. An event counts once, in any order of events. Raises PT422 BAD_EVENT. For the service role alone, in maintenance too (rules/purchases#signed-events).';
revoke all on function public.record_purchase_event(text, text, text, text, timestamptz, text, text, text, text, bigint, text, boolean, text, text, text) from public, anon, authenticated;
grant execute on function public.record_purchase_event(text, text, text, text, timestamptz, text, text, text, text, bigint, text, boolean, text, text, text) to service_role;

create or replace function private.to_do() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 1000;
begin
  if not private.can('dashboard', 'read') then
    return null;
  end if;
  return jsonb_build_object(
    'quiet', (select count(*) from (select from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now() limit most + 1) s),
    'ending', (select count(*) from (select from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day' limit most + 1) s),
    'pending', (select count(*) from (select from public.purchases p where p.status = 'PENDING' limit most + 1) s),
    'unassigned', (select count(*) from (select from public.purchases p where p.needs_member and p.status = 'COMPLETED' limit most + 1) s),
    'events', jsonb_build_object(
      'open', (select count(*) from (select from private.purchase_notices n where n.dealt_at is null limit most + 1) s),
      'newest', private.open_purchase_notices(3)),
    'reports', (
      select jsonb_build_object('posts', count(distinct r.post_id), 'communities', count(distinct p.community_id),
        'community_id', min(p.community_id::text))
      from (select r.post_id from public.community_post_reports r where r.resolved_at is null limit most + 1) r
      join public.community_posts p on p.id = r.post_id),
    'stops', private.stops(),
    'due', jsonb_build_object('stopped', private.motor_stopped(),
      'failed', (select count(*) from (select from private.due_work w where w.outcome = 'FAILED' limit most + 1) s)));
end
$$;
comment on function private.to_do() is
  'What waits for an administrator: learners without activity for 14 days, invites that end within a day, pending purchases, paid ones of no known member, each counted to 1,001; of the payment provider''s events to look at {open: how many, newest: three, as open_purchase_notices() gives them}; {posts, communities, community_id} with open reports, stops(), and of due work {stopped: whether nothing turns the motor, failed: how many were given up}. Null for callers who may not read the whole dashboard.';
grant execute on function private.to_do() to authenticated;
