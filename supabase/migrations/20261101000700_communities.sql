-- Why: who belongs to a community, and what is said there (decisions, section 6).

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
create index community_members_user_id_idx on public.community_members (user_id);
comment on table public.community_members is 'Membership. Leaving only stamps left_at, so that a ban outlives it.';

create table public.community_posts (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  author_id uuid default private.uid() references public.profiles (id) on delete set null,
  parent_id uuid references public.community_posts (id) on delete cascade,
  body text not null constraint community_posts_body_length check (btrim(body) <> '' and char_length(body) <= 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz
);
alter table public.community_posts enable row level security;
create index community_posts_feed_idx on public.community_posts (community_id, created_at desc, id);
create index community_posts_author_id_idx on public.community_posts (author_id);
create index community_posts_parent_id_idx on public.community_posts (parent_id);
comment on table public.community_posts is 'A post, or with parent_id a reply.';

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
create index community_post_reports_reporter_id_idx on public.community_post_reports (reporter_id);
create index community_post_reports_resolved_by_id_idx on public.community_post_reports (resolved_by_id);
comment on table public.community_post_reports is 'A person''s report of a post, one for each person and post.';

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

grant execute on function private.open_community_ids(), private.joined_community_ids(public.community_role) to authenticated;

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
    or community_id in (select private.joined_community_ids('MODERATOR')));
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
      (select private.can('community_posts', 'read')) or community_id in (select private.joined_community_ids())));
comment on policy community_posts_select on public.community_posts is 'Everybody in the community; a banned person sees nothing.';
create policy community_posts_insert on public.community_posts for insert to authenticated
  with check (
    author_id = (select private.uid()) and (select private.can('community_posts', 'create', 'own'))
    and (
      community_id in (select private.joined_community_ids('MODERATOR'))
      or (community_id in (select private.joined_community_ids())
        and exists (select 1 from public.communities c where c.id = community_id and not c.read_only)))
    and (parent_id is null or exists (
      select 1 from public.community_posts p
      where p.id = parent_id and p.community_id = community_posts.community_id and p.parent_id is null)));
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
    reporter_id = (select private.uid()) and (select private.can('community_posts', 'report', 'assigned'))
    and exists (select 1 from public.community_posts p where p.id = post_id));
comment on policy community_post_reports_insert on public.community_post_reports is 'Anyone reports what they can see.';
grant select on public.community_post_reports to authenticated;
grant insert (post_id, reporter_id, reason) on public.community_post_reports to authenticated;
