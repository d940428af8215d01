-- Why: Invites name their cohort, first day and person, last as long as is chosen, and seats are told before people are invited

set check_function_bodies = off;

revoke EXECUTE on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) from authenticated;

revoke EXECUTE on function public.invite_list(text,text,text,boolean,integer,integer) from authenticated;

revoke EXECUTE on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) from service_role;

revoke EXECUTE on function public.invite_list(text,text,text,boolean,integer,integer) from service_role;

comment on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) is null;

comment on function public.invite_list(text,text,text,boolean,integer,integer) is null;

alter table public.invites add column days integer;

alter table public.invites add column name text;

create or replace function private.invited_to(cohort uuid)
  returns bigint
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*) from public.invites i where i.cohort_id = cohort and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
$function$;

create or replace function private.seats_to_tell(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object(
    'left', greatest(0, c.seats - (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')),
    'invited', private.invited_to(c.id))
  from public.cohorts c where c.id = cohort and c.seats is not null
$function$;

create or replace function private.invite_ends(days integer, cohort uuid)
  returns timestamptz
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when invite_ends.days is not null then now() + make_interval(hours => 24 * invite_ends.days)
    else greatest(now() + interval '48 hours', (
      select private.local_moment(c.starts_on + 1, '00:00', c.time_zone) from public.cohorts c where c.id = cohort)) end
$function$;

create or replace function public.create_invite(
  email text,
  role public.user_role default 'MEMBER',
  course_ids uuid[] default '{}'::uuid[],
  operation_id uuid default null,
  cohort_id uuid default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('email', email, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  address text := btrim(create_invite.email);
  gives uuid[] := (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}') from unnest(course_ids) wanted(id));
  own uuid := private.made_under(create_invite.operation_id, concat_ws(' ', 'invite', lower(address), role, gives, create_invite.cohort_id, create_invite.days));
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  perform private.check_invite_cohort(create_invite.cohort_id);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  if days not between 1 and 90 then
    perform private.refuse_field('days', 'Choose between 1 and 90 days.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i where i.id = own and i.invited_by_id = private.uid();
  if invite.id is null then
    select i.* into invite from public.invites i
    where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
      and i.cohort_id is not distinct from create_invite.cohort_id and i.days is not distinct from create_invite.days
      and i.created_at > now() - interval '10 minutes'
      and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
           from public.invite_courses c where c.invite_id = i.id) = gives
    order by i.created_at desc limit 1;
  end if;
  if invite.id is null then
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, expires_at)
    values (own, address, create_invite.role, private.uid(), create_invite.cohort_id, create_invite.days,
      private.invite_ends(create_invite.days, create_invite.cohort_id))
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select invite.id, wanted.id from unnest(gives) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;

create or replace function public.invite_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  mine boolean default false,
  page integer default 1,
  page_size integer default 50,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  condition text := concat_ws(' and ', private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false)),
    'i.cohort_id = ' || quote_literal(invite_list.cohort_id));
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
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and invite_list.cohort_id is null
    and private.can('invites', 'read') then
    total := private.invites_count(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The ids of the page are read first, so that only its fifty rows are put together and none of those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'name', i.name, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id, 'withheld', private.invite_withheld(i),
        'inviter', (select private.shown_name(s.name, s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id),
        'cohort', (select k.title from public.cohorts k where k.id = i.cohort_id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$function$;

create or replace function private.erase_from_invites(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pattern constant text := private.address_pattern(address);
  theirs constant uuid[] := array(
    select i.id from public.invites i where i.redeemed_by_id = person or lower(i.email) = lower(address));
begin
  update public.invites i set email = 'deleted-account@invalid', name = null,
    cancelled_at = case when i.redeemed_at is null then coalesce(i.cancelled_at, now()) else i.cancelled_at end
  where i.id = any (theirs);
  delete from private.due_work w where w.kind = 'invite_mail' and w.subject_id = any (theirs);
  -- Answers to whole lists of invites, kept for a day.
  update private.bulk_pieces b set result = regexp_replace(b.result::text, pattern, 'deleted-account@invalid', 'gi')::jsonb
  where b.result::text ~* pattern;
end
$function$;

create or replace function public.cohort(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'invited', private.invited_to(c.id),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
end
$function$;

create or replace function public.change_invites(
  operation_id uuid,
  piece integer,
  act text,
  invite_ids uuid[] default null,
  query text default null,
  state text default null,
  mine boolean default false,
  after uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('act', act, 1000)
    and private.at_most('invite_ids', invite_ids, 20000)
    and private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000);
  -- Every resent invite is mailed before the next piece begins.
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
    -- Rows are locked in one order, so that two callers cannot deadlock. A redemption comes before or after.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then private.invite_ends(i.days, i.cohort_id) else i.expires_at end,
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

create or replace function private.validate_invites(lines jsonb, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  any_course boolean := private.can('entitlements', 'create', 'assigned');
  any_invite boolean := private.can('invites', 'read');
  lists_people boolean := private.can('profiles', 'list', 'assigned');
  narrowed boolean := private.reach_is_narrowed();
  any_cohort boolean := private.can('cohort_members', 'create');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- Room for 2,000 of the longest emails, with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs,
        lower(nullif(btrim(t.entry ->> 'cohort'), '')) as cohort_slug,
        case when t.entry ->> 'days' ~ '^[0-9]{1,2}$' then least(greatest((t.entry ->> 'days')::int, 1), 90) end as days,
        nullif(left(btrim(private.visible_name(t.entry ->> 'name')), 100), '') as name
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, h.id as cohort_id, h.title as cohort, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
      left join public.cohorts h on h.slug = s.cohort_slug and h.archived_at is null
        and (any_cohort or h.id in (select private.staffed_cohort_ids('cohort_members', 'create')))
    ), seats as materialized (
      select k.id, private.seats_to_tell(k.id) as told from (select distinct r.cohort_id as id from read r where r.cohort_id is not null) k
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'cohort_id', r.cohort_id, 'cohort', r.cohort, 'seats', t.told, 'days', r.days, 'name', r.name,
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when r.cohort_slug is not null and r.cohort_id is null then 'UNKNOWN_COHORT'
        when lists_people and exists (select 1 from public.profiles p where lower(p.email) = r.address
          and (not narrowed or p.id in (select private.assigned_person_ids()))) then
          case when r.cohort_id is null then 'MEMBER'
            when exists (select 1 from public.profiles p join public.cohort_members m on m.user_id = p.id and m.state <> 'LEFT'
              where lower(p.email) = r.address and m.cohort_id = r.cohort_id) then 'IN_COHORT'
            else 'JOINS' end
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r left join seats t on t.id = r.cohort_id);
end
$function$;

create or replace function public.create_invites(operation_id uuid, piece integer, lines jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lines', lines, 1000000);
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- The lines are checked again, because people may have signed up or been invited since the dry run.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid())
        when v.verdict ->> 'state' = 'JOINS' then '{"state": "JOINED"}' else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.validate_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, name, expires_at)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid(), (v ->> 'cohort_id')::uuid, (v ->> 'days')::int,
      v ->> 'name', private.invite_ends((v ->> 'days')::int, (v ->> 'cohort_id')::uuid)
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    perform private.join_cohort(j.cohort_id, j.people)
    from (
      select (v ->> 'cohort_id')::uuid as cohort_id, array_agg(p.id) as people
      from jsonb_array_elements(verdicts) v join public.profiles p on lower(p.email) = lower(v ->> 'email')
      where v ->> 'state' = 'JOINED' group by 1) j;
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' - 'cohort_id' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;

create or replace function public.invite_by_token(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  invite public.invites := private.invite_of_token(token);
  state text;
begin
  if invite.id is null then
    return jsonb_build_object('state', 'UNKNOWN');
  end if;
  state := case
    when private.invite_state(invite) = 'ACTIVE' and private.uid() is null and not private.invite_admits(invite)
      and not (select s.allow_registration from public.settings s) then 'WITHDRAWN'
    else private.invite_state(invite) end;
  if state <> 'ACTIVE' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object(
    'state', 'ACTIVE',
    'email', invite.email,
    'expires_at', invite.expires_at,
    'inviter', (select p.name from public.profiles p where p.id = invite.invited_by_id),
    'courses', coalesce((
      select jsonb_agg(c.title order by c.title)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null), '[]'),
    'name', invite.name,
    'cohort', (select jsonb_build_object('title', k.title, 'starts_on', k.starts_on, 'time_zone', k.time_zone,
        'courses', (select coalesce(jsonb_agg(c.title order by o.position, c.title), '[]')
          from public.cohort_courses o join public.courses c on c.id = o.course_id and private.course_is_published(c.status, c.deleted_at)
          where o.cohort_id = k.id),
        'full', private.cohort_is_full(k.id) and not exists (
          select from public.cohort_members m where m.cohort_id = k.id and m.user_id = private.uid() and m.state <> 'LEFT'))
      from private.invited_cohort(invite) k where k.id is not null),
    'opens', (
      select min(c.slug)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null
      having count(*) = 1 and bool_and(private.course_is_published(c.status, c.deleted_at))),
    'withheld', private.invite_withheld(invite),
    'mine', coalesce((select lower(u.email) = lower(invite.email) from auth.users u where u.id = private.uid()), false));
end
$function$;

create or replace function public.resend_invite(invite_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.check_invite(invite.role, array(select ic.course_id from public.invite_courses ic where ic.invite_id = invite.id));
  perform private.check_invite_cohort(invite.cohort_id);
  update public.invites i
  set expires_at = private.invite_ends(i.days, i.cohort_id),
    invited_by_id = case when private.invite_withheld(i) is null then i.invited_by_id else private.uid() end
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null
  returning * into invite;
  if not found then
    raise exception using errcode = 'PT409', message = 'This invite has been used or cancelled.', hint = 'INVITE_CLOSED';
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;

create or replace function private.message_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'notifications', (
    select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'created_at', n.created_at) order by n.created_at)
    from public.notifications n
    where n.recipient_id = person and (n.publish_at is null or n.publish_at <= now()))
  union all
  select 'notification_reads', (
    select jsonb_agg(jsonb_build_object('notification', n.title, 'read_at', r.read_at) order by r.read_at)
    from public.notification_reads r join public.notifications n on n.id = r.notification_id where r.user_id = person)
  union all
  select 'notification_mutes', (
    select jsonb_agg(jsonb_build_object('type', m.type, 'created_at', m.created_at) order by m.created_at)
    from public.notification_mutes m where m.user_id = person)
  union all
  select 'invites_accepted', (
    select jsonb_agg(jsonb_build_object('email', i.email, 'name', i.name, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at) order by i.redeemed_at)
    from public.invites i where i.redeemed_by_id = person)
  union all
  select 'inbox_put_away', (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'until', k.until, 'marked_at', k.marked_at) order by k.marked_at)
    from private.inbox_marks k where k.user_id = person)
  union all
  -- The colleague is left out, because this is another person.
  select 'inbox_handed_over', (
    select jsonb_agg(jsonb_build_object('kind', h.kind, 'given', h.by_id = person, 'note', h.note, 'handed_at', h.handed_at) order by h.handed_at)
    from private.inbox_hand_overs h where person in (h.by_id, h.to_id))
$function$;

alter table public.invites add constraint invites_days_range CHECK (((days >= 1) AND (days <= 90)));

alter table public.invites add constraint invites_name_length CHECK ((char_length(name) <= 100));

alter table public.invites add constraint invites_name_visible CHECK ((name = private.visible_name(name)));

grant EXECUTE on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) to authenticated;

grant EXECUTE on function public.invite_list(text,text,text,boolean,integer,integer,uuid) to authenticated;

grant EXECUTE on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) to service_role;

grant EXECUTE on function public.invite_list(text,text,text,boolean,integer,integer,uuid) to service_role;

drop trigger invites_audit_delete on public.invites;
create trigger invites_audit_delete after delete on public.invites
  referencing old table as old_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger invites_audit_insert on public.invites;
create trigger invites_audit_insert after insert on public.invites
  referencing new table as new_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger invites_audit_update on public.invites;
create trigger invites_audit_update after update on public.invites
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

comment on column public.invites.days is 'How many days the invite lasts, also each time that it is sent again. Null: two, or until the end of the first day of its cohort if that is later.';

comment on column public.invites.name is 'The name of the invited person in the list that was pasted. It greets them and fills the form of their sign-up.';

comment on function private.invited_to(uuid) is 'Takes a cohort; how many open invites to it there are.';

comment on function private.seats_to_tell(uuid) is 'Takes a cohort; {left: how many seats, invited: how many open invites there are, which hold no seat}, null without a limit (rules/cohorts#seats).';

comment on function private.invite_ends(integer,uuid) is 'Takes how many days an invite lasts (null: two, or until the end of the first day of its cohort if that is later) and its cohort (null: none); when it ends if it is sent now (rules/invites#invite-lasts).';

comment on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) is 'Takes an email, a role to give, courses, an operation id, a cohort to join, and how many days it lasts (1 to 90; null: as invite_ends() says); makes an invite and answers it with its token. The same again under the same operation id, or from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, PT422 with hint email or days.';

comment on function public.invite_list(text,text,text,boolean,integer,integer,uuid) is 'Takes a part of an email, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100), and a cohort (null: any); gives {total, invites: [{id, email, name, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses, cohort}]}, the token of active ones alone, courses and cohort as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';

comment on function private.erase_from_invites(uuid,text) is 'Takes a person and their email, or null if nobody has proven that it is theirs; removes the email and the name from invites that they accepted or that went to it, and cancels open ones.';

comment on function public.cohort(uuid) is 'Takes a cohort; what cohort_list() says of it, and {members: how many by state, invited: how many open invites, lessons and openings: how many, community: {id, name, slug}, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';

comment on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) is 'Sends invites again (for their days from now, under the same links; the edge function sends the mails) or cancels them, in pieces of 100 and of 2,000: those named, or those that invite_list() finds, in the order of their ids behind `after`. Gives {invites: how many it looked at, verdicts: [{id, email, state, token}], last}, state being DONE or why it was left as it was (see count_invites()), last the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (rules/members#bulk).';

comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs, cohort: slug, days: how many, name}]: [{line, email, role, courses: titles, unknown: slugs, cohort: title, seats: as seats_to_tell() says of the cohort, days, name, state}] in their order, state being VALID, INVALID (no address), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, UNKNOWN_COHORT, MEMBER, JOINS (a member who will be added to the cohort), IN_COHORT or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';

comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs, cohort: slug, days, name}] and how many are allowed; says of each what would come of it. It tells no caller what they may not read: another''s course is an unknown one to a creator, and only those who may list people learn that a person whom they reach has an account, and only those who may read all invites learn of an invite of another sender. Raises 42501, PT422 TOO_MANY.';

comment on function public.invite_by_token(text) is 'Takes a token. For an active one: email, inviter, titles of the courses it gives, the name of the person as the list had it, the cohort that it opens {title, starts_on, time_zone, courses: titles, full: whether the caller finds no seat}, opens: the slug of the course if it gives exactly one and that is published, else null, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own email. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';

comment on function public.resend_invite(uuid) is 'Takes an invite; gives it its days from now under the same link. If its sender could no longer give all of it, the caller becomes its sender. Raises 42501 for those who may not, PT409 INVITE_CLOSED when it was used or cancelled.';

drop routine public.create_invite(text,public.user_role,uuid[],uuid,uuid);

drop routine public.invite_list(text,text,text,boolean,integer,integer);
