-- Courses, modules and lessons, and who may read them.
set check_function_bodies = off;

-- TYPES

create type public.course_status as enum ('DRAFT', 'PUBLISHED');

create type public.lesson_content_type as enum ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK', 'ASSIGNMENT', 'EXERCISE');

create type public.video_provider as enum ('NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER');

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.is_app_path(link text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select char_length(link) <= 2000 and link ~ '^/(?![/\\])[^[:space:][:cntrl:]\\<>"]*$'
$function$;
comment on function private.is_app_path(text) is 'Takes a link; true when it is a route on this origin: one leading slash, never two (rules/courses#links).';
grant execute on function private.is_app_path(text) to authenticated, service_role;

create or replace function private.is_video_asset(provider public.video_provider, asset_id text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select case provider
    when 'NONE' then asset_id is null
    when 'YOUTUBE' then asset_id ~ '^[A-Za-z0-9_-]{11}$'
    when 'VIMEO' then asset_id ~ '^[0-9]{1,12}(/[0-9a-f]{6,20})?$'
    when 'LOOM' then asset_id ~ '^[0-9a-f]{32}$'
    when 'CF' then asset_id ~ '^[A-Za-z0-9_-]{10,64}$'
    when 'MUX' then asset_id ~ '^[A-Za-z0-9]{10,128}$'
  end
$function$;
comment on function private.is_video_asset(public.video_provider,text) is 'Takes a provider and an id; true when the id has that provider''s form, so that no token or address can pose as one (rules/courses#video-providers).';
grant execute on function private.is_video_asset(public.video_provider,text) to authenticated, service_role;

-- Links that people type (rules/courses#links). Checked here because the browser is not to be trusted.
create or replace function private.is_web_link(link text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select char_length(link) <= 2000
     and link ~* '^https?://[^[:space:][:cntrl:]/?#@:\\<>"]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\<>"]*)?$'
$function$;
comment on function private.is_web_link(text) is 'Takes a link; true when it is http(s) with a host, without user info, blanks or quotes, 2,000 characters at most (rules/courses#links).';
grant execute on function private.is_web_link(text) to authenticated, service_role;

-- TABLES

create table public.courses (
  id uuid not null default gen_random_uuid(),
  title text not null,
  slug text not null,
  description text,
  author_name text,
  author_description text,
  thumbnail_url text,
  category text,
  status public.course_status not null default 'DRAFT',
  created_by_id uuid default private.uid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint courses_pkey primary key (id),
  constraint courses_author_description_length check (char_length(author_description) <= 300),
  constraint courses_author_name_length check (char_length(author_name) <= 100),
  constraint courses_category_length check (btrim(category) <> '' and char_length(category) <= 60),
  constraint courses_description_length check (char_length(description) <= 500),
  constraint courses_slug_form check (private.is_slug(slug)),
  constraint courses_thumbnail_url_safe check (
    private.is_web_link(thumbnail_url)
    or private.is_app_path(thumbnail_url)
    or private.is_stored_file(thumbnail_url, 'covers')
  ),
  constraint courses_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint courses_created_by_id_fkey foreign key (created_by_id) references public.profiles(id) on delete set null
);
alter table public.courses enable row level security;
create index courses_created_by_id_idx on public.courses (created_by_id);
create unique index courses_slug_key on public.courses (slug) where (deleted_at is null);
create index courses_thumbnail_url_idx on public.courses (thumbnail_url) where (thumbnail_url ~~ 'covers/%');
create index courses_updated_at_idx on public.courses (updated_at desc, id) where (deleted_at is null);
grant insert (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id) on public.courses to authenticated;
grant select on public.courses to authenticated;
grant update (title, slug, description, author_name, author_description, thumbnail_url, category, status) on public.courses to authenticated;
grant delete, insert, select, update on public.courses to service_role;
comment on table public.courses is 'A course. New courses are drafts; learners see only published ones.';

create table private.course_sizes (
  course_id uuid not null,
  lessons integer not null,
  live boolean not null,
  seconds integer not null default 0,
  constraint course_sizes_pkey primary key (course_id),
  constraint course_sizes_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade
);
alter table private.course_sizes enable row level security;
comment on table private.course_sizes is 'How many lessons a course has, how many seconds they take, and whether it counts: published and not deleted. Triggers keep it up to date. No grants: read by functions.';

create table public.course_slugs (
  slug text not null,
  course_id uuid not null,
  constraint course_slugs_pkey primary key (slug),
  constraint course_slugs_slug_form check (private.is_slug(slug)),
  constraint course_slugs_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade
);
alter table public.course_slugs enable row level security;
create index course_slugs_course_id_idx on public.course_slugs (course_id);
grant delete, insert, select, update on public.course_slugs to service_role;
comment on table public.course_slugs is 'Slugs that courses once had, so that old links still lead to them. Written by a trigger and read only by course_outline(): no grants, no policies.';

create table public.modules (
  id uuid not null default gen_random_uuid(),
  course_id uuid not null,
  title text not null,
  index integer not null,
  source_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint modules_pkey primary key (id),
  constraint modules_index_positive check (index >= 0),
  constraint modules_source_path_length check (char_length(source_path) <= 1000),
  constraint modules_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint modules_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  -- An exclusion constraint can skip deleted rows and be checked only at the end of a statement that moves many rows; a
  -- unique constraint cannot do both.
  constraint modules_position_key exclude (course_id with =, index with =) where (deleted_at is null) deferrable
);
alter table public.modules enable row level security;
create index modules_course_id_idx on public.modules (course_id);
create unique index modules_source_path_key on public.modules (course_id, source_path) where (deleted_at is null);
grant insert (id, course_id, title, index, source_path) on public.modules to authenticated;
grant select on public.modules to authenticated;
grant update (title, index, source_path) on public.modules to authenticated;
grant delete, insert, select, update on public.modules to service_role;
comment on table public.modules is 'A module of a course. source_path is the folder from which it was imported; a second import finds the module by it.';

create table public.lessons (
  id uuid not null default gen_random_uuid(),
  module_id uuid not null,
  title text not null,
  index integer not null,
  content_type public.lesson_content_type not null default 'VIDEO',
  video_provider public.video_provider not null default 'NONE',
  video_asset_id text,
  video_start_sec integer not null default 0,
  external_url text,
  description text,
  content text,
  file_key text,
  file_name text,
  file_size bigint,
  duration_sec integer not null default 0,
  free_preview boolean not null default false,
  source_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint lessons_pkey primary key (id),
  constraint lessons_content_length check (char_length(content) <= 500000),
  constraint lessons_description_length check (char_length(description) <= 2000),
  constraint lessons_duration_sec_range check (duration_sec >= 0 and duration_sec <= 864000),
  constraint lessons_external_url_safe check (private.is_web_link(external_url)),
  constraint lessons_file_key_length check (char_length(file_key) <= 1000),
  constraint lessons_file_name_length check (char_length(file_name) <= 255),
  constraint lessons_file_size_positive check (file_size >= 0),
  constraint lessons_index_positive check (index >= 0),
  constraint lessons_source_path_length check (char_length(source_path) <= 1000),
  constraint lessons_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint lessons_video_asset_form check (private.is_video_asset(video_provider, video_asset_id)),
  constraint lessons_video_start_sec_range check (
    video_start_sec >= 0
    and video_start_sec <= 864000
  ),
  constraint lessons_module_id_fkey foreign key (module_id) references public.modules(id) on delete cascade,
  constraint lessons_position_key exclude (module_id with =, index with =) where (deleted_at is null) deferrable
);
alter table public.lessons enable row level security;
create index lessons_binned_idx on public.lessons (id) where (deleted_at is not null);
create index lessons_free_preview_idx on public.lessons (module_id) where (free_preview and (deleted_at is null));
create index lessons_module_id_idx on public.lessons (module_id);
-- The library and outlines count lessons from this index, without reading the wide rows.
create index lessons_outline_idx on public.lessons (module_id, index) include (id, duration_sec) where (deleted_at is null);
grant insert (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path) on public.lessons to authenticated;
grant select on public.lessons to authenticated;
grant update (module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path) on public.lessons to authenticated;
grant delete, insert, select, update on public.lessons to service_role;
comment on table public.lessons is 'A lesson with its text and its video. A person who may read a row may open the lesson; what others see of a lesson comes from course_outline() (rules/learning#open-lessons).';
comment on column public.lessons.video_start_sec is 'Second at which the linked video begins.';
comment on column public.lessons.duration_sec is 'Seconds.';

create table public.lesson_attachments (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  title text not null,
  url text not null,
  sort_order integer not null,
  created_at timestamptz not null default now(),
  constraint lesson_attachments_pkey primary key (id),
  constraint lesson_attachments_sort_order_positive check (sort_order >= 0),
  constraint lesson_attachments_title_length check (
    btrim(title) <> ''
    and char_length(title) <= 100
  ),
  constraint lesson_attachments_url_safe check (
    private.is_web_link(url)
    or private.is_app_path(url)
    or private.is_stored_file(url, 'lesson-files')
  ),
  constraint lesson_attachments_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_attachments_position_key unique (lesson_id, sort_order) deferrable
);
alter table public.lesson_attachments enable row level security;
grant delete, select on public.lesson_attachments to authenticated;
grant insert (id, lesson_id, title, url, sort_order) on public.lesson_attachments to authenticated;
grant update (title, url, sort_order) on public.lesson_attachments to authenticated;
grant delete, insert, select, update on public.lesson_attachments to service_role;
comment on table public.lesson_attachments is 'A titled link under a lesson, for those who may open the lesson.';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.entitlements add constraint entitlements_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade;

-- FUNCTIONS

create or replace function private.binned_lesson_ids()
  returns setof uuid
  language sql
  stable
as $function$
  select l.id from public.lessons l where l.deleted_at is not null
  union all
  select l.id from public.modules m join public.lessons l on l.module_id = m.id where m.deleted_at is not null
  union all
  select l.id from public.courses c join public.modules m on m.course_id = c.id join public.lessons l on l.module_id = m.id where c.deleted_at is not null
$function$;
comment on function private.binned_lesson_ids() is 'Returns the lessons in the bin, whether they were deleted by themselves or with their module or course. A lesson can be returned several times.';

create or replace function private.course_is_published(
  status public.course_status,
  deleted_at timestamptz
)
  returns boolean
  language sql
  immutable parallel safe
as $function$
  select status = 'PUBLISHED' and deleted_at is null
$function$;
comment on function private.course_is_published(public.course_status,timestamp with time zone) is 'Takes the status of a course and when it was deleted; true if it is published and not in the bin.';
grant execute on function private.course_is_published(public.course_status,timestamp with time zone) to authenticated, service_role;

create or replace function private.course_of_lesson(lesson_id uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select m.course_id from public.lessons l join public.modules m on m.id = l.module_id
    where l.id = course_of_lesson.lesson_id);
end
$function$;
comment on function private.course_of_lesson(uuid) is 'The course of a lesson, a deleted one too; null for an unknown one.';

create or replace function private.course_of_module(module_id uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (select m.course_id from public.modules m where m.id = course_of_module.module_id);
end
$function$;
comment on function private.course_of_module(uuid) is 'The course of a module, a deleted one too; null for an unknown one.';

create or replace function private.modules_with_previews()
  returns setof public.modules
  language sql
  stable
as $function$
  select m.*
  from public.modules m join public.courses c on c.id = m.course_id
  where m.deleted_at is null and private.course_is_published(c.status, c.deleted_at)
    and exists (select 1 from public.lessons l where l.module_id = m.id and l.free_preview and l.deleted_at is null)
$function$;
comment on function private.modules_with_previews() is 'Modules of published courses that hold a free-preview lesson.';

create or replace function private.remember_slug()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.course_slugs (slug, course_id) values (old.slug, old.id)
  on conflict (slug) do update set course_id = excluded.course_id;
  return new;
end
$function$;
comment on function private.remember_slug() is 'Trigger: stores the earlier slug of a course, so that it still leads to the course (rules/courses#slug-moves).';

create or replace function public.course_learners(course_id uuid default null)
  returns table(id uuid, name text)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
  select distinct p.id, p.name
  from public.entitlements e
  join public.profiles p on p.id = e.user_id
  where (course_learners.course_id is null or e.course_id = course_learners.course_id)
    and private.grant_is_open(e.expires_at)
    and ((select private.can('profiles', 'read'))
      or ((select private.can('profiles', 'read', 'assigned'))
        and e.course_id in (select c.id from public.courses c where c.created_by_id = private.uid() and c.deleted_at is null)))
  order by p.name, p.id;
end
$function$;
comment on function public.course_learners(uuid) is 'Takes a course (null: all courses); returns id and name of its learners, but no email, phone or role. Creators get only those of their own courses (rules/access#role-table).';
grant execute on function public.course_learners(uuid) to authenticated, service_role;

create or replace function public.course_titles()
  returns table(id uuid, title text, slug text, status public.course_status)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
  select c.id, c.title, c.slug, c.status from public.courses c
  where c.deleted_at is null
    and ((select private.can('courses', 'list')) or c.id in (select private.my_course_ids('courses', 'list')))
  order by c.title, c.id;
end
$function$;
comment on function public.course_titles() is 'Returns id, title, slug and status of the courses that Manage Access and invites offer: all for administrators and moderators, their own for creators (rules/access#role-table).';
grant execute on function public.course_titles() to authenticated, service_role;

create or replace function public.free_previews()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'title', f.title, 'type', f.content_type, 'duration_sec', f.duration_sec,
        'slug', f.slug, 'course', f.course, 'thumbnail_url', f.thumbnail_url)
      order by f.created_at desc, f.course_id, f.module_index, f.index), '[]')
    from (
      select c.id as course_id, c.created_at, c.slug, c.title as course, c.thumbnail_url, free.*
      from (
        select o.* from public.courses o
        where private.course_is_published(o.status, o.deleted_at) and (select private.can('lessons', 'read', 'assigned'))
        order by o.created_at desc, o.id
      ) c
      cross join lateral (
        -- At most two lessons of a course, so that the list shows several courses.
        select l.id, l.title, l.content_type, l.duration_sec, l.index, m.index as module_index
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.free_preview and l.deleted_at is null
        where m.course_id = c.id and m.deleted_at is null
        order by m.index, l.index
        limit 2
      ) free
      limit 6
    ) f
  );
end
$function$;
comment on function public.free_previews() is 'Free previews for people who have no course: six at most, two of a course, newest courses first: [{id, title, type, duration_sec (seconds), slug and course (title) of their course, thumbnail_url}]. An empty list for people who may not use the product. Definer, because row security shows a course only to people who have it (rules/learning#free-previews).';
grant execute on function public.free_previews() to authenticated, service_role;

-- TRIGGERS

create trigger courses_audit_delete after delete on public.courses
  referencing old table as old_rows
  for each statement execute function private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger courses_audit_insert after insert on public.courses
  referencing new table as new_rows
  for each statement execute function private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger courses_audit_update after update on public.courses
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('course', '{"key": "id", "omit": ["author_name", "author_description", "updated_at"], "place": {"in": "id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["publish", "status", "PUBLISHED"], ["unpublish", "status", "DRAFT"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger courses_remember_slug after update of slug on public.courses
  for each row
  when (old.slug is distinct from new.slug)
  execute function private.remember_slug();

create trigger courses_signal_delete after delete on public.courses
  referencing old table as old_rows
  for each statement execute function private.signal_change('courses');

create trigger courses_signal_insert after insert on public.courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('courses');

create trigger courses_signal_update after update on public.courses
  referencing new table as new_rows
  for each statement execute function private.signal_change('courses');

create trigger courses_touch before update on public.courses
  for each row execute function private.touch_updated_at();

create trigger lesson_attachments_audit_delete after delete on public.lesson_attachments
  referencing old table as old_rows
  for each statement execute function private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_attachments_audit_insert after insert on public.lesson_attachments
  referencing new table as new_rows
  for each statement execute function private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_attachments_audit_update after update on public.lesson_attachments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('lesson_attachment', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["sort_order"], "parent": "lesson_id", "position": "sort_order", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger lesson_attachments_signal_delete after delete on public.lesson_attachments
  referencing old table as old_rows
  for each statement execute function private.signal_change('lesson_attachments');

create trigger lesson_attachments_signal_insert after insert on public.lesson_attachments
  referencing new table as new_rows
  for each statement execute function private.signal_change('lesson_attachments');

create trigger lesson_attachments_signal_update after update on public.lesson_attachments
  referencing new table as new_rows
  for each statement execute function private.signal_change('lesson_attachments');

create trigger lessons_audit_delete after delete on public.lessons
  referencing old table as old_rows
  for each statement execute function private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');

create trigger lessons_audit_insert after insert on public.lessons
  referencing new table as new_rows
  for each statement execute function private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');

create trigger lessons_audit_update after update on public.lessons
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('lesson', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index", "module_id"], "parent": "module_id", "position": "index", "parent_type": "module"}, "place": {"in": "module_id", "of": "module", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "shorten": "content", "identity": ["id"]}');

create trigger lessons_signal_delete after delete on public.lessons
  referencing old table as old_rows
  for each statement execute function private.signal_change('lessons');

create trigger lessons_signal_insert after insert on public.lessons
  referencing new table as new_rows
  for each statement execute function private.signal_change('lessons');

create trigger lessons_signal_update after update on public.lessons
  referencing new table as new_rows
  for each statement execute function private.signal_change('lessons');

create trigger lessons_touch before update on public.lessons
  for each row execute function private.touch_updated_at();

create trigger modules_audit_delete after delete on public.modules
  referencing old table as old_rows
  for each statement execute function private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger modules_audit_insert after insert on public.modules
  referencing new table as new_rows
  for each statement execute function private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger modules_audit_update after update on public.modules
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('module', '{"key": "id", "omit": ["updated_at"], "order": {"moving": ["index"], "parent": "course_id", "position": "index", "parent_type": "course"}, "place": {"in": "course_id", "of": "course", "title": "title"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger modules_signal_delete after delete on public.modules
  referencing old table as old_rows
  for each statement execute function private.signal_change('modules');

create trigger modules_signal_insert after insert on public.modules
  referencing new table as new_rows
  for each statement execute function private.signal_change('modules');

create trigger modules_signal_update after update on public.modules
  referencing new table as new_rows
  for each statement execute function private.signal_change('modules');

create trigger modules_touch before update on public.modules
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy courses_insert on public.courses
  for insert to authenticated
  with check (
    created_by_id = (select private.uid())
    and (select private.can('courses', 'create', 'own'))
  );
comment on policy courses_insert on public.courses is 'Callers who may create courses, in their own name only.';

create policy courses_select on public.courses
  for select to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('courses', 'read'))
      or (created_by_id = (select private.uid()) and (select private.can('courses', 'read', 'own')))
      or id in (select private.entitled_course_ids())
      or id in (select private.my_staffed_course_ids())
    )
  );
comment on policy courses_select on public.courses is 'All courses for callers with that right; otherwise courses that the caller made, has access to, or whose cohorts they look after. Moderators read other titles through a function.';

create policy courses_update on public.courses
  for update to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('courses', 'update'))
      or (
        created_by_id = (select private.uid())
        and (select private.can('courses', 'update', 'own'))
      )
    )
  )
  with check (
    deleted_at is null
    and (
      (select private.can('courses', 'update'))
      or (
        created_by_id = (select private.uid())
        and (select private.can('courses', 'update', 'own'))
      )
    )
  );
comment on policy courses_update on public.courses is 'All courses, or those that the caller made. The owner of a course cannot be changed.';

create policy lesson_attachments_delete on public.lesson_attachments
  for delete to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_attachments.lesson_id
        and (
          (select private.can('lesson_attachments', 'delete'))
          or l.module_id in (select private.my_module_ids('lesson_attachments', 'delete'))
        )
    )
  );
comment on policy lesson_attachments_delete on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

create policy lesson_attachments_insert on public.lesson_attachments
  for insert to authenticated
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_attachments.lesson_id
        and (
          (select private.can('lesson_attachments', 'create'))
          or l.module_id in (select private.my_module_ids('lesson_attachments', 'create'))
        )
    )
  );
comment on policy lesson_attachments_insert on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

create policy lesson_attachments_select on public.lesson_attachments
  for select to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_attachments.lesson_id
        and (
          (select private.can('lesson_attachments', 'read'))
          or l.module_id in (select private.my_module_ids('lesson_attachments', 'read'))
          or (
            (select private.can('lesson_attachments', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy lesson_attachments_select on public.lesson_attachments is 'Attachments of lessons that the caller may read by the policy on lessons.';

create policy lesson_attachments_update on public.lesson_attachments
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_attachments.lesson_id
        and (
          (select private.can('lesson_attachments', 'update'))
          or l.module_id in (select private.my_module_ids('lesson_attachments', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_attachments.lesson_id
        and (
          (select private.can('lesson_attachments', 'update'))
          or l.module_id in (select private.my_module_ids('lesson_attachments', 'update'))
        )
    )
  );
comment on policy lesson_attachments_update on public.lesson_attachments is 'Attachments of a lesson that the caller may edit.';

create policy lessons_insert on public.lessons
  for insert to authenticated
  with check (
    (
      (select private.can('lessons', 'create'))
      or module_id in (select private.my_module_ids('lessons', 'create'))
    )
    and exists (select 1 from public.modules m where m.id = lessons.module_id)
  );
comment on policy lessons_insert on public.lessons is 'Lessons in a module that is not deleted and that the caller may edit.';

create policy lessons_select on public.lessons
  for select to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('lessons', 'read'))
      or (
        (select private.can('lessons', 'read', 'assigned'))
        and module_id in (select private.entitled_module_ids())
        and not (id in (select private.my_unreleased_lesson_ids()))
      )
      or module_id in (select private.my_module_ids('lessons', 'read'))
      or (free_preview and module_id in (select private.preview_module_ids()))
      or (
        (select private.can('lessons', 'read', 'assigned'))
        and module_id in (select private.my_staffed_module_ids())
      )
    )
  );
comment on policy lessons_select on public.lessons is 'Callers who may open the lesson: people with access once the schedule of their cohort has opened it, everybody for a free preview of a published course, the staff of the course''s cohorts, and staff who edit. The cheapest conditions come first, so that the expensive ones are rarely computed.';

create policy lessons_update on public.lessons
  for update to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('lessons', 'update'))
      or module_id in (select private.my_module_ids('lessons', 'update'))
    )
  )
  with check (
    deleted_at is null
    and (
      (select private.can('lessons', 'update'))
      or module_id in (select private.my_module_ids('lessons', 'update'))
    )
  );
comment on policy lessons_update on public.lessons is 'All lessons, or those of courses that the caller made. A lesson that moves to another module has to meet this before and after the move.';

create policy modules_insert on public.modules
  for insert to authenticated
  with check (
    (
      (select private.can('modules', 'create'))
      or course_id in (select private.my_course_ids('modules', 'create'))
    )
    and exists (select 1 from public.courses c where c.id = modules.course_id)
  );
comment on policy modules_insert on public.modules is 'Modules of a course that is not deleted and that the caller may edit.';

create policy modules_select on public.modules
  for select to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('modules', 'read'))
      or (
        (select private.can('modules', 'read', 'assigned'))
        and (
          course_id in (select private.entitled_course_ids())
          or course_id in (select private.my_staffed_course_ids())
        )
      )
      or course_id in (select private.my_course_ids('modules', 'read'))
    )
  );
comment on policy modules_select on public.modules is 'Modules of courses that the caller may read.';

create policy modules_update on public.modules
  for update to authenticated
  using (
    deleted_at is null
    and (
      (select private.can('modules', 'update'))
      or course_id in (select private.my_course_ids('modules', 'update'))
    )
  )
  with check (
    deleted_at is null
    and (
      (select private.can('modules', 'update'))
      or course_id in (select private.my_course_ids('modules', 'update'))
    )
  );
comment on policy modules_update on public.modules is 'Modules of courses that the caller may edit. Only title and position can be changed.';
