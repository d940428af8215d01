-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.check_community_rights(action text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('communities', 'read') or not private.can('community_members', check_community_rights.action) then
    raise exception using errcode = '42501', message = 'You may not look after communities.';
  end if;
end
$function$;
comment on function private.check_community_rights(text) is 'Takes read or create; raises 42501 unless the caller may read every community and do that to every membership.';

CREATE OR REPLACE FUNCTION private.managed_view(community public.communities, cap integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', (community).id, 'name', (community).name, 'slug', (community).slug,
    'description', (community).description, 'cover_url', (community).cover_url, 'access', (community).access_type,
    'read_only', (community).read_only, 'course_id', (community).course_id,
    'course', (select k.title from public.courses k where k.id = (community).course_id and k.deleted_at is null),
    'members', (select count(*) from (
      select 1 from public.community_members m
      where m.community_id = (community).id and m.left_at is null and not m.banned limit managed_view.cap) m),
    'reported', (select count(distinct r.post_id)
      from public.community_post_reports r join public.community_posts p on p.id = r.post_id
      where r.resolved_at is null and p.deleted_at is null and p.community_id = (community).id),
    'updated_at', (community).updated_at)
$function$;
comment on function private.managed_view(public.communities,integer) is 'Takes a community and how far to count its members; the community as administrators see it, with its reported posts.';

CREATE OR REPLACE FUNCTION public.add_community_member(community_id uuid, user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_community_rights('create');
  if not exists (select 1 from public.communities c where c.id = add_community_member.community_id)
     or not exists (select 1 from public.profiles p where p.id = add_community_member.user_id) then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This person or this community no longer exists.';
  end if;
  if exists (select 1 from public.community_members m where m.community_id = add_community_member.community_id
      and m.user_id = add_community_member.user_id and m.banned) then
    raise exception using errcode = 'PT409', hint = 'BANNED', message = 'This person is banned here. Unban them first.';
  end if;
  insert into public.community_members as m (community_id, user_id)
  values (add_community_member.community_id, add_community_member.user_id)
  on conflict on constraint community_members_pkey do update
    set left_at = null, joined_at = now(), role = 'MEMBER'
    where m.left_at is not null and not m.banned;
end
$function$;
comment on function public.add_community_member(uuid,uuid) is 'Takes a community and a person and makes them a member, again after they left; nothing changes for members. Raises 42501, PT404 GONE, PT409 BANNED. Definer, because left_at is granted to no role (rules/communities#open-to).';
grant execute on function public.add_community_member(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.ban_member(community_id uuid, user_id uuid, banned boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select 1 from public.community_members m
    where m.community_id = ban_member.community_id and m.user_id = ban_member.user_id
      and (private.can('community_members', 'update')
        or (m.community_id in (select private.joined_community_ids('MODERATOR'))
          and m.role = 'MEMBER' and m.user_id <> private.uid()))
  ) then
    perform private.refuse('You may not ban this member.');
  end if;
  update public.community_members m set banned = ban_member.banned
  where m.community_id = ban_member.community_id and m.user_id = ban_member.user_id and m.banned <> ban_member.banned;
end
$function$;
comment on function public.ban_member(uuid,uuid,boolean) is 'Takes a community, a person in it and whether they are banned from now on: administrators anyone, moderators of the community its plain members and never themselves. Raises 42501. Definer, because only administrators hold the update policy (rules/communities#banned).';
grant execute on function public.ban_member(uuid,uuid,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.community_candidates(community_id uuid, query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found text := private.found_by(community_candidates.query, 'p');
  rows jsonb;
begin
  perform private.check_community_rights('create');
  if found is null then
    return '[]';
  end if;
  execute format($sql$
    with few as materialized (
      select p.id from private.people p
      where p.disabled_at is null and %s order by p.name, p.id limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email,
      'standing', case when m.banned then 'BANNED' when m.user_id is not null and m.left_at is null then 'MEMBER' else 'OUTSIDE' end)
      order by f.name, f.id), '[]')
    from few join public.profiles f on f.id = few.id left join public.community_members m on m.community_id = %L and m.user_id = f.id$sql$,
    found,
    community_candidates.community_id) into rows;
  return rows;
end
$function$;
comment on function public.community_candidates(uuid,text) is 'Takes a community and a search as members() does; the first ten people whom it finds, by name, each OUTSIDE, a MEMBER or BANNED; none for an empty search. Disabled accounts are left out. For callers who may add members; raises 42501.';
grant execute on function public.community_candidates(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.community_people(slug text, skip integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first integer := greatest(coalesce(community_people.skip, 0), 0);
  here record;
begin
  select s.* into here
  from public.communities c cross join lateral private.community_membership(c.id) s
  where c.slug = community_people.slug and s.moderates and s.state <> 'BANNED';
  if not found then
    return null;
  end if;
  return (
    with person as materialized (
      select m.user_id, p.name, m.role = 'MODERATOR' as leads, m.banned, m.joined_at,
        row_number() over (order by m.role = 'MODERATOR' desc, lower(p.name) nulls last, m.user_id) as place
      from public.community_members m join public.profiles p on p.id = m.user_id
      -- A banned person stays on the list after leaving, as the ban does.
      where m.community_id = here.community_id and (m.left_at is null or m.banned)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'total', (select count(*)::int from person),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.name, 'leads', p.leads, 'banned', p.banned,
          'joined_at', p.joined_at, 'mine', p.user_id = private.uid()) order by p.place)
        from person p where p.place > first and p.place <= first + 50), '[]'))
  );
end
$function$;
comment on function public.community_people(text,integer) is 'Takes a community''s slug and how many people one has already; for its moderators and for administrators the next fifty members and banned people, moderators first, then by name, and how many there are. Null for everyone else. Definer, because it names people, by name alone (rules/communities#feed).';
grant execute on function public.community_people(text,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.community_reports(slug text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
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
          'author_id', case when (select private.can('profiles', 'list')) then w.author_id end)
        order by p.first_at, p.post_id))
    from page p
    join public.community_posts w on w.id = p.post_id
    join private.post_views(array(select q.post_id from page q), 500, true) v on v.id = p.post_id
    having count(*) > 0
  );
end
$function$;
comment on function public.community_reports(text) is 'Takes a community''s slug; for its moderators and for administrators the eight posts that were reported first and not dealt with, with up to three of the reasons; not who reported them. Null when there is none, and for everyone else. Definer, because it names authors: by name, and for those who may list people by id.';
grant execute on function public.community_reports(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.delete_community(community_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
begin
  if not private.can('communities', 'delete') then
    raise exception using errcode = '42501', message = 'You may not delete communities.';
  end if;
  delete from public.communities c where c.id = delete_community.community_id;
  if not found then
    raise exception using errcode = 'PT404', hint = 'GONE', message = 'This community no longer exists.';
  end if;
end
$function$;
comment on function public.delete_community(uuid) is 'Takes a community and deletes it for good, with its memberships, bans, posts and reports; purchases stay. It may run longer than other calls: a hundred thousand memberships are written to the audit. Raises 42501, PT404 GONE.';
grant execute on function public.delete_community(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.managed_communities(query text DEFAULT ''::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := lower(btrim(left(coalesce(managed_communities.query, ''), 100)));
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  perform private.check_community_rights('read');
  return (
    with found as materialized (
      select c.id, row_number() over (order by c.name, c.id) as place
      from public.communities c where position(wanted in lower(c.name || ' ' || c.slug)) > 0
    )
    select jsonb_build_object('total', (select count(*) from found), 'communities', coalesce((
      select jsonb_agg(private.managed_view(c, 1001) || jsonb_build_object('description', left(c.description, 160)) order by f.place)
      from found f join public.communities c on c.id = f.id
      where f.place > (greatest(coalesce(page, 1), 1) - 1)::bigint * size
        and f.place <= greatest(coalesce(page, 1), 1)::bigint * size), '[]')));
end
$function$;
comment on function public.managed_communities(text,integer,integer) is 'Takes a search over name and slug, a page from 1 and its size (at most 100); gives {total, communities: [{id, name, slug, description, cover_url, access, read_only, course_id, course, members, reported, updated_at}]} by name. Descriptions are cut at 160 characters, members counted to 1,001; reported counts posts with open reports. For administrators; raises 42501.';
grant execute on function public.managed_communities(text,integer,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.managed_community(community_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_community_rights('read');
  return (select private.managed_view(c, null) || jsonb_build_object('posts',
      (select count(*) from public.community_posts p where p.community_id = c.id and p.deleted_at is null))
    from public.communities c where c.id = managed_community.community_id);
end
$function$;
comment on function public.managed_community(uuid) is 'Takes a community; what managed_communities() tells of it, whole and counted to the end, and its posts, for what a screen says before it is deleted. Null when there is none. For administrators; raises 42501.';
grant execute on function public.managed_community(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.managed_members(community_id uuid, query text DEFAULT ''::text, state text DEFAULT NULL::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- A banned person stays on the list after leaving, as the ban does.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  if found is null and coalesce(managed_members.state, '') not in ('banned', 'moderators') then
    total := private.tallied('community_members', array[managed_members.community_id::text]);
  else
    execute format('select count(*) from %s where %s', people, condition) into total;
  end if;
  execute format($sql$
    with page as materialized (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
      order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at)) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    people, condition, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.managed_members(uuid,text,text,integer,integer) is 'Takes a community, a search as members() does, moderators or banned (null: everyone in it, banned people too), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, banned, joined_at}]}, the last to join first. For administrators; raises 42501.';
grant execute on function public.managed_members(uuid,text,text,integer,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.resolve_reports(post_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.community_posts;
  settled int;
begin
  select p.* into post from public.community_posts p
  where p.id = resolve_reports.post_id and (private.can('community_posts', 'delete')
    or p.community_id in (select private.joined_community_ids('MODERATOR')));
  if post.id is null then
    perform private.refuse('You may not settle these reports.');
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
comment on function public.resolve_reports(uuid) is 'Takes a post and settles its open reports, the post staying as it is: moderators of the community and administrators. Raises 42501 (rules/communities#own-posts).';
grant execute on function public.resolve_reports(uuid) to authenticated, service_role;
