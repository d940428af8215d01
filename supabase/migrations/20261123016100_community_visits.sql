-- Why: a community lives from people who come back to it. The bar and the page of communities say how much others
-- have written since one looked (rules/communities#news), which needs the moment of the last look.

-- Kept apart from memberships, whose changes are audited. One row for each person and community they have looked at,
-- read and written by the functions below alone.
create table private.community_visits (
  user_id uuid not null references public.profiles (id) on delete cascade,
  community_id uuid not null references public.communities (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (user_id, community_id)
);
create index community_visits_community_id_idx on private.community_visits (community_id);
comment on table private.community_visits is
  'Up to which moment a person has seen what is said in a community (rules/communities#news).';

-- What was said before anybody counted is no news.
insert into private.community_visits (user_id, community_id, seen_at)
select m.user_id, m.community_id, now() from public.community_members m where m.left_at is null;

create function private.new_posts() returns table (community_id uuid, posts integer)
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
    where m.user_id = private.uid() and m.left_at is null and not m.banned
      and m.community_id in (select private.open_community_ids());
end
$$;
comment on function private.new_posts() is
  'For each open community that the caller has joined, how many posts and replies of others came since they looked at it or joined, ten at most.';

create function public.new_in_communities() returns integer
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
      where m.user_id = private.uid() and m.left_at is null and not m.banned
        and m.community_id in (select private.open_community_ids())
      limit 10
    ) latest
  );
end
$$;
comment on function public.new_in_communities() is
  'How many posts and replies of others the caller''s communities hold since they looked, ten at most; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.new_in_communities() to anon, authenticated, service_role;

create function public.see_community(slug text, seen timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.community_visits as v (user_id, community_id, seen_at)
  select private.uid(), c.id, least(see_community.seen, now())
  from public.communities c
  where c.slug = see_community.slug and c.id in (select private.joined_community_ids())
  -- Two pages may say it in any order.
  on conflict (user_id, community_id) do update set seen_at = excluded.seen_at where v.seen_at < excluded.seen_at;
  return public.new_in_communities();
end
$$;
comment on function public.see_community(text, timestamptz) is
  'Takes a community''s slug and the moment up to which the caller has seen what is said there; what came before is no news any more. Nothing happens for who has not joined it. Answers new_in_communities() afterwards. Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.see_community(text, timestamptz) to authenticated;

-- Members first: what is open to a person need not be worked out where they have joined something.
create or replace function public.has_communities() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.can('communities', 'read', 'assigned') and (
    exists (select 1 from public.community_members m where m.user_id = private.uid() and (m.banned or m.left_at is null))
    or exists (select 1 from private.open_community_ids())
    or (private.can('communities', 'read') and exists (select 1 from public.communities)));
end
$$;

create or replace function public.my_communities() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('communities', 'read', 'assigned') then
    return null;
  end if;
  return (
    select jsonb_build_object('communities', coalesce(jsonb_agg(
      private.community_header(s.community_id, s.state, s.moderates, s.posts, 240)
        || jsonb_build_object('news', coalesce(s.news, 0), 'active_at', case when s.reads and s.state <> 'BANNED' then (
          select p.created_at from public.community_posts p
          where p.community_id = s.community_id and p.deleted_at is null order by p.created_at desc limit 1) end)
      order by s.place, s.name), '[]'))
    from (
      select standing.*, c.name, n.posts as news,
        array_position(array['JOINED', 'OPEN', 'STAFF', 'CLOSED', 'BANNED'], standing.state) as place
      from private.community_membership() standing join public.communities c on c.id = standing.community_id
      left join private.new_posts() n on n.community_id = c.id
      order by place, c.name
      limit 100
    ) s
  );
end
$$;

create or replace function public.boot() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return jsonb_build_object(
    'account', public.my_account_state(),
    'permissions', coalesce((select jsonb_agg(to_jsonb(p)) from public.my_permissions() p), '[]'),
    'settings', public.public_settings(),
    'communities', public.has_communities(),
    'community_news', public.new_in_communities(),
    'bell', public.notification_feed());
end
$$;
comment on function public.boot() is
  'Everything an app asks once when it opens: account, permissions, public settings, whether there are communities to go to and how much is new in them, and the bell as notification_feed() gives it, in one call.';

create or replace function private.community_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'communities', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
      'joined_at', m.joined_at, 'left_at', m.left_at, 'seen_at', v.seen_at) order by m.joined_at)
    from public.community_members m join public.communities k on k.id = m.community_id
    left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
    where m.user_id = person)
  union all
  select 'posts', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
      'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
    from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person)
  union all
  select 'reports', (
    select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
    from public.community_post_reports r where r.reporter_id = person)
$$;
