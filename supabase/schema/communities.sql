-- Communities: members and bans, and their management.
set check_function_bodies = off;

-- TYPES

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

-- TABLES

create table public.communities (
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  cover_url text,
  access_type public.community_access_type not null default 'FREE',
  read_only boolean not null default false,
  course_id uuid,
  created_by_id uuid default private.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint communities_pkey primary key (id),
  constraint communities_cover_url_safe check (
    private.is_web_link(cover_url)
    or private.is_app_path(cover_url)
  ),
  constraint communities_description_length check (char_length(description) <= 500),
  constraint communities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint communities_slug_form check (private.is_slug(slug)),
  constraint communities_course_id_fkey foreign key (course_id) references public.courses(id) on delete set null,
  constraint communities_created_by_id_fkey foreign key (created_by_id) references public.profiles(id) on delete set null,
  constraint communities_slug_key unique (slug)
);
alter table public.communities enable row level security;
create index communities_course_id_idx on public.communities (course_id);
create index communities_created_by_id_idx on public.communities (created_by_id);
grant delete, select on public.communities to authenticated;
grant insert (id, name, slug, description, cover_url, access_type, read_only, course_id, created_by_id) on public.communities to authenticated;
grant update (name, slug, description, cover_url, access_type, read_only, course_id) on public.communities to authenticated;
grant delete, insert, select, update on public.communities to service_role;
comment on table public.communities is 'A group in which people post: open to everybody, to a course''s learners, to buyers, or by invite (rules/communities#open-to).';

create table public.community_members (
  community_id uuid not null,
  user_id uuid not null default private.uid(),
  role public.community_role not null default 'MEMBER',
  banned boolean not null default false,
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  constraint community_members_pkey primary key (community_id, user_id),
  constraint community_members_community_id_fkey foreign key (community_id) references public.communities(id) on delete cascade,
  constraint community_members_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.community_members enable row level security;
create index community_members_banned_idx on public.community_members (community_id, joined_at desc, user_id desc) where banned;
create index community_members_inside_idx on public.community_members (community_id) where ((left_at is null) and (not banned));
create index community_members_joined_idx on public.community_members (community_id, joined_at desc, user_id desc) include (role, banned, left_at);
create index community_members_moderators_idx on public.community_members (community_id, joined_at desc, user_id desc) where (role = 'MODERATOR');
create index community_members_user_id_idx on public.community_members (user_id);
grant insert (community_id, user_id) on public.community_members to authenticated;
grant select on public.community_members to authenticated;
grant update (role, banned) on public.community_members to authenticated;
grant delete, insert, select, update on public.community_members to service_role;
comment on table public.community_members is 'Memberships of communities. When a person leaves, only left_at is set, so that a ban stays in force.';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.cohorts add constraint cohorts_community_id_fkey foreign key (community_id) references public.communities(id) on delete set null;

-- FUNCTIONS

create or replace function private.check_community_rights(action text)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('communities', 'read') or not private.can('community_members', check_community_rights.action) then
    raise exception using errcode = '42501', message = 'You may not manage communities.';
  end if;
end
$function$;
comment on function private.check_community_rights(text) is 'Takes read or create; raises 42501 unless the caller may do this to every membership and may read every community.';

create or replace function private.community_header(
  community uuid,
  state text,
  moderates boolean,
  posts boolean,
  characters integer
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
$function$;
comment on function private.community_header(uuid,text,boolean,boolean,integer) is 'Takes a community, the caller''s membership and how many characters of the description to return; returns what a screen shows of the community. A banned person sees only its name.';

create or replace function private.community_membership(community uuid default null)
  returns table(community_id uuid, state text, reads boolean, moderates boolean, posts boolean)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  staff boolean := private.can('communities', 'read');
  staff_reads boolean := private.can('community_posts', 'read');
  staff_deletes boolean := private.can('community_posts', 'delete');
begin
  if not private.can('communities', 'read', 'assigned') then
    return;
  end if;
  return query
    with open_one as materialized (
      select o.id from private.open_community_ids() as o (id)
    ), seen as (
      select c.id, c.read_only,
        c.id in (select o.id from open_one o) as is_open,
        m.user_id is not null and m.left_at is null as joined,
        coalesce(m.banned, false) and not staff as banned,
        coalesce(m.role = 'MODERATOR', false) as leads
      from public.communities c
      left join public.community_members m on m.community_id = c.id and m.user_id = private.uid()
      where community_membership.community is null or c.id = community_membership.community
    )
    select s.id,
      case when s.banned then 'BANNED' when s.is_open and s.joined then 'JOINED' when s.is_open then 'OPEN'
        when staff then 'STAFF' else 'CLOSED' end,
      (s.is_open and s.joined) or staff_reads,
      (s.is_open and s.joined and s.leads) or staff_deletes,
      s.is_open and s.joined and (s.leads or not s.read_only)
    from seen s
    where s.banned or s.is_open or staff or s.joined;
end
$function$;
comment on function private.community_membership(uuid) is 'Takes a community, or null for all; returns the caller''s state in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (an administrator to whom it is not open), and whether they may read, moderate and post, by the same rules as the policies. No row for a community that is hidden from the caller.';

create or replace function private.joined_community_ids(
  at_least public.community_role default 'MEMBER'
)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select m.community_id
    from public.community_members m
    where m.user_id = private.uid() and private.membership_is_active(m.left_at, m.banned)
      and (joined_community_ids.at_least = 'MEMBER' or m.role = 'MODERATOR')
      and m.community_id in (select private.open_community_ids());
end
$function$;
comment on function private.joined_community_ids(public.community_role) is 'Returns the open communities that the caller has joined, or of which they are a moderator.';
grant execute on function private.joined_community_ids(public.community_role) to authenticated, service_role;

create or replace function private.managed_view(community public.communities, cap integer)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
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
$function$;
comment on function private.managed_view(public.communities,integer) is 'Takes a community and up to which number to count its members; returns the community as administrators see it, with the number of its reported posts.';

create or replace function private.membership_is_active(left_at timestamptz, banned boolean)
  returns boolean
  language sql
  immutable parallel safe
as $function$
  select left_at is null and not banned
$function$;
comment on function private.membership_is_active(timestamp with time zone,boolean) is 'Takes when a member left a community and whether they are banned; true if they are a member now.';
grant execute on function private.membership_is_active(timestamp with time zone,boolean) to authenticated, service_role;

create or replace function private.open_community_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select c.id
    from public.communities c
    left join public.community_members m on m.community_id = c.id and m.user_id = private.uid()
    where (select private.can('communities', 'read', 'assigned'))
      and not coalesce(m.banned, false)
      and case c.access_type
        when 'FREE' then true
        when 'COURSE' then c.course_id in (select private.entitled_course_ids())
        when 'PAID' then exists (select 1 from public.purchases p
          where p.community_id = c.id and p.user_id = private.uid() and p.status = 'COMPLETED')
        when 'INVITE' then m.user_id is not null
      end;
end
$function$;
comment on function private.open_community_ids() is 'Returns communities that are open to the caller by their access type, without those from which the caller is banned.';
grant execute on function private.open_community_ids() to authenticated, service_role;

create or replace function public.add_community_member(community_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
comment on function public.add_community_member(uuid,uuid) is 'Takes a community and a person and makes them a member, also if they left before. Nothing changes for members. Raises 42501, PT404 GONE, PT409 BANNED. Definer, because left_at is granted to no role (rules/communities#open-to).';
grant execute on function public.add_community_member(uuid,uuid) to authenticated, service_role;

create or replace function public.ban_member(community_id uuid, user_id uuid, banned boolean)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
comment on function public.ban_member(uuid,uuid,boolean) is 'Takes a community, a person in it and whether they are banned from now on: administrators can ban anybody, and moderators of the community can ban members who are not moderators, but not themselves. Raises 42501. Definer, because only administrators hold the update policy (rules/communities#banned).';
grant execute on function public.ban_member(uuid,uuid,boolean) to authenticated, service_role;

create or replace function public.community_candidates(community_id uuid, query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
  found text := private.found_by(community_candidates.query, 'p');
  rows jsonb;
begin
  perform private.check_community_rights('create');
  if found is null then
    return '[]';
  end if;
  execute format($sql$
    with found as materialized (
      select p.id, p.name from private.people p where p.disabled_at is null and %s
    ), few as materialized (
      select p.id from found p order by p.name, p.id limit 10
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
comment on function public.community_candidates(uuid,text) is 'Takes a community and a search as members() does; returns the first ten people whom it finds, by name, each with OUTSIDE, MEMBER or BANNED; none for an empty search. Disabled accounts are left out. For callers who may add members; raises 42501.';
grant execute on function public.community_candidates(uuid,text) to authenticated, service_role;

create or replace function public.community_people(slug text, skip integer default 0)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('slug', slug, 1000);
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
      -- Banned people are listed even after they left, because the ban stays in force.
      where m.community_id = here.community_id and (m.left_at is null or m.banned)
    )
    select jsonb_build_object(
      'community', private.community_header(here.community_id, here.state, here.moderates, here.posts, 500),
      'total', (select count(*)::int from person where not person.banned),
      'banned', (select count(*)::int from person where person.banned),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.name, 'leads', p.leads, 'banned', p.banned,
          'joined_at', p.joined_at, 'mine', p.user_id = private.uid()) order by p.place)
        from person p where p.place > first and p.place <= first + 50), '[]'))
  );
end
$function$;
comment on function public.community_people(text,integer) is 'Takes a community''s slug and how many people to skip; returns to its moderators and to administrators the next fifty members and banned people, moderators first, then by name, and how many of each there are. Null for everyone else. Definer, because it returns names of people, and nothing else about them (rules/communities#feed).';
grant execute on function public.community_people(text,integer) to authenticated, service_role;

create or replace function public.delete_community(community_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
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
comment on function public.delete_community(uuid) is 'Takes a community and deletes it for good, with its memberships, bans, posts and reports; purchases stay. It may run longer than other calls, because the audit log gets a record of each membership. Raises 42501, PT404 GONE.';
grant execute on function public.delete_community(uuid) to authenticated, service_role;

-- Memberships are checked first, because the check of open communities is slower.
create or replace function public.has_communities()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can('communities', 'read', 'assigned') and (
    exists (select 1 from public.community_members m where m.user_id = private.uid() and (m.banned or m.left_at is null))
    or exists (select 1 from private.open_community_ids())
    or (private.can('communities', 'read') and exists (select 1 from public.communities)));
end
$function$;
comment on function public.has_communities() is 'True if the caller''s page of communities would list any. Apps show the link to that page only then.';
grant execute on function public.has_communities() to anon, authenticated, service_role;

create or replace function public.join_community(community_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('community_members', 'create', 'own')
     or join_community.community_id not in (select o.id from private.open_community_ids() as o (id)) then
    perform private.refuse('You may not join this community.');
  end if;
  -- A moderator who leaves loses their rights, and comes back as a member.
  insert into public.community_members as m (community_id, user_id) values (join_community.community_id, private.uid())
  on conflict on constraint community_members_pkey do update
    set left_at = null, joined_at = now(), role = 'MEMBER'
    where m.left_at is not null and not m.banned;
end
$function$;
comment on function public.join_community(uuid) is 'Takes a community that is open to the caller and makes them a member, also if they left before. Nothing changes for members. Raises 42501, also for banned people. Definer, because left_at is granted to no role (rules/communities#open-to).';
grant execute on function public.join_community(uuid) to authenticated, service_role;

create or replace function public.leave_community(community_id uuid, user_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  person uuid := coalesce(leave_community.user_id, private.uid());
begin
  if person is null or not private.can('community_members', 'delete', case when person = private.uid() then 'own' else 'any' end::public.permission_scope) then
    perform private.refuse('You may not end this membership.');
  end if;
  update public.community_members m set left_at = coalesce(m.left_at, now())
  where m.community_id = leave_community.community_id and m.user_id = person;
  if not found then
    perform private.refuse('You may not end this membership.');
  end if;
end
$function$;
comment on function public.leave_community(uuid,uuid) is 'Takes a community, and for administrators a person other than the caller; ends the membership. The row stays, so that a ban stays in force (rules/communities#banned). Raises 42501.';
grant execute on function public.leave_community(uuid,uuid) to authenticated, service_role;

create or replace function public.managed_communities(
  query text default '',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
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

create or replace function public.managed_community(community_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_community_rights('read');
  return (select private.managed_view(c, null) || jsonb_build_object('posts',
      (select count(*) from public.community_posts p where p.community_id = c.id and p.deleted_at is null))
    from public.communities c where c.id = managed_community.community_id);
end
$function$;
comment on function public.managed_community(uuid) is 'Takes a community; returns the fields of managed_communities(), with the whole description and exact counts, and the number of its posts, which the question before a deletion shows. Null when there is none. For administrators; raises 42501.';
grant execute on function public.managed_community(uuid) to authenticated, service_role;

create or replace function public.managed_members(
  community_id uuid,
  query text default '',
  state text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  found text := private.found_by(managed_members.query, 'p');
  people text := 'public.community_members m' ||
    case when found is not null then ' join private.people p on p.id = m.user_id' else '' end;
  condition text := concat_ws(' and ', format('m.community_id = %L', managed_members.community_id),
    -- Banned people are listed even after they left, because the ban stays in force.
    case managed_members.state when 'banned' then 'm.banned'
      when 'moderators' then 'm.left_at is null and m.role = ''MODERATOR'''
      else '(m.left_at is null or m.banned)' end, found);
  total bigint;
  rows jsonb;
begin
  perform private.check_community_rights('read');
  if found is null and coalesce(managed_members.state, '') not in ('banned', 'moderators') then
    total := private.row_count('community_members', array[managed_members.community_id::text]);
  end if;
  execute format($sql$
    with found as %s (
      select m.user_id, m.role, m.banned, m.joined_at from %s where %s
    ), page as materialized (
      select * from found m order by m.joined_at desc, m.user_id desc limit %s offset %s
    )
    select coalesce(%L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', page.role,
      'banned', page.banned, 'joined_at', date_trunc('second', page.joined_at, 'UTC')) order by page.joined_at desc, page.user_id desc), '[]')
    from page join public.profiles p on p.id = page.user_id$sql$,
    -- If the total is not stored, one materialized scan returns both the total and the page.
    case when total is null then 'materialized' else 'not materialized' end, people, condition, size,
    (greatest(coalesce(page, 1), 1) - 1)::bigint * size, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.managed_members(uuid,text,text,integer,integer) is 'Takes a community, a search as members() does, a filter (moderators or banned; null: everyone in it, also banned people), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, banned, joined_at}]}, people who joined last come first. For administrators; raises 42501.';
grant execute on function public.managed_members(uuid,text,text,integer,integer) to authenticated, service_role;

create or replace function public.my_communities()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
$function$;
comment on function public.my_communities() is 'Returns the communities that are open to the caller, that they joined, or from which they are banned: the first hundred, joined ones first. Definer, because it also returns the name, and nothing else, of closed communities and of those from which the caller is banned (rules/communities#banned).';
grant execute on function public.my_communities() to authenticated, service_role;

-- TRIGGERS

create trigger communities_audit_delete after delete on public.communities
  referencing old table as old_rows
  for each statement execute function private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger communities_audit_insert after insert on public.communities
  referencing new table as new_rows
  for each statement execute function private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger communities_audit_update after update on public.communities
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger communities_signal_delete after delete on public.communities
  referencing old table as old_rows
  for each statement execute function private.signal_change('communities');

create trigger communities_signal_insert after insert on public.communities
  referencing new table as new_rows
  for each statement execute function private.signal_change('communities');

create trigger communities_signal_update after update on public.communities
  referencing new table as new_rows
  for each statement execute function private.signal_change('communities');

create trigger communities_touch before update on public.communities
  for each row execute function private.touch_updated_at();

create trigger community_members_audit_delete after delete on public.community_members
  referencing old table as old_rows
  for each statement execute function private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');

create trigger community_members_audit_insert after insert on public.community_members
  referencing new table as new_rows
  for each statement execute function private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');

create trigger community_members_audit_update after update on public.community_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');

create trigger community_members_row_counts_delete after delete on public.community_members
  referencing old table as old_rows
  for each statement execute function private.update_row_counts('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');

create trigger community_members_row_counts_insert after insert on public.community_members
  referencing new table as new_rows
  for each statement execute function private.update_row_counts('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');

create trigger community_members_row_counts_update after update on public.community_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.update_row_counts('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');

create trigger community_members_signal_delete after delete on public.community_members
  referencing old table as old_rows
  for each statement execute function private.signal_change('community_members');

create trigger community_members_signal_insert after insert on public.community_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('community_members');

create trigger community_members_signal_update after update on public.community_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('community_members');

-- POLICIES

create policy communities_delete on public.communities
  for delete to authenticated
  using ((select private.can('communities', 'delete')));
comment on policy communities_delete on public.communities is 'Administrators.';

create policy communities_insert on public.communities
  for insert to authenticated
  with check (
    (select private.can('communities', 'create'))
    and created_by_id = (select private.uid())
  );
comment on policy communities_insert on public.communities is 'Administrators, in their own name.';

create policy communities_select on public.communities
  for select to authenticated
  using (
    (select private.can('communities', 'read'))
    or id in (select private.open_community_ids())
  );
comment on policy communities_select on public.communities is 'All communities, or those that are open to the caller.';

create policy communities_update on public.communities
  for update to authenticated
  using ((select private.can('communities', 'update')))
  with check ((select private.can('communities', 'update')));
comment on policy communities_update on public.communities is 'Administrators.';

create policy community_members_insert on public.community_members
  for insert to authenticated
  with check (
    (select private.can('community_members', 'create'))
    or (
      user_id = (select private.uid())
      and (select private.can('community_members', 'create', 'own'))
      and community_id in (select private.open_community_ids())
    )
  );
comment on policy community_members_insert on public.community_members is 'Callers can add themselves to a community that is open to them; administrators can add anybody.';

create policy community_members_select on public.community_members
  for select to authenticated
  using (
    (select private.can('community_members', 'read'))
    or (
      user_id = (select private.uid())
      and (select private.can('community_members', 'read', 'own'))
    )
    or (
      (select private.can('community_members', 'read', 'assigned'))
      and community_id in (select private.joined_community_ids('MODERATOR'))
    )
  );
comment on policy community_members_select on public.community_members is 'All memberships, the caller''s own, or those of communities that the caller moderates.';

create policy community_members_update on public.community_members
  for update to authenticated
  using ((select private.can('community_members', 'update')))
  with check ((select private.can('community_members', 'update')));
comment on policy community_members_update on public.community_members is 'Administrators can promote, demote, ban and unban members.';
