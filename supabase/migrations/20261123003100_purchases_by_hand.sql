-- Why: some pay by bank transfer, and some are given a place. An administrator records such a purchase with a
-- reason, and refunds it with one (rules/purchases#by-hand). What it comes to is decided by the function that decides
-- it for the payment provider's events. Money that a provider took is returned at the provider, whose event
-- then says so: a refund that was only written down here would be a claim about somebody's money.

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'purchases', 'create', 'any'),
  ('ADMIN', 'purchases', 'refund', 'any');

create function private.by_hand(provider text) returns boolean
language sql immutable set search_path = '' as $$
  select provider in ('bank_transfer', 'scholarship', 'other')
$$;
comment on function private.by_hand(text) is 'Takes a purchase''s provider; whether it stands for no provider, but for how an administrator said it was paid.';
-- A constraint calls it as the role that writes the row.
grant execute on function private.by_hand(text) to service_role;

alter table public.purchases
  add column reason text constraint purchases_reason_length check (btrim(reason) <> '' and char_length(reason) <= 500),
  add column refund_reason text constraint purchases_refund_reason_length check (btrim(refund_reason) <> '' and char_length(refund_reason) <= 500),
  add constraint purchases_by_hand_reason check (reason is not null or not private.by_hand(provider));
comment on table public.purchases is
  'What was paid, in cents. Written by the payment provider''s webhook under the service role, and by the functions for purchases by hand.';
comment on column public.purchases.reason is 'Why it was recorded by hand, by whom the audit says; null for those of a payment provider. Its buyer may read it.';
comment on column public.purchases.refund_reason is 'Why it was refunded by hand.';

drop trigger purchases_audit_insert on public.purchases;
drop trigger purchases_audit_update on public.purchases;
drop trigger purchases_audit_delete on public.purchases;
select private.audit_table('public.purchases', 'purchase', '{"verbs": [["refund", "status", "REFUNDED"]]}');

create function private.check_reason(reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500 then
    raise exception using errcode = 'PT422', hint = 'NO_REASON', message = 'Please give a reason, in up to 500 characters.';
  end if;
  return btrim(reason);
end
$$;
comment on function private.check_reason(text) is 'Takes a reason as it was typed; gives it without blanks around it. Raises PT422 NO_REASON.';

create function public.record_purchase(key uuid, user_id uuid, course_id uuid, amount_cents int, currency text, kind text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  known public.purchases;
begin
  if not private.can('purchases', 'create') then
    raise exception using errcode = '42501', message = 'You may not record purchases.';
  end if;
  if not coalesce(private.by_hand(kind), false) or coalesce(amount_cents, -1) < 0 or coalesce(currency, '') !~ '^[A-Z]{3}$' or key is null then
    raise exception using errcode = 'PT422', hint = 'BAD_PURCHASE', message = 'This purchase cannot be recorded: its amount, currency or kind is not one.';
  end if;
  why := private.check_reason(reason);
  -- Sent twice at the same moment too.
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
  perform private.hold_courses(array[record_purchase.course_id], false);
  if not exists (select 1 from public.courses c where c.id = record_purchase.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE', message = 'This course no longer exists. Nothing was recorded. Please choose another one.';
  end if;
  insert into public.purchases (user_id, course_id, amount_cents, currency, provider, provider_ref, status, reason)
  values (record_purchase.user_id, record_purchase.course_id, record_purchase.amount_cents, record_purchase.currency, kind, key::text, 'COMPLETED', why)
  returning * into known;
  perform private.settle_purchase(known.id, 'PENDING');
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$$;
comment on function public.record_purchase(uuid, uuid, uuid, int, text, text, text) is
  'Records a purchase that no payment provider reports, and opens its course, in one transaction (rules/purchases#by-hand). Takes a key of the caller''s, under which it happens once, the person, the course, the amount in the currency''s smallest unit (0 too), the currency, the kind (bank_transfer, scholarship, other) and a reason; gives {id, replayed}. Raises 42501, PT404 NO_PERSON, PT422 BAD_PURCHASE, NO_REASON and NO_COURSE, PT409 RECORDED_ALREADY when the key stands for other values.';
grant execute on function public.record_purchase(uuid, uuid, uuid, int, text, text, text) to authenticated;

create function private.by_hand_for_refund(purchase_id uuid, holding boolean) returns public.purchases
language plpgsql volatile security definer set search_path = '' as $$
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
      message = 'The payment provider took this money and returns it. Refund it there; it is marked here, and its access ends, as soon as the provider reports it.';
  end if;
  return known;
end
$$;
comment on function private.by_hand_for_refund(uuid, boolean) is
  'Takes a purchase, and whether it is to be held; gives it. Raises 42501 unless the caller may refund, PT404 NO_PURCHASE, and PT422 AT_PROVIDER for one of a payment provider.';

create function public.refund_impact(purchase_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.purchases := private.by_hand_for_refund(purchase_id, false);
begin
  return (
    select jsonb_build_object('status', known.status,
      'revokes', exists (select 1 from public.entitlements e where e.purchase_id = known.id and (e.expires_at is null or e.expires_at > now())),
      'keeps', exists (select 1 from public.entitlements e where e.user_id = known.user_id and e.course_id = known.course_id
        and e.purchase_id is distinct from known.id and (e.expires_at is null or e.expires_at > now()))));
end
$$;
comment on function public.refund_impact(uuid) is
  'Takes a purchase by hand; what its refund would do: {status, revokes: its grant is open and would be taken away, keeps: the course stays open to the person by another grant}. Changes nothing. Raises as refund_purchase() does.';
grant execute on function public.refund_impact(uuid) to authenticated;

create function public.refund_purchase(purchase_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.purchases;
  why text;
begin
  known := private.by_hand_for_refund(purchase_id, true);
  if known.status = 'REFUNDED' then
    return jsonb_build_object('id', known.id, 'replayed', true);
  end if;
  why := private.check_reason(reason);
  perform private.hold_courses(array[known.course_id], false);
  -- What a provider would report, so that settling it reads one history of both.
  insert into private.purchase_events (provider, event_id, kind, ref, amount_cents, whole, occurred_at)
  values (known.provider, 'refund ' || known.id, 'REFUND', known.provider_ref, known.amount_cents, true, now())
  on conflict do nothing;
  update public.purchases p set status = 'REFUNDED', refunded_cents = p.amount_cents, refund_reason = why where p.id = known.id;
  perform private.settle_purchase(known.id, known.status);
  return jsonb_build_object('id', known.id, 'replayed', false);
end
$$;
comment on function public.refund_purchase(uuid, text) is
  'Refunds a purchase by hand: marks it and takes away the grant that it made, and no other, in one transaction (rules/purchases#refund). Takes the purchase and a reason; gives {id, replayed: it was refunded already, and nothing was done}. Raises 42501, PT404 NO_PURCHASE, PT422 AT_PROVIDER and NO_REASON.';
grant execute on function public.refund_purchase(uuid, text) to authenticated;

create or replace function private.export_purchases(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
begin
  columns := array['id', 'date', 'status', 'amount', 'refunded', 'currency', 'provider', 'ref', 'name', 'email', 'item', 'reason', 'refund_reason'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'date', p.created_at, 'status', p.status,
      'amount', p.amount_cents, 'refunded', p.refunded_cents, 'currency', p.currency, 'provider', p.provider,
      'ref', p.provider_ref, 'name', u.name, 'email', u.email, 'item', coalesce(c.title, m.name),
      'reason', p.reason, 'refund_reason', p.refund_reason) as row
    from public.purchases p
    left join public.profiles u on u.id = p.user_id
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id
    where %s$sql$,
    private.purchases_where(filter ->> 'search', nullif(filter ->> 'status', '')::public.purchase_status,
      (filter ->> 'since')::timestamptz, (filter ->> 'until')::timestamptz));
end
$$;

create or replace function public.purchase_list(query text default '', status public.purchase_status default null,
  since timestamptz default null, until timestamptz default null, page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- What is searched is found once, for the sums and the page.
  searched constant boolean := btrim(coalesce(query, '')) <> '';
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  answer jsonb;
begin
  if not private.can('purchases', 'read') then
    raise exception using errcode = '42501', message = 'You may not read purchases.';
  end if;
  execute format($sql$
    with found as %1$s (
      select p.id, p.status, p.currency, p.amount_cents, p.created_at from public.purchases p where %2$s
    ), g as (%3$s), page as materialized (
      select p.id from found p where %4$s order by p.created_at desc, p.id desc limit %5$s offset %6$s
    ), row as (
      select p.created_at, p.id, jsonb_build_object(
        'id', p.id, 'amount_cents', p.amount_cents, 'refunded_cents', p.refunded_cents, 'currency', p.currency,
        'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status, 'created_at', p.created_at,
        'member', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end,
        'item', coalesce(c.title, m.name), 'reason', p.reason, 'refund_reason', p.refund_reason) as fields
      from page join public.purchases p on p.id = page.id
      left join public.profiles u on u.id = p.user_id
      left join public.courses c on c.id = p.course_id
      left join public.communities m on m.id = p.community_id
    )
    select jsonb_build_object('found', coalesce(sum(g.n) filter (where %7$L is null or g.status = %7$L), 0),
      'total', coalesce(sum(g.n), 0),
      'completed', coalesce(sum(g.n) filter (where g.status = 'COMPLETED'), 0),
      'pending', coalesce(sum(g.n) filter (where g.status = 'PENDING'), 0),
      -- Two currencies have no sum.
      'revenue', coalesce(jsonb_agg(jsonb_build_object('currency', g.currency, 'cents', g.cents) order by g.cents desc, g.currency)
        filter (where g.status = 'COMPLETED'), '[]'),
      'purchases', (select coalesce(jsonb_agg(row.fields order by row.created_at desc, row.id desc), '[]') from row))
    from g$sql$,
    case when searched then 'materialized' else 'not materialized' end,
    private.purchases_where(query, null, since, until),
    case when searched or since is not null or until is not null
      then 'select p.status, p.currency, count(*) as n, sum(p.amount_cents) as cents from found p group by p.status, p.currency'
      else 'select s.status, s.currency, s.purchases as n, s.cents from private.purchase_sums s where s.purchases > 0' end,
    coalesce('p.status = ' || quote_literal(purchase_list.status), 'true'),
    size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, purchase_list.status) into answer;
  return answer;
end
$$;
comment on function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int) is
  'Takes a search over the buyer''s name and address and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100); gives {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, item, reason, refund_reason}]}, newest first. found counts what the list holds on all pages; the other counts and sums are of the search and the days, in any status; revenue is of what was COMPLETED, by currency. For callers who may read every purchase; raises 42501.';
