-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.due_purchase_address(work private.due_work)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.purchases p set buyer_email = null where p.id = work.subject_id and p.buyer_email is not null;
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_purchase_address(private.due_work) is 'Forgets the buyer''s address of a purchase that was given to no member in 90 days. Dropped where it was given to one (rules/purchases#without-member).';

CREATE OR REPLACE FUNCTION public.assign_purchase(purchase_id uuid, user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      raise exception using errcode = 'PT422', hint = 'NOT_PAID', message = 'This purchase is not paid any more. Nothing was changed.';
    end if;
    if not exists (select from public.profiles p where p.id = assign_purchase.user_id) then
      raise exception using errcode = 'PT404', hint = 'NO_PERSON', message = 'This person no longer exists.';
    end if;
    perform private.hold_courses(array[known.course_id], false);
    update public.purchases p set user_id = assign_purchase.user_id, needs_member = false, buyer_email = null where p.id = known.id;
    -- As if it were paid now: nothing was opened before.
    perform private.settle_purchase(known.id, null);
  end if;
  return jsonb_build_object('id', known.id, 'replayed', replayed,
    'opened', known.community_id is not null or exists (select from public.entitlements e where e.purchase_id = known.id));
end
$function$;
comment on function public.assign_purchase(uuid,uuid) is 'Gives a paid purchase of no known member to a member, opens what it bought, and forgets the buyer''s address, in one transaction (rules/purchases#without-member). Takes the purchase and the person; gives {id, replayed: it is theirs already, and nothing was done, opened: false where it names nothing that is there}. Raises 42501, PT404 NO_PURCHASE and NO_PERSON, PT409 HAS_MEMBER, PT422 NOT_PAID.';
grant execute on function public.assign_purchase(uuid,uuid) to authenticated, service_role;
