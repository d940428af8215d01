-- Why: a payment link knows its buyer's address and no member. Such a purchase was COMPLETED, of no one, and opened
-- nothing. It now waits, with that address, until an administrator gives it to a member; an address alone is no proof
-- of who somebody is, so nothing is matched by it (rules/purchases#without-member).

insert into public.role_permissions (role, resource, action, scope) values ('ADMIN', 'purchases', 'assign', 'any');

alter table public.purchases
  add column needs_member boolean not null default false,
  add column buyer_email text,
  add constraint purchases_needs_member_without check (not needs_member or user_id is null),
  add constraint purchases_buyer_email_waits check (buyer_email is null or needs_member),
  add constraint purchases_buyer_email_length check (char_length(buyer_email) <= 254);
comment on column public.purchases.needs_member is
  'It was paid by somebody whom no member is known for. False once it was given to one, also when that account is gone.';
comment on column public.purchases.buyer_email is
  'What the payment provider says, while no member is known; cleared when it was given to one, and after 90 days (due_purchase_address()). No record holds it.';
create index purchases_needs_member_idx on public.purchases (created_at desc, id desc) where needs_member;
create index purchases_buyer_email_idx on public.purchases using gin (lower(buyer_email) extensions.gin_trgm_ops) where buyer_email is not null;

-- Its audit as it is, without the address, and with a word of its own for giving.
do $$
declare
  audit record;
  args text[];
  options jsonb;
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = 'public.purchases'::regclass and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Each argument ends with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    options := args[2]::jsonb;
    execute format('drop trigger %I on public.purchases', audit.tgname);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      options || jsonb_build_object('omit', options -> 'omit' || '["buyer_email"]',
        'verbs', options -> 'verbs' || '[["assign", "user_id", "set"]]'));
  end loop;
end
$$;

-- What came in before without a member, as its events have it.
update public.purchases p set needs_member = true
where p.user_id is null and exists (
  select from private.purchase_events e
  where e.provider = p.provider and e.ref = p.provider_ref and e.result -> 'problems' ?| array['NO_MEMBER', 'UNKNOWN_MEMBER']);

insert into private.due_kinds (kind, label) values ('purchase_address', 'The address of a buyer without a member is forgotten');

create function private.due_purchase_address(work private.due_work) returns text
language plpgsql security definer set search_path = '' as $$
begin
  update public.purchases p set buyer_email = null where p.id = work.subject_id and p.buyer_email is not null;
  return case when found then 'DONE' else 'DROPPED' end;
end
$$;
comment on function private.due_purchase_address(private.due_work) is
  'Forgets the buyer''s address of a purchase that was given to no member in 90 days. Dropped where it was given to one (rules/purchases#without-member).';

create function public.assign_purchase(purchase_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.assign_purchase(uuid, uuid) is
  'Gives a paid purchase of no known member to a member, opens what it bought, and forgets the buyer''s address, in one transaction (rules/purchases#without-member). Takes the purchase and the person; gives {id, replayed: it is theirs already, and nothing was done, opened: false where it names nothing that is there}. Raises 42501, PT404 NO_PURCHASE and NO_PERSON, PT409 HAS_MEMBER, PT422 NOT_PAID.';
revoke all on function public.assign_purchase(uuid, uuid) from public, anon;
grant execute on function public.assign_purchase(uuid, uuid) to authenticated, service_role;

create or replace function private.purchases_where(query text, status public.purchase_status, since timestamptz, until timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    'p.status = ' || quote_literal(purchases_where.status),
    'p.created_at >= ' || quote_literal(since),
    'p.created_at < ' || quote_literal(until),
    -- Each part by its own index.
    case when btrim(query) <> '' then format($sql$p.id in (
      select r.id from public.purchases r where lower(r.provider_ref) like %1$L
      union all
      select w.id from public.purchases w where lower(w.buyer_email) like %1$L and w.buyer_email is not null
      union all
      select b.id from private.people u join public.purchases b on b.user_id = u.id where %2$s)$sql$,
      private.like_pattern(query),
      coalesce(private.found_by(query, 'u'), 'true')) end);
end
$$;
comment on function private.purchases_where(text, public.purchase_status, timestamptz, timestamptz) is
  'Takes a search over the buyer''s name and address (of a purchase without a member too) and the Ref, a status, and from when until before when (null: any); gives the condition on purchases p as SQL, every value quoted.';

create or replace function private.export_purchases(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
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
$$;
comment on function private.export_purchases(jsonb) is
  'Takes {search, status, since, until, unassigned} as purchase_list() has them; gives columns and query of the purchases'' export, amounts in the currency''s smallest unit.';

drop function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int);
create function public.purchase_list(query text default '', status public.purchase_status default null,
  since timestamptz default null, until timestamptz default null, page int default 1, page_size int default 50, unassigned boolean default false) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- What is searched is found once, for the sums and the page.
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
      -- Two currencies have no sum.
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
$$;
comment on function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int, boolean) is
  'Takes a search over the buyer''s name and address and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100), and whether only paid ones of no known member are listed; gives {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, needs_member, buyer_email, item, reason, refund_reason}], notices: the 50 newest events to look at, as open_purchase_notices() gives them}, newest first. found counts what the list holds on all pages; the other counts and sums are of the search and the days, in any status; revenue is of what was COMPLETED, by currency. For callers who may read every purchase; raises 42501.';
revoke all on function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int, boolean) from public, anon;
grant execute on function public.purchase_list(text, public.purchase_status, timestamptz, timestamptz, int, int, boolean) to authenticated, service_role;
