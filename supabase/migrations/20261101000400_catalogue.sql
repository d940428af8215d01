-- Why: what there is to learn, and who may open it (rules/learning#open-lessons). A deleted course, module or
-- lesson is only marked, together with all that lies below it, so that it can be restored with every
-- completion (rules/courses#bin); `deleted_at` is therefore the same moment in a whole deleted branch.

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint courses_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  slug text not null constraint courses_slug_form check (private.is_slug(slug)),
  description text constraint courses_description_length check (char_length(description) <= 500),
  author_name text constraint courses_author_name_length check (char_length(author_name) <= 100),
  author_description text constraint courses_author_description_length check (char_length(author_description) <= 300),
  thumbnail_url text constraint courses_thumbnail_url_safe check (private.is_web_link(thumbnail_url) or private.is_app_path(thumbnail_url)),
  category text constraint courses_category_length check (btrim(category) <> '' and char_length(category) <= 60),
  status public.course_status not null default 'DRAFT',
  created_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
alter table public.courses enable row level security;
comment on table public.courses is 'A course. New ones are drafts; only published ones exist for learners.';
create unique index courses_slug_key on public.courses (slug) where deleted_at is null;
create index courses_created_by_id_idx on public.courses (created_by_id);
create index courses_updated_at_idx on public.courses (updated_at desc, id) where deleted_at is null;

create table public.course_slugs (
  slug text primary key constraint course_slugs_slug_form check (private.is_slug(slug)),
  course_id uuid not null references public.courses (id) on delete cascade
);
alter table public.course_slugs enable row level security;
comment on table public.course_slugs is
  'Slugs that courses once had, so that old links still lead there. Kept by a trigger and read by course_outline() alone: no grants, no policies.';
create index course_slugs_course_id_idx on public.course_slugs (course_id);

create function private.remember_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.course_slugs (slug, course_id) values (old.slug, old.id)
  on conflict (slug) do update set course_id = excluded.course_id;
  return new;
end
$$;
comment on function private.remember_slug() is 'Trigger: a changed slug goes on leading to its course (rules/courses#slug-moves).';

create trigger courses_remember_slug after update of slug on public.courses
  for each row when (old.slug is distinct from new.slug) execute function private.remember_slug();
create trigger courses_touch before update on public.courses
  for each row execute function private.touch_updated_at();

create table public.modules (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null constraint modules_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  index integer not null constraint modules_index_positive check (index >= 0),
  source_path text constraint modules_source_path_length check (char_length(source_path) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- An exclusion rather than a unique constraint, because only this form can skip deleted rows and
  -- still be checked at the end of a statement that moves many.
  constraint modules_position_key exclude using btree (course_id with =, index with =)
    where (deleted_at is null) deferrable initially immediate
);
alter table public.modules enable row level security;
comment on table public.modules is 'A chapter of a course. source_path: the folder it was imported from, by which a second import finds it again.';
create index modules_course_id_idx on public.modules (course_id);
create unique index modules_source_path_key on public.modules (course_id, source_path) where deleted_at is null;

create trigger modules_touch before update on public.modules
  for each row execute function private.touch_updated_at();

create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  module_id uuid not null references public.modules (id) on delete cascade,
  title text not null constraint lessons_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  index integer not null constraint lessons_index_positive check (index >= 0),
  content_type public.lesson_content_type not null default 'VIDEO',
  video_provider public.video_provider not null default 'NONE',
  video_asset_id text,
  video_start_sec integer not null default 0 constraint lessons_video_start_sec_range check (video_start_sec between 0 and 864000),
  external_url text constraint lessons_external_url_safe check (private.is_web_link(external_url)),
  description text constraint lessons_description_length check (char_length(description) <= 2000),
  content text constraint lessons_content_length check (char_length(content) <= 500000),
  file_key text constraint lessons_file_key_length check (char_length(file_key) <= 1000),
  file_name text constraint lessons_file_name_length check (char_length(file_name) <= 255),
  file_size bigint constraint lessons_file_size_positive check (file_size >= 0),
  duration_sec integer not null default 0 constraint lessons_duration_sec_range check (duration_sec between 0 and 864000),
  free_preview boolean not null default false,
  source_path text constraint lessons_source_path_length check (char_length(source_path) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint lessons_video_asset_form check (private.is_video_asset(video_provider, video_asset_id)),
  constraint lessons_position_key exclude using btree (module_id with =, index with =)
    where (deleted_at is null) deferrable initially immediate
);
alter table public.lessons enable row level security;
comment on table public.lessons is
  'A lesson, its text and its video included: row security means "may open the whole row". What everyone sees of a lesson comes from course_outline() (rules/learning#open-lessons).';
comment on column public.lessons.duration_sec is 'Seconds.';
comment on column public.lessons.video_start_sec is 'Second at which the linked video begins.';
create index lessons_module_id_idx on public.lessons (module_id);

-- What libraries and outlines count, without reading the wide rows.
create index lessons_outline_idx on public.lessons (module_id, index) include (id, duration_sec) where deleted_at is null;
create index lessons_free_preview_idx on public.lessons (module_id) where free_preview and deleted_at is null;

create trigger lessons_touch before update on public.lessons
  for each row execute function private.touch_updated_at();

create table public.lesson_attachments (
  id uuid primary key default gen_random_uuid(),
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  title text not null constraint lesson_attachments_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  url text not null constraint lesson_attachments_url_safe check (private.is_web_link(url) or private.is_app_path(url)),
  sort_order integer not null constraint lesson_attachments_sort_order_positive check (sort_order >= 0),
  created_at timestamptz not null default now(),
  constraint lesson_attachments_position_key unique (lesson_id, sort_order) deferrable initially immediate
);
alter table public.lesson_attachments enable row level security;
comment on table public.lesson_attachments is 'A titled link under a lesson, for those who may open the lesson.';

create table public.entitlements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  course_id uuid not null references public.courses (id) on delete cascade,
  created_at timestamptz not null default now(),
  source public.entitlement_source not null default 'MANUAL',
  granted_by_id uuid default private.uid() references public.profiles (id) on delete set null,
  purchase_id uuid,
  invite_id uuid,
  expires_at timestamptz,
  -- One grant by hand or by invite, and one for each purchase, so that a refund revokes its own alone.
  constraint entitlements_grant_key unique nulls not distinct (user_id, course_id, purchase_id)
);
alter table public.entitlements enable row level security;
comment on table public.entitlements is 'A person''s access to a course. After expires_at it gives nothing.';
create index entitlements_course_id_idx on public.entitlements (course_id);
create index entitlements_granted_by_id_idx on public.entitlements (granted_by_id);
create index entitlements_purchase_id_idx on public.entitlements (purchase_id);
create index entitlements_invite_id_idx on public.entitlements (invite_id);

create function private.my_course_ids(resource text, action text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select c.id from public.courses c
    where c.created_by_id = private.uid() and c.deleted_at is null
      and (select private.can(my_course_ids.resource, my_course_ids.action, 'own'));
end
$$;
comment on function private.my_course_ids(text, text) is
  'Courses the caller made, when the role table gives them that right on their own.';
grant execute on function private.my_course_ids(text, text) to authenticated;

create function private.my_module_ids(resource text, action text) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null
      and m.course_id in (select private.my_course_ids(my_module_ids.resource, my_module_ids.action));
end
$$;
comment on function private.my_module_ids(text, text) is 'Modules of my_course_ids().';
grant execute on function private.my_module_ids(text, text) to authenticated;

create function private.entitled_course_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select e.course_id
    from public.entitlements e join public.courses c on c.id = e.course_id
    where e.user_id = private.uid()
      and (e.expires_at is null or e.expires_at > now())
      and c.status = 'PUBLISHED' and c.deleted_at is null
      and (select private.can('courses', 'read', 'assigned'));
end
$$;
comment on function private.entitled_course_ids() is 'Published courses the caller is entitled to at this moment.';
grant execute on function private.entitled_course_ids() to authenticated;

create function private.entitled_module_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id from public.modules m
    where m.deleted_at is null and m.course_id in (select private.entitled_course_ids());
end
$$;
comment on function private.entitled_module_ids() is 'Modules of entitled_course_ids().';
grant execute on function private.entitled_module_ids() to authenticated;

create function private.preview_module_ids() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id
    from public.modules m join public.courses c on c.id = m.course_id
    where m.deleted_at is null and c.status = 'PUBLISHED' and c.deleted_at is null
      and exists (select 1 from public.lessons l where l.module_id = m.id and l.free_preview and l.deleted_at is null)
      and (select private.can('lessons', 'read', 'assigned'));
end
$$;
comment on function private.preview_module_ids() is
  'Modules of published courses that hold a free-preview lesson, for every active member (rules/learning#open-lessons).';
grant execute on function private.preview_module_ids() to authenticated;

create policy courses_select on public.courses for select to authenticated
  using (deleted_at is null and (
    (select private.can('courses', 'read'))
    or (created_by_id = (select private.uid()) and (select private.can('courses', 'read', 'own')))
    or id in (select private.entitled_course_ids())
  ));
comment on policy courses_select on public.courses is 'Everything, one''s own, or what one is entitled to; a moderator''s list of titles is a function.';

create policy courses_insert on public.courses for insert to authenticated
  with check (created_by_id = (select private.uid()) and (select private.can('courses', 'create', 'own')));
comment on policy courses_insert on public.courses is 'Those who may create courses, and only in their own name.';

create policy courses_update on public.courses for update to authenticated
  using (deleted_at is null and (
    (select private.can('courses', 'update'))
    or (created_by_id = (select private.uid()) and (select private.can('courses', 'update', 'own')))
  ))
  with check (deleted_at is null and (
    (select private.can('courses', 'update'))
    or (created_by_id = (select private.uid()) and (select private.can('courses', 'update', 'own')))
  ));
comment on policy courses_update on public.courses is 'Every course, or one''s own; the owner is not among the columns that may be changed.';
grant select on public.courses to authenticated;
grant insert (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id)
  on public.courses to authenticated;
grant update (title, slug, description, author_name, author_description, thumbnail_url, category, status)
  on public.courses to authenticated;

-- Not granted on purpose: delete and deleted_at. Deleting marks a whole branch, which is one function's work.

create policy modules_select on public.modules for select to authenticated
  using (deleted_at is null and (
    (select private.can('modules', 'read'))
    or ((select private.can('modules', 'read', 'assigned')) and course_id in (select private.entitled_course_ids()))
    or course_id in (select private.my_course_ids('modules', 'read'))));
comment on policy modules_select on public.modules is 'Follows the course.';

create policy modules_insert on public.modules for insert to authenticated
  with check (
    ((select private.can('modules', 'create')) or course_id in (select private.my_course_ids('modules', 'create')))
    and exists (select 1 from public.courses c where c.id = course_id)
  );
comment on policy modules_insert on public.modules is 'Into a course that exists for the caller and that they may build.';

create policy modules_update on public.modules for update to authenticated
  using (deleted_at is null and (
    (select private.can('modules', 'update')) or course_id in (select private.my_course_ids('modules', 'update'))))
  with check (deleted_at is null and (
    (select private.can('modules', 'update')) or course_id in (select private.my_course_ids('modules', 'update'))));
comment on policy modules_update on public.modules is 'Title and position; a module stays in its course.';
grant select on public.modules to authenticated;
grant insert (id, course_id, title, index, source_path) on public.modules to authenticated;
grant update (title, index) on public.modules to authenticated;

create policy lessons_select on public.lessons for select to authenticated
  using (deleted_at is null and (
    (select private.can('lessons', 'read'))
    or ((select private.can('lessons', 'read', 'assigned')) and module_id in (select private.entitled_module_ids()))
    or module_id in (select private.my_module_ids('lessons', 'read'))
    or (free_preview and module_id in (select private.preview_module_ids()))));
comment on policy lessons_select on public.lessons is
  'May open the whole row: entitled, free preview of a published course, or staff who edit. Cheapest first, so that the last set is rarely built.';

create policy lessons_insert on public.lessons for insert to authenticated
  with check (
    ((select private.can('lessons', 'create')) or module_id in (select private.my_module_ids('lessons', 'create')))
    and exists (select 1 from public.modules m where m.id = module_id)
  );
comment on policy lessons_insert on public.lessons is 'Into a module that exists for the caller and that they may build.';

create policy lessons_update on public.lessons for update to authenticated
  using (deleted_at is null and (
    (select private.can('lessons', 'update')) or module_id in (select private.my_module_ids('lessons', 'update'))))
  with check (deleted_at is null and (
    (select private.can('lessons', 'update')) or module_id in (select private.my_module_ids('lessons', 'update'))));
comment on policy lessons_update on public.lessons is 'Every lesson, or those of one''s own courses, before and after a move between modules.';
grant select on public.lessons to authenticated;
grant insert (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url,
  description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path)
  on public.lessons to authenticated;
grant update (module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url,
  description, content, file_key, file_name, file_size, duration_sec, free_preview)
  on public.lessons to authenticated;

create policy lesson_attachments_select on public.lesson_attachments for select to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_id and (
      (select private.can('lesson_attachments', 'read'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'read'))
      or ((select private.can('lesson_attachments', 'read', 'assigned'))
        and (l.free_preview or l.module_id in (select private.entitled_module_ids()))))));
comment on policy lesson_attachments_select on public.lesson_attachments is 'Follows the lesson, whose own policy is asked.';

create policy lesson_attachments_insert on public.lesson_attachments for insert to authenticated
  with check (exists (
    select 1 from public.lessons l
    where l.id = lesson_id and ((select private.can('lesson_attachments', 'create'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'create')))));
comment on policy lesson_attachments_insert on public.lesson_attachments is 'Under a lesson that the caller may build.';

create policy lesson_attachments_update on public.lesson_attachments for update to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_id and ((select private.can('lesson_attachments', 'update'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'update')))))
  with check (exists (
    select 1 from public.lessons l
    where l.id = lesson_id and ((select private.can('lesson_attachments', 'update'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'update')))));
comment on policy lesson_attachments_update on public.lesson_attachments is 'Under a lesson that the caller may build.';

create policy lesson_attachments_delete on public.lesson_attachments for delete to authenticated
  using (exists (
    select 1 from public.lessons l
    where l.id = lesson_id and ((select private.can('lesson_attachments', 'delete'))
      or l.module_id in (select private.my_module_ids('lesson_attachments', 'delete')))));
comment on policy lesson_attachments_delete on public.lesson_attachments is 'Under a lesson that the caller may build.';
grant select, delete on public.lesson_attachments to authenticated;
grant insert (id, lesson_id, title, url, sort_order) on public.lesson_attachments to authenticated;
grant update (title, url, sort_order) on public.lesson_attachments to authenticated;

create policy entitlements_select on public.entitlements for select to authenticated
  using (
    (user_id = (select private.uid()) and (select private.can('entitlements', 'read', 'own')))
    or (select private.can('entitlements', 'read')));
comment on policy entitlements_select on public.entitlements is 'One''s own, or all of them.';

create policy entitlements_insert on public.entitlements for insert to authenticated
  with check (
    (select private.can('entitlements', 'create'))
    and source = 'MANUAL' and granted_by_id = (select private.uid()) and purchase_id is null and invite_id is null);
comment on policy entitlements_insert on public.entitlements is 'Grants by hand, in the caller''s own name.';

create policy entitlements_delete on public.entitlements for delete to authenticated
  using ((select private.can('entitlements', 'delete')));
comment on policy entitlements_delete on public.entitlements is 'Revoking.';
grant select, delete on public.entitlements to authenticated;
grant insert (user_id, course_id, expires_at) on public.entitlements to authenticated;

create function public.course_learners(course_id uuid default null) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  select distinct p.id, p.name
  from public.entitlements e
  join public.profiles p on p.id = e.user_id
  where (course_learners.course_id is null or e.course_id = course_learners.course_id)
    and (e.expires_at is null or e.expires_at > now())
    and ((select private.can('profiles', 'read'))
      or ((select private.can('profiles', 'read', 'assigned'))
        and e.course_id in (select c.id from public.courses c where c.created_by_id = private.uid() and c.deleted_at is null)))
  order by p.name, p.id;
end
$$;
comment on function public.course_learners(uuid) is
  'Takes a course, or none for all; id and name of its learners, for creators those of their own courses alone: no address, phone or role (rules/access#role-table).';
grant execute on function public.course_learners(uuid) to authenticated;

-- An import may have to take a path away from a lesson that is known by its id.
grant update (source_path) on public.modules, public.lessons to authenticated;

create table private.course_sizes (
  course_id uuid primary key references public.courses (id) on delete cascade,
  lessons integer not null,
  live boolean not null,
  seconds integer not null default 0
);
alter table private.course_sizes enable row level security;
comment on table private.course_sizes is
  'How many lessons a course has, how many seconds they take, and whether it counts: published and not deleted. Kept by triggers. No grants: read by functions.';
