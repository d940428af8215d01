-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.purchase_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  ref text not null,
  amount_cents bigint,
  whole boolean not null default false,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  result jsonb not null default '{}'::jsonb,
  about text,
  constraint purchase_events_pkey PRIMARY KEY (provider, event_id)
);
alter table private.purchase_events enable row level security;
CREATE INDEX purchase_events_ref_idx ON private.purchase_events USING btree (provider, ref);
comment on table private.purchase_events is 'Every event that was taken, once, with what it came to. A refund that arrives before its sale waits here. Holds nothing about the buyer. No grants.';
comment on column private.purchase_events.about is 'The refund or dispute, which several events report. Null for sales, and in events from before it was kept.';

create table private.purchase_sums (
  status public.purchase_status not null,
  currency text not null,
  purchases bigint not null,
  cents numeric not null,
  constraint purchase_sums_pkey PRIMARY KEY (status, currency)
);
alter table private.purchase_sums enable row level security;
comment on table private.purchase_sums is 'How many purchases there are in each status and currency, and what they come to. No grants: kept by count_purchases().';

create table public.purchases (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  course_id uuid,
  community_id uuid,
  amount_cents bigint not null,
  currency text not null default 'USD'::text,
  provider text not null,
  provider_ref text not null,
  status public.purchase_status not null default 'PENDING'::public.purchase_status,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  refunded_cents bigint not null default 0,
  reason text,
  refund_reason text,
  needs_member boolean not null default false,
  buyer_email text,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_amount_positive CHECK ((amount_cents >= 0)),
  constraint purchases_amount_range CHECK ((amount_cents <= '9007199254740991'::bigint)),
  constraint purchases_buyer_email_length CHECK ((char_length(buyer_email) <= 254)),
  constraint purchases_buyer_email_waits CHECK (((buyer_email IS NULL) OR needs_member)),
  constraint purchases_by_hand_reason CHECK (((reason IS NOT NULL) OR (NOT private.by_hand(provider)))),
  constraint purchases_currency_form CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint purchases_needs_member_without CHECK (((NOT needs_member) OR (user_id IS NULL))),
  constraint purchases_provider_length CHECK (((char_length(provider) >= 1) AND (char_length(provider) <= 40))),
  constraint purchases_provider_ref_length CHECK (((char_length(provider_ref) >= 1) AND (char_length(provider_ref) <= 255))),
  constraint purchases_reason_length CHECK (((btrim(reason) <> ''::text) AND (char_length(reason) <= 500))),
  constraint purchases_refund_reason_length CHECK (((btrim(refund_reason) <> ''::text) AND (char_length(refund_reason) <= 500))),
  constraint purchases_refunded_cents_range CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint purchases_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.communities(id) ON DELETE SET NULL,
  constraint purchases_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE SET NULL,
  constraint purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint purchases_provider_ref_key UNIQUE (provider, provider_ref)
);
alter table public.purchases enable row level security;
CREATE INDEX purchases_buyer_email_idx ON public.purchases USING gin (lower(buyer_email) extensions.gin_trgm_ops) WHERE (buyer_email IS NOT NULL);
CREATE INDEX purchases_community_id_idx ON public.purchases USING btree (community_id);
CREATE INDEX purchases_course_id_idx ON public.purchases USING btree (course_id);
CREATE INDEX purchases_needs_member_idx ON public.purchases USING btree (created_at DESC, id DESC) WHERE needs_member;
CREATE INDEX purchases_newest_idx ON public.purchases USING btree (created_at DESC, id DESC) INCLUDE (status, currency, amount_cents);
CREATE INDEX purchases_ref_idx ON public.purchases USING gin (lower(provider_ref) extensions.gin_trgm_ops);
CREATE INDEX purchases_status_idx ON public.purchases USING btree (status, created_at DESC, id DESC) INCLUDE (currency, amount_cents);
CREATE INDEX purchases_user_id_idx ON public.purchases USING btree (user_id);
create policy purchases_select on public.purchases for select to authenticated
  using ((( SELECT private.can('purchases'::text, 'read'::text) AS can) OR ((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('purchases'::text, 'read'::text, 'own'::public.permission_scope) AS can))));
comment on policy purchases_select on public.purchases is 'All, or one''s own.';
grant select on public.purchases to authenticated;
grant delete, insert, select, update on public.purchases to service_role;
CREATE TRIGGER purchases_audit_delete AFTER DELETE ON public.purchases REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER purchases_audit_insert AFTER INSERT ON public.purchases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER purchases_audit_update AFTER UPDATE ON public.purchases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('purchase', '{"key": "id", "omit": ["updated_at", "buyer_email"], "about": ["user_id"], "place": {"in": "course_id", "of": "course"}, "verbs": [["refund", "status", "REFUNDED"], ["assign", "user_id", "set"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER purchases_count_delete AFTER DELETE ON public.purchases REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_purchases();
CREATE TRIGGER purchases_count_insert AFTER INSERT ON public.purchases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_purchases();
CREATE TRIGGER purchases_count_update AFTER UPDATE ON public.purchases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_purchases();
CREATE TRIGGER purchases_signal_delete AFTER DELETE ON public.purchases REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('purchases');
CREATE TRIGGER purchases_signal_insert AFTER INSERT ON public.purchases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('purchases');
CREATE TRIGGER purchases_signal_update AFTER UPDATE ON public.purchases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('purchases');
CREATE TRIGGER purchases_touch BEFORE UPDATE ON public.purchases FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.purchases is 'What was paid, in cents. Written by the payment provider''s webhook under the service role, and by the functions for purchases by hand.';
comment on column public.purchases.amount_cents is 'In the currency''s smallest unit. JSON of a browser holds whole numbers up to 2^53 - 1 exactly (rules/purchases#money).';
comment on column public.purchases.refunded_cents is 'What went back to the buyer. Less than the amount: the purchase stays COMPLETED and so does the access.';
comment on column public.purchases.reason is 'Why it was recorded by hand, by whom the audit says; null for those of a payment provider. Its buyer may read it.';
comment on column public.purchases.refund_reason is 'Why it was refunded by hand.';
comment on column public.purchases.needs_member is 'It was paid by somebody whom no member is known for. False once it was given to one, also when that account is gone.';
comment on column public.purchases.buyer_email is 'What the payment provider says, while no member is known; cleared when it was given to one, and after 90 days (due_purchase_address()). No record holds it.';

CREATE OR REPLACE FUNCTION private.count_purchases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
comment on function private.count_purchases() is 'Statement trigger on purchases: keeps purchase_sums.';

CREATE OR REPLACE FUNCTION private.export_purchases(filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION private.like_pattern(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '%' || replace(replace(replace(lower(btrim(left(typed, 100))), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$;
comment on function private.like_pattern(text) is 'Takes a search text; gives a pattern in small letters that has it anywhere, taken literally.';

CREATE OR REPLACE FUNCTION private.purchase_rank(status public.purchase_status)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array_position('{PENDING,FAILED,COMPLETED,REFUNDED}'::public.purchase_status[], status)
$function$;
comment on function private.purchase_rank(public.purchase_status) is 'How far a status is along. A purchase only ever goes up, in any order of its events: what has been paid never fails again, what went back never revives.';

CREATE OR REPLACE FUNCTION private.purchases_where(query text, status public.purchase_status, since timestamp with time zone, until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.purchases_where(text,public.purchase_status,timestamp with time zone,timestamp with time zone) is 'Takes a search over the buyer''s name and address (of a purchase without a member too) and the Ref, a status, and from when until before when (null: any); gives the condition on purchases p as SQL, every value quoted.';

CREATE OR REPLACE FUNCTION private.settle_purchase(purchase_id uuid, was public.purchase_status)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.settle_purchase(uuid,public.purchase_status) is 'Takes a purchase and the status it had (null: as if it came in now); applies what went back, grants on the way to COMPLETED, takes its own grant away on the way to REFUNDED, gives that back when the refund failed, and says which: GRANTED, REFUNDED, GIVEN_BACK, NOT_GIVEN_BACK (what the refund took cannot be given back), RECORDED.';

CREATE OR REPLACE FUNCTION public.purchase_list(query text DEFAULT ''::text, status public.purchase_status DEFAULT NULL::public.purchase_status, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, page integer DEFAULT 1, page_size integer DEFAULT 50, unassigned boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) is 'Takes a search over the buyer''s name and address and the Ref, a status, from when and until before when, a page from 1 and its size (at most 100), and whether only paid ones of no known member are listed; gives {found, total, completed, pending, revenue: [{currency, cents}], purchases: [{id, amount_cents, refunded_cents, currency, provider, provider_ref, status, created_at, member: {id, name, email}, needs_member, buyer_email, item, reason, refund_reason}], notices: the 50 newest events to look at, as open_purchase_notices() gives them}, newest first. found counts what the list holds on all pages; the other counts and sums are of the search and the days, in any status; revenue is of what was COMPLETED, by currency. For callers who may read every purchase; raises 42501.';
grant execute on function public.purchase_list(text,public.purchase_status,timestamp with time zone,timestamp with time zone,integer,integer,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.record_purchase_event(provider text, event_id text, kind text, ref text, occurred_at timestamp with time zone, session_ref text DEFAULT NULL::text, member_id text DEFAULT NULL::text, course text DEFAULT NULL::text, community text DEFAULT NULL::text, amount_cents bigint DEFAULT NULL::bigint, currency text DEFAULT NULL::text, whole boolean DEFAULT false, about text DEFAULT NULL::text, email text DEFAULT NULL::text, type text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) is 'What an event of a payment provider comes to, all of it in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that went back so far, whole when all of it; REFUND_FAILED: what of it failed; DISPUTE; DISPUTE_LOST: what was lost; DISPUTE_WON), the payment it is about, when it happened, the session under which the sale may be known so far, who bought which course or community (ids, or slugs of the latter), the refund or dispute it is about, the buyer''s address (kept only while no member is known) and the provider''s own name for it. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. An event counts once, in any order of events. Raises PT422 BAD_EVENT. For the service role alone, in maintenance too (rules/purchases#signed-events).';
grant execute on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) to service_role;
