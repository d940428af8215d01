-- Communities: members, posts, reports, and their management.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TYPES

create type public.community_access_type as enum ('FREE', 'COURSE', 'PAID', 'INVITE');

create type public.community_role as enum ('MEMBER', 'MODERATOR');

-- TABLES

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
comment on table public.community_members is 'Membership. Leaving only stamps left_at, so that a ban outlives it.';

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
create index community_posts_threads_idx on public.community_posts (community_id, created_at desc, id desc) where (parent_id is null);
grant insert (id, community_id, author_id, parent_id, body) on public.community_posts to authenticated;
grant select on public.community_posts to authenticated;
grant update (body) on public.community_posts to authenticated;
grant delete, insert, select, update on public.community_posts to service_role;
comment on table public.community_posts is 'A post, or with parent_id a reply.';
comment on column public.community_posts.deleted_by_id is 'Who deleted the post: only this person may restore it.';

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
comment on policy communities_select on public.communities is 'All, or those open to the caller.';

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
comment on policy community_members_insert on public.community_members is 'Oneself, in a community that is open to one; anybody, for administrators.';

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
comment on policy community_members_select on public.community_members is 'All, one''s own membership, or those of communities one moderates.';

create policy community_members_update on public.community_members
  for update to authenticated
  using ((select private.can('community_members', 'update')))
  with check ((select private.can('community_members', 'update')));
comment on policy community_members_update on public.community_members is 'Administrators promote, demote, ban and unban.';

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
comment on policy community_post_reports_insert on public.community_post_reports is 'Reports by oneself of posts that one can see.';

create policy community_post_reports_select on public.community_post_reports
  for select to authenticated
  using (
    (
      reporter_id = (select private.uid())
      and (select private.can('community_posts', 'report', 'assigned'))
    )
    or (select private.can('community_posts', 'delete'))
  );
comment on policy community_post_reports_select on public.community_post_reports is 'One''s own reports, or all of them.';

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
comment on policy community_posts_insert on public.community_posts is 'In one''s own name, where one has joined; only moderators where it is read-only. Replies answer a post of the same community.';

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
comment on policy community_posts_select on public.community_posts is 'Everyone in the community; a banned person sees nothing.';

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
comment on policy community_posts_update on public.community_posts is 'Authors edit their own posts.';

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
comment on function private.check_community_rights(text) is 'Takes read or create; raises 42501 unless the caller may read every community and do that to every membership.';

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
comment on function private.community_header(uuid,text,boolean,boolean,integer) is 'Takes a community, the caller''s membership and how much of its description to give; what a screen shows of it. A banned person sees only its name.';

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
comment on function private.community_membership(uuid) is 'Takes a community, or null for all; returns the caller''s state in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (an administrator to whom it is not open), and whether they may read, moderate and post, by the same rules as the policies. No row for a community that the caller may not know of.';

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
comment on function private.is_thread(uuid,uuid) is 'Takes a post and a community; true when the post is in that community, is not a reply, and can be answered.';
grant execute on function private.is_thread(uuid,uuid) to authenticated, service_role;

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
comment on function private.joined_community_ids(public.community_role) is 'Open communities that the caller has joined, or moderates.';
grant execute on function private.joined_community_ids(public.community_role) to authenticated, service_role;

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
comment on function private.limit_posting() is 'Row trigger: at most ten posts and replies a person and minute, deleted ones counted. Raises PT429 TOO_FAST.';

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
comment on function private.managed_view(public.communities,integer) is 'Takes a community and how far to count its members; the community as administrators see it, with its reported posts.';

create or replace function private.membership_is_active(left_at timestamptz, banned boolean)
  returns boolean
  language sql
  immutable parallel safe
as $function$
  select left_at is null and not banned
$function$;
comment on function private.membership_is_active(timestamp with time zone,boolean) is 'Takes when a member left a community and whether they are banned; true if they take part in it.';
grant execute on function private.membership_is_active(timestamp with time zone,boolean) to authenticated, service_role;

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
comment on function private.new_posts() is 'For each open community that the caller has joined, how many posts and replies of others came since they looked at it or joined, ten at most.';

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
comment on function private.open_community_ids() is 'Communities open to the caller by their access type; none from which they are banned.';
grant execute on function private.open_community_ids() to authenticated, service_role;

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
comment on function private.post_views(uuid[],integer,boolean) is 'Takes posts, how many characters of each to give, and whether the caller moderates; each post as screens show it: the author''s name and nothing else about them, and of a deleted one only that it was there.';

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
comment on function private.stamp_edit() is 'Row trigger: stamps edited_at.';

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
comment on function public.add_community_member(uuid,uuid) is 'Takes a community and a person and makes them a member, again after they left; nothing changes for members. Raises 42501, PT404 GONE, PT409 BANNED. Definer, because left_at is granted to no role (rules/communities#open-to).';
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
comment on function public.ban_member(uuid,uuid,boolean) is 'Takes a community, a person in it and whether they are banned from now on: administrators anyone, moderators of the community its plain members and never themselves. Raises 42501. Definer, because only administrators hold the update policy (rules/communities#banned).';
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
comment on function public.community_candidates(uuid,text) is 'Takes a community and a search as members() does; the first ten people whom it finds, by name, each OUTSIDE, a MEMBER or BANNED; none for an empty search. Disabled accounts are left out. For callers who may add members; raises 42501.';
grant execute on function public.community_candidates(uuid,text) to authenticated, service_role;

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
    -- A post of another community ends the feed.
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
comment on function public.community_feed(text,uuid,integer) is 'Takes a community''s slug, the last thread one has and how many more to give (20, 50 at most); what the community is to the caller and, for those who read it, its threads newest first with their two latest replies. A page ends early at 11 kB; next is the thread to go on from, null at the end. Null for a community that is none of the caller''s business. Definer, because it names authors, by name alone (rules/communities#feed).';
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
comment on function public.community_news(text,timestamp with time zone) is 'Takes a community''s slug and a moment; returns how many posts and replies of others came after it, 100 at most, 0 for those who may not read them. Definer, so that one index answers this frequent question.';
grant execute on function public.community_news(text,timestamp with time zone) to authenticated, service_role;

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
      -- A ban stays when the person leaves, so the person stays on the list.
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
comment on function public.community_people(text,integer) is 'Takes a community''s slug and how many people one has already; for its moderators and for administrators the next fifty members and banned people, moderators first, then by name, and how many of each there are. Null for everyone else. Definer, because it names people, by name alone (rules/communities#feed).';
grant execute on function public.community_people(text,integer) to authenticated, service_role;

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
comment on function public.community_reports(text) is 'Takes a community''s slug; for its moderators and for administrators the eight posts that were reported first and not dealt with, with up to three of the reasons; not who reported them. Null when there is none, and for everyone else. Definer, because it names authors: by name, and for those who may list people, of people whom they reach, by id.';
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
comment on function public.community_thread(uuid,uuid) is 'Takes a post or a reply, and the last reply one has; the whole post with its replies, oldest first, 50 or 11 kB a page. Null for what the caller may not read and for what is not there alike. Definer, because it names authors, by name alone (rules/communities#feed).';
grant execute on function public.community_thread(uuid,uuid) to authenticated, service_role;

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
comment on function public.delete_community(uuid) is 'Takes a community and deletes it for good, with its memberships, bans, posts and reports; purchases stay. It may run longer than other calls: a hundred thousand memberships are written to the audit. Raises 42501, PT404 GONE.';
grant execute on function public.delete_community(uuid) to authenticated, service_role;

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
comment on function public.delete_post(uuid) is 'Takes a post and takes it off the feed: its author, a moderator of the community, or an administrator; by the latter two its reports are settled. Replies stay. Raises 42501 (rules/communities#own-posts).';
grant execute on function public.delete_post(uuid) to authenticated, service_role;

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
comment on function public.has_communities() is 'Whether the caller''s page of communities would show any, so that no link leads to an empty page.';
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
comment on function public.join_community(uuid) is 'Takes a community that is open to the caller and makes them a member, again after they left; nothing changes for members. Raises 42501, also for banned people. Definer, because left_at is granted to no role (rules/communities#open-to).';
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
comment on function public.leave_community(uuid,uuid) is 'Takes a community, and a person other than the caller for administrators; ends the membership. The row stays, so that a ban outlives it (rules/communities#banned). Raises 42501.';
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
comment on function public.managed_community(uuid) is 'Takes a community; what managed_communities() tells of it, whole and counted to the end, and its posts, for what a screen says before it is deleted. Null when there is none. For administrators; raises 42501.';
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
    -- A ban stays when the person leaves, so the person stays on the list.
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
    -- One scan gives the count and the page, unless the count is stored.
    case when total is null then 'materialized' else 'not materialized' end, people, condition, size,
    (greatest(coalesce(page, 1), 1) - 1)::bigint * size, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.managed_members(uuid,text,text,integer,integer) is 'Takes a community, a search as members() does, moderators or banned (null: everyone in it, banned people too), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, role, banned, joined_at}]}, the last to join first. For administrators; raises 42501.';
grant execute on function public.managed_members(uuid,text,text,integer,integer) to authenticated, service_role;

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
  -- Two pages may report in any order.
  on conflict (user_id, community_id) do update set seen_at = excluded.seen_at where v.seen_at < excluded.seen_at;
  return public.new_in_communities();
end
$function$;
comment on function public.mark_community_seen(text,timestamp with time zone) is 'Takes a community''s slug and the moment up to which the caller has seen its posts; marks earlier posts as seen, for members only. Returns new_in_communities(). Definer, because visits are granted to no one (rules/communities#news).';
grant execute on function public.mark_community_seen(text,timestamp with time zone) to authenticated, service_role;

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
comment on function public.my_communities() is 'The communities that are open to the caller, that they joined, or that banned them: the first hundred, joined ones first. Definer, because a closed or banning one is named too, by name alone (rules/communities#banned).';
grant execute on function public.my_communities() to authenticated, service_role;

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
        -- The limit lets one look into the index of its feed answer for each community.
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
comment on function public.new_in_communities() is 'How many posts and replies of others the caller''s communities hold since the caller last looked, ten at most; 0 for a visitor. Definer, because visits are granted to no one (rules/communities#news).';
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
comment on function public.resolve_reports(uuid) is 'Takes a post and settles its open reports, the post staying as it is: moderators of the community and administrators. Raises 42501 (rules/communities#own-posts).';
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
comment on function public.restore_post(uuid) is 'Takes a post that the caller deleted less than ten minutes ago and restores it with its reports. Raises 42501, also when another person deleted it.';
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
