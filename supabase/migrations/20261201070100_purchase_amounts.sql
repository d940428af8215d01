-- Why: amounts were held in 32 bits, so that a sale of 35 million rupiah (two digits behind the point) was refused for ever.
-- An amount is now any whole number that a browser reads exactly; sums of amounts have no end of their own.

alter table public.purchases
  alter column amount_cents type bigint,
  alter column refunded_cents type bigint,
  add constraint purchases_amount_range check (amount_cents <= 9007199254740991);
comment on column public.purchases.amount_cents is
  'In the currency''s smallest unit. JSON of a browser holds whole numbers up to 2^53 - 1 exactly (rules/purchases#money).';
alter table private.purchase_sums alter column cents type numeric;

drop function public.record_purchase(uuid, uuid, uuid, int, text, text, text);
create function public.record_purchase(key uuid, user_id uuid, course_id uuid, amount_cents bigint, currency text, kind text, reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.record_purchase(uuid, uuid, uuid, bigint, text, text, text) is
  'Records a purchase that no payment provider reports, and opens its course, in one transaction (rules/purchases#by-hand). Takes a key of the caller''s, under which it happens once, the person, the course, the amount in the currency''s smallest unit (0 to 2^53 - 1), the currency, the kind (bank_transfer, scholarship, other) and a reason; gives {id, replayed}. Raises 42501, PT404 NO_PERSON, PT422 BAD_PURCHASE, NO_REASON and NO_COURSE, PT409 RECORDED_ALREADY when the key stands for other values.';
revoke all on function public.record_purchase(uuid, uuid, uuid, bigint, text, text, text) from public, anon;
grant execute on function public.record_purchase(uuid, uuid, uuid, bigint, text, text, text) to authenticated, service_role;
