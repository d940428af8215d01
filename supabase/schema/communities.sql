-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.communities (
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  cover_url text,
  access_type public.community_access_type not null default 'FREE'::public.community_access_type,
  read_only boolean not null default false,
  course_id uuid,
  created_by_id uuid default private.uid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint communities_pkey PRIMARY KEY (id),
  constraint communities_cover_url_safe CHECK ((private.is_web_link(cover_url) OR private.is_app_path(cover_url))),
  constraint communities_description_length CHECK ((char_length(description) <= 500)),
  constraint communities_name_length CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 100))),
  constraint communities_slug_form CHECK (private.is_slug(slug)),
  constraint communities_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE SET NULL,
  constraint communities_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint communities_slug_key UNIQUE (slug)
);
alter table public.communities enable row level security;
CREATE INDEX communities_course_id_idx ON public.communities USING btree (course_id);
CREATE INDEX communities_created_by_id_idx ON public.communities USING btree (created_by_id);
create policy communities_delete on public.communities for delete to authenticated
  using (( SELECT private.can('communities'::text, 'delete'::text) AS can));
comment on policy communities_delete on public.communities is 'Administrators.';
create policy communities_insert on public.communities for insert to authenticated
  with check ((( SELECT private.can('communities'::text, 'create'::text) AS can) AND (created_by_id = ( SELECT private.uid() AS uid))));
comment on policy communities_insert on public.communities is 'Administrators, in their own name.';
create policy communities_select on public.communities for select to authenticated
  using ((( SELECT private.can('communities'::text, 'read'::text) AS can) OR (id IN ( SELECT private.open_community_ids() AS open_community_ids))));
comment on policy communities_select on public.communities is 'All, or those open to the caller.';
create policy communities_update on public.communities for update to authenticated
  using (( SELECT private.can('communities'::text, 'update'::text) AS can))
  with check (( SELECT private.can('communities'::text, 'update'::text) AS can));
comment on policy communities_update on public.communities is 'Administrators.';
grant delete, select on public.communities to authenticated;
grant insert (id, name, slug, description, cover_url, access_type, read_only, course_id, created_by_id) on public.communities to authenticated;
grant update (name, slug, description, cover_url, access_type, read_only, course_id) on public.communities to authenticated;
grant delete, insert, select, update on public.communities to service_role;
CREATE TRIGGER communities_audit_delete AFTER DELETE ON public.communities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER communities_audit_insert AFTER INSERT ON public.communities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER communities_audit_update AFTER UPDATE ON public.communities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "id", "omit": ["updated_at"], "place": {"title": "name"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER communities_signal_delete AFTER DELETE ON public.communities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('communities');
CREATE TRIGGER communities_signal_insert AFTER INSERT ON public.communities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('communities');
CREATE TRIGGER communities_signal_update AFTER UPDATE ON public.communities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('communities');
CREATE TRIGGER communities_touch BEFORE UPDATE ON public.communities FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.communities is 'A place to talk: free, for a course''s learners, for buyers, or by invitation (rules/communities#open-to).';

create table public.community_members (
  community_id uuid not null,
  user_id uuid not null default private.uid(),
  role public.community_role not null default 'MEMBER'::public.community_role,
  banned boolean not null default false,
  joined_at timestamp with time zone not null default now(),
  left_at timestamp with time zone,
  constraint community_members_pkey PRIMARY KEY (community_id, user_id),
  constraint community_members_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.communities(id) ON DELETE CASCADE,
  constraint community_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table public.community_members enable row level security;
CREATE INDEX community_members_banned_idx ON public.community_members USING btree (community_id, joined_at DESC, user_id DESC) WHERE banned;
CREATE INDEX community_members_inside_idx ON public.community_members USING btree (community_id) WHERE ((left_at IS NULL) AND (NOT banned));
CREATE INDEX community_members_joined_idx ON public.community_members USING btree (community_id, joined_at DESC, user_id DESC) INCLUDE (role, banned, left_at);
CREATE INDEX community_members_moderators_idx ON public.community_members USING btree (community_id, joined_at DESC, user_id DESC) WHERE (role = 'MODERATOR'::public.community_role);
CREATE INDEX community_members_user_id_idx ON public.community_members USING btree (user_id);
create policy community_members_insert on public.community_members for insert to authenticated
  with check ((( SELECT private.can('community_members'::text, 'create'::text) AS can) OR ((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_members'::text, 'create'::text, 'own'::public.permission_scope) AS can) AND (community_id IN ( SELECT private.open_community_ids() AS open_community_ids)))));
comment on policy community_members_insert on public.community_members is 'Joining what is open; administrators add anyone.';
create policy community_members_select on public.community_members for select to authenticated
  using ((( SELECT private.can('community_members'::text, 'read'::text) AS can) OR ((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_members'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR (( SELECT private.can('community_members'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (community_id IN ( SELECT private.joined_community_ids('MODERATOR'::public.community_role) AS joined_community_ids)))));
comment on policy community_members_select on public.community_members is 'All, one''s own membership, or those of communities one moderates.';
create policy community_members_update on public.community_members for update to authenticated
  using (( SELECT private.can('community_members'::text, 'update'::text) AS can))
  with check (( SELECT private.can('community_members'::text, 'update'::text) AS can));
comment on policy community_members_update on public.community_members is 'Administrators promote, demote, ban and unban.';
grant insert (community_id, user_id) on public.community_members to authenticated;
grant select on public.community_members to authenticated;
grant update (role, banned) on public.community_members to authenticated;
grant delete, insert, select, update on public.community_members to service_role;
CREATE TRIGGER community_members_audit_delete AFTER DELETE ON public.community_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');
CREATE TRIGGER community_members_audit_insert AFTER INSERT ON public.community_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');
CREATE TRIGGER community_members_audit_update AFTER UPDATE ON public.community_members REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community', '{"key": "community_id", "omit": ["updated_at"], "about": ["user_id"], "verbs": [["ban", "banned", "true"], ["unban", "banned", "false"], ["leave", "left_at", "set"], ["join", "left_at", "cleared"], ["member_role", "role", "changed"]], "delete": "leave", "insert": "join", "identity": ["community_id", "user_id"]}');
CREATE TRIGGER community_members_signal_delete AFTER DELETE ON public.community_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_members');
CREATE TRIGGER community_members_signal_insert AFTER INSERT ON public.community_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_members');
CREATE TRIGGER community_members_signal_update AFTER UPDATE ON public.community_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_members');
CREATE TRIGGER community_members_tally_delete AFTER DELETE ON public.community_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');
CREATE TRIGGER community_members_tally_insert AFTER INSERT ON public.community_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');
CREATE TRIGGER community_members_tally_update AFTER UPDATE ON public.community_members REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('community_members', 'case when r.left_at is null or r.banned then r.community_id::text end');
comment on table public.community_members is 'Membership. Leaving only stamps left_at, so that a ban outlives it.';

create table public.community_post_reports (
  post_id uuid not null,
  reporter_id uuid not null default private.uid(),
  reason text,
  created_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  resolved_by_id uuid,
  constraint community_post_reports_pkey PRIMARY KEY (post_id, reporter_id),
  constraint community_post_reports_reason_length CHECK ((char_length(reason) <= 1000)),
  constraint community_post_reports_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.community_posts(id) ON DELETE CASCADE,
  constraint community_post_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint community_post_reports_resolved_by_id_fkey FOREIGN KEY (resolved_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.community_post_reports enable row level security;
CREATE INDEX community_post_reports_open_idx ON public.community_post_reports USING btree (post_id) WHERE (resolved_at IS NULL);
CREATE INDEX community_post_reports_reporter_id_idx ON public.community_post_reports USING btree (reporter_id);
CREATE INDEX community_post_reports_resolved_by_id_idx ON public.community_post_reports USING btree (resolved_by_id);
create policy community_post_reports_insert on public.community_post_reports for insert to authenticated
  with check (((reporter_id = ( SELECT private.uid() AS uid)) AND (EXISTS ( SELECT 1
   FROM public.community_posts p
  WHERE ((p.id = community_post_reports.post_id) AND (( SELECT private.can('community_posts'::text, 'report'::text) AS can) OR (( SELECT private.can('community_posts'::text, 'report'::text, 'assigned'::public.permission_scope) AS can) AND (p.community_id IN ( SELECT private.joined_community_ids() AS joined_community_ids)))))))));
comment on policy community_post_reports_insert on public.community_post_reports is 'Anyone reports what they can see.';
create policy community_post_reports_select on public.community_post_reports for select to authenticated
  using ((((reporter_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_posts'::text, 'report'::text, 'assigned'::public.permission_scope) AS can)) OR ( SELECT private.can('community_posts'::text, 'delete'::text) AS can)));
comment on policy community_post_reports_select on public.community_post_reports is 'One''s own reports, or all of them.';
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
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deleted_by_id uuid,
  constraint community_posts_pkey PRIMARY KEY (id),
  constraint community_posts_body_length CHECK (((btrim(body) <> ''::text) AND (char_length(body) <= 10000))),
  constraint community_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint community_posts_community_id_fkey FOREIGN KEY (community_id) REFERENCES public.communities(id) ON DELETE CASCADE,
  constraint community_posts_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint community_posts_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.community_posts(id) ON DELETE CASCADE
);
alter table public.community_posts enable row level security;
CREATE INDEX community_posts_deleted_by_id_idx ON public.community_posts USING btree (deleted_by_id);
CREATE INDEX community_posts_feed_idx ON public.community_posts USING btree (community_id, created_at DESC, id);
CREATE INDEX community_posts_recent_idx ON public.community_posts USING btree (author_id, created_at);
CREATE INDEX community_posts_replies_idx ON public.community_posts USING btree (parent_id, created_at, id);
CREATE INDEX community_posts_threads_idx ON public.community_posts USING btree (community_id, created_at DESC, id DESC) WHERE (parent_id IS NULL);
create policy community_posts_insert on public.community_posts for insert to authenticated
  with check (((author_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_posts'::text, 'create'::text, 'own'::public.permission_scope) AS can) AND ((community_id IN ( SELECT private.joined_community_ids('MODERATOR'::public.community_role) AS joined_community_ids)) OR ((community_id IN ( SELECT private.joined_community_ids() AS joined_community_ids)) AND (EXISTS ( SELECT 1
   FROM public.communities c
  WHERE ((c.id = community_posts.community_id) AND (NOT c.read_only)))))) AND ((parent_id IS NULL) OR ( SELECT private.is_thread(community_posts.parent_id, community_posts.community_id) AS is_thread))));
comment on policy community_posts_insert on public.community_posts is 'In one''s own name, where one has joined; only moderators where it is read-only. Replies answer a post of the same community.';
create policy community_posts_select on public.community_posts for select to authenticated
  using (((deleted_at IS NULL) AND (( SELECT private.can('community_posts'::text, 'read'::text) AS can) OR (( SELECT private.can('community_posts'::text, 'read'::text, 'assigned'::public.permission_scope) AS can) AND (community_id IN ( SELECT private.joined_community_ids() AS joined_community_ids))))));
comment on policy community_posts_select on public.community_posts is 'Everyone in the community; a banned person sees nothing.';
create policy community_posts_update on public.community_posts for update to authenticated
  using (((deleted_at IS NULL) AND (author_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_posts'::text, 'update'::text, 'own'::public.permission_scope) AS can) AND (community_id IN ( SELECT private.joined_community_ids() AS joined_community_ids))))
  with check (((deleted_at IS NULL) AND (author_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('community_posts'::text, 'update'::text, 'own'::public.permission_scope) AS can) AND (community_id IN ( SELECT private.joined_community_ids() AS joined_community_ids))));
comment on policy community_posts_update on public.community_posts is 'Authors edit their own words.';
grant insert (id, community_id, author_id, parent_id, body) on public.community_posts to authenticated;
grant select on public.community_posts to authenticated;
grant update (body) on public.community_posts to authenticated;
grant delete, insert, select, update on public.community_posts to service_role;
CREATE TRIGGER community_posts_audit_update AFTER UPDATE ON public.community_posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('community_post', '{"key": "id", "omit": ["body", "edited_at", "deleted_by_id", "updated_at"], "about": ["author_id", "community_id"], "place": {"in": "community_id", "of": "community"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": null, "insert": null, "update": null, "identity": ["id"]}');
CREATE TRIGGER community_posts_edited BEFORE UPDATE OF body ON public.community_posts FOR EACH ROW WHEN ((old.body IS DISTINCT FROM new.body)) EXECUTE FUNCTION private.stamp_edit();
CREATE TRIGGER community_posts_limit BEFORE INSERT ON public.community_posts FOR EACH ROW EXECUTE FUNCTION private.limit_posting();
CREATE TRIGGER community_posts_signal_delete AFTER DELETE ON public.community_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_posts');
CREATE TRIGGER community_posts_signal_insert AFTER INSERT ON public.community_posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_posts');
CREATE TRIGGER community_posts_signal_update AFTER UPDATE ON public.community_posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('community_posts');
comment on table public.community_posts is 'A post, or with parent_id a reply.';
comment on column public.community_posts.deleted_by_id is 'Who took it off the feed: only they may put it back.';

CREATE OR REPLACE FUNCTION private.community_membership(community uuid DEFAULT NULL::uuid)
 RETURNS TABLE(community_id uuid, state text, reads boolean, moderates boolean, posts boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
comment on function private.community_membership(uuid) is 'Takes a community, or none for all; where the caller stands in it: BANNED, JOINED, OPEN (may join), CLOSED (joined, but the access it needs has ended), STAFF (administrators, where it is not open to them), and whether they read, moderate and post, as the policies have it. No row for a community that is none of their business.';

CREATE OR REPLACE FUNCTION private.is_thread(post uuid, community uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from public.community_posts p
    where p.id = is_thread.post and p.community_id = is_thread.community and p.parent_id is null and p.deleted_at is null);
end
$function$;
comment on function private.is_thread(uuid,uuid) is 'Takes a post and a community; true when the post stands there, is no reply and can be answered.';
grant execute on function private.is_thread(uuid,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.joined_community_ids(at_least public.community_role DEFAULT 'MEMBER'::public.community_role)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select m.community_id
    from public.community_members m
    where m.user_id = private.uid() and m.left_at is null and not m.banned
      and (joined_community_ids.at_least = 'MEMBER' or m.role = 'MODERATOR')
      and m.community_id in (select private.open_community_ids());
end
$function$;
comment on function private.joined_community_ids(public.community_role) is 'Open communities that the caller has joined, or moderates.';
grant execute on function private.joined_community_ids(public.community_role) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.open_community_ids()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION public.has_communities()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.can('communities', 'read', 'assigned') and (
    exists (select 1 from public.community_members m where m.user_id = private.uid() and (m.banned or m.left_at is null))
    or exists (select 1 from private.open_community_ids())
    or (private.can('communities', 'read') and exists (select 1 from public.communities)));
end
$function$;
comment on function public.has_communities() is 'Whether the caller''s page of communities would show any, so that no link leads to an empty page.';
grant execute on function public.has_communities() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.join_community(community_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.join_community(uuid) is 'Takes a community that is open to the caller and makes them a member, again after they left; nothing changes for members. Raises 42501, also for banned people. Definer, because left_at is granted to no role (rules/communities#open-to).';
grant execute on function public.join_community(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.leave_community(community_id uuid, user_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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

CREATE OR REPLACE FUNCTION public.my_communities()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
