-- Why: who belongs to a community, and what is said there (rules/communities#open-to). Row security lets
-- members read posts, but no profile besides their own; so what a screen shows, names included, leaves the
-- database through functions that name their columns and restate who may read what.

create table public.communities (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint communities_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  slug text not null constraint communities_slug_form check (private.is_slug(slug)) constraint communities_slug_key unique,
  description text constraint communities_description_length check (char_length(description) <= 500),
  cover_url text constraint communities_cover_url_safe check (private.is_web_link(cover_url) or private.is_app_path(cover_url)),
  access_type public.community_access_type not null default 'FREE',
  read_only boolean not null default false,
  course_id uuid references public.courses (id) on delete set null,
  created_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.communities enable row level security;
comment on table public.communities is 'A place to talk: free, for a course''s learners, for buyers, or by invitation (rules/communities#open-to).';
create index communities_course_id_idx on public.communities (course_id);
create index communities_created_by_id_idx on public.communities (created_by_id);

create trigger communities_touch before update on public.communities
  for each row execute function private.touch_updated_at();

create table public.community_members (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  role public.community_role not null default 'MEMBER',
  banned boolean not null default false,
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  primary key (community_id, user_id)
);
alter table public.community_members enable row level security;
comment on table public.community_members is 'Membership. Leaving only stamps left_at, so that a ban outlives it.';
create index community_members_user_id_idx on public.community_members (user_id);
create index community_members_joined_idx on public.community_members (community_id, joined_at desc, user_id desc)
  include (role, banned, left_at);
create index community_members_moderators_idx on public.community_members (community_id, joined_at desc, user_id desc)
  where role = 'MODERATOR';
create index community_members_banned_idx on public.community_members (community_id, joined_at desc, user_id desc) where banned;
create index community_members_inside_idx on public.community_members (community_id) where left_at is null and not banned;

create table public.community_posts (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  author_id uuid default private.uid() references public.profiles (id) on delete set null,
  parent_id uuid references public.community_posts (id) on delete cascade,
  body text not null constraint community_posts_body_length check (btrim(body) <> '' and char_length(body) <= 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by_id uuid references public.profiles (id) on delete set null
);
alter table public.community_posts enable row level security;
comment on table public.community_posts is 'A post, or with parent_id a reply.';
comment on column public.community_posts.deleted_by_id is 'Who took it off the feed: only they may put it back.';
create index community_posts_feed_idx on public.community_posts (community_id, created_at desc, id);
create index community_posts_deleted_by_id_idx on public.community_posts (deleted_by_id);

-- What the feed reads: threads newest first, their replies, and how much a person wrote just now.
create index community_posts_threads_idx on public.community_posts (community_id, created_at desc, id desc) where parent_id is null;
create index community_posts_replies_idx on public.community_posts (parent_id, created_at, id);
create index community_posts_recent_idx on public.community_posts (author_id, created_at);

create table public.community_post_reports (
  post_id uuid not null references public.community_posts (id) on delete cascade,
  reporter_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  reason text constraint community_post_reports_reason_length check (char_length(reason) <= 1000),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by_id uuid references public.profiles (id) on delete set null,
  primary key (post_id, reporter_id)
);
alter table public.community_post_reports enable row level security;
comment on table public.community_post_reports is 'A person''s report of a post, one for each person and post.';
create index community_post_reports_reporter_id_idx on public.community_post_reports (reporter_id);
create index community_post_reports_resolved_by_id_idx on public.community_post_reports (resolved_by_id);
create index community_post_reports_open_idx on public.community_post_reports (post_id) where resolved_at is null;

create function private.open_community_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.open_community_ids() is 'Communities open to the caller by their access type; none from which they are banned.';
grant execute on function private.open_community_ids() to authenticated;

create function private.joined_community_ids(at_least public.community_role default 'MEMBER') returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.community_id
    from public.community_members m
    where m.user_id = private.uid() and m.left_at is null and not m.banned
      and (joined_community_ids.at_least = 'MEMBER' or m.role = 'MODERATOR')
      and m.community_id in (select private.open_community_ids());
end
$$;
comment on function private.joined_community_ids(public.community_role) is 'Open communities that the caller has joined, or moderates.';
grant execute on function private.joined_community_ids(public.community_role) to authenticated;

create policy communities_select on public.communities for select to authenticated
  using ((select private.can('communities', 'read')) or id in (select private.open_community_ids()));
comment on policy communities_select on public.communities is 'All, or those open to the caller.';

create policy communities_insert on public.communities for insert to authenticated
  with check ((select private.can('communities', 'create')) and created_by_id = (select private.uid()));
comment on policy communities_insert on public.communities is 'Administrators, in their own name.';

create policy communities_update on public.communities for update to authenticated
  using ((select private.can('communities', 'update'))) with check ((select private.can('communities', 'update')));
comment on policy communities_update on public.communities is 'Administrators.';

create policy communities_delete on public.communities for delete to authenticated
  using ((select private.can('communities', 'delete')));
comment on policy communities_delete on public.communities is 'Administrators.';
grant select, delete on public.communities to authenticated;
grant insert (id, name, slug, description, cover_url, access_type, read_only, course_id, created_by_id) on public.communities to authenticated;
grant update (name, slug, description, cover_url, access_type, read_only, course_id) on public.communities to authenticated;

create policy community_members_select on public.community_members for select to authenticated
  using (
    (select private.can('community_members', 'read'))
    or (user_id = (select private.uid()) and (select private.can('community_members', 'read', 'own')))
    or ((select private.can('community_members', 'read', 'assigned'))
      and community_id in (select private.joined_community_ids('MODERATOR'))));
comment on policy community_members_select on public.community_members is 'All, one''s own membership, or those of communities one moderates.';

create policy community_members_insert on public.community_members for insert to authenticated
  with check (
    (select private.can('community_members', 'create'))
    or (user_id = (select private.uid()) and (select private.can('community_members', 'create', 'own'))
      and community_id in (select private.open_community_ids())));
comment on policy community_members_insert on public.community_members is 'Joining what is open; administrators add anyone.';

create policy community_members_update on public.community_members for update to authenticated
  using ((select private.can('community_members', 'update'))) with check ((select private.can('community_members', 'update')));
comment on policy community_members_update on public.community_members is 'Administrators promote, demote, ban and unban.';
grant select on public.community_members to authenticated;
grant insert (community_id, user_id) on public.community_members to authenticated;
grant update (role, banned) on public.community_members to authenticated;

create policy community_posts_select on public.community_posts for select to authenticated
  using (
    deleted_at is null and (
      (select private.can('community_posts', 'read'))
      or ((select private.can('community_posts', 'read', 'assigned'))
        and community_id in (select private.joined_community_ids()))));
comment on policy community_posts_select on public.community_posts is 'Everyone in the community; a banned person sees nothing.';

-- A policy may not ask its own table: PostgreSQL refuses it as endless recursion.
create function private.is_thread(post uuid, community uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.community_posts p
    where p.id = is_thread.post and p.community_id = is_thread.community and p.parent_id is null and p.deleted_at is null);
end
$$;
comment on function private.is_thread(uuid, uuid) is
  'Takes a post and a community; true when the post stands there, is no reply and can be answered.';
grant execute on function private.is_thread(uuid, uuid) to authenticated;

create policy community_posts_insert on public.community_posts for insert to authenticated
  with check (
    author_id = (select private.uid()) and (select private.can('community_posts', 'create', 'own'))
    and (
      community_id in (select private.joined_community_ids('MODERATOR'))
      or (community_id in (select private.joined_community_ids())
        and exists (select 1 from public.communities c where c.id = community_id and not c.read_only)))
    and (parent_id is null or (select private.is_thread(parent_id, community_id))));
comment on policy community_posts_insert on public.community_posts is
  'In one''s own name, where one has joined; only moderators where it is read-only. Replies answer a post of the same community.';

create policy community_posts_update on public.community_posts for update to authenticated
  using (deleted_at is null and author_id = (select private.uid()) and (select private.can('community_posts', 'update', 'own'))
    and community_id in (select private.joined_community_ids()))
  with check (deleted_at is null and author_id = (select private.uid()) and (select private.can('community_posts', 'update', 'own'))
    and community_id in (select private.joined_community_ids()));
comment on policy community_posts_update on public.community_posts is 'Authors edit their own words.';
grant select on public.community_posts to authenticated;
grant insert (id, community_id, author_id, parent_id, body) on public.community_posts to authenticated;
grant update (body) on public.community_posts to authenticated;

create policy community_post_reports_select on public.community_post_reports for select to authenticated
  using (
    (reporter_id = (select private.uid()) and (select private.can('community_posts', 'report', 'assigned')))
    or (select private.can('community_posts', 'delete')));
comment on policy community_post_reports_select on public.community_post_reports is 'One''s own reports, or all of them.';

create policy community_post_reports_insert on public.community_post_reports for insert to authenticated
  with check (
    reporter_id = (select private.uid())
    and exists (select 1 from public.community_posts p where p.id = post_id
      and ((select private.can('community_posts', 'report'))
        or ((select private.can('community_posts', 'report', 'assigned'))
          and p.community_id in (select private.joined_community_ids())))));
comment on policy community_post_reports_insert on public.community_post_reports is 'Anyone reports what they can see.';
grant select on public.community_post_reports to authenticated;
grant insert (post_id, reporter_id, reason) on public.community_post_reports to authenticated;

create function public.leave_community(community_id uuid, user_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.leave_community(uuid, uuid) is
  'Takes a community, and a person other than the caller for administrators; ends the membership. The row stays, so that a ban outlives it (rules/communities#banned). Raises 42501.';
grant execute on function public.leave_community(uuid, uuid) to authenticated;

create function private.community_membership(community uuid default null)
returns table (community_id uuid, state text, reads boolean, moderates boolean, posts boolean)
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.community_membership(uuid) is
  'Takes a community, or none for all; where the caller stands in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (administrators, where it is not open to them), and whether they read, moderate and post, as the policies have it. No row for a community that is none of their business.';

create function public.my_communities() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('communities', 'read', 'assigned') then
    return null;
  end if;
  return (
    select jsonb_build_object('communities', coalesce(jsonb_agg(
      private.community_header(s.community_id, s.state, s.moderates, s.posts, 240)
        || jsonb_build_object('active_at', case when s.reads and s.state <> 'BANNED' then (
          select p.created_at from public.community_posts p
          where p.community_id = s.community_id and p.deleted_at is null order by p.created_at desc limit 1) end)
      order by s.place, s.name), '[]'))
    from (
      select standing.*, c.name,
        array_position(array['JOINED', 'OPEN', 'STAFF', 'CLOSED', 'BANNED'], standing.state) as place
      from private.community_membership() standing join public.communities c on c.id = standing.community_id
      order by place, c.name
      limit 100
    ) s
  );
end
$$;
comment on function public.my_communities() is
  'The communities that are open to the caller, that they joined, or that banned them: the first hundred, joined ones first. Definer, because a closed or banning one is named too, by name alone (rules/communities#banned).';
grant execute on function public.my_communities() to authenticated;

create function public.has_communities() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.can('communities', 'read', 'assigned') and (
    exists (select 1 from private.open_community_ids())
    or exists (select 1 from public.community_members m where m.user_id = private.uid() and (m.banned or m.left_at is null))
    or (private.can('communities', 'read') and exists (select 1 from public.communities)))
$$;
comment on function public.has_communities() is 'Whether the caller''s page of communities would show any, so that no link leads to an empty page.';
grant execute on function public.has_communities() to anon, authenticated, service_role;

create function public.join_community(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can('community_members', 'create', 'own')
     or join_community.community_id not in (select o.id from private.open_community_ids() as o (id)) then
    perform private.refuse('You may not join this community.');
  end if;
  -- Those who come back come back as members: leaving gives up a moderator's rights.
  insert into public.community_members as m (community_id, user_id) values (join_community.community_id, private.uid())
  on conflict on constraint community_members_pkey do update
    set left_at = null, joined_at = now(), role = 'MEMBER'
    where m.left_at is not null and not m.banned;
end
$$;
comment on function public.join_community(uuid) is
  'Takes a community that is open to the caller and makes them a member, again after they left; nothing changes for members. Raises 42501, also for banned people. Definer, because left_at is granted to no role (rules/communities#open-to).';
grant execute on function public.join_community(uuid) to authenticated;
