-- Posts of communities: threads, reports, and what is new.
set check_function_bodies = off;

-- TABLES

-- One row for each person and community that the person has looked at. This is no column of community_members, because
-- changes of memberships are audited. Only the functions below read and write it.
create table private.community_visits (
  user_id uuid not null,
  community_id uuid not null,
  seen_at timestamptz not null,
  constraint community_visits_pkey primary key (user_id, community_id),
  constraint community_visits_seen_at_range check (
    seen_at >= '1970-01-01 00:00:00+00'::timestamptz
    and seen_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint community_visits_community_id_fkey foreign key (community_id) references public.communities(id) on delete cascade,
  constraint community_visits_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.community_visits enable row level security;
create index community_visits_community_id_idx on private.community_visits (community_id);
comment on table private.community_visits is 'The moment up to which a person has seen the posts of a community (rules/communities#news).';

create table public.community_posts (
  id uuid not null default gen_random_uuid(),
  community_id uuid not null,
  author_id uuid default private.uid(),
  parent_id uuid,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid,
  constraint community_posts_pkey primary key (id),
  constraint community_posts_body_length check (btrim(body) <> '' and char_length(body) <= 10000),
  constraint community_posts_author_id_fkey foreign key (author_id) references public.profiles(id) on delete set null,
  constraint community_posts_community_id_fkey foreign key (community_id) references public.communities(id) on delete cascade,
  constraint community_posts_deleted_by_id_fkey foreign key (deleted_by_id) references public.profiles(id) on delete set null,
  constraint community_posts_parent_id_fkey foreign key (parent_id) references public.community_posts(id) on delete cascade
);
alter table public.community_posts enable row level security;
create index community_posts_deleted_by_id_idx on public.community_posts (deleted_by_id);
create index community_posts_feed_idx on public.community_posts (community_id, created_at desc, id);
create index community_posts_recent_idx on public.community_posts (author_id, created_at);
create index community_posts_replies_idx on public.community_posts (parent_id, created_at, id);
-- Indexes for the feed: the newest threads, their replies, and the recent posts of a person.
create index community_posts_threads_idx on public.community_posts (community_id, created_at desc, id desc) where (parent_id is null);
grant insert (id, community_id, author_id, parent_id, body) on public.community_posts to authenticated;
grant select on public.community_posts to authenticated;
grant update (body) on public.community_posts to authenticated;
grant delete, insert, select, update on public.community_posts to service_role;
comment on table public.community_posts is 'A post, or with parent_id a reply.';
comment on column public.community_posts.deleted_by_id is 'Who deleted the post: only this person may restore it.';

create table public.community_post_reports (
  post_id uuid not null,
  reporter_id uuid not null default private.uid(),
  reason text,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by_id uuid,
  constraint community_post_reports_pkey primary key (post_id, reporter_id),
  constraint community_post_reports_reason_length check (char_length(reason) <= 1000),
  constraint community_post_reports_post_id_fkey foreign key (post_id) references public.community_posts(id) on delete cascade,
  constraint community_post_reports_reporter_id_fkey foreign key (reporter_id) references public.profiles(id) on delete cascade,
  constraint community_post_reports_resolved_by_id_fkey foreign key (resolved_by_id) references public.profiles(id) on delete set null
);
alter table public.community_post_reports enable row level security;
create index community_post_reports_open_idx on public.community_post_reports (post_id) where (resolved_at is null);
create index community_post_reports_reporter_id_idx on public.community_post_reports (reporter_id);
create index community_post_reports_resolved_by_id_idx on public.community_post_reports (resolved_by_id);
grant insert (post_id, reporter_id, reason) on public.community_post_reports to authenticated;
grant select on public.community_post_reports to authenticated;
grant delete, insert, select, update on public.community_post_reports to service_role;
comment on table public.community_post_reports is 'A person''s report of a post, one for each person and post.';

-- FUNCTIONS

-- A function, because a policy that reads its own table is refused by PostgreSQL as endless recursion.
create or replace function private.is_thread(post uuid, community uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (
    select 1 from public.community_posts p
    where p.id = is_thread.post and p.community_id = is_thread.community and p.parent_id is null and p.deleted_at is null);
end
$function$;
comment on function private.is_thread(uuid,uuid) is 'Takes a post and a community; true if the post is in this community, is not a reply, and people can reply to it.';
grant execute on function private.is_thread(uuid,uuid) to authenticated, service_role;

create or replace function private.limit_posting()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.uid() is not null then
    -- The lock makes posts that are sent at the same moment wait for each other, so that all of them are counted.
    perform pg_advisory_xact_lock(hashtextextended('community_posts ' || private.uid(), 0));
    if (select count(*) from (
        select 1 from public.community_posts p
        where p.author_id = private.uid() and p.created_at > now() - interval '1 minute' limit 10) recent) >= 10 then
      raise exception using errcode = 'PT429', hint = 'TOO_FAST',
        message = 'You are posting too fast. Please wait a minute and try again.';
    end if;
  end if;
  return new;
end
$function$;
comment on function private.limit_posting() is 'Row trigger: raises PT429 TOO_FAST if a person writes more than ten posts and replies within a minute. Deleted ones count, too.';

create or replace function private.new_posts()
  returns table(community_id uuid, posts integer)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.new_posts() is 'Returns, for each open community that the caller has joined, how many posts and replies others wrote since the caller last looked at it or joined, at most ten.';

create or replace function private.post_views(
  post_ids uuid[],
  characters integer,
  for_moderator boolean
)
  returns table(id uuid, view jsonb)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.post_views(uuid[],integer,boolean) is 'Takes posts, how many characters of each to return, and whether the caller moderates; returns each post as screens show it, with the name of the author and nothing else about them. For a deleted post, only the fact that there was one.';

create or replace function private.stamp_edit()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  new.edited_at := now();
  return new;
end
$function$;
comment on function private.stamp_edit() is 'Row trigger: sets edited_at.';

create or replace function public.community_feed(
  slug text,
  before uuid default null,
  page_size integer default 20
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('slug', slug, 1000);
  size integer := least(greatest(coalesce(page_size, 20), 1), 50);
  edge_at timestamptz := 'infinity';
  edge_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_membership(c.id) s
  where c.slug = community_feed.slug;
  if not found then
    return null;
  end if;
  if here.state = 'BANNED' or not here.reads then
    return jsonb_build_object('community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500));
  end if;
  if community_feed.before is not null then
    -- If `before` is a post of another community, the page is empty.
    select coalesce(max(p.created_at), '-infinity') into edge_at
    from public.community_posts p where p.id = community_feed.before and p.community_id = here.community_id;
    edge_id := community_feed.before;
  end if;
  return (
    with thread as materialized (
      select p.id, p.created_at, answer.total, answer.ids
      from public.community_posts p
      cross join lateral (
        select (select count(*)::int from public.community_posts r where r.parent_id = p.id and r.deleted_at is null) as total,
          array(select r.id from public.community_posts r where r.parent_id = p.id and r.deleted_at is null
            order by r.created_at desc, r.id desc limit 2) as ids
      ) answer
      where p.community_id = here.community_id and p.parent_id is null and (p.created_at, p.id) < (edge_at, edge_id)
        and (p.deleted_at is null or answer.total > 0)
      order by p.created_at desc, p.id desc
      limit size + 1
    ), drawn as (
      select t.id, t.created_at, opener.view || jsonb_build_object('replies', t.total, 'latest', (
          select coalesce(jsonb_agg(v.view order by v.view ->> 'at', v.id), '[]') from private.post_views(t.ids, 500, here.moderates) v)) as view
      from thread t cross join lateral private.post_views(array[t.id], 1000, here.moderates) opener
    ), weighed as (
      select d.*,
        row_number() over newest_first as place,
        sum(octet_length(d.view::text)) over newest_first as weight
      from drawn d window newest_first as (order by d.created_at desc, d.id desc)
    ), page as (
      select w.* from weighed w where w.place <= size and (w.place = 1 or w.weight <= 11000)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'threads', coalesce((select jsonb_agg(p.view order by p.place) from page p), '[]'),
      'next', case when (select count(*) from thread) > (select count(*) from page)
        then (select p.id from page p order by p.place desc limit 1) end,
      'as_of', now())
  );
end
$function$;
comment on function public.community_feed(text,uuid,integer) is 'Takes a community''s slug, the last thread that the caller has and how many more to return (20, at most 50); returns the community and the caller''s membership, and to those who may read it, its newest threads with their two latest replies. A page ends early at 11 kB. `next` is the thread after which more follow, null at the end. Null for a community that is hidden from the caller. Definer, because it returns names of authors, and nothing else about them (rules/communities#feed).';
grant execute on function public.community_feed(text,uuid,integer) to authenticated, service_role;

create or replace function public.community_news(slug text, since timestamptz)
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('slug', slug, 1000);
  return (
    select count(*)::int from (
      select 1
      from public.communities c
      cross join lateral private.community_membership(c.id) s
      join public.community_posts p on p.community_id = c.id
      where c.slug = community_news.slug and s.reads and s.state <> 'BANNED'
        and p.created_at > community_news.since and p.deleted_at is null
        and p.author_id is distinct from private.uid()
      limit 100
    ) unseen
  );
end
$function$;
comment on function public.community_news(text,timestamp with time zone) is 'Takes a community''s slug and a moment; returns how many posts and replies of others came after it, at most 100, and 0 for callers who may not read them. Definer, so that one index answers this frequent query.';
grant execute on function public.community_news(text,timestamp with time zone) to authenticated, service_role;

create or replace function public.community_reports(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('slug', slug, 1000);
  return (
    with open_report as materialized (
      select r.post_id, min(r.created_at) as first_at, count(*)::int as reports,
        (array_agg(left(r.reason, 300) order by r.created_at) filter (where btrim(r.reason) <> ''))[1:3] as reasons
      from public.communities c
      cross join lateral private.community_membership(c.id) s
      join public.community_posts p on p.community_id = c.id and p.deleted_at is null
      join public.community_post_reports r on r.post_id = p.id and r.resolved_at is null
      where c.slug = community_reports.slug and s.moderates and s.state <> 'BANNED'
      group by r.post_id
    ), page as (
      select o.* from open_report o order by o.first_at, o.post_id limit 8
    )
    select jsonb_build_object('total', (select count(*)::int from open_report),
      'items', jsonb_agg(jsonb_build_object('post', v.view, 'reasons', to_jsonb(coalesce(p.reasons, '{}')),
          'author_id', case when (select private.can('profiles', 'list', 'assigned')) and private.reaches(w.author_id) then w.author_id end)
        order by p.first_at, p.post_id))
    from page p
    join public.community_posts w on w.id = p.post_id
    join private.post_views(array(select q.post_id from page q), 500, true) v on v.id = p.post_id
    having count(*) > 0
  );
end
$function$;
comment on function public.community_reports(text) is 'Takes a community''s slug; returns to its moderators and to administrators the eight posts with the oldest open reports, with up to three of the reasons, but not who reported them. Null if there is none, and for everyone else. Definer, because it returns names of authors, and to callers who may list people also the ids of authors whom they reach.';
grant execute on function public.community_reports(text) to authenticated, service_role;

create or replace function public.community_thread(post_id uuid, after uuid default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  opener uuid;
  edge_at timestamptz := '-infinity';
  edge_id uuid := '00000000-0000-0000-0000-000000000000';
  here record;
begin
  select p.id, s.* into here
  from public.community_posts asked
  join public.community_posts p on p.id = coalesce(asked.parent_id, asked.id)
  cross join lateral private.community_membership(p.community_id) s
  where asked.id = community_thread.post_id and s.reads and s.state <> 'BANNED'
    and (p.deleted_at is null
      or exists (select 1 from public.community_posts r where r.parent_id = p.id and r.deleted_at is null));
  if not found then
    return null;
  end if;
  opener := here.id;
  if community_thread.after is not null then
    select coalesce(max(p.created_at), 'infinity') into edge_at
    from public.community_posts p where p.id = community_thread.after and p.parent_id = opener;
    edge_id := community_thread.after;
  end if;
  return (
    with reply as materialized (
      select r.id, r.created_at
      from public.community_posts r
      where r.parent_id = opener and r.deleted_at is null and (r.created_at, r.id) > (edge_at, edge_id)
      order by r.created_at, r.id
      limit 51
    ), weighed as (
      select r.id, v.view,
        row_number() over oldest_first as place,
        sum(octet_length(v.view::text)) over oldest_first as weight
      from reply r join private.post_views(array(select q.id from reply q), 10000, here.moderates) v on v.id = r.id
      window oldest_first as (order by r.created_at, r.id)
    ), page as (
      select w.* from weighed w where w.place <= 50 and (w.place = 1 or w.weight <= 11000)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'post', (select v.view from private.post_views(array[opener], 10000, here.moderates) v),
      'total', (select count(*)::int from public.community_posts r where r.parent_id = opener and r.deleted_at is null),
      'replies', coalesce((select jsonb_agg(p.view order by p.place) from page p), '[]'),
      'next', case when (select count(*) from reply) > (select count(*) from page)
        then (select p.id from page p order by p.place desc limit 1) end)
  );
end
$function$;
comment on function public.community_thread(uuid,uuid) is 'Takes a post or a reply, and the last reply that the caller has; returns the whole post with its replies, the oldest first, in pages of 50 replies or 11 kB. Null if the caller may not read it or it does not exist. Definer, because it returns names of authors, and nothing else about them (rules/communities#feed).';
grant execute on function public.community_thread(uuid,uuid) to authenticated, service_role;

create or replace function public.delete_post(post_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  post public.community_posts;
begin
  select p.* into post from public.community_posts p where p.id = delete_post.post_id and p.deleted_at is null;
  if post.id is null or not (
    private.can('community_posts', 'delete')
    or (post.author_id = private.uid() and private.can('community_posts', 'delete', 'own')
      and post.community_id in (select private.joined_community_ids()))
    or post.community_id in (select private.joined_community_ids('MODERATOR'))
  ) then
    perform private.refuse('You may not delete this post.');
  end if;
  update public.community_posts p set deleted_at = now(), deleted_by_id = private.uid()
  where p.id = post.id and p.deleted_at is null;
  if post.author_id is distinct from private.uid() then
    update public.community_post_reports r set resolved_at = now(), resolved_by_id = private.uid()
    where r.post_id = post.id and r.resolved_at is null;
  end if;
end
$function$;
comment on function public.delete_post(uuid) is 'Takes a post and removes it from the feed. For its author, a moderator of the community, or an administrator; if one of the latter two deletes it, its reports are settled. Replies stay. Raises 42501 (rules/communities#own-posts).';
grant execute on function public.delete_post(uuid) to authenticated, service_role;

create or replace function public.mark_community_seen(slug text, seen timestamptz)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('slug', slug, 1000);
  insert into private.community_visits as v (user_id, community_id, seen_at)
  select private.uid(), c.id, least(mark_community_seen.seen, now())
  from public.communities c
  where c.slug = mark_community_seen.slug and c.id in (select private.joined_community_ids())
  -- Requests of two pages may arrive in any order, so seen_at only moves forward.
  on conflict (user_id, community_id) do update set seen_at = excluded.seen_at where v.seen_at < excluded.seen_at;
  return public.new_in_communities();
end
$function$;
comment on function public.mark_community_seen(text,timestamp with time zone) is 'Takes a community''s slug and the moment up to which the caller has seen its posts; marks earlier posts as seen, if the caller is a member. Returns new_in_communities(). Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.mark_community_seen(text,timestamp with time zone) to authenticated, service_role;

create or replace function public.new_in_communities()
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select count(*)::int from (
      select 1
      from public.community_members m
      left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
      cross join lateral (
        -- The limit makes the planner read each community from the index of its feed.
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
$function$;
comment on function public.new_in_communities() is 'Returns how many posts and replies others wrote in the caller''s communities since the caller last looked, at most ten; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.new_in_communities() to anon, authenticated, service_role;

create or replace function public.resolve_reports(post_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  post public.community_posts;
  settled int;
begin
  select p.* into post from public.community_posts p
  where p.id = resolve_reports.post_id and (private.can('community_posts', 'delete')
    or p.community_id in (select private.joined_community_ids('MODERATOR')));
  if post.id is null then
    perform private.refuse('You may not resolve these reports.');
  end if;
  update public.community_post_reports r set resolved_at = now(), resolved_by_id = private.uid()
  where r.post_id = resolve_reports.post_id and r.resolved_at is null;
  get diagnostics settled = row_count;
  if settled > 0 then
    perform private.record_act('community_post.settle', post.id::text,
      jsonb_build_object('author_id', post.author_id, 'community_id', post.community_id, 'reports', settled),
      (select p.title from private.content_place('community', post.community_id) p));
  end if;
end
$function$;
comment on function public.resolve_reports(uuid) is 'Takes a post and settles its open reports; the post itself does not change. For moderators of the community and administrators. Raises 42501 (rules/communities#own-posts).';
grant execute on function public.resolve_reports(uuid) to authenticated, service_role;

create or replace function public.restore_post(post_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  post public.community_posts;
begin
  select p.* into post from public.community_posts p
  where p.id = restore_post.post_id and p.deleted_by_id = private.uid() and p.deleted_at > now() - interval '10 minutes'
  for update;
  if post.id is null or not (
    private.can('community_posts', 'delete')
    or (post.author_id = private.uid() and private.can('community_posts', 'delete', 'own')
      and post.community_id in (select private.joined_community_ids()))
    or post.community_id in (select private.joined_community_ids('MODERATOR'))
  ) then
    perform private.refuse('You may not restore this post.');
  end if;
  update public.community_posts p set deleted_at = null, deleted_by_id = null where p.id = post.id;
  update public.community_post_reports r set resolved_at = null, resolved_by_id = null
  where r.post_id = post.id and r.resolved_at = post.deleted_at;
end
$function$;
comment on function public.restore_post(uuid) is 'Takes a post that the caller deleted less than ten minutes ago and restores it with its reports. Raises 42501, also if another person deleted it.';
grant execute on function public.restore_post(uuid) to authenticated, service_role;

create or replace function public.see_community(slug text, seen timestamptz)
  returns integer
  language sql
  set search_path to ''
as $function$
  select public.mark_community_seen(see_community.slug, see_community.seen) where private.at_most('slug', slug, 1000)
$function$;
comment on function public.see_community(text,timestamp with time zone) is 'The earlier name of mark_community_seen(), for apps that were opened before it was renamed. Removed in 1.0.';
grant execute on function public.see_community(text,timestamp with time zone) to authenticated, service_role;

-- TRIGGERS

create trigger community_post_reports_signal_insert after insert on public.community_post_reports
  referencing new table as new_rows
  for each statement execute function private.signal_change('inbox');

create trigger community_post_reports_signal_update after update on public.community_post_reports
  referencing new table as new_rows
  for each statement execute function private.signal_change('inbox');

create trigger community_posts_audit_update after update on public.community_posts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('community_post', '{"key": "id", "omit": ["body", "edited_at", "deleted_by_id", "updated_at"], "about": ["author_id", "community_id"], "place": {"in": "community_id", "of": "community"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": null, "insert": null, "update": null, "identity": ["id"]}');

create trigger community_posts_edited before update of body on public.community_posts
  for each row
  when (old.body is distinct from new.body)
  execute function private.stamp_edit();

create trigger community_posts_forget_deleted after update of deleted_at, author_id on public.community_posts
  for each row
  when (old.deleted_at is null and new.deleted_at is not null or new.author_id is distinct from old.author_id)
  execute function private.forget_inbox_row();

create trigger community_posts_forget_inbox_row after delete on public.community_posts
  for each row execute function private.forget_inbox_row();

create trigger community_posts_limit before insert on public.community_posts
  for each row execute function private.limit_posting();

create trigger community_posts_signal_delete after delete on public.community_posts
  referencing old table as old_rows
  for each statement execute function private.signal_change('community_posts');

create trigger community_posts_signal_insert after insert on public.community_posts
  referencing new table as new_rows
  for each statement execute function private.signal_change('community_posts');

create trigger community_posts_signal_update after update on public.community_posts
  referencing new table as new_rows
  for each statement execute function private.signal_change('community_posts');

-- POLICIES

create policy community_post_reports_insert on public.community_post_reports
  for insert to authenticated
  with check (
    reporter_id = (select private.uid())
    and exists (
      select 1
      from public.community_posts p
      where p.id = community_post_reports.post_id
        and (
          (select private.can('community_posts', 'report'))
          or (
            (select private.can('community_posts', 'report', 'assigned'))
            and p.community_id in (select private.joined_community_ids())
          )
        )
    )
  );
comment on policy community_post_reports_insert on public.community_post_reports is 'Reports of posts that the caller can read, in their own name.';

create policy community_post_reports_select on public.community_post_reports
  for select to authenticated
  using (
    (
      reporter_id = (select private.uid())
      and (select private.can('community_posts', 'report', 'assigned'))
    )
    or (select private.can('community_posts', 'delete'))
  );
comment on policy community_post_reports_select on public.community_post_reports is 'The caller''s own reports, or all of them.';

create policy community_posts_insert on public.community_posts
  for insert to authenticated
  with check (
    author_id = (select private.uid())
    and (select private.can('community_posts', 'create', 'own'))
    and (
      community_id in (select private.joined_community_ids('MODERATOR'))
      or (
        community_id in (select private.joined_community_ids())
        and exists (
          select 1
          from public.communities c
          where c.id = community_posts.community_id
            and not c.read_only
        )
      )
    )
    and (
      parent_id is null
      or (select private.is_thread(community_posts.parent_id, community_posts.community_id))
    )
  );
comment on policy community_posts_insert on public.community_posts is 'Posts in the caller''s own name, in communities that they have joined. In a read-only community, only moderators can post. Replies have to answer a post of the same community.';

create policy community_posts_select on public.community_posts
  for select to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('community_posts', 'read'))
      or (
        (select private.can('community_posts', 'read', 'assigned'))
        and community_id in (select private.joined_community_ids())
      )
    )
  );
comment on policy community_posts_select on public.community_posts is 'Members of the community, unless they are banned.';

create policy community_posts_update on public.community_posts
  for update to authenticated
  using (
    deleted_at is null
    and author_id = (select private.uid())
    and (select private.can('community_posts', 'update', 'own'))
    and community_id in (select private.joined_community_ids())
  )
  with check (
    deleted_at is null
    and author_id = (select private.uid())
    and (select private.can('community_posts', 'update', 'own'))
    and community_id in (select private.joined_community_ids())
  );
comment on policy community_posts_update on public.community_posts is 'Authors can edit their own posts.';
