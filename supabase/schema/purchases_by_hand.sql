-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.by_hand(provider text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select provider in ('bank_transfer', 'scholarship', 'other')
$function$;
comment on function private.by_hand(text) is 'Takes a purchase''s provider; whether it stands for no provider, but for how an administrator said it was paid.';
grant execute on function private.by_hand(text) to service_role;

CREATE OR REPLACE FUNCTION private.by_hand_for_refund(purchase_id uuid, holding boolean)
 RETURNS public.purchases
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.by_hand_for_refund(uuid,boolean) is 'Takes a purchase, and whether it is to be held; gives it. Raises 42501 unless the caller may refund, PT404 NO_PURCHASE, and PT422 AT_PROVIDER for one of a payment provider.';

CREATE OR REPLACE FUNCTION private.check_reason(reason text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if coalesce(btrim(reason), '') = '' or char_length(btrim(reason)) > 500 then
    raise exception using errcode = 'PT422', hint = 'NO_REASON', message = 'Please give a reason, in up to 500 characters.';
  end if;
  return btrim(reason);
end
$function$;
comment on function private.check_reason(text) is 'Takes a reason as it was typed; gives it without blanks around it. Raises PT422 NO_REASON.';

CREATE OR REPLACE FUNCTION public.record_purchase(key uuid, user_id uuid, course_id uuid, amount_cents bigint, currency text, kind text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
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
$function$;
comment on function public.record_purchase(uuid,uuid,uuid,bigint,text,text,text) is 'Records a purchase that no payment provider reports, and opens its course, in one transaction (rules/purchases#by-hand). Takes a key of the caller''s, under which it happens once, the person, the course, the amount in the currency''s smallest unit (0 to 2^53 - 1), the currency, the kind (bank_transfer, scholarship, other) and a reason; gives {id, replayed}. Raises 42501, PT404 NO_PERSON, PT422 BAD_PURCHASE, NO_REASON and NO_COURSE, PT409 RECORDED_ALREADY when the key stands for other values.';
grant execute on function public.record_purchase(uuid,uuid,uuid,bigint,text,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.refund_impact(purchase_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.purchases := private.by_hand_for_refund(purchase_id, false);
begin
  return (
    select jsonb_build_object('status', known.status,
      'revokes', exists (select 1 from public.entitlements e where e.purchase_id = known.id and (e.expires_at is null or e.expires_at > now())),
      'keeps', exists (select 1 from public.entitlements e where e.user_id = known.user_id and e.course_id = known.course_id
        and e.purchase_id is distinct from known.id and (e.expires_at is null or e.expires_at > now()))));
end
$function$;
comment on function public.refund_impact(uuid) is 'Takes a purchase by hand; what its refund would do: {status, revokes: its grant is open and would be taken away, keeps: the course stays open to the person by another grant}. Changes nothing. Raises as refund_purchase() does.';
grant execute on function public.refund_impact(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.refund_purchase(purchase_id uuid, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.refund_purchase(uuid,text) is 'Refunds a purchase by hand: marks it and takes away the grant that it made, and no other, in one transaction (rules/purchases#refund). Takes the purchase and a reason; gives {id, replayed: it was refunded already, and nothing was done}. Raises 42501, PT404 NO_PURCHASE, PT422 AT_PROVIDER and NO_REASON.';
grant execute on function public.refund_purchase(uuid,text) to authenticated, service_role;
