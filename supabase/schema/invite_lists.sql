-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.invite_mails (
  id bigint not null generated always as identity,
  sender_id uuid not null,
  invite_id uuid not null,
  sent_at timestamp with time zone not null default clock_timestamp(),
  constraint invite_mails_pkey PRIMARY KEY (id),
  constraint invite_mails_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES public.invites(id) ON DELETE CASCADE,
  constraint invite_mails_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.invite_mails enable row level security;
CREATE INDEX invite_mails_invite_idx ON private.invite_mails USING btree (invite_id, sent_at DESC);
CREATE INDEX invite_mails_sender_idx ON private.invite_mails USING btree (sender_id, sent_at DESC);
comment on table private.invite_mails is 'E-mails of invites of the last hour. No grants: written by claim_invite_mail(), which forgets the older ones of its caller.';

CREATE OR REPLACE FUNCTION private.export_invites(filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Without the token: it alone is the right to accept.
  columns := array['id', 'email', 'role', 'status', 'courses', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', coalesce(nullif(btrim(s.name), ''), s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$function$;
comment on function private.export_invites(jsonb) is 'Takes {search, status} as invite_list() has them; gives columns and query of the invites'' export. Without the tokens, which are the right to accept.';

CREATE OR REPLACE FUNCTION private.invite_batch(act text, invite_ids uuid[], query text, state text, mine boolean, after uuid, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  batch uuid[];
begin
  if act is null or act not in ('resend', 'cancel') then
    raise exception using errcode = 'PT422', hint = 'UNKNOWN_ACT', message = 'Invites are sent again or cancelled.';
  end if;
  if not private.can('invites', act, 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  if invite_ids is not null then
    if cardinality(invite_ids) > 20000 then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer invites.';
    end if;
    return invite_ids;
  end if;
  execute format('select array(select i.id from public.invites i where %s and ($1 is null or i.id > $1) order by i.id limit $2)',
    private.invites_where(query, state, coalesce(mine, false))) into batch using after, most;
  return batch;
end
$function$;
comment on function private.invite_batch(text,uuid[],text,text,boolean,uuid,integer) is 'The invites to change: those named, at most 20,000, or so many of those that invite_list() finds for the search and status, in the order of their ids behind `after`. Raises 42501 unless the caller may do that to their own at least, PT422 UNKNOWN_ACT, TOO_MANY.';

CREATE OR REPLACE FUNCTION private.invite_verdicts(act text, batch uuid[])
 RETURNS TABLE(id uuid, state text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := private.uid();
  any_invite boolean := private.can('invites', invite_verdicts.act);
  own_invite boolean := private.can('invites', invite_verdicts.act, 'own');
  any_role boolean := private.can('invites', 'give_role');
  any_course boolean := private.can('entitlements', 'create');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- Resending needs today's rights to give what the invite gives, as resend_invite() does.
      when i.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
      when exists (
        select 1 from public.invite_courses ic
        where ic.invite_id = i.id and not exists (
          select 1 from public.courses c
          where c.id = ic.course_id and c.deleted_at is null
            and (any_course or c.id in (select private.my_course_ids('invites', 'create'))))
      ) then 'COURSE_DENIED'
      else 'READY' end
    from public.invites i
    where i.id = any (batch) and (any_invite or (own_invite and i.invited_by_id = me));
end
$function$;
comment on function private.invite_verdicts(text,uuid[]) is 'Takes resend or cancel and invites; says of each that is the caller''s to do it to: READY, REDEEMED, CANCELLED, and of resending ROLE_DENIED or COURSE_DENIED when the caller could not give that any more. Of all others nothing.';

CREATE OR REPLACE FUNCTION private.invites_where(query text, state text, mine boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := lower(btrim(left(coalesce(invites_where.query, ''), 320)));
begin
  return concat_ws(' and ', 'true',
    case when wanted <> '' then format('lower(i.email) like %L',
      '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%') end,
    case when invites_where.mine or not private.can('invites', 'read') then format('i.invited_by_id = %L', private.uid()) end,
    case invites_where.state
      when 'REDEEMED' then 'i.redeemed_at is not null'
      when 'CANCELLED' then 'i.redeemed_at is null and i.cancelled_at is not null'
      when 'EXPIRED' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at <= now()'
      when 'ACTIVE' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()' end);
end
$function$;
comment on function private.invites_where(text,text,boolean) is 'Takes a part of an address, a derived status (null: any) and whether only one''s own are wanted; gives the condition on invites i as SQL, every value quoted. Callers who may not read all of them get their own in any case.';

CREATE OR REPLACE FUNCTION private.validate_invites(lines jsonb, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  any_course boolean := private.can('entitlements', 'create');
  any_invite boolean := private.can('invites', 'read');
  any_person boolean := private.can('profiles', 'list');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- As much as 2,000 of the longest addresses, with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when any_person and exists (select 1 from public.profiles p where lower(p.email) = r.address) then 'MEMBER'
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$function$;
comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs}] and how many are allowed; says of each what would come of it. It tells no caller what they may not read: another''s course is an unknown one to a creator, and only those who read all profiles or all invites learn that a person has an account or an invite of another sender. Raises 42501, PT422 TOO_MANY.';

CREATE OR REPLACE FUNCTION public.change_invites(operation_id uuid, piece integer, act text, invite_ids uuid[] DEFAULT NULL::uuid[], query text DEFAULT NULL::text, state text DEFAULT NULL::text, mine boolean DEFAULT false, after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  -- Every resent invite is e-mailed before the next piece begins.
  size int := case act when 'resend' then 100 else 2000 end;
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('change-invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  batch uuid[];
  result jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = change_invites.piece;
  if result is null then
    if cardinality(invite_ids) > size then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('At most %s invites at once, please.', size);
    end if;
    batch := private.invite_batch(act, invite_ids, query, change_invites.state, mine, after, size);
    -- In one order, so that two callers never wait for each other; a redemption comes before or after.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then now() + interval '48 hours' else i.expires_at end,
      cancelled_at = case act when 'cancel' then now() else i.cancelled_at end,
      invited_by_id = case when act = 'resend' and private.invite_withheld(i) is not null then private.uid() else i.invited_by_id end
    from jsonb_array_elements(result -> 'verdicts') v
    where i.id = (v ->> 0)::uuid and v ->> 1 = 'DONE';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, change_invites.piece, result);
  end if;
  return result - 'verdicts' || jsonb_build_object('verdicts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'state', v ->> 1,
      'token', case when act = 'resend' and v ->> 1 = 'DONE' then i.token end) order by lower(i.email), i.id), '[]')
    from jsonb_array_elements(result -> 'verdicts') v join public.invites i on i.id = (v ->> 0)::uuid));
end
$function$;
comment on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) is 'Sends invites again (48 hours from now, under the same links; the e-mails are the edge function''s) or cancels them, in pieces of 100 and of 2,000: those named, or those that invite_list() finds, in the order of their ids behind `after`. Gives {invites: how many it looked at, verdicts: [{id, email, state, token}], last}, state being DONE or why it was left as it was (see count_invites()), last the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (rules/members#bulk).';
grant execute on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.check_invites(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
begin
  return (
    select jsonb_agg(v.verdict - 'course_ids' order by v.place)
    from jsonb_array_elements(private.validate_invites(check_invites.lines, 2000)) with ordinality v (verdict, place));
end
$function$;
comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs}]: [{line, email, role, courses: titles, unknown: slugs, state}] in their order, state being VALID, INVALID (no address), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, MEMBER or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';
grant execute on function public.check_invites(jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.claim_invite_mail(invite_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
  mail_key constant text := private.invite_mail_key(invite.id, invite.expires_at);
  due private.due_work;
  wait jsonb;
begin
  -- The sender first, then the address: two who invite the same person wait in one order.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));
  -- The motor may have it at this moment, or have sent it.
  select * into due from private.due_work w where w.key = 'invite_mail:' || mail_key for update;
  if due.outcome = 'DONE' then
    return jsonb_build_object('state', 'SENT');
  end if;
  wait := private.invite_mail_wait(private.uid(), invite.email);
  if wait is not null then
    return jsonb_build_object('state', 'WAIT') || wait;
  end if;
  delete from private.invite_mails m
  where m.sender_id = private.uid() and m.sent_at <= clock_timestamp() - interval '1 hour';
  insert into private.invite_mails (sender_id, invite_id) values (private.uid(), invite.id);
  update private.due_work w set locked_until = now() + interval '2 minutes' where w.id = due.id and w.done_at is null;
  return jsonb_build_object('state', 'READY', 'key', 'invite_mail:' || mail_key);
end
$function$;
comment on function public.claim_invite_mail(uuid) is 'Asked before an invite is e-mailed, counts that e-mail, and keeps the motor from it for two minutes. Takes an invite; gives {state: READY, key: what the mail is known by}, {state: SENT} when it has left already, or {state: WAIT, for, until}: for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when the caller has e-mailed 2,000 in the last hour. Raises 42501 for those who may not send the invite again.';
grant execute on function public.claim_invite_mail(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_invites(act text, invite_ids uuid[] DEFAULT NULL::uuid[], query text DEFAULT NULL::text, state text DEFAULT NULL::text, mine boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  batch uuid[] := private.invite_batch(act, invite_ids, query, count_invites.state, mine, null, null);
begin
  return jsonb_build_object('states', (
    select coalesce(jsonb_object_agg(v.state, v.invites), '{}')
    from (select w.state, count(*) as invites from private.invite_verdicts(act, batch) w group by w.state) v));
end
$function$;
comment on function public.count_invites(text,uuid[],text,text,boolean) is 'What change_invites() would come to: takes resend or cancel, and invites by id or as invite_list() finds them; gives {states: {READY: how many, REDEEMED, CANCELLED, ROLE_DENIED, COURSE_DENIED}}, of those alone that the caller may do it to. Changes nothing. Raises as invite_batch() does.';
grant execute on function public.count_invites(text,uuid[],text,text,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.create_invites(operation_id uuid, piece integer, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
declare
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- Judged again: since the dry run people may have signed up, or been invited.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid()) else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.validate_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid()
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;
comment on function public.create_invites(uuid,integer,jsonb) is 'Makes invites of up to 200 lines as check_invites() takes them and answers as it does, with id and token where the state is CREATED; lines that cannot be made are left alone and say why. A piece sent again under the same operation and number answers what it came to the first time and makes nothing more. Raises 42501, PT422 TOO_MANY (rules/members#bulk).';
grant execute on function public.create_invites(uuid,integer,jsonb) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.invite_list(query text DEFAULT ''::text, state text DEFAULT NULL::text, sort text DEFAULT 'newest'::text, mine boolean DEFAULT false, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and private.can('invites', 'read') then
    total := private.invites_tallied(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The page's ids first; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id, 'withheld', private.invite_withheld(i),
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$function$;
comment on function public.invite_list(text,text,text,boolean,integer,integer) is 'Takes a part of an address, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses}]}, the token of active ones alone, courses as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';
grant execute on function public.invite_list(text,text,text,boolean,integer,integer) to authenticated, service_role;
