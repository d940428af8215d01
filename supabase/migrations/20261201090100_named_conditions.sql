-- Why: what an open grant, an active invite, a visible notification, a published course, an active membership and an open
-- session are stood in forty-six functions, a policy and two triggers, so that a change of one of these rules had to
-- find them all. Each is a function now. The planner puts its condition in its place, so that plans and partial
-- indexes stay as they were: for that it is SQL, runs as its caller and sets nothing, not even the search path. It
-- names nothing that a search path could change.

create function private.grant_is_open(expires_at timestamptz, moment timestamptz default now()) returns boolean
language sql stable parallel safe as $$
  select expires_at is null or expires_at > moment
$$;
comment on function private.grant_is_open(timestamptz, timestamptz) is
  'Takes the end of a grant (null: none) and a moment; whether the grant is open at that moment (rules/members#entitlement-end).';

create function private.invite_is_active(redeemed_at timestamptz, cancelled_at timestamptz, expires_at timestamptz) returns boolean
language sql stable parallel safe as $$
  select redeemed_at is null and cancelled_at is null and expires_at > now()
$$;
comment on function private.invite_is_active(timestamptz, timestamptz, timestamptz) is
  'Takes when an invite was redeemed and cancelled, and its end; whether it can be accepted (rules/invites#invite-status).';

create function private.notification_is_visible(publish_at timestamptz, expires_at timestamptz) returns boolean
language sql stable parallel safe as $$
  select (publish_at is null or publish_at <= now()) and (expires_at is null or expires_at > now())
$$;
comment on function private.notification_is_visible(timestamptz, timestamptz) is
  'Takes when a notification appears and ends (null: at once, never); whether those whom it is for see it now.';

create function private.course_is_published(status public.course_status, deleted_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select status = 'PUBLISHED' and deleted_at is null
$$;
comment on function private.course_is_published(public.course_status, timestamptz) is
  'Takes the status of a course and when it was deleted; whether it is published and not in the bin.';

create function private.membership_is_active(left_at timestamptz, banned boolean) returns boolean
language sql immutable parallel safe as $$
  select left_at is null and not banned
$$;
comment on function private.membership_is_active(timestamptz, boolean) is
  'Takes when a member left a community and whether they are banned; whether they take part in it.';

create function private.session_is_open(not_after timestamptz) returns boolean
language sql stable parallel safe as $$
  select not_after is null or not_after > now()
$$;
comment on function private.session_is_open(timestamptz) is
  'Takes the end of a session (null: none); whether the session goes on.';

grant execute on function private.grant_is_open(timestamptz, timestamptz),
  private.invite_is_active(timestamptz, timestamptz, timestamptz),
  private.notification_is_visible(timestamptz, timestamptz),
  private.course_is_published(public.course_status, timestamptz),
  private.membership_is_active(timestamptz, boolean),
  private.session_is_open(timestamptz) to authenticated, service_role;

alter policy notifications_select on public.notifications
  using (
    (
      (
        (recipient_id = (select private.uid()) and (select private.can('notifications', 'read', 'own')))
        or (is_global and (select private.can('notifications', 'read', 'assigned')))
      )
      and private.notification_is_visible(publish_at, expires_at)
    )
    or (select private.can('notifications', 'read'))
  );

create or replace trigger invites_mail_insert after insert on public.invites
  for each row when (private.invite_is_active(new.redeemed_at, new.cancelled_at, new.expires_at))
  execute function private.put_invite_mail();

create or replace trigger invites_mail_update after update of expires_at on public.invites
  for each row when (new.expires_at is distinct from old.expires_at
    and private.invite_is_active(new.redeemed_at, new.cancelled_at, new.expires_at))
  execute function private.put_invite_mail();

-- Access

create or replace function private.change_ends(people uuid[], course_ids uuid[], ends_at timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  with held as materialized (
    -- In one order, so that two acts wait for each other and neither is turned away.
    select e.id from public.entitlements e
    where e.user_id = any (people) and e.course_id = any (course_ids)
      and private.grant_is_open(e.expires_at) and e.expires_at is distinct from change_ends.ends_at
    order by e.id for update
  ), ended as (
    update public.entitlements e set expires_at = change_ends.ends_at from held h where h.id = e.id
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct n.user_id, n.course_id from ended n) pairs;
  return changed;
end
$$;

create or replace function private.grant_access(people uuid[], course_ids uuid[], ends_at timestamptz default null)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  -- An ended grant is deleted, so that the new one has a record of its own.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id, expires_at)
  select p.id, c.id, private.uid(), ends_at
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- Open to them already, by any grant: nothing to do.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and private.grant_is_open(e.expires_at))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$$;

create or replace function private.grants_open(person uuid, moment timestamptz) returns setof public.entitlements
language sql stable as $$
  select e.*
  from public.entitlements e join public.courses c on c.id = e.course_id
  where e.user_id = person
    and private.grant_is_open(e.expires_at, moment)
    and private.course_is_published(c.status, c.deleted_at)
$$;

create or replace function private.modules_with_previews() returns setof public.modules
language sql stable as $$
  select m.*
  from public.modules m join public.courses c on c.id = m.course_id
  where m.deleted_at is null and private.course_is_published(c.status, c.deleted_at)
    and exists (select 1 from public.lessons l where l.module_id = m.id and l.free_preview and l.deleted_at is null)
$$;

create or replace function public.count_access(act text, course_ids uuid[], ends_at timestamptz default null, people uuid[] default null, query text default null, role public.user_role default null, state text default null, course text default null, quiet text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  courses uuid[] := array(select distinct c from unnest(course_ids) c);
  answer jsonb;
  first_three uuid[];
begin
  perform private.check_access_act(act, course_ids, ends_at);
  if coalesce(cardinality(people), 0) > 20000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  execute format($sql$
    with audience as materialized (%s), pair as (
      select e.user_id, e.course_id, bool_or(live.live) as open, bool_or(live.live and e.expires_at is distinct from $3) as differs
      from public.entitlements e
      cross join lateral (select private.grant_is_open(e.expires_at) as live) live
      where e.course_id = any ($2) and e.user_id in (select a.id from audience a)
      group by e.user_id, e.course_id
    ), person as (
      select k.user_id, count(*) filter (where k.open) as open, count(*) filter (where k.differs) as differs, count(*) as held
      from pair k group by k.user_id
    ), everyone as (
      select count(*) as people from audience
    ), maker as (
      -- Those who read a course because they made it.
      select distinct c.created_by_id as id from public.courses c
      where c.id = any ($2) and private.person_may(c.created_by_id, 'courses', 'read', 'own')
    ), first_three as (
      select a.id from audience a left join person k on k.user_id = a.id
      where case $1 when 'grant' then coalesce(k.open, 0) < cardinality($2) when 'revoke' then k.user_id is not null else k.differs > 0 end
      order by a.id limit 3
    )
    select case $1
      when 'grant' then jsonb_build_object('people', e.people,
        'touched', e.people - count(*) filter (where k.open = cardinality($2)), 'changes', e.people * cardinality($2) - coalesce(sum(k.open), 0))
      when 'revoke' then jsonb_build_object('people', e.people, 'touched', count(k.user_id), 'changes', coalesce(sum(k.held), 0),
        'ended', count(k.user_id) filter (where k.open = 0),
        'keeps', count(k.user_id) filter (where k.open > 0 and (p.role = any ($5) or k.user_id in (select m.id from maker m))))
      else jsonb_build_object('people', e.people, 'touched', count(*) filter (where k.differs > 0), 'changes', coalesce(sum(k.differs), 0)) end,
      array(select f.id from first_three f)
    from everyone e left join (person k join public.profiles p on p.id = k.user_id) on true group by e.people$sql$,
    case when people is not null then 'select p.id from public.profiles p where p.id = any ($4)'
      else format('select p.id from %s p where %s', private.people_from(query), private.people_where(query, role, state, course, quiet)) end)
    into answer, first_three using act, courses, ends_at, people, private.readers_of_all();
  return answer || jsonb_build_object('names', private.named(first_three, private.may_name()) -> 'names');
end
$$;

create or replace function public.member_access(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('entitlements', 'read') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(private.grant_is_open(g.expires_at)) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = member_access.user_id and g.course_id = c.id
    ) e on true
    where c.deleted_at is null);
end
$$;

create or replace function public.save_access(user_id uuid, to_grant uuid[], to_revoke uuid[], ends jsonb default '[]'::jsonb)
returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  one record;
  stale text;
  revoked int;
  granted int := 0;
  changed int := 0;
  wanted uuid[] := array(select x.course_id from jsonb_to_recordset(ends) x (course_id uuid));
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke or wanted && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course is either granted or revoked.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are held before the first is counted.
  perform private.hold_courses(save_access.to_grant || save_access.to_revoke || wanted, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke || wanted, false);
  perform 1 from public.entitlements e
  where e.user_id = save_access.user_id and e.course_id = any (wanted) order by e.id for update;
  for one in
    select x.course_id, x.expires_at, x.was, x.course_id = any (to_grant) as fresh, c.title, held.open is true as open, held.until
    from jsonb_to_recordset(ends) x (course_id uuid, expires_at timestamptz, was timestamptz)
    join public.courses c on c.id = x.course_id
    cross join lateral (
      select bool_or(private.grant_is_open(e.expires_at)) as open,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as until
      from public.entitlements e where e.user_id = save_access.user_id and e.course_id = x.course_id) held
    order by c.id
  loop
    -- As it is wished already: sent twice.
    continue when one.open and one.until is not distinct from one.expires_at;
    perform private.check_end(one.expires_at);
    if one.fresh and one.open or not one.fresh and (not one.open or one.until is distinct from one.was) then
      stale := one.title;
      exit;
    end if;
    if one.fresh then
      granted := granted + private.grant_access(array[save_access.user_id], array[one.course_id], one.expires_at);
    else
      changed := changed + private.change_ends(array[save_access.user_id], array[one.course_id], one.expires_at);
    end if;
  end loop;
  if stale is not null then
    raise exception using errcode = 'PT409', hint = 'STALE_END',
      message = format('Somebody else has just changed access to "%s". Nothing was saved. Please look at it again.', stale);
  end if;
  revoked := private.revoke_access(array[save_access.user_id], save_access.to_revoke);
  granted := granted + private.grant_access(array[save_access.user_id], array(select unnest(save_access.to_grant) except select unnest(wanted)));
  return jsonb_build_object('revoked', revoked, 'granted', granted, 'changed', changed);
end
$$;

-- Analytics

create or replace function private.recount_course_sizes(courses uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.course_sizes as k (course_id, lessons, seconds, live)
  select c.id, there.lessons, there.seconds, private.course_is_published(c.status, c.deleted_at)
  from public.courses c
  cross join lateral (
    select count(*)::int as lessons, coalesce(sum(l.duration_sec), 0)::int as seconds
    from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where m.course_id = c.id and m.deleted_at is null) there
  where c.id = any (courses)
  on conflict (course_id) do update set lessons = excluded.lessons, seconds = excluded.seconds, live = excluded.live
  where (k.lessons, k.seconds, k.live) is distinct from (excluded.lessons, excluded.seconds, excluded.live);
end
$$;

create or replace function private.stops() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    -- Who went quiet last, and how far they had come: the lesson after the ones they have is where they stopped.
    with quiet as materialized (
      select k.user_id from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now()
      order by k.idle_since desc limit 2000
    ), places as materialized (
      select c.course_id, c.completed, count(*) as learners
      from quiet join private.learner_courses c on c.user_id = quiet.user_id
      where c.open_until > now() and not c.finished and c.last_at > '-infinity'
      group by 1, 2 having count(*) >= 3
      order by 3 desc, 1, 2 limit 3
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'course_id', c.id, 'course', c.title,
      'learners', p.learners) order by p.learners desc, c.title, l.id), '[]')
    from places p join public.courses c on c.id = p.course_id and private.course_is_published(c.status, c.deleted_at)
    cross join lateral (
      select l.id, l.title from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = p.course_id and m.deleted_at is null and l.deleted_at is null
      order by m.index, m.id, l.index, l.id offset p.completed limit 1) l);
end
$$;

create or replace function public.dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name), 'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$$;

-- Audit

create or replace function private.audit_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- Its owner takes it away from a session that has shown it, which goes down a step only afterwards.
    perform private.record_own_act(old.user_id, 'user.factor_remove', case when exists (
      select 1 from auth.sessions s where s.user_id = old.user_id and s.aal = 'aal2' and private.session_is_open(s.not_after))
      then 'own' else 'administrator' end)
    where exists (select 1 from public.profiles p where p.id = old.user_id);
  else
    perform private.record_own_act(new.user_id, 'user.factor_add', 'own');
  end if;
  return null;
end
$$;

create or replace function private.audit_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- How the session was opened from which it came: the newest one.
  opened_by text := (
    select c.authentication_method from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
    where s.user_id = new.id and private.session_is_open(s.not_after) and c.authentication_method <> 'totp'
    order by s.created_at desc, c.created_at limit 1);
begin
  perform private.record_own_act(new.id, 'user.password_change', case
    when opened_by in ('otp', 'magiclink', 'recovery', 'email/signup') then 'mail'
    when opened_by is not null then 'own'
    else 'administrator' end);
  return null;
end
$$;

-- Catalogue

create or replace function public.course_learners(course_id uuid default null) returns table(id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select distinct p.id, p.name
  from public.entitlements e
  join public.profiles p on p.id = e.user_id
  where (course_learners.course_id is null or e.course_id = course_learners.course_id)
    and private.grant_is_open(e.expires_at)
    and ((select private.can('profiles', 'read'))
      or ((select private.can('profiles', 'read', 'assigned'))
        and e.course_id in (select c.id from public.courses c where c.created_by_id = private.uid() and c.deleted_at is null)))
  order by p.name, p.id;
end
$$;

create or replace function public.free_previews() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'title', f.title, 'type', f.content_type, 'duration_sec', f.duration_sec,
        'slug', f.slug, 'course', f.course, 'thumbnail_url', f.thumbnail_url)
      order by f.created_at desc, f.course_id, f.module_index, f.index), '[]')
    from (
      select c.id as course_id, c.created_at, c.slug, c.title as course, c.thumbnail_url, free.*
      from (
        select o.* from public.courses o
        where private.course_is_published(o.status, o.deleted_at) and (select private.can('lessons', 'read', 'assigned'))
        order by o.created_at desc, o.id
      ) c
      cross join lateral (
        -- The first two of a course: a handful shows several courses.
        select l.id, l.title, l.content_type, l.duration_sec, l.index, m.index as module_index
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.free_preview and l.deleted_at is null
        where m.course_id = c.id and m.deleted_at is null
        order by m.index, l.index
        limit 2
      ) free
      limit 6
    ) f
  );
end
$$;

-- Communities

create or replace function private.joined_community_ids(at_least public.community_role default 'MEMBER') returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.community_id
    from public.community_members m
    where m.user_id = private.uid() and private.membership_is_active(m.left_at, m.banned)
      and (joined_community_ids.at_least = 'MEMBER' or m.role = 'MODERATOR')
      and m.community_id in (select private.open_community_ids());
end
$$;

create or replace function private.managed_view(community public.communities, cap integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', (community).id, 'name', (community).name, 'slug', (community).slug,
    'description', (community).description, 'cover_url', (community).cover_url, 'access', (community).access_type,
    'read_only', (community).read_only, 'course_id', (community).course_id,
    'course', (select k.title from public.courses k where k.id = (community).course_id and k.deleted_at is null),
    'members', (select count(*) from (
      select 1 from public.community_members m
      where m.community_id = (community).id and private.membership_is_active(m.left_at, m.banned) limit managed_view.cap) m),
    'reported', (select count(distinct r.post_id)
      from public.community_post_reports r join public.community_posts p on p.id = r.post_id
      where r.resolved_at is null and p.deleted_at is null and p.community_id = (community).id),
    'updated_at', (community).updated_at)
$$;

create or replace function private.new_posts() returns table(community_id uuid, posts integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.community_id, fresh.posts
    from public.community_members m
    left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
    cross join lateral (
      select count(*)::int as posts from (
        select 1 from public.community_posts p
        where p.community_id = m.community_id and p.created_at > greatest(m.joined_at, v.seen_at)
          and p.deleted_at is null and p.author_id is distinct from m.user_id
        limit 10) latest
    ) fresh
    where m.user_id = private.uid() and private.membership_is_active(m.left_at, m.banned)
      and m.community_id in (select private.open_community_ids());
end
$$;

create or replace function private.post_views(post_ids uuid[], characters integer, for_moderator boolean)
returns table(id uuid, view jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select p.id, case when p.deleted_at is not null then jsonb_build_object('id', p.id, 'at', p.created_at, 'gone', true)
    else jsonb_build_object(
      'id', p.id, 'at', p.created_at, 'gone', false,
      'author', a.name, 'former', a.id is null,
      'leads', m.user_id is not null,
      'mine', coalesce(p.author_id = private.uid(), false),
      'body', left(p.body, post_views.characters),
      'cut', char_length(p.body) > post_views.characters,
      'edited', p.edited_at is not null,
      'reported', exists (select 1 from public.community_post_reports r where r.post_id = p.id and r.reporter_id = private.uid()),
      'reports', case when post_views.for_moderator then (
        select count(*)::int from public.community_post_reports r where r.post_id = p.id and r.resolved_at is null) else 0 end)
    end
  from public.community_posts p
  left join public.profiles a on a.id = p.author_id
  left join public.community_members m on m.community_id = p.community_id and m.user_id = p.author_id
    and m.role = 'MODERATOR' and private.membership_is_active(m.left_at, m.banned)
  where p.id = any (post_views.post_ids);
end
$$;

create or replace function public.new_in_communities() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*)::int from (
      select 1
      from public.community_members m
      left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
      cross join lateral (
        -- Bounded, so that each community is one look into the index of its feed.
        select 1 from public.community_posts p
        where p.community_id = m.community_id and p.created_at > greatest(m.joined_at, v.seen_at)
          and p.deleted_at is null and p.author_id is distinct from m.user_id
        limit 10
      ) fresh
      where m.user_id = private.uid() and private.membership_is_active(m.left_at, m.banned)
        and m.community_id in (select private.open_community_ids())
      limit 10
    ) latest
  );
end
$$;

-- Impact

create or replace function private.open_invites_by(person uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.invites i
  where i.invited_by_id = person and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
$$;

create or replace function public.community_impact(community_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('communities', 'delete') then
    raise exception using errcode = '42501', message = 'You may not delete communities.';
  end if;
  if not exists (select 1 from public.communities c where c.id = community_impact.community_id) then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This community no longer exists.';
  end if;
  return jsonb_build_object(
    'touched', private.named(array(
      select m.user_id from public.community_members m
      where m.community_id = community_impact.community_id and private.membership_is_active(m.left_at, m.banned) order by m.user_id), private.may_name()),
    'posts', (select count(*) from public.community_posts p where p.community_id = community_impact.community_id and p.deleted_at is null));
end
$$;

create or replace function public.disable_impact(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  them uuid := disable_impact.user_id;
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_person(them);
  return jsonb_build_object(
    'open', (select count(distinct g.course_id) from private.grants_open(them, now()) g),
    'sessions', (select count(*) from auth.sessions s where s.user_id = them and private.session_is_open(s.not_after)),
    'courses', private.titled(array(
      select c.title from private.made_course_ids(them) m (id) join public.courses c on c.id = m.id order by c.title, c.id)),
    'communities', private.titled(array(
      select c.name from public.community_members m join public.communities c on c.id = m.community_id
      where m.user_id = them and m.role = 'MODERATOR' and private.membership_is_active(m.left_at, m.banned) order by c.name)),
    'invites', private.open_invites_by(them));
end
$$;

create or replace function public.refund_impact(purchase_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known public.purchases := private.by_hand_for_refund(purchase_id, false);
begin
  return (
    select jsonb_build_object('status', known.status,
      'revokes', exists (select 1 from public.entitlements e where e.purchase_id = known.id and private.grant_is_open(e.expires_at)),
      'keeps', exists (select 1 from public.entitlements e where e.user_id = known.user_id and e.course_id = known.course_id
        and e.purchase_id is distinct from known.id and private.grant_is_open(e.expires_at))));
end
$$;

-- Invites

create or replace function private.invites_ending(person uuid, morning timestamptz) returns text[]
language sql stable security definer set search_path = '' set timezone = 'UTC' as $$
  select array(
    select i.email from public.invites i
    where i.invited_by_id = person and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and i.expires_at >= date_trunc('day', morning) + interval '1 day' and i.expires_at < date_trunc('day', morning) + interval '2 days'
    order by i.expires_at, i.email)
$$;

create or replace function private.invites_where(query text, state text, mine boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
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
      when 'ACTIVE' then 'private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)' end);
end
$$;

create or replace function private.put_invites_ending() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
begin
  perform private.put_due('invites_ending', d.invited_by_id || ':' || to_char(d.day, 'YYYY-MM-DD'),
    -- Seven in the morning of the day before, or now where that has passed.
    greatest(d.day at time zone 'UTC' + interval '7 hours', now()), null, d.invited_by_id)
  from (
    select distinct n.invited_by_id, (n.expires_at at time zone 'UTC')::date - 1 as day
    from new_rows n
    where n.invited_by_id is not null and private.invite_is_active(n.redeemed_at, n.cancelled_at, n.expires_at)
  ) d
  where d.day >= (now() at time zone 'UTC')::date;
  return null;
end
$$;

create or replace function private.redeem_invite(token text, person uuid, address text) returns public.invites
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.usable_invite(token, address);
begin
  -- Left open, so that somebody who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- The condition decides the race: the second waits for the first and then finds the invite redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at);
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, g.id, 'INVITE', invite.id, invite.invited_by_id
  from private.invited_course_ids(invite) g (id)
  on conflict on constraint entitlements_grant_key do nothing;
  return invite;
end
$$;

create or replace function private.validate_invites(lines jsonb, most integer) returns jsonb
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
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$$;

create or replace function public.accept_invite(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller auth.users;
  invite public.invites;
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  select u.* into caller from auth.users u where u.id = private.uid();
  invite := private.redeem_invite(token, caller.id, caller.email);
  if private.address_proven() then
    perform private.give_invited_role(caller.id, (private.claims() ->> 'session_id')::uuid);
  end if;
  return jsonb_build_object('courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by c.title), '[]')
    from private.invited_course_ids(invite) g (id)
    join public.courses c on c.id = g.id and private.course_is_published(c.status, c.deleted_at)));
end
$$;

create or replace function public.create_invite(email text, role public.user_role default 'MEMBER', course_ids uuid[] default '{}'::uuid[])
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text := btrim(create_invite.email);
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i
  where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
    and i.created_at > now() - interval '10 minutes'
    and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
    and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
         from public.invite_courses c where c.invite_id = i.id)
      = (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}')
         from unnest(course_ids) wanted(id))
  order by i.created_at desc limit 1;
  if invite.id is null then
    insert into public.invites (email, role, invited_by_id)
    values (address, create_invite.role, private.uid())
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select distinct invite.id, wanted.id from unnest(course_ids) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$$;

-- Learning

create or replace function public.course_outline(slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', seen.entitled or seen.can_preview or l.free_preview)
                -- Named where there is something to say: most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$$;

create or replace function public.complete_late(lesson_id uuid, age_sec numeric, as_user uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  age numeric := greatest(coalesce(age_sec, 0), 0);
  done_at timestamptz;
  held record;
begin
  if me is null or me <> coalesce(as_user, me) or not private.can('lesson_completions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function complete_late';
  end if;
  if exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = complete_late.lesson_id) then
    return;
  end if;
  if age > 604800 then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_LONG_AGO',
      message = 'It was completed more than a week ago.';
  end if;
  done_at := now() - make_interval(secs => age::double precision);
  -- What was taken away left no grant; only one that ended by its own date is still there.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(e.created_at <= done_at and e.expires_at > done_at) as in_time
  into held
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  join public.entitlements e on e.course_id = c.id and e.user_id = me
  where l.id = complete_late.lesson_id and l.deleted_at is null
    -- Those that the button completes.
    and l.content_type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');
  if not held.ever then
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif held.live then
    done_at := now();
  elsif not held.in_time then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_OUTSIDE', message = 'It was not open to you when you completed it.';
  elsif exists (select from private.undone_completions u
      where u.user_id = me and u.lesson_id = complete_late.lesson_id and u.undone_at >= done_at) then
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You took that back later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$$;

create or replace function public.library() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), mine as materialized (
      select e.course_id, me.id as user_id,
        min(e.created_at) as entitled_at,
        bool_or(private.grant_is_open(e.expires_at)) as live,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as expires_at
      from public.entitlements e join me on e.user_id = me.id
      group by e.course_id, me.id
    ), counted as materialized (
      select c.id, c.slug, c.title, c.description, c.thumbnail_url, c.author_name, c.category,
        mine.user_id, mine.entitled_at, mine.live, mine.expires_at,
        coalesce(s.lessons, 0) as total, coalesce(s.seconds, 0) as seconds, coalesce(k.completed, 0) as completed,
        coalesce(s.lessons, 0) > 0 and coalesce(k.completed, 0) >= s.lessons as finished,
        nullif(k.last_at, '-infinity') as last_at
      from mine
      join public.courses c on c.id = mine.course_id and private.course_is_published(c.status, c.deleted_at)
      left join private.course_sizes s on s.course_id = c.id
      left join private.learner_courses k on k.user_id = mine.user_id and k.course_id = c.id
    ), latest as (
      -- Counts know watching by the minute only: within the last one, the latest comes first.
      select m.course_id, max(lp.updated_at) as at
      from public.lesson_progress lp
      join me on me.id = lp.user_id
      join public.lessons l on l.id = lp.lesson_id
      join public.modules m on m.id = l.module_id
      where lp.updated_at >= (select date_trunc('minute', max(c.last_at)) from counted c)
      group by m.course_id
    ), ranked as materialized (
      select c.*, greatest(c.last_at, latest.at) as active_at,
        row_number() over (order by not c.live, c.finished, greatest(c.last_at, latest.at) desc nulls last,
          c.entitled_at desc, c.title) as place
      from counted c
      left join latest on latest.course_id = c.id
    ), way_in as materialized (
      select r.id, r.user_id, r.last_at from ranked r where r.live and not r.finished and r.total > 0 order by r.place limit 1
    ), last_watched as materialized (
      select r.id as course_id, r.user_id, lp.lesson_id, lp.updated_at
      from way_in r
      join public.lesson_progress lp on lp.user_id = r.user_id and lp.updated_at >= date_trunc('minute', r.last_at)
      order by lp.updated_at desc limit 1
    ), watched as materialized (
      -- The video watched last, when it is of that course and unfinished, and nothing was completed since.
      select w.lesson_id
      from last_watched w
      where (select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
          where l.id = w.lesson_id and l.deleted_at is null and m.deleted_at is null) = w.course_id
        and not exists (select 1 from public.lesson_completions d
          where d.user_id = w.user_id and (d.lesson_id = w.lesson_id or d.completed_at >= w.updated_at))
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'slug', c.slug, 'title', c.title, 'description', c.description,
        'thumbnail_url', c.thumbnail_url, 'author_name', c.author_name, 'category', c.category,
        'total', c.total, 'completed', c.completed, 'duration_sec', c.seconds,
        'next_lesson_id', next.id, 'resume', resumed.lesson,
        'entitled_at', c.entitled_at, 'last_activity_at', c.active_at,
        'expires_at', c.expires_at, 'ended', not c.live)
      order by c.place), '[]')
    from ranked c
    left join lateral (
      -- Module by module, each to its first unfinished lesson: what lies behind that is not read.
      select open.id
      from (
        select m.id, m.index from public.modules m
        where c.live and not c.finished and m.course_id = c.id and m.deleted_at is null
        order by m.index
      ) m
      cross join lateral (
        select l.id
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null
          -- All that they have completed, read once for all courses.
          and l.id not in (select d.lesson_id from public.lesson_completions d where d.user_id = (select me.id from me))
        order by l.index limit 1
      ) open
      order by m.index limit 1
    ) next on true
    left join way_in on way_in.id = c.id
    left join lateral (
      select jsonb_build_object('lesson_id', l.id, 'title', l.title, 'type', l.content_type,
        'duration_sec', coalesce(nullif(lp.duration_sec, 0), l.duration_sec), 'position_sec', lp.position_sec) as lesson
      from public.lessons l
      left join public.lesson_progress lp on lp.user_id = c.user_id and lp.lesson_id = l.id
        and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
      where l.id = coalesce((select w.lesson_id from watched w), next.id) and way_in.id is not null
    ) resumed on true
  );
end
$$;

-- Members

create or replace function private.export_members(filter jsonb, out columns text[], out source text) returns record
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
        where e.user_id = p.id and private.grant_is_open(e.expires_at))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role,
      filter ->> 'state', filter ->> 'course', filter ->> 'quiet'));
end
$$;

create or replace function public.member_by_address(address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)))
    from public.profiles p where lower(p.email) = lower(btrim(address)) order by p.created_at limit 1);
end
$$;

create or replace function public.person(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_person(person.user_id);
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'verified', coalesce(u.email_confirmed_at > 'epoch', false),
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and private.grant_is_open(e.expires_at)),
      'phone', case when private.can('profiles', 'read') then p.phone end,
      'factors', case when private.can('profiles', 'reset_factors') then private.verified_factors(p.id) end,
      'last_at', (select nullif(date_trunc('second', max(k.last_at)), '-infinity') from private.learner_courses k
        where k.user_id = p.id and private.can('analytics', 'read')),
      'counts', jsonb_build_object(
        'purchases', case when private.can('purchases', 'read') then (select count(*) from public.purchases b where b.user_id = p.id) end,
        'invites', (select count(*) from private.invites_of(p.id)),
        'communities', case when private.can('community_members', 'read') then
          (select count(*) from public.community_members m where m.user_id = p.id and m.left_at is null) end,
        'sessions', case when private.can('sessions', 'read') then
          (select count(*) from auth.sessions s where s.user_id = p.id and private.session_is_open(s.not_after)) end))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = person.user_id);
end
$$;

create or replace function public.person_sessions(user_id uuid)
returns table(id uuid, created_at timestamptz, active_at timestamptz, user_agent text, ip_address text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('sessions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read sessions.';
  end if;
  perform private.check_person(person_sessions.user_id);
  return query
    select s.id, s.created_at, greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at), left(s.user_agent, 500), host(s.ip)
    from auth.sessions s
    where s.user_id = person_sessions.user_id and private.session_is_open(s.not_after)
    order by 3 desc, 1
    limit 50;
end
$$;

-- Notifications

create or replace function private.unread_notifications(person uuid, joined timestamptz, muted public.notification_type[])
returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(100, (
    -- Stops at a hundred: the badge says 99+.
    select count(*) from (
      select 1 from public.notifications n
      where n.recipient_id = person
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) o)
    + (select count(*) from (
      select 1 from public.notifications n
      where n.is_global and coalesce(n.publish_at, n.created_at) >= joined
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) e))::int;
end
$$;

create or replace function public.mark_all_notifications_read() returns integer
language plpgsql set search_path = '' as $$
declare
  me uuid := private.uid();
  joined timestamptz := (select p.created_at from public.profiles p where p.id = me);
  muted public.notification_type[] := array(select m.type from public.notification_mutes m where m.user_id = me);
  marked integer;
begin
  insert into public.notification_reads (user_id, notification_id)
  select me, n.id
  from (
    select o.* from public.notifications o where o.recipient_id = me
    union all
    select e.* from public.notifications e where e.is_global and coalesce(e.publish_at, e.created_at) >= joined
  ) n
  where private.notification_is_visible(n.publish_at, n.expires_at)
    and (n.important or n.type <> all (muted))
    and not exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id)
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end
$$;

create or replace function public.notification_feed(size integer default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  asked int := least(greatest(coalesce(notification_feed.size, 10), 1), 100);
  joined timestamptz;
  muted public.notification_type[];
  answer jsonb;
begin
  if not private.can('notifications', 'read', 'own') or not private.can('notifications', 'read', 'assigned') then
    return null;
  end if;
  select p.created_at into joined from public.profiles p where p.id = me;
  muted := array(select m.type from public.notification_mutes m where m.user_id = me order by m.type);
  with own as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.recipient_id = me
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), global_ones as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.is_global
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), newest as (
    select * from (select * from own union all select * from global_ones) n order by n.sent_at desc, n.id desc limit asked + 1
  ), shown as (
    select * from newest n order by n.sent_at desc, n.id desc limit asked
  )
  select jsonb_build_object(
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
          'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
          'sent_at', n.sent_at, 'expires_at', n.expires_at,
          'is_read', (n.is_global and n.sent_at < joined)
            or exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id))
        order by n.sent_at desc, n.id desc)
      from shown n), '[]'),
    'more', (select count(*) from newest) > asked,
    'unread', private.unread_notifications(me, joined, muted),
    'muted', to_jsonb(muted),
    -- Each is the first of an index.
    'next_change_at', least(
      (select min(n.publish_at) from public.notifications n where n.recipient_id = me and n.publish_at > now()),
      (select min(n.publish_at) from public.notifications n where n.recipient_id is null and n.publish_at > now()),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id = me and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now())),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id is null and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now()))),
    'now', now())
  into answer;
  return answer;
end
$$;

-- Search

create or replace function private.any_lesson_matches(open uuid[], question tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = 'force_generic_plan' set jit = off as $$
begin
  return exists (
    select from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at)))));
end
$$;

create or replace function private.lessons_matching(open uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = 'force_generic_plan' set jit = off as $$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))));
end
$$;

create or replace function private.lessons_titled(open uuid[], question tsquery) returns setof uuid
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = 'force_generic_plan' set jit = off as $$
begin
  return query
    select d.lesson_id from private.lesson_documents d
    where d.title_words @@ question and (d.course_id = any (open) or (d.free_preview and d.course_id in (
      select c.id from public.courses c where private.course_is_published(c.status, c.deleted_at))));
end
$$;

-- Sessions

create or replace function private.session_aal() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  session text := private.claims() ->> 'session_id';
begin
  if session ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return (
      select coalesce(s.aal::text, 'aal1') from auth.sessions s
      where s.id = session::uuid and s.user_id = private.uid()
        and private.session_is_open(s.not_after));
  end if;
  return null;
end
$$;

create or replace function public.my_sessions()
returns table(id uuid, created_at timestamptz, active_at timestamptz, user_agent text, current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  return query
    select s.id, s.created_at,
      greatest(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at),
      left(s.user_agent, 500),
      s.id::text = coalesce(private.claims() ->> 'session_id', '')
    from auth.sessions s
    where s.user_id = private.uid() and private.session_is_open(s.not_after)
    order by 5 desc, 3 desc, 1
    limit 50;
end
$$;

-- Settings

create or replace function public.settings_preview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.uid();
begin
  if not private.can('settings', 'update') then
    raise exception using errcode = '42501', message = 'You may not change the settings.';
  end if;
  return (
    with people as (
      select p.id, p.role, p.created_at,
        u.email_confirmed_at is null or (u.email_confirmed_at = 'epoch'
          and exists (select 1 from private.corrected_addresses a where a.user_id = p.id)) as unverified,
        coalesce(nullif(btrim(p.name), ''), p.email) as name,
        p.role <> 'MEMBER' and not exists (
          select 1 from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factor_missing
      from public.profiles p join auth.users u on u.id = p.id
      where p.disabled_at is null
    ), counted as (
      select count(*) filter (where role = 'ADMIN') as administrators,
        count(*) filter (where role <> 'ADMIN') as others,
        count(*) filter (where role <> 'MEMBER') as staff,
        count(*) filter (where factor_missing) as factor_missing,
        (array_agg(name order by role, name) filter (where factor_missing))[1:5] as factor_missing_names,
        count(*) filter (where unverified) as unverified,
        count(*) filter (where role = 'CREATOR') as creators,
        count(*) filter (where created_at > now() - interval '30 days') as recent_sign_ups,
        coalesce(bool_or(factor_missing) filter (where id = me), false) as me_without_factor,
        coalesce(bool_or(unverified) filter (where id = me), false) as me_unverified
      from people
    )
    select to_jsonb(c) || jsonb_build_object(
      'factor_missing_names', coalesce(to_jsonb(c.factor_missing_names), '[]'),
      'open_invites', (select count(*) from public.invites i
        where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)),
      'creator_courses', (select count(*) from public.courses k join people p on p.id = k.created_by_id
        where p.role = 'CREATOR' and k.deleted_at is null),
      'others_today', (select count(distinct s.user_id) from auth.sessions s join people p on p.id = s.user_id
        where p.role <> 'ADMIN' and coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) > now() - interval '1 day'))
    from counted c);
end
$$;

-- Shared

create or replace function private.invites_tallied(state text) returns bigint
language plpgsql stable set search_path = '' as $$
declare
  active bigint := 0;
begin
  if invites_tallied.state in ('REDEEMED', 'CANCELLED') then
    return private.tallied('invites', array[invites_tallied.state]);
  end if;
  -- Which of the open ones have ended is the clock's to say. Those that have not are of the last days, and few.
  if invites_tallied.state in ('ACTIVE', 'EXPIRED') then
    active := (select count(*) from public.invites i where private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at));
  end if;
  return case invites_tallied.state when 'ACTIVE' then active when 'EXPIRED' then private.tallied('invites', '{OPEN}') - active
    else private.tallied('invites') end;
end
$$;
