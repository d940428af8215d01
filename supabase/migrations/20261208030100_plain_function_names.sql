-- Why: the names of four functions did not say what the functions return or change. What the functions here do and their grants
-- are unchanged. The trigger on auth.users keeps its name, because only the owner of that table can change it.

alter function private.gone_back(text,text) rename to refund_state;
alter function private.weigh_address() rename to reset_email_confirmation;
alter function private.put_back_lessons(uuid,jsonb) rename to restore_lessons_before_import;
alter function private.put_back_modules(uuid,jsonb) rename to restore_modules_before_import;

-- The bodies of these functions contained the old names, as the qualifier of a parameter or in a call.

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
    -- Each refund event gives the sum so far, minus refunds that failed later. A refund that failed was made before, in
    -- whatever order the events arrive.
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
comment on function private.refund_state(text,text) is 'Takes a provider and a payment; returns what has gone back to the buyer and was not taken back, by its events in any order: whether any went back at all, whether all of it did, and the sum. A refund gives the sum so far, less what failed; a lost dispute its own amount, unless it was won later.';

create or replace function private.restore_lessons_before_import(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  lesson uuid;
  attachments jsonb;
begin
  perform public.delete_lesson(l.id) from public.lessons l join public.modules m on m.id = l.module_id
  where m.course_id = restore_lessons_before_import.course_id
    and l.id not in (select b.id from jsonb_to_recordset(before -> 'lessons') as b (id uuid));
  perform public.restore_lesson(b.id) from jsonb_to_recordset(before -> 'lessons') as b (id uuid)
  where b.id not in (
    select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = restore_lessons_before_import.course_id);
  update public.lessons x set module_id = b.module_id, index = b.index, source_path = b.source_path, title = w.title,
    content_type = w.content_type, video_provider = w.video_provider, video_asset_id = w.video_asset_id,
    video_start_sec = w.video_start_sec, external_url = w.external_url, description = w.description, content = w.content,
    file_key = w.file_key, file_name = w.file_name, file_size = w.file_size,
    duration_sec = w.duration_sec, free_preview = w.free_preview
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, module_id uuid, index int, source_path text, was jsonb)
  join public.lessons old on old.id = b.id
  cross join lateral jsonb_populate_record(old, coalesce(b.was, '{}')) w
  where x.id = b.id and (b.was is not null
    or (x.module_id, x.index, x.source_path) is distinct from (b.module_id, b.index, b.source_path));

  perform private.save_assignment(b.id, b.was -> 'assignment')
  from jsonb_to_recordset(before -> 'lessons') as b (id uuid, was jsonb) where b.was ? 'assignment';

  for lesson, attachments in
    select b.id, b.attachments from jsonb_to_recordset(before -> 'lessons') as b (id uuid, attachments jsonb)
    where b.attachments is not null
  loop
    perform private.save_attachments(lesson, attachments);
  end loop;
end
$function$;
comment on function private.restore_lessons_before_import(uuid,jsonb) is 'Takes a course whose modules are restored and its state before an import; restores the lessons to it, and moves the lessons that the import added to the bin.';

create or replace function private.restore_modules_before_import(course_id uuid, before jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform public.restore_module(b.id) from jsonb_to_recordset(before -> 'modules') as b (id uuid)
  where b.id not in (select m.id from public.modules m where m.course_id = restore_modules_before_import.course_id);
  -- Two modules may not have the same path, not even between two statements.
  update public.modules m set source_path = null
  where m.course_id = restore_modules_before_import.course_id and m.source_path is not null and not exists (
    select 1 from jsonb_to_recordset(before -> 'modules') as b (id uuid, source_path text)
    where b.id = m.id and b.source_path = m.source_path);
  update public.modules m set title = b.title, index = b.index, source_path = b.source_path
  from jsonb_to_recordset(before -> 'modules') as b (id uuid, title text, index int, source_path text)
  where m.id = b.id and (m.title, m.index, m.source_path) is distinct from (b.title, b.index, b.source_path);
end
$function$;
comment on function private.restore_modules_before_import(uuid,jsonb) is 'Takes a course and its state before an import; restores the modules to it, except those that the import added.';

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
      -- Money that went back had been paid.
      status = case when all_back then 'REFUNDED' when revived then 'COMPLETED' else t.status end
    where t.id = p.id;
    perform set_config('rookies.verb', '', true);
    select * into p from public.purchases t where t.id = p.id;
  end if;

  if p.status = 'REFUNDED' then
    -- Only the grant of this purchase is deleted; progress stays (rules/purchases#refund).
    with gone as (delete from public.entitlements e where e.purchase_id = p.id returning e.id, e.created_at, e.expires_at)
    insert into private.taken_grants as g (purchase_id, grant_id, created_at, expires_at)
    select p.id, gone.id, gone.created_at, gone.expires_at from gone
    on conflict on constraint taken_grants_pkey
      do update set grant_id = excluded.grant_id, created_at = excluded.created_at, expires_at = excluded.expires_at, taken_at = now();
    if not found and (was is null or was in ('PENDING', 'FAILED')) and p.user_id is not null and p.course_id is not null then
      -- Nothing was granted, and nothing will be.
      insert into private.taken_grants (purchase_id, created_at) values (p.id, now()) on conflict do nothing;
    end if;
    return 'REFUNDED';
  end if;

  if revived then
    delete from private.taken_grants g where g.purchase_id = p.id returning * into taken;
    if taken.purchase_id is null then
      -- The refund took no grant: it had been revoked before, the purchase opened no course, or it has no member yet.
      return case when p.user_id is null and not p.needs_member then 'NOT_GIVEN_BACK' else 'RECORDED' end;
    end if;
    if p.user_id is null or p.course_id is null or exists (
      -- Somebody has revoked the access since.
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
comment on function private.settle_purchase(uuid,public.purchase_status) is 'Takes a purchase and the status it had (null: as if it came in now); applies what went back, grants on the way to COMPLETED, takes its own grant away on the way to REFUNDED, gives that back when the refund failed, and says which: GRANTED, REFUNDED, GIVEN_BACK, NOT_GIVEN_BACK (what the refund took cannot be given back), RECORDED.';

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
  sale boolean := record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED');
  wanted public.purchase_status := case when record_purchase_event.kind in ('PENDING', 'COMPLETED', 'FAILED')
    then record_purchase_event.kind::public.purchase_status end;
  uuid_form constant text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
  address constant text := case when email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 254 then email end;
  buyer public.profiles;
  sold public.courses;
  place uuid;
  known public.purchases;
  -- Null if the sale is new, or if its member is known only now.
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
        -- The amount is what was paid, not the price.
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
    -- The refund is from before events were stored, so it is not known what it took.
    kind = 'REFUND_FAILED' and outcome = 'REFUNDED' and not (select g.known from private.refund_state(provider, ref) g)) then
    outcome := 'RECORDED';
    problems := array_append(problems, 'NOT_GIVEN_BACK');
  end if;

  -- The list of purchases shows purchases without a member, and the access of a disabled member waits for them.
  to_look_at := array(select r from unnest(problems) r where r = 'NOT_GIVEN_BACK'
    or wanted = 'COMPLETED' and r not in ('NO_MEMBER', 'UNKNOWN_MEMBER', 'MEMBER_DISABLED'));
  if cardinality(to_look_at) > 0 then
    perform private.add_purchase_notice(provider, event_id, coalesce(type, kind), to_look_at, ref);
  else
    -- The event was refused before, and was recorded now.
    update private.purchase_notices n set dealt_at = now()
    where n.provider = record_purchase_event.provider and n.event_id = record_purchase_event.event_id and n.dealt_at is null;
  end if;

  answer := jsonb_build_object('outcome', outcome, 'problems', to_jsonb(problems));
  update private.purchase_events e set result = answer
  where e.provider = record_purchase_event.provider and e.event_id = record_purchase_event.event_id;
  return answer;
end
$function$;
comment on function public.record_purchase_event(text,text,text,text,timestamp with time zone,text,text,text,text,bigint,text,boolean,text,text,text) is 'Records an event of a payment provider and does all that follows from it, in one transaction. Takes the provider, the event''s id, its kind (PENDING, COMPLETED, FAILED: a sale, with amount and currency; EXPIRED; REFUND: the sum that went back so far, whole when all of it; REFUND_FAILED: what of it failed; DISPUTE; DISPUTE_LOST: what was lost; DISPUTE_WON), the payment it is about, when it happened, the session under which the sale may be known so far, who bought which course or community (ids, or slugs of the latter), the refund or dispute it is about, the buyer''s email (kept only while no member is known) and the provider''s own name for it. Gives {outcome: GRANTED, REFUNDED, GIVEN_BACK, RECORDED, WAITING or NOTED, problems: [NO_MEMBER, UNKNOWN_MEMBER, MEMBER_DISABLED, NO_COURSE, UNKNOWN_COURSE, COURSE_DELETED, UNKNOWN_COMMUNITY, AMOUNT_DIFFERS, NOT_GIVEN_BACK], replayed}. An event counts once, in any order of events. Raises PT422 BAD_EVENT. For the service role alone, in maintenance too (rules/purchases#signed-events).';

create or replace function public.undo_import(course_id uuid)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '55s'
as $function$
declare
  undo private.import_undos := private.import_undo(course_id);
begin
  perform private.lock_course(course_id);
  -- If two people undo at once, the second one finds another version.
  undo := private.import_undo(course_id);
  if undo.version is distinct from private.course_version(course_id) then
    raise exception using errcode = 'PT409', hint = 'IMPORT_PAST',
      message = 'The course has changed since it was imported, or the import has been undone already.';
  end if;
  if undo.before -> 'course' = 'null' then
    perform public.delete_course(course_id);
  else
    perform set_config('rookies.files_as_held', 'on', true);
    -- A module or lesson that comes back may have the position of one that is removed only afterwards.
    set constraints public.modules_position_key, public.lessons_position_key deferred;
    perform private.restore_modules_before_import(course_id, undo.before);
    perform private.restore_lessons_before_import(course_id, undo.before);
    perform public.delete_module(m.id) from public.modules m
    where m.course_id = undo_import.course_id
      and m.id not in (select b.id from jsonb_to_recordset(undo.before -> 'modules') as b (id uuid));
    update public.courses c set title = w.title, description = w.description, author_name = w.author_name,
      author_description = w.author_description, thumbnail_url = w.thumbnail_url, category = w.category, status = w.status
    from public.courses old
    cross join lateral jsonb_populate_record(old, undo.before -> 'course') w
    where c.id = undo_import.course_id and old.id = c.id and c is distinct from w;
    perform set_config('rookies.files_as_held', '', true);
  end if;
end
$function$;
comment on function public.undo_import(uuid) is 'Takes a course; it is as it was before its latest import: texts, order, attachments, cover and status; what the import added goes to the bin, what it moved there comes back, and a course that it made goes there (rules/courses#import). One transaction, under the caller''s own policies. Raises 42501 for callers who may not, PT409 IMPORT_PAST when the course is no longer as the import left it, or without one.';

comment on function private.on_address_set() is 'Trigger on auth.users, which runs after reset_email_confirmation(): updates the list of corrected emails. A person whose email became unproven is signed out everywhere, and asked by mail to confirm it if that is required.';

-- Only a comment in the body changes: it names the function that reads the setting.

create or replace function private.on_address_verified()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- reset_email_confirmation() reads this setting: a server may confirm an email and set it, in this order, in one transaction.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- A corrected email is proven by the session that a mail to it opened, in on_mailbox_proved().
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id);
  end if;
  return new;
end
$function$;
comment on function private.on_address_verified() is 'Trigger on auth.users: gives the invited role once the email is confirmed.';
