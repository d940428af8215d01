-- Why: the feed of a community: threads, replies, and what has changed since they were read. Members see names
-- only (rules/communities#open-to).

create function public.delete_post(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.delete_post(uuid) is
  'Takes a post and takes it off the feed: its author, a moderator of the community, or an administrator; by the latter two its reports are settled. Replies stay. Raises 42501 (rules/communities#own-posts).';
grant execute on function public.delete_post(uuid) to authenticated;

create function private.stamp_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  return new;
end
$$;
comment on function private.stamp_edit() is 'Row trigger: stamps edited_at.';

create trigger community_posts_edited before update of body on public.community_posts
  for each row when (old.body is distinct from new.body) execute function private.stamp_edit();

create function private.limit_posting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.uid() is not null then
    -- One after the other, so that posts sent at the same moment count each other.
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
$$;
comment on function private.limit_posting() is
  'Row trigger: at most ten posts and replies a person and minute, deleted ones counted. Raises PT429 TOO_FAST.';

create trigger community_posts_limit before insert on public.community_posts
  for each row execute function private.limit_posting();

create function private.community_header(community uuid, state text, moderates boolean, posts boolean, characters integer)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when community_header.state = 'BANNED'
      then jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name, 'state', community_header.state)
      else jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name, 'state', community_header.state,
        'description', left(c.description, community_header.characters), 'cover_url', c.cover_url,
        'access', c.access_type, 'course', k.title, 'read_only', c.read_only,
        'moderates', community_header.moderates, 'can_post', community_header.posts,
        'reported', case when community_header.moderates then (
          select count(distinct r.post_id)::int
          from public.community_post_reports r join public.community_posts p on p.id = r.post_id
          where r.resolved_at is null and p.deleted_at is null and p.community_id = c.id) else 0 end)
      end
    from public.communities c
    left join public.courses k on k.id = c.course_id and k.deleted_at is null
    where c.id = community_header.community
  );
end
$$;
comment on function private.community_header(uuid, text, boolean, boolean, integer) is
  'Takes a community, the caller''s membership and how much of its description to give; what a screen shows of it. To a banned person nothing but its name.';

create function private.post_views(post_ids uuid[], characters integer, for_moderator boolean)
returns table (id uuid, view jsonb)
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
    and m.role = 'MODERATOR' and m.left_at is null and not m.banned
  where p.id = any (post_views.post_ids);
end
$$;
comment on function private.post_views(uuid[], integer, boolean) is
  'Takes posts, how many characters of each to give, and whether the caller moderates; each post as screens show it: the author''s name and nothing else about them, and of a deleted one only that it was there.';

create function public.community_feed(slug text, before uuid default null, page_size integer default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
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
    -- A post that is not of this community is the end of the feed.
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
$$;
comment on function public.community_feed(text, uuid, integer) is
  'Takes a community''s slug, the last thread one has and how many more to give (20, 50 at most); what the community is to the caller and, for those who read it, its threads newest first with their two latest replies. A page ends early at 11 kB; next is the thread to go on from, null at the end. Null for a community that is none of the caller''s business. Definer, because it names authors, by name alone (rules/communities#feed).';
grant execute on function public.community_feed(text, uuid, integer) to authenticated;

create function public.community_thread(post_id uuid, after uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.community_thread(uuid, uuid) is
  'Takes a post or a reply, and the last reply one has; the whole post with its replies, oldest first, 50 or 11 kB a page. Null for what the caller may not read and for what is not there alike. Definer, because it names authors, by name alone (rules/communities#feed).';
grant execute on function public.community_thread(uuid, uuid) to authenticated;

create function public.community_news(slug text, since timestamptz) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
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
$$;
comment on function public.community_news(text, timestamptz) is
  'Takes a community''s slug and a moment; how many posts and replies of others came after it, 100 at most, 0 for those who may not read them. Definer, so that asking often costs one index.';
grant execute on function public.community_news(text, timestamptz) to authenticated;

create function public.restore_post(post_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.restore_post(uuid) is
  'Takes a post that the caller deleted less than ten minutes ago and puts it back, its reports with it. Raises 42501, also when another person deleted it.';
grant execute on function public.restore_post(uuid) to authenticated;
