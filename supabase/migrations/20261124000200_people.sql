-- Why: what of a person others may read, and what a person may be called. A phone number is its owner's and
-- the administrators'; a name holds nothing that cannot be seen, for with it one person can look like
-- another; and everything that is kept about somebody is given out so often and no more.

-- Phone numbers ---------------------------------------------------------------------------------------

-- As with courses: to list is to read what functions show, to read is to read the row. All signed-in people
-- are one database role, so that a column cannot be kept from some of them: who may not read every column
-- of other people's rows reads none of them.
delete from public.role_permissions where role = 'MODERATOR' and resource = 'profiles' and action = 'read';
insert into public.role_permissions (role, resource, action, scope)
values ('ADMIN', 'profiles', 'list', 'any'), ('MODERATOR', 'profiles', 'list', 'any');
comment on policy profiles_select on public.profiles is
  'One''s own profile; all of them, phone numbers too, for administrators. Moderators read people through functions that leave the phone out.';

create or replace function public.members(query text default '', role public.user_role default null, state text default null,
  sort text default 'newest', page int default 1, page_size int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  people text := private.people_from(members.query);
  condition text := private.people_where(members.query, members.role, members.state);
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  execute format('select count(*) from %s p where %s', people, condition) into total;
  -- The page's ids first, out of the index alone; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select p.id, p.created_at, p.name from %6$s p where %1$s order by %2$s limit %3$s offset %4$s
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(distinct e.course_id) from public.entitlements e
          where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), people) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$$;
comment on function public.members(text, public.user_role, text, text, int, int) is
  'Takes a search over name and address, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For whoever may list people; raises 42501.';

create or replace function public.member_by_address(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
    from public.profiles p where lower(p.email) = lower(btrim(address)) order by p.created_at limit 1);
end
$$;
comment on function public.member_by_address(text) is
  'Takes an address; the member who has it, as members() shows them, or null. For whoever may list people, and for no one else: an address could be probed by it. Raises 42501.';

create or replace function private.check_analytics_rights() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('analytics', 'read') or not private.can('profiles', 'list') or not private.can('lesson_completions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the analytics.';
  end if;
end
$$;
comment on function private.check_analytics_rights() is 'Raises 42501 unless the caller may read analytics and every completion, and list people.';

create or replace function private.judge_invites(lines jsonb, most int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
        when r.email !~ '^[^@[:space:],;<>"()]+@[^@[:space:],;<>"()]+\.[^@[:space:],;<>"().]+$' or char_length(r.email) > 320 then 'INVALID'
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
$$;

create or replace function private.export_members(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $$
declare
  phone boolean := private.can('profiles', 'read');
begin
  columns := array['id', 'name', 'email'] || case when phone then array['phone'] else '{}' end
    || array['role', 'status', 'joined', 'courses'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email %s,
      'role', p.role, 'status', case when p.disabled_at is null then 'Active' else 'Disabled' end, 'joined', p.created_at,
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now()))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role, filter ->> 'state'));
end
$$;
comment on function private.export_members(jsonb) is
  'Takes {search, role, state} as members() has them; gives columns and query of the members'' export. The phone is for whoever may read it.';

alter table private.export_lists add column action text not null default 'read';
comment on column private.export_lists.action is 'What somebody must be able to do with all of the resource to take the list along.';
update private.export_lists set action = 'list' where list = 'members';

create or replace function private.export_source(list text, filter jsonb, out columns text[], out source text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from private.export_lists l where l.list = export_source.list and private.can(l.resource, l.action)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$$;

-- A search finds people by what the person who searches may read of them.

alter table private.people add column name_key text;
comment on table private.people is
  'What every person is found by: search_key with the phone, name_key without it (see person_key()), and what lists of people are narrowed and sorted by. Kept by a trigger on profiles, and gone with them. No grants: read by functions, never shown.';

create or replace function private.follow_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people as k (id, search_key, name_key, name, role, created_at, disabled_at)
  values (new.id, private.person_key(new.name, new.email, new.phone), private.person_key(new.name, new.email, null),
    new.name, new.role, new.created_at, new.disabled_at)
  on conflict (id) do update set search_key = excluded.search_key, name_key = excluded.name_key, name = excluded.name,
    role = excluded.role, created_at = excluded.created_at, disabled_at = excluded.disabled_at;
  return null;
end
$$;

create or replace function private.rebuild_people() returns void
language sql security definer set search_path = '' as $$
  delete from private.people;
  insert into private.people (id, search_key, name_key, name, role, created_at, disabled_at)
  select p.id, private.person_key(p.name, p.email, p.phone), private.person_key(p.name, p.email, null),
    p.name, p.role, p.created_at, p.disabled_at from public.profiles p;
$$;
select private.rebuild_people();
alter table private.people alter column name_key set not null;
create index people_name_search_idx on private.people using gin (name_key extensions.gin_trgm_ops) with (fastupdate = off);

create or replace function private.found_by(query text, alias text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Who may not read a phone number must not find out about one by searching for it.
  key text := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
begin
  return (
    select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ')
    from unnest(private.person_patterns(coalesce(query, ''))) pattern);
end
$$;
comment on function private.found_by(text, text) is
  'Takes what somebody typed, and how private.people is called in a query; gives the condition as SQL, every value quoted, or null when nothing was typed. Looks into the phone for those alone who may read it.';

-- Names -----------------------------------------------------------------------------------------------

create function private.visible_name(name text) returns text
language sql immutable set search_path = '' as $$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts, where they can be seen.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])',
    '', 'g')
$$;
comment on function private.visible_name(text) is
  'Takes a name; gives it without the characters that cannot be seen or that change the direction of what stands beside it.';
-- A constraint is checked as whoever changes the row: people change their own name.
grant execute on function private.visible_name(text) to authenticated, service_role;

update public.profiles p set name = nullif(btrim(private.visible_name(p.name)), '')
where p.name <> private.visible_name(p.name);
alter table public.profiles add constraint profiles_name_visible check (name = private.visible_name(name));

create or replace function private.check_sign_up(address text, metadata jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
begin
  -- Only the auth service signs people up; whoever owns the database may still add accounts by hand.
  if token is null and session_user = 'supabase_auth_admin'
     and not (select s.allow_registration from public.settings s) then
    raise exception using errcode = 'PT422', message = 'Registration is closed. You need an invite to sign up.', hint = 'REGISTRATION_CLOSED';
  end if;
  if char_length(btrim(metadata ->> 'name')) > 100 then
    raise exception using errcode = 'PT422', message = 'Name must be less than 100 characters', hint = 'NAME_LENGTH';
  end if;
  if metadata ->> 'name' <> private.visible_name(metadata ->> 'name') then
    raise exception using errcode = 'PT422', message = 'Name must not contain invisible characters', hint = 'NAME_HIDDEN';
  end if;
  if char_length(btrim(metadata ->> 'phone')) > 40 then
    raise exception using errcode = 'PT422', message = 'Phone must be less than 40 characters', hint = 'PHONE_LENGTH';
  end if;
  if token is not null then
    perform private.usable_invite(token, address);
  end if;
end
$$;
comment on function private.check_sign_up(text, jsonb) is
  'Takes the address and the metadata of a sign-up; raises PT422 with a whole sentence when it is not to be: registration closed and no invite, a name or phone that is too long, a name with invisible characters, an invite that cannot be used.';

-- What is kept about a person -------------------------------------------------------------------------

create or replace function public.my_data() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  person uuid := private.uid();
  -- One download a minute, ten a day: it reads everything, and each is on record.
  today timestamptz[];
  answer jsonb;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  -- Requests at the same moment come one after the other, so that none escapes the count.
  perform 1 from public.profiles p where p.id = person for update;
  today := array(
    select a.created_at from public.audit_logs a
    where a.user_id = person and a.target_type = 'user' and a.action = 'data.export'
      and a.created_at > clock_timestamp() - interval '1 day'
    order by a.created_at desc);
  if today[1] > clock_timestamp() - interval '1 minute' then
    raise exception using errcode = 'PT429', hint = 'TOO_SOON',
      message = 'You downloaded your data a moment ago. Please try again in a minute.';
  end if;
  if cardinality(today) >= 10 then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY',
      message = 'You have downloaded your data ten times in a day. Please try again tomorrow.';
  end if;
  select jsonb_build_object(
    'exported_at', now(),
    'profile', (
      select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone, 'role', p.role,
        'created_at', p.created_at, 'updated_at', p.updated_at, 'email_confirmed_at', nullif(u.email_confirmed_at, 'epoch'),
        'last_sign_in_at', u.last_sign_in_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = person),
    'consent', (
      select jsonb_build_object('terms_accepted_at', p.terms_accepted_at) from public.profiles p where p.id = person),
    'entitlements', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
        'expires_at', e.expires_at) order by e.created_at)
      from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person), '[]'),
    'completions', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'completed_at', lc.completed_at)
        order by lc.completed_at)
      from public.lesson_completions lc
      join public.lessons l on l.id = lc.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lc.user_id = person), '[]'),
    'progress', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'position_sec', lp.position_sec,
        'duration_sec', lp.duration_sec, 'watched_sec', lp.watched::text, 'updated_at', lp.updated_at)
        order by lp.updated_at)
      from public.lesson_progress lp
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id
      where lp.user_id = person), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
        'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
        'created_at', p.created_at) order by p.created_at)
      from public.purchases p
      left join public.courses c on c.id = p.course_id
      left join public.communities k on k.id = p.community_id
      where p.user_id = person), '[]'),
    'communities', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
        'joined_at', m.joined_at, 'left_at', m.left_at) order by m.joined_at)
      from public.community_members m join public.communities k on k.id = m.community_id where m.user_id = person), '[]'),
    'posts', coalesce((
      select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
        'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
      from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
      from public.community_post_reports r where r.reporter_id = person), '[]'),
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('title', n.title, 'message', n.message, 'created_at', n.created_at)
        order by n.created_at)
      from public.notifications n
      where n.recipient_id = person and (n.publish_at is null or n.publish_at <= now())), '[]'),
    'notification_reads', coalesce((
      select jsonb_agg(jsonb_build_object('notification', n.title, 'read_at', r.read_at) order by r.read_at)
      from public.notification_reads r join public.notifications n on n.id = r.notification_id where r.user_id = person), '[]'),
    'notification_mutes', coalesce((
      select jsonb_agg(jsonb_build_object('type', m.type, 'created_at', m.created_at) order by m.created_at)
      from public.notification_mutes m where m.user_id = person), '[]'),
    'invites_accepted', coalesce((
      select jsonb_agg(jsonb_build_object('email', i.email, 'created_at', i.created_at, 'redeemed_at', i.redeemed_at)
        order by i.redeemed_at)
      from public.invites i where i.redeemed_by_id = person), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at,
        'active_at', greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
        'user_agent', s.user_agent, 'ip_address', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = person), '[]'))
  into answer;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  values (person, 'data.export', 'user', person::text,
    private.request_header('user-agent'), private.request_header('x-forwarded-for'));
  return answer;
end
$$;
comment on function public.my_data() is
  'Everything that is kept about the caller, in words rather than ids: profile, consent, access, completions, progress, purchases, communities, posts, reports, notifications, what they mute, invites and sessions; lists are empty, never missing. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
