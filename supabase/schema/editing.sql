-- Building a course: the editor, copies, the bin, what is checked, earlier versions.
-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database
-- holds. Which file has what is said in scripts/schema/subjects.ts.

-- TABLES

create table private.link_checks (
  user_id uuid not null,
  begun_at timestamptz not null default clock_timestamp(),
  constraint link_checks_pkey primary key (user_id, begun_at),
  constraint link_checks_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.link_checks enable row level security;
comment on table private.link_checks is 'When a person had links checked, kept for an hour and counted against their limit. No grants.';

create table private.link_states (
  target text not null,
  state text not null,
  checked_at timestamptz not null default now(),
  constraint link_states_pkey primary key (target),
  constraint link_states_state_known check (
    state = any (array['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED'])
  )
);
alter table private.link_states enable row level security;
create index link_states_checked_at_idx on private.link_states (checked_at);
comment on table private.link_states is 'How an address answered its last check, kept for an hour. No grants: written by keep_link_states(), read by begin_link_check().';

create table public.lesson_versions (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  no integer not null,
  created_at timestamptz not null default now(),
  author_id uuid,
  title text not null,
  description text,
  content text,
  fields text[] not null default '{}'::text[],
  growth integer not null default 0,
  restores timestamptz,
  assignment jsonb,
  exercise integer,
  constraint lesson_versions_pkey primary key (id),
  constraint lesson_versions_assignment_form check (
    private.matches_schema(assignment, '{"type": "object", "required": ["accepts", "due_day", "due_time", "late", "cutoff_days", "blind", "rubric"], "properties": {"late": {"enum": ["MARKED", "SHUT"], "type": "string"}, "blind": {"type": "boolean"}, "rubric": {"type": "array", "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "levels": {"type": "array", "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "maximum": 1000, "minimum": 0}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}, "maxItems": 6}, "essential": {"type": "boolean"}}}, "maxItems": 100}, "accepts": {"type": "array", "items": {"enum": ["TEXT", "CODE", "LINK", "REPOSITORY", "FILE"], "type": "string"}, "maxItems": 5}, "due_day": {"type": ["integer", "null"], "maximum": 3650, "minimum": 0}, "due_time": {"type": ["string", "null"], "maxLength": 8}, "cutoff_days": {"type": ["integer", "null"], "maximum": 365, "minimum": 0}}}'::jsonb)
  ) not valid,
  constraint lesson_versions_author_id_fkey foreign key (author_id) references public.profiles(id) on delete set null,
  constraint lesson_versions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_versions_place_key unique (lesson_id, no)
);
alter table public.lesson_versions enable row level security;
create index lesson_versions_author_idx on public.lesson_versions (author_id);
grant select on public.lesson_versions to authenticated;
grant delete, insert, select, update on public.lesson_versions to service_role;
comment on table public.lesson_versions is 'The texts of a lesson after each save that changed them, and before the first such save. The newest version is the present text.';
comment on column public.lesson_versions.no is 'The number of the version within its lesson, from 1; the newest has the highest.';
comment on column public.lesson_versions.author_id is 'The person who saved it; null if that was no person, or one whose account is deleted.';
comment on column public.lesson_versions.fields is 'The fields that differ from the previous version: title, description, content. Empty for the first.';
comment on column public.lesson_versions.growth is 'How many characters longer than the previous version it is; negative if it is shorter.';
comment on column public.lesson_versions.restores is 'created_at of the earlier version that this one restored; null for an ordinary save.';
comment on column public.lesson_versions.assignment is 'The assignment_fields() of this version; null: it was no assignment.';
comment on column public.lesson_versions.exercise is 'The number of the version of the exercise; null: it was no exercise.';

-- POLICIES

create policy lesson_versions_select on public.lesson_versions
  for select to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = lesson_versions.lesson_id
        and (
          (select private.can('lesson_versions', 'read'))
          or l.module_id in (select private.my_module_ids('lesson_versions', 'read'))
        )
    )
  );
comment on policy lesson_versions_select on public.lesson_versions is 'Under a lesson that the caller may build, and that is not in the bin.';

-- FUNCTIONS

create or replace function private.can_on_course(resource text, action text, course_id uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can(resource, action)
    or (private.can(resource, action, 'own') and exists (
      select 1 from public.courses c where c.id = can_on_course.course_id and c.created_by_id = private.uid()));
end
$function$;
comment on function private.can_on_course(text,text,uuid) is 'Takes a resource, an action and a course, a deleted one too; true when the caller may do that to everything, or to their own and the course is theirs.';

create or replace function private.check_attachment()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('attachments', 'Attachment title is required'); end if;
  if char_length(new.title) > 100 then
    perform private.refuse_field('attachments', 'Attachment title must be less than 100 characters');
  end if;
  if not (private.is_web_link(new.url) or private.is_app_path(new.url) or private.is_stored_file(new.url, 'lesson-files')) then
    perform private.refuse_field('attachments', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_attachment() is 'Trigger: refuses an invalid attachment with the sentence of the form.';

create or replace function private.check_course()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if new.slug = '' then perform private.refuse_field('slug', 'Slug is required'); end if;
  if char_length(new.slug) > 50 then perform private.refuse_field('slug', 'Slug must be less than 50 characters'); end if;
  if not private.is_slug(new.slug) then
    perform private.refuse_field('slug', 'Slug can only contain lowercase letters, numbers, and hyphens');
  end if;
  if char_length(new.description) > 500 then
    perform private.refuse_field('description', 'Description must be less than 500 characters');
  end if;
  -- Null is allowed: an imported folder may name no author, and readers then see the fallback.
  if btrim(new.author_name) = '' then perform private.refuse_field('author_name', 'Author name is required'); end if;
  if char_length(new.author_name) > 100 then
    perform private.refuse_field('author_name', 'Author name must be less than 100 characters');
  end if;
  if new.author_name <> private.visible_name(new.author_name) then
    perform private.refuse_field('author_name', 'Author name must not contain invisible characters');
  end if;
  if char_length(new.author_description) > 300 then
    perform private.refuse_field('author_description', 'Author description must be less than 300 characters');
  end if;
  -- A thumbnail may also be a path of this origin, or a cover that was uploaded.
  if not (private.is_web_link(new.thumbnail_url) or private.is_app_path(new.thumbnail_url) or private.is_stored_file(new.thumbnail_url, 'covers')) then
    perform private.refuse_field('thumbnail_url', 'Please enter a valid URL');
  end if;
  return new;
end
$function$;
comment on function private.check_course() is 'Trigger: refuses an invalid course with the sentence of the course form, before a constraint refuses it with its own (rules/courses#course-form).';

create or replace function private.check_lesson()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  -- The provider SERVER has no player: such a lesson has no video.
  if new.video_provider::text = 'SERVER' then
    new.video_provider := 'NONE';
    new.video_asset_id := null;
    new.video_start_sec := 0;
  end if;
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Lesson title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  if char_length(new.description) > 2000 then
    perform private.refuse_field('description', 'Description must be less than 2000 characters');
  end if;
  if char_length(new.content) > 500000 then
    perform private.refuse_field('content', 'Text must be less than 500,000 characters');
  end if;
  if not private.is_video_asset(new.video_provider, new.video_asset_id) then
    perform private.refuse_field('video_asset_id', 'No valid video URL provided');
  end if;
  if not private.is_web_link(new.external_url) then perform private.refuse_field('external_url', 'Please enter a valid URL'); end if;
  if new.duration_sec not between 0 and 864000 then
    perform private.refuse_field('duration_sec', 'Duration must be between 0 seconds and 10 days');
  end if;
  return new;
end
$function$;
comment on function private.check_lesson() is 'Trigger: refuses an invalid lesson with the sentence of the lesson dialog (rules/courses#lesson-form).';

create or replace function private.check_module()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if btrim(new.title) = '' then perform private.refuse_field('title', 'Title is required'); end if;
  if char_length(new.title) > 100 then perform private.refuse_field('title', 'Title must be less than 100 characters'); end if;
  return new;
end
$function$;
comment on function private.check_module() is 'Trigger: refuses an invalid title of a module with its sentence.';

create or replace function private.copy_lessons(modules jsonb, paths boolean)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  lessons jsonb := (
    select coalesce(jsonb_object_agg(l.id, gen_random_uuid()), '{}')
    from public.lessons l
    where l.module_id in (select k::uuid from jsonb_object_keys(copy_lessons.modules) k));
  slug constant text := (
    select c.slug from public.modules m join public.courses c on c.id = m.course_id
    where m.id in (select v.value::uuid from jsonb_each_text(copy_lessons.modules) v) limit 1);
begin
  perform set_config('rookies.files_as_held', 'on', true);
  insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
    external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview, source_path)
  select (lessons ->> l.id::text)::uuid, (copy_lessons.modules ->> l.module_id::text)::uuid, l.title, l.index, l.content_type,
    l.video_provider, l.video_asset_id, l.video_start_sec, l.external_url, l.description,
    private.with_lesson_links(l.content, slug, lessons), l.file_key, l.file_name,
    l.file_size, l.duration_sec, l.free_preview, case when copy_lessons.paths then l.source_path end
  from public.lessons l
  where l.id in (select k::uuid from jsonb_object_keys(lessons) k);
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select (lessons ->> a.lesson_id::text)::uuid, a.title, a.url, a.sort_order
  from public.lesson_attachments a
  where a.lesson_id in (select k::uuid from jsonb_object_keys(lessons) k);
  perform private.copy_assignments(lessons);
  perform private.copy_exercises(lessons);
  perform private.carry_files(lessons);
  perform set_config('rookies.files_as_held', '', true);
end
$function$;
comment on function private.copy_lessons(jsonb,boolean) is 'Takes {module: its copy} and whether to copy the paths of an import, which are unique in a course; copies the lessons with their attachments and files, in the same places; links between the lessons lead to the copies. Runs as its caller.';
grant execute on function private.copy_lessons(jsonb,boolean) to authenticated, service_role;

create or replace function private.copy_slug(slug text)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  free text;
begin
  select n.slug into free
  from (
    select counted.no, rtrim(left(copy_slug.slug, 50 - char_length(counted.ending)), '-') || counted.ending as slug
    from (select i as no, case when i = 1 then '-copy' else '-copy-' || i end as ending from generate_series(1, 1000) i) counted
  ) n
  where not private.slug_taken(n.slug)
    -- A slug that another course had before still leads to that course.
    and not exists (select 1 from public.course_slugs s where s.slug = n.slug)
  order by n.no
  limit 1;
  return free;
end
$function$;
comment on function private.copy_slug(text) is 'Takes a slug; gives one for a copy that no course has or had, 50 characters at most; null when a thousand are taken.';
grant execute on function private.copy_slug(text) to authenticated, service_role;

create or replace function private.copy_title(title text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select rtrim(left(title, 93)) || ' (copy)'
$function$;
comment on function private.copy_title(text) is 'Takes a title; gives that of a copy, 100 characters at most.';
grant execute on function private.copy_title(text) to authenticated, service_role;

create or replace function private.course_order(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'lessons', coalesce((
        select jsonb_agg(l.id order by l.index) from public.lessons l where l.module_id = m.id and l.deleted_at is null), '[]'))
      order by m.index), '[]')
    from public.modules m where m.course_id = course_order.course_id and m.deleted_at is null);
end
$function$;
comment on function private.course_order(uuid) is 'Takes a course; returns its modules in order, each {id, lessons: [ids in order]}, without deleted ones. Clients and functions exchange orders in this form.';

create or replace function private.course_targets(course uuid)
  returns table(module_id uuid, lesson_id uuid, kind text, label text, target text)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.* from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where m.course_id = course_targets.course and l.deleted_at is null
  )
  select l.module_id, l.id, f.kind, f.label, f.target
  from lesson l cross join lateral private.links_in(private.prose(l.content)) f
  union all
  select l.module_id, l.id, 'page', '', l.external_url from lesson l where l.external_url is not null
  union all
  select l.module_id, l.id, 'attachment', a.title, a.url from lesson l join public.lesson_attachments a on a.lesson_id = l.id
  union all
  select l.module_id, l.id, 'video', '', l.video_provider || ':' || l.video_asset_id from lesson l
  where l.content_type = 'VIDEO' and l.video_asset_id is not null
$function$;
comment on function private.course_targets(uuid) is 'Takes a course; the links and videos of its lessons: {module_id, lesson_id, kind: link, image, page, attachment or video, label, target: an address, of a video PROVIDER:id}.';

create or replace function private.due_bin(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  gone constant timestamptz := now() - interval '30 days';
begin
  delete from public.courses c where c.id = work.subject_id and c.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.modules m where m.id = work.subject_id and m.deleted_at <= gone;
  if found then
    return 'DONE';
  end if;
  delete from public.lessons l where l.id = work.subject_id and l.deleted_at <= gone;
  return case when found then 'DONE' else 'DROPPED' end;
end
$function$;
comment on function private.due_bin(private.due_work) is 'Job: removes a course, module or lesson for good that was deleted 30 days ago, with all in it; purchases and audit records stay. Dropped if it was restored, or if it was deleted as a part of its course or module (rules/courses#bin).';

create or replace function private.enqueue_bin_removal()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  perform private.enqueue_job('bin', n.id || ':' || extract(epoch from n.deleted_at), n.deleted_at + interval '30 days', n.id)
  from new_rows n join old_rows o on o.id = n.id
  where n.deleted_at is not null and n.deleted_at is distinct from o.deleted_at
    -- Content that was deleted with its course or module is restored or removed with it, and needs no job.
    and case tg_table_name
      when 'modules' then not exists (
        select from public.modules m join public.courses c on c.id = m.course_id
        where m.id = n.id and c.deleted_at is not null)
      when 'lessons' then not exists (
        select from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
        where l.id = n.id and (m.deleted_at is not null or c.deleted_at is not null))
      else true end;
  return null;
end
$function$;
comment on function private.enqueue_bin_removal() is 'Statement trigger: schedules the removal of what was deleted, for 30 days later.';

create or replace function private.free_places(taken integer[], wanted bigint)
  returns integer[]
  language sql
  immutable
  set search_path to ''
as $function$
  select array(select i from generate_series(0, wanted::int + cardinality(taken) - 1) i where i <> all (taken) order by i)
$function$;
comment on function private.free_places(integer[],bigint) is 'Takes places that are taken, and how many are wanted; gives at least as many of the others, from 0.';

create or replace function private.guard_publish()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.uid() is not null and not private.can_on_course('courses', 'publish', new.id) then
    perform private.refuse('You may not publish this course.');
  end if;
  return new;
end
$function$;
comment on function private.guard_publish() is 'Row trigger: requires the right to publish, not the right to edit, for a change of a course''s status.';

create or replace function private.keep_lesson_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- A change locks the lesson's row, so that no two give a version the same number.
  latest int := (select max(v.no) from public.lesson_versions v where v.lesson_id = new.id);
begin
  if latest is null then
    latest := 1;
    -- The first version holds the texts from before the change, with the author if an audit record names them.
    insert into public.lesson_versions (lesson_id, no, created_at, author_id, title, description, content, assignment, exercise)
    select old.id, latest, coalesce(written.created_at, old.updated_at), written.user_id, old.title, old.description, old.content,
      private.assignment_fields(old.id), private.exercise_number(old.id)
    from (values (true)) first (kept)
    left join lateral (
      select a.created_at, a.user_id from public.audit_logs a
      where a.target_type = 'lesson' and a.target_id = old.id::text and a.created_at <= old.updated_at
        and (a.action in ('lesson.create', 'lesson.duplicate') or a.after -> 'fields' ?| array['title', 'description', 'content'])
      order by a.created_at desc, a.id desc limit 1) written on true;
  end if;

  insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, growth, restores, assignment, exercise)
  values (new.id, latest + 1, (select p.id from public.profiles p where p.id = private.uid()), new.title, new.description, new.content,
    array_remove(array[
      case when new.title is distinct from old.title then 'title' end,
      case when new.description is distinct from old.description then 'description' end,
      case when new.content is distinct from old.content then 'content' end], null),
    char_length(new.title) - char_length(old.title)
      + coalesce(char_length(new.description), 0) - coalesce(char_length(old.description), 0)
      + coalesce(char_length(new.content), 0) - coalesce(char_length(old.content), 0),
    nullif(current_setting('rookies.restores', true), '')::timestamptz, private.assignment_fields(new.id), private.exercise_number(new.id));

  delete from public.lesson_versions v
  where v.lesson_id = new.id and v.created_at < now() - interval '1 year'
    and v.no < (
      select k.no from public.lesson_versions k where k.lesson_id = new.id order by k.no desc offset 49 limit 1);
  return null;
end
$function$;
comment on function private.keep_lesson_version() is 'Row trigger: keeps the texts that a save changed, and before the first version also the texts that the save replaced. Removes versions that are older than a year and not among the newest 50 (rules/courses#versions).';

create or replace function private.leads_inside(target text, course uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select 1
    from regexp_matches(target, '^/(?:app/)?courses/([a-z0-9-]+)(?:/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?') m
    join public.courses c on (c.slug = m[1] or c.id = (select s.course_id from public.course_slugs s where s.slug = m[1])) and c.deleted_at is null
    -- Links from a draft to itself work as soon as it is published.
    where (c.status = 'PUBLISHED' or c.id = leads_inside.course)
      and (m[2] is null or exists (
        select 1 from public.lessons l join public.modules d on d.id = l.module_id and d.deleted_at is null
        where l.id = m[2]::uuid and l.deleted_at is null and d.course_id = c.id)))
$function$;
comment on function private.leads_inside(text,uuid) is 'Takes a path of the portal and the course whose text has it; true when it leads to a course that learners can open, or to a lesson of one.';

create or replace function private.links_in(prose text)
  returns table(kind text, label text, target text)
  language sql
  immutable
  set search_path to ''
as $function$
  select case m[1] when '!' then 'image' else 'link' end, m[2], m[3]
  from regexp_matches(prose, '(!?)\[([^\[\]]*)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  -- A picture that is a link.
  select 'link', '', m[1] from regexp_matches(prose, '\]\([^()]*\)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  select 'link', '', m[1] from regexp_matches(prose, '^ {0,3}\[[^\[\]]+\]:\s*<?([^\s<>]+)', 'gn') m
  union all
  select case lower(m[1]) when 'img' then 'image' else 'link' end,
    coalesce(substring(m[2] from '(?i)\malt\s*=\s*["'']([^"'']*)'), ''), coalesce(substring(m[2] from '(?i)\m(?:href|src)\s*=\s*["'']([^"'']*)'), '')
  from regexp_matches(prose, '<(a|img)\s([^<>]*)>', 'gi') m
  union all
  select 'link', 'bare', rtrim(m[1], '.,:;!?') from regexp_matches(prose, '(?<![("''<=])(https?://(?:[^\s<>"''()\[\]]|\([^\s()<>"'']*\))+)', 'g') m
$function$;
comment on function private.links_in(text) is 'Takes prose; its links and images: {kind: link or image, label: its text, target}.';
grant execute on function private.links_in(text) to authenticated, service_role;

create or replace function private.lock_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This lock does not conflict with the one that a foreign key takes, so that adding a module does not wait.
  perform 1 from public.courses c where c.id = lock_course.course_id for no key update;
end
$function$;
comment on function private.lock_course(uuid) is 'Takes a course; locks it until the end of the transaction, and first waits for others who reorder, delete or restore anything in it. What was read before the lock has to be read again.';
grant execute on function private.lock_course(uuid) to authenticated, service_role;

create or replace function private.made_under(operation_id uuid, act text)
  returns uuid
  language plpgsql
  set search_path to ''
as $function$
declare
  -- The caller is part of the id, so that nobody reaches what another person made under the same operation id.
  made uuid := md5(act || ' ' || operation_id::text || ' ' || coalesce(private.uid()::text, ''))::uuid;
begin
  -- A request that comes while the first one still runs waits for it.
  perform pg_advisory_xact_lock(hashtextextended('making ' || made::text, 0));
  return coalesce(made, gen_random_uuid());
end
$function$;
comment on function private.made_under(uuid,text) is 'Takes an operation id and what is made under it; gives the id of the row that the caller makes or has made so, a random one without an operation id. Locks it for the transaction (rules/data#idempotent).';
grant execute on function private.made_under(uuid,text) to authenticated, service_role;

create or replace function private.make_room_in_bin(course_id uuid, module_id uuid, behind integer)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course(case when module_id is null then 'modules' else 'lessons' end, 'update', course_id) then
    perform private.refuse('You may not change this course.');
  end if;
  if module_id is null then
    update public.modules m set index = m.index + 1
    where m.course_id = make_room_in_bin.course_id and m.deleted_at is not null and m.index > behind;
  else
    update public.lessons l set index = l.index + 1
    from public.modules m
    where l.module_id = make_room_in_bin.module_id and m.id = l.module_id and m.course_id = make_room_in_bin.course_id
      and l.deleted_at is not null and l.index > behind;
  end if;
end
$function$;
comment on function private.make_room_in_bin(uuid,uuid,integer) is 'Takes a course, one of its modules or null, and a place; moves what is in the bin of the module, or of the course''s modules, by one if its place is behind that. Raises 42501.';
grant execute on function private.make_room_in_bin(uuid,uuid,integer) to authenticated, service_role;

create or replace function private.order_members(wanted jsonb)
  returns text[]
  language plpgsql
  immutable
  set search_path to ''
as $function$
begin
  -- A malformed part becomes an id that no course has, so that the order never matches that of a course.
  return array(
    select member from (
      select 'module ' || coalesce(m ->> 'id', '') as member
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[null]' end) m
      union all
      select 'lesson ' || coalesce(l #>> '{}', '')
      from jsonb_array_elements(case jsonb_typeof(wanted) when 'array' then wanted else '[]' end) m
      cross join lateral jsonb_array_elements(case jsonb_typeof(m -> 'lessons') when 'array' then m -> 'lessons' else '[null]' end) l
    ) named order by member);
end
$function$;
comment on function private.order_members(jsonb) is 'Takes an order as course_order() returns it; lists what is in it, sorted and with duplicates, so that two orders of the same modules and lessons give the same list.';

create or replace function private.prose(content text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select regexp_replace(coalesce(string_agg(l.line, E'\n' order by l.at), ''), '`[^`\n]*`', '', 'g')
  from (
    select x.line, x.at, x.line ~ '^ {0,3}(```|~~~)' as fence,
      count(*) filter (where x.line ~ '^ {0,3}(```|~~~)') over (order by x.at rows between unbounded preceding and 1 preceding) as before
    from regexp_split_to_table(content, '\r?\n') with ordinality x (line, at)) l
  where not l.fence and l.before % 2 = 0
$function$;
comment on function private.prose(text) is 'Takes a lesson''s Markdown; gives it without code.';
grant execute on function private.prose(text) to authenticated, service_role;

create or replace function private.record_copy(
  subject text,
  original uuid,
  copy uuid,
  title text,
  course_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A new course belongs to the person who makes it; other content is made in a course that exists.
  if not private.can_on_course(subject || 's', 'read', course_id)
     or not (case when subject = 'course' then private.can('courses', 'create', 'own')
       else private.can_on_course(subject || 's', 'create', course_id) end)
     or not exists (select 1 from public.courses c where c.id = record_copy.course_id and c.deleted_at is null) then
    perform private.refuse(format('You may not duplicate this %s.', subject));
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
  values (private.uid(), subject || '.duplicate', subject, record_copy.copy::text,
    jsonb_build_object('title', record_copy.title, 'copy_of', record_copy.original),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_copy.title, case when subject = 'course' then record_copy.copy else record_copy.course_id end);
end
$function$;
comment on function private.record_copy(text,uuid,uuid,text,uuid) is 'Takes course, module or lesson, the original, the id of its copy, the copy''s title and the course of the original; writes an audit record that the caller duplicates it. Raises 42501 unless they may read the original as staff and create such content.';
grant execute on function private.record_copy(text,uuid,uuid,text,uuid) to authenticated, service_role;

create or replace function private.refuse_made()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was created already, and has been deleted since.';
end
$function$;
comment on function private.refuse_made() is 'Raises PT409 MADE_ALREADY, for an operation whose row the caller can no longer see (rules/data#idempotent).';
grant execute on function private.refuse_made() to authenticated, service_role;

create or replace function private.save_attachments(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  if jsonb_typeof(wanted) is distinct from 'array' or jsonb_array_length(wanted) > 50 then
    perform private.refuse_field('attachments', 'A lesson has at most 50 attachments');
  end if;
  delete from public.lesson_attachments a
  where a.lesson_id = save_attachments.lesson
    and a.id::text not in (select e ->> 'id' from jsonb_array_elements(wanted) e where e ->> 'id' is not null);
  update public.lesson_attachments a set title = w.title, url = w.url, sort_order = w.sort_order
  from (select e.value ->> 'id' as id, btrim(e.value ->> 'title') as title, btrim(e.value ->> 'url') as url, e.ordinality::int - 1 as sort_order
        from jsonb_array_elements(wanted) with ordinality e) w
  where a.lesson_id = save_attachments.lesson and a.id::text = w.id
    and (a.title, a.url, a.sort_order) is distinct from (w.title, w.url, w.sort_order);
  -- Attachments with an id that begins with temp-, and those that another editor has removed, are added.
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select save_attachments.lesson, coalesce(btrim(e.value ->> 'title'), ''), coalesce(btrim(e.value ->> 'url'), ''), e.ordinality::int - 1
  from jsonb_array_elements(wanted) with ordinality e
  where not exists (
    select 1 from public.lesson_attachments a where a.lesson_id = save_attachments.lesson and a.id::text = e.value ->> 'id');
end
$function$;
comment on function private.save_attachments(uuid,jsonb) is 'Takes a lesson and its wanted attachments [{id, title, url}] in order; removes those that are missing, updates the rest with sort_order as in the list, adds the new ones (rules/courses#attachments). Runs as its caller.';
grant execute on function private.save_attachments(uuid,jsonb) to authenticated, service_role;

create or replace function public.begin_link_check(course_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  it uuid := begin_link_check.course_id;
begin
  if not private.can_on_course('lessons', 'update', it)
     or not exists (select 1 from public.courses c where c.id = it and c.deleted_at is null) then
    perform private.refuse('You may not check this course.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('link check ' || private.uid()::text, 0));
  delete from private.link_checks b where b.begun_at < clock_timestamp() - interval '1 hour';
  if (select count(*) from private.link_checks b where b.user_id = private.uid()) >= 30 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY_CHECKS',
      message = 'You have checked links 30 times in an hour. Try again later.';
  end if;
  insert into private.link_checks (user_id) values (private.uid());
  return (
    select coalesce(jsonb_agg(jsonb_build_object('target', t.target, 'kind', t.kind, 'lesson_id', t.lesson_id, 'lesson', l.title, 'state', s.state)
      order by m.index, l.index, t.target), '[]')
    from (
      select x.lesson_id, x.target, min(x.kind) as kind from private.course_targets(it) x
      where x.kind = 'video' or private.is_web_link(x.target) group by x.lesson_id, x.target) t
    join public.lessons l on l.id = t.lesson_id
    join public.modules m on m.id = l.module_id
    left join private.link_states s on s.target = t.target and s.checked_at > now() - interval '1 hour');
end
$function$;
comment on function public.begin_link_check(uuid) is 'Takes a course; counts a check of its links against the caller''s limit of 30 an hour and gives them [{target: an address, of a video PROVIDER:id, kind, lesson_id, lesson, state: how it answered within the last hour, or null}]. For those who may build the course; raises 42501 and PT422 TOO_MANY_CHECKS (rules/courses#check-links).';
grant execute on function public.begin_link_check(uuid) to authenticated, service_role;

create or replace function public.check_course(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  it uuid := check_course.course_id;
begin
  if not private.can_on_course('lessons', 'update', it)
     or not exists (select 1 from public.courses c where c.id = it and c.deleted_at is null) then
    perform private.refuse('You may not check this course.');
  end if;
  return (
    with module as (
      select m.id, m.title, m.index from public.modules m where m.course_id = it and m.deleted_at is null
    ), lesson as (
      select l.*, row_number() over (partition by l.module_id, lower(btrim(l.title)) order by l.index) as again
      from public.lessons l join module m on m.id = l.module_id where l.deleted_at is null
    ), target as materialized (
      select distinct t.* from private.course_targets(it) t
    ), remark (rule, module_id, lesson_id, detail) as (
      select 'no_lessons', null::uuid, null::uuid, null::text where not exists (select 1 from lesson)
      union all
      select 'empty_module', m.id, null, null from module m where not exists (select 1 from lesson l where l.module_id = m.id)
      union all
      select 'same_title', l.module_id, l.id, null from lesson l where l.again > 1
      union all
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type in ('TEXT', 'ASSIGNMENT', 'EXERCISE') and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
      union all
      select 'few_words', l.module_id, l.id, null from lesson l
      where l.content_type = 'TEXT' and cardinality(regexp_split_to_array(btrim(left(l.content, 2000), E' \t\r\n'), '\s+')) < 10
        and btrim(l.content, E' \t\r\n') <> ''
      union all
      select 'no_video', l.module_id, l.id, null from lesson l where l.content_type = 'VIDEO' and l.video_asset_id is null
      union all
      select 'no_length', l.module_id, l.id, null from lesson l where l.content_type in ('VIDEO', 'TEXT') and l.duration_sec = 0
      union all
      select 'no_address', l.module_id, l.id, null from lesson l where l.content_type = 'EXTERNAL_LINK' and l.external_url is null
      union all
      select 'not_proved', l.module_id, l.id, null from lesson l where l.content_type = 'EXERCISE'
        and not exists (select 1 from public.exercises x where x.lesson_id = l.id and x.version > 0)
      union all
      select 'no_rubric', l.module_id, l.id, null from lesson l where l.content_type = 'ASSIGNMENT'
        and not exists (select 1 from public.rubric_criteria c where c.lesson_id = l.id)
      union all
      -- A caller who may not read cohorts learns that this happens, but not in which cohort.
      select distinct 'due_early', l.module_id, l.id, case when private.can('cohorts', 'read') then c.title end
      from public.cohort_courses k
      join public.cohorts c on c.id = k.cohort_id and c.archived_at is null and c.ends_on >= private.local_day(now(), c.time_zone)
      cross join lateral private.cohort_due_days(c.id) d
      join private.cohort_plan(c.id) p on p.lesson_id = d.lesson_id
      join lesson l on l.id = d.lesson_id
      where k.course_id = it and d.due_at <= private.local_moment(c.starts_on + p.day, p.at_time, c.time_zone)
      union all
      select 'no_file', l.module_id, l.id, null from lesson l where l.content_type = 'FILE'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = l.id and f.path = l.file_key)
        and not exists (select 1 from public.lesson_attachments a where a.lesson_id = l.id)
      union all
      select 'no_description', t.module_id, t.lesson_id, left(t.target, 200) from target t where t.kind = 'image' and btrim(t.label) = ''
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target and f.alt <> '')
      union all
      select 'lost_file', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target like 'lesson-files/%'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target)
      union all
      select 'bad_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind <> 'video' and (t.target = '' or t.target ~* '^[a-z][a-z0-9+.-]*:'
        and case when t.target ~* '^https?:' then not private.is_web_link(t.target) else t.target !~* '^(mailto|tel):' end)
      union all
      select 'lost_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind in ('link', 'image') and t.target <> '' and t.target !~* '^([a-z][a-z0-9+.-]*:|[/#?]|lesson-files/)'
      union all
      select 'closed_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target ~ '^/(app/)?courses/' and not private.leads_inside(t.target, it)
    ), listed as (
      select r.*, row_number() over (order by m.index nulls first, l.index nulls first, r.rule, r.detail) as place, m.title as module, l.title as lesson
      from remark r left join module m on m.id = r.module_id left join lesson l on l.id = r.lesson_id
    )
    select jsonb_build_object(
      'lessons', (select count(*) from lesson),
      'links', (select count(distinct t.target) from target t where t.kind = 'video' or private.is_web_link(t.target)),
      'found', (select count(*) from listed),
      'remarks', (select coalesce(jsonb_agg(jsonb_build_object('rule', x.rule, 'module_id', x.module_id, 'module', x.module,
        'lesson_id', x.lesson_id, 'lesson', x.lesson, 'detail', x.detail) order by x.place), '[]') from listed x where x.place <= 300)));
end
$function$;
comment on function public.check_course(uuid) is 'Takes a course; what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address it is about}]}. For those who may build the course; raises 42501.';
grant execute on function public.check_course(uuid) to authenticated, service_role;

create or replace function public.course_content(course_id uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'index', m.index, 'updated_at', m.updated_at,
      'lessons', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'index', l.index,
            'content_type', l.content_type, 'video_provider', l.video_provider, 'duration_sec', l.duration_sec,
            'free_preview', l.free_preview, 'description', l.description) order by l.index)
        from public.lessons l
        where l.module_id = m.id and l.deleted_at is null), '[]')) order by m.index), '[]')
  from public.modules m
  where m.course_id = course_content.course_id and m.deleted_at is null
$function$;
comment on function public.course_content(uuid) is 'Takes a course; gives what the editor lists of it, in order, however much it is: [{id, title, index, updated_at, lessons: [{id, title, index, content_type, video_provider, duration_sec, free_preview, description}]}], never a text or a video id. Row security says what the caller sees: nothing where they may read no module (rules/courses#many-lessons).';
grant execute on function public.course_content(uuid) to authenticated, service_role;

create or replace function public.course_history(course_id uuid, after text default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('after', after, 1000);
  place text[] := regexp_match(course_history.after, '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),(\d{1,18})$');
  at timestamptz := coalesce(place[1]::timestamptz, 'infinity');
  at_id bigint := coalesce(place[2]::bigint, 0);
begin
  if not private.can_on_course('course_history', 'read', course_history.course_id) then
    raise exception using errcode = '42501', message = 'You may not read the history of this course.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'action', l.action, 'title', l.title, 'created_at', l.created_at,
        'who', nullif(p.name, ''), 'by', case when l.user_id is not null then 'PERSON' when l.actor is null then 'GONE' else 'SYSTEM' end, 'before', l.before, 'after', l.after,
        'lesson_id', v.lesson_id, 'version', v.id)
      order by l.created_at desc, l.id desc), '[]')
    from (
      select * from public.audit_logs a
      where a.course_id = course_history.course_id and a.target_type in ('course', 'module', 'lesson', 'lesson_attachment', 'lesson_file')
        and (a.created_at, a.id) < (at, at_id)
      order by a.created_at desc, a.id desc limit 50) l
    left join public.profiles p on p.id = l.user_id
    -- One transaction wrote both, so they have the same time. A lesson in the bin cannot be opened, so its versions are
    -- left out.
    left join lateral (
      select k.lesson_id, k.id from public.lesson_versions k join public.lessons s on s.id = k.lesson_id and s.deleted_at is null
      where l.action in ('lesson.update', 'lesson.restore_version')
        and k.lesson_id = l.target_id::uuid and k.created_at = l.created_at and k.fields <> '{}'
      order by k.no desc limit 1) v on true);
end
$function$;
comment on function public.course_history(uuid,text) is 'Takes a course, and a place (`created_at,id`) behind which to read; gives the newest 50 records of it, its modules, lessons, attachments and files [{id, action, title, created_at, who: a name, by: PERSON, GONE (a person whose account was deleted) or SYSTEM, before, after, lesson_id, version: the version of that lesson which the change made, or null}]. For those who may read every course''s history, or that of their own; raises 42501.';
grant execute on function public.course_history(uuid,text) to authenticated, service_role;

create or replace function public.create_module(
  course_id uuid,
  title text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000);
  own uuid := private.made_under(create_module.operation_id, 'module ' || create_module.course_id);
  made public.modules;
begin
  select m.* into made from public.modules m where m.id = own;
  if made.id is not null then
    update public.modules m set title = btrim(create_module.title) where m.id = own and m.title <> btrim(create_module.title);
    return jsonb_build_object('id', made.id, 'index', made.index);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('adding ' || create_module.course_id, 0));
  for attempt in 1..5 loop
    begin
      insert into public.modules (id, course_id, title, index)
      select own, create_module.course_id, btrim(create_module.title), coalesce(max(m.index) + 1, 0)
      from public.modules m where m.course_id = create_module.course_id
      returning * into made;
      return jsonb_build_object('id', made.id, 'index', made.index);
    exception when unique_violation then
      perform private.refuse_made();
    when exclusion_violation then
      -- The last place was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;
comment on function public.create_module(uuid,text,uuid) is 'Takes a course, a title, and an operation id; adds a module behind the last one and answers {id, index}. The same operation again makes nothing more; it gives the module the title. Row security decides. Raises 42501, PT422 with the title''s sentence, PT409 MADE_ALREADY (rules/data#idempotent).';
grant execute on function public.create_module(uuid,text,uuid) to authenticated, service_role;

create or replace function public.delete_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  moment timestamptz;
begin
  if not private.can_on_course('courses', 'delete', course_id) then
    perform private.refuse('You may not delete this course.');
  end if;
  perform private.lock_course(course_id);
  moment := clock_timestamp();
  update public.courses c set deleted_at = moment where c.id = delete_course.course_id and c.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this course.');
  end if;
  update public.lessons l set deleted_at = moment
  from public.modules m where m.id = l.module_id and m.course_id = delete_course.course_id and l.deleted_at is null;
  update public.modules m set deleted_at = moment where m.course_id = delete_course.course_id and m.deleted_at is null;
end
$function$;
comment on function public.delete_course(uuid) is 'Takes a course and marks it deleted with all its modules and lessons. Raises 42501 (rules/courses#bin).';
grant execute on function public.delete_course(uuid) to authenticated, service_role;

create or replace function public.delete_lesson(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.can_on_course('lessons', 'delete', course) then
    perform private.refuse('You may not delete this lesson.');
  end if;
  perform private.lock_course(course);
  update public.lessons l set deleted_at = clock_timestamp() where l.id = delete_lesson.lesson_id and l.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this lesson.');
  end if;
end
$function$;
comment on function public.delete_lesson(uuid) is 'Takes a lesson and marks it deleted. Raises 42501.';
grant execute on function public.delete_lesson(uuid) to authenticated, service_role;

create or replace function public.delete_module(module_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  moment timestamptz;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.can_on_course('modules', 'delete', course) then
    perform private.refuse('You may not delete this module.');
  end if;
  perform private.lock_course(course);
  moment := clock_timestamp();
  update public.modules m set deleted_at = moment where m.id = delete_module.module_id and m.deleted_at is null;
  if not found then
    perform private.refuse('You may not delete this module.');
  end if;
  update public.lessons l set deleted_at = moment where l.module_id = delete_module.module_id and l.deleted_at is null;
end
$function$;
comment on function public.delete_module(uuid) is 'Takes a module and marks it deleted with its lessons. Raises 42501.';
grant execute on function public.delete_module(uuid) to authenticated, service_role;

create or replace function public.deleted_content(course_id uuid)
  returns table(
    kind text,
    id uuid,
    title text,
    module_title text,
    deleted_at timestamptz,
    lessons bigint
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course('modules', 'restore', course_id) or not private.can_on_course('lessons', 'restore', course_id) then
    perform private.refuse('You may not read this course.');
  end if;
  return query
  select * from (
    select 'module', m.id, m.title, null::text, m.deleted_at,
      (select count(*) from public.lessons l where l.module_id = m.id and l.deleted_at = m.deleted_at)
    from public.modules m
    where m.course_id = deleted_content.course_id and m.deleted_at > now() - interval '30 days'
    union all
    select 'lesson', l.id, l.title, m.title, l.deleted_at, 1::bigint
    from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where m.course_id = deleted_content.course_id and l.deleted_at > now() - interval '30 days'
  ) bin
  order by 5 desc
  limit 200;
end
$function$;
comment on function public.deleted_content(uuid) is 'Takes a course; its modules and lessons that can still be restored (30 days), the latest first. Lessons that went with their module come back with it and are not listed. Raises 42501.';
grant execute on function public.deleted_content(uuid) to authenticated, service_role;

create or replace function public.deleted_courses()
  returns table(id uuid, title text, slug text, deleted_at timestamptz, lessons bigint)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
  select c.id, c.title, c.slug, c.deleted_at,
    (select count(*) from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = c.id and l.deleted_at = c.deleted_at)
  from public.courses c
  where c.deleted_at > now() - interval '30 days'
    and (private.can('courses', 'restore') or (c.created_by_id = private.uid() and private.can('courses', 'restore', 'own')))
  order by c.deleted_at desc
  limit 200;
end
$function$;
comment on function public.deleted_courses() is 'Courses that the caller may still restore (30 days), the latest first, with the lessons that come back with each.';
grant execute on function public.deleted_courses() to authenticated, service_role;

create or replace function public.duplicate_course(course_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.courses;
  copy uuid := private.made_under(duplicate_course.operation_id, 'copy of ' || duplicate_course.course_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.courses x where x.id = copy);
  modules jsonb;
begin
  if made is not null then
    return made;
  end if;
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  perform private.record_copy('course', duplicate_course.course_id, copy, private.copy_title(original.title), duplicate_course.course_id);
  -- The lock makes moves and deletions wait, so that the copy shows the course at one moment.
  perform private.lock_course(duplicate_course.course_id);
  select c.* into original from public.courses c where c.id = duplicate_course.course_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this course.');
  end if;
  for attempt in 1..5 loop
    begin
      insert into public.courses (id, title, slug, description, author_name, author_description, thumbnail_url, category, created_by_id)
      values (copy, private.copy_title(original.title), private.copy_slug(original.slug), original.description, original.author_name,
        original.author_description, original.thumbnail_url, original.category, private.uid());
      exit;
    exception when unique_violation then
      -- The slug was taken at the same moment; the next one is free.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  select coalesce(jsonb_object_agg(m.id, gen_random_uuid()), '{}') into modules
  from public.modules m where m.course_id = duplicate_course.course_id;
  insert into public.modules (id, course_id, title, index, source_path)
  select (modules ->> m.id::text)::uuid, copy, m.title, m.index, m.source_path
  from public.modules m where m.course_id = duplicate_course.course_id;
  perform private.copy_lessons(modules, true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_course(uuid,uuid) is 'Takes a course and an operation id; makes a copy with all its modules, lessons and attachments: a draft of the caller, with a slug of its own, without learners, progress or purchases. Answers {id, title}. The same operation again answers the copy that it made. Row security decides; records course.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_course(uuid,uuid) to authenticated, service_role;

create or replace function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  course uuid := (
    select m.course_id from public.modules m join public.lessons l on l.module_id = m.id where l.id = duplicate_lesson.lesson_id);
  original public.lessons;
  copy uuid := private.made_under(duplicate_lesson.operation_id, 'copy of ' || duplicate_lesson.lesson_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.lessons x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  perform private.record_copy('lesson', duplicate_lesson.lesson_id, copy,
    private.copy_title((select l.title from public.lessons l where l.id = duplicate_lesson.lesson_id)), course);
  perform private.lock_course(course);
  select l.* into original from public.lessons l where l.id = duplicate_lesson.lesson_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this lesson.');
  end if;
  perform private.make_room_in_bin(course, original.module_id, original.index);
  perform set_config('rookies.files_as_held', 'on', true);
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = original.module_id and l.index > original.index;
      insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
        external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
      values (copy, original.module_id, private.copy_title(original.title), original.index + 1, original.content_type,
        original.video_provider, original.video_asset_id, original.video_start_sec, original.external_url, original.description,
        original.content, original.file_key, original.file_name, original.file_size, original.duration_sec, original.free_preview);
      exit;
    exception when exclusion_violation then
      -- A lesson was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  insert into public.lesson_attachments (lesson_id, title, url, sort_order)
  select copy, a.title, a.url, a.sort_order from public.lesson_attachments a where a.lesson_id = original.id;
  perform private.copy_assignments(jsonb_build_object(original.id, copy));
  perform private.copy_exercises(jsonb_build_object(original.id, copy));
  perform private.carry_files(jsonb_build_object(original.id, copy));
  perform set_config('rookies.files_as_held', '', true);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_lesson(uuid,uuid) is 'Takes a lesson and an operation id; adds a copy with its attachments right after it, without progress, and answers {id, title}. The same operation again answers the copy that it made. Row security decides; records lesson.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_lesson(uuid,uuid) to authenticated, service_role;

create or replace function public.duplicate_module(module_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  original public.modules;
  copy uuid := private.made_under(duplicate_module.operation_id, 'copy of ' || duplicate_module.module_id);
  made jsonb := (select jsonb_build_object('id', x.id, 'title', x.title) from public.modules x where x.id = copy);
begin
  if made is not null then
    return made;
  end if;
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  perform private.record_copy('module', duplicate_module.module_id, copy, private.copy_title(original.title), original.course_id);
  perform private.lock_course(original.course_id);
  select m.* into original from public.modules m where m.id = duplicate_module.module_id;
  if original.id is null then
    perform private.refuse('You may not duplicate this module.');
  end if;
  perform private.make_room_in_bin(original.course_id, null, original.index);
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = original.course_id and m.index > original.index;
      insert into public.modules (id, course_id, title, index)
      values (copy, original.course_id, private.copy_title(original.title), original.index + 1);
      exit;
    exception when exclusion_violation then
      if attempt = 5 then raise; end if;
    end;
  end loop;
  perform private.copy_lessons(jsonb_build_object(original.id, copy), false);
  return jsonb_build_object('id', copy, 'title', private.copy_title(original.title));
end
$function$;
comment on function public.duplicate_module(uuid,uuid) is 'Takes a module and an operation id; adds a copy with all its lessons right after it and answers {id, title}. The same operation again answers the copy that it made. Row security decides; records module.duplicate. Raises 42501 (rules/courses#duplicate, rules/data#idempotent).';
grant execute on function public.duplicate_module(uuid,uuid) to authenticated, service_role;

create or replace function public.keep_link_states(states jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('states', states, 4000000);
  delete from private.link_states s where s.checked_at < now() - interval '1 hour';
  insert into private.link_states (target, state)
  select distinct on (x.target) x.target, x.state from jsonb_to_recordset(states) x (target text, state text)
  on conflict (target) do update set state = excluded.state, checked_at = now();
end
$function$;
comment on function public.keep_link_states(jsonb) is 'Takes [{target, state}] and stores how the addresses answered. Only for the service role, because a caller could report that a broken link works.';
grant execute on function public.keep_link_states(jsonb) to service_role;

create or replace function public.lesson_version(version_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  wanted public.lesson_versions;
  earlier jsonb;
begin
  select v.* into wanted from public.lesson_versions v where v.id = lesson_version.version_id;
  if wanted.id is null then
    perform private.refuse('You may not read this version, or it is no longer kept.');
  end if;
  select jsonb_build_object('title', v.title, 'description', v.description, 'content', v.content, 'assignment', v.assignment,
    'exercise', private.exercise_at(v.lesson_id, v.exercise)) into earlier
  from public.lesson_versions v where v.lesson_id = wanted.lesson_id and v.no < wanted.no order by v.no desc limit 1;
  return (
    select jsonb_build_object('id', wanted.id, 'lesson_id', wanted.lesson_id, 'created_at', wanted.created_at,
      'texts', jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content, 'assignment', wanted.assignment,
        'exercise', private.exercise_at(wanted.lesson_id, wanted.exercise)),
      'earlier', earlier,
      'now', jsonb_build_object('title', l.title, 'description', l.description, 'content', l.content, 'assignment', private.assignment_fields(l.id),
        'exercise', private.exercise_at(l.id, private.exercise_number(l.id))),
      'updated_at', l.updated_at)
    from public.lessons l where l.id = wanted.lesson_id);
end
$function$;
comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content, assignment: assignment_fields() or null, exercise: key_fields() or null}, earlier: those of the version before it, or null, now: those of the lesson, updated_at: of the lesson}. Row security decides; raises 42501.';
grant execute on function public.lesson_version(uuid) to authenticated, service_role;

create or replace function public.lesson_version_list(lesson_id uuid, before integer default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_course('lesson_versions', 'read', private.course_of_lesson(lesson_version_list.lesson_id))
     or not exists (select 1 from public.lessons l where l.id = lesson_version_list.lesson_id and l.deleted_at is null) then
    perform private.refuse('You may not read the versions of this lesson.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'no', v.no, 'created_at', v.created_at, 'who', nullif(p.name, ''),
        'fields', v.fields, 'growth', v.growth, 'restores', v.restores) order by v.no desc), '[]')
    from (
      select k.id, k.no, k.created_at, k.author_id, k.fields, k.growth, k.restores from public.lesson_versions k
      where k.lesson_id = lesson_version_list.lesson_id and (lesson_version_list.before is null or k.no < lesson_version_list.before)
      order by k.no desc limit 50) v
    left join public.profiles p on p.id = v.author_id);
end
$function$;
comment on function public.lesson_version_list(uuid,integer) is 'Takes a lesson, and the `no` of the version behind which to read; gives its newest 50 versions without their texts [{id, no, created_at, who: a name, fields, growth, restores}]. For those who may read every lesson''s versions, or those of their own courses; raises 42501.';
grant execute on function public.lesson_version_list(uuid,integer) to authenticated, service_role;

create or replace function public.reorder_course(course_id uuid, wanted jsonb, expected jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('wanted', wanted, 2000000)
    and private.at_most('expected', expected, 2000000);
  current_order jsonb;
begin
  if not private.can_on_course('modules', 'update', course_id) or not private.can_on_course('lessons', 'update', course_id)
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    perform private.refuse('You may not reorder this course.');
  end if;
  perform private.lock_course(course_id);
  current_order := private.course_order(course_id);
  -- The request was sent again because its answer was lost, and the order is the wanted one already.
  if current_order = wanted then
    return;
  end if;
  if current_order is distinct from expected
     or not exists (select 1 from public.courses c where c.id = reorder_course.course_id and c.deleted_at is null) then
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end if;
  if private.order_members(wanted) is distinct from private.order_members(current_order) then
    raise exception using errcode = 'PT422', hint = 'ORDER_MISMATCH',
      message = 'An order names every module and every lesson of its course exactly once.';
  end if;
  begin
    -- What is in the bin keeps its place, so that it can be restored there.
    update public.modules m set index = w.index
    from (
      select (e.value ->> 'id')::uuid as id, free.places[e.ordinality] as index
      from (
        select private.free_places(array(
          select m.index from public.modules m where m.course_id = reorder_course.course_id and m.deleted_at is not null),
          jsonb_array_length(wanted)) as places) free
      cross join lateral jsonb_array_elements(wanted) with ordinality e) w
    where m.id = w.id and m.index <> w.index;
    update public.lessons l set module_id = w.module_id, index = w.index
    from (
      select (e.value #>> '{}')::uuid as id, free.module_id, free.places[e.ordinality] as index
      from (
        select (m ->> 'id')::uuid as module_id, m -> 'lessons' as lessons, private.free_places(array(
          select l.index from public.lessons l where l.module_id = (m ->> 'id')::uuid and l.deleted_at is not null),
          jsonb_array_length(m -> 'lessons')) as places
        from jsonb_array_elements(wanted) m) free
      cross join lateral jsonb_array_elements(free.lessons) with ordinality e) w
    where l.id = w.id and (l.module_id, l.index) is distinct from (w.module_id, w.index);
  exception when exclusion_violation then
    -- A module or lesson was added in between, which takes no lock.
    raise exception using errcode = 'PT409', hint = 'STALE_ORDER',
      message = 'Someone else has changed this course. Look at its new order and move again.';
  end;
end
$function$;
comment on function public.reorder_course(uuid,jsonb,jsonb) is 'Takes a course, the wanted order and the one it was made from, both [{id, lessons: [ids]}] over all that is not deleted; writes modules and lessons, also across modules, in one transaction. Sent twice it happens once. Raises 42501, PT409 STALE_ORDER when the course is no longer in the expected order, PT422 ORDER_MISMATCH when something is missing, doubled or foreign (rules/courses#reorder).';
grant execute on function public.reorder_course(uuid,jsonb,jsonb) to authenticated, service_role;

create or replace function public.restore_course(course_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  moment timestamptz := (
    select c.deleted_at from public.courses c
    where c.id = restore_course.course_id and c.deleted_at > now() - interval '30 days');
begin
  if moment is null or not private.can_on_course('courses', 'restore', course_id) then
    perform private.refuse('You may not restore this course.');
  end if;
  if exists (
    select 1 from public.courses c join public.courses gone on gone.id = restore_course.course_id
    where c.slug = gone.slug and c.deleted_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'Another course has this slug by now.', hint = 'SLUG_TAKEN';
  end if;
  update public.courses c set deleted_at = null where c.id = restore_course.course_id;
  update public.modules m set deleted_at = null where m.course_id = restore_course.course_id and m.deleted_at = moment;
  update public.lessons l set deleted_at = null
  from public.modules m where m.id = l.module_id and m.course_id = restore_course.course_id and l.deleted_at = moment;
end
$function$;
comment on function public.restore_course(uuid) is 'Takes a course deleted at most 30 days ago; brings it back with what was deleted at that moment. Raises 42501, or PT409 SLUG_TAKEN.';
grant execute on function public.restore_course(uuid) to authenticated, service_role;

create or replace function public.restore_lesson(lesson_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  gone public.lessons;
  course uuid := private.course_of_lesson(lesson_id);
begin
  if course is null or not private.can_on_course('lessons', 'restore', course) then
    perform private.refuse('You may not restore this lesson.');
  end if;
  perform private.lock_course(course);
  select l.* into gone from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
  where l.id = restore_lesson.lesson_id and l.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this lesson.');
  end if;
  for attempt in 1..5 loop
    begin
      update public.lessons l set index = l.index + 1
      where l.module_id = gone.module_id and l.index >= gone.index and l.id <> gone.id and exists (
        select 1 from public.lessons x
        where x.module_id = gone.module_id and x.index = gone.index and x.deleted_at is null);
      update public.lessons l set deleted_at = null where l.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- A lesson was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end
$function$;
comment on function public.restore_lesson(uuid) is 'Takes a lesson deleted at most 30 days ago from a module that exists; brings it back to its place. Raises 42501.';
grant execute on function public.restore_lesson(uuid) to authenticated, service_role;

create or replace function public.restore_lesson_version(
  version_id uuid,
  unchanged_since timestamptz
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  wanted public.lesson_versions;
  lesson public.lessons;
  saved timestamptz;
begin
  select v.* into wanted from public.lesson_versions v where v.id = restore_lesson_version.version_id;
  select l.* into lesson from public.lessons l where l.id = wanted.lesson_id;
  if lesson.id is null or not (private.can('lesson_versions', 'restore')
     or lesson.module_id in (select private.my_module_ids('lesson_versions', 'restore'))) then
    perform private.refuse('You may not restore this version, or it is no longer kept.');
  end if;
  saved := lesson.updated_at;
  -- A request that was sent again because its answer was lost finds the lesson restored.
  if (lesson.title, lesson.description, lesson.content) is distinct from (wanted.title, wanted.description, wanted.content)
    or wanted.assignment is distinct from private.assignment_fields(lesson.id) and wanted.assignment is not null
    or private.exercise_at(lesson.id, wanted.exercise) is distinct from private.exercise_at(lesson.id, private.exercise_number(lesson.id))
      and wanted.exercise is not null and lesson.content_type = 'EXERCISE' then
    perform set_config('rookies.verb', 'restore_version', true), set_config('rookies.restores', wanted.created_at::text, true),
      set_config('rookies.files_as_held', 'on', true);
    saved := public.save_lesson(
      to_jsonb(lesson) || jsonb_build_object('title', wanted.title, 'description', wanted.description, 'content', wanted.content)
        || case when wanted.assignment is not null then jsonb_build_object('assignment', wanted.assignment) else '{}' end
        || coalesce((select jsonb_build_object('exercise', e.part) from private.exercise_at(lesson.id, wanted.exercise) e (part) where e.part is not null), '{}'),
      null, coalesce(restore_lesson_version.unchanged_since, '-infinity')) ->> 'updated_at';
    perform set_config('rookies.verb', '', true), set_config('rookies.restores', '', true),
      set_config('rookies.files_as_held', '', true);
  end if;
  return jsonb_build_object('lesson_id', lesson.id, 'updated_at', saved, 'before', (
    select v.id from public.lesson_versions v where v.lesson_id = lesson.id order by v.no desc offset 1 limit 1));
end
$function$;
comment on function public.restore_lesson_version(uuid,timestamp with time zone) is 'Takes a version and the updated_at of the lesson that was read; saves its texts as save_lesson() does, which makes a new version, and records lesson.restore_version. Answers {lesson_id, updated_at, before: the version before it, which undoes this}. Raises PT409 STALE_LESSON, PT422 with the field''s sentence, 42501.';
grant execute on function public.restore_lesson_version(uuid,timestamp with time zone) to authenticated, service_role;

create or replace function public.restore_module(module_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  gone public.modules;
  course uuid := private.course_of_module(module_id);
begin
  if course is null or not private.can_on_course('modules', 'restore', course) then
    perform private.refuse('You may not restore this module.');
  end if;
  perform private.lock_course(course);
  select m.* into gone from public.modules m join public.courses c on c.id = m.course_id and c.deleted_at is null
  where m.id = restore_module.module_id and m.deleted_at > now() - interval '30 days';
  if gone.id is null then
    perform private.refuse('You may not restore this module.');
  end if;
  for attempt in 1..5 loop
    begin
      update public.modules m set index = m.index + 1
      where m.course_id = gone.course_id and m.index >= gone.index and m.id <> gone.id and exists (
        select 1 from public.modules x
        where x.course_id = gone.course_id and x.index = gone.index and x.deleted_at is null);
      update public.modules m set deleted_at = null where m.id = gone.id;
      exit;
    exception when exclusion_violation then
      -- A module was added in between, which takes no lock.
      if attempt = 5 then raise; end if;
    end;
  end loop;
  update public.lessons l set deleted_at = null where l.module_id = gone.id and l.deleted_at = gone.deleted_at;
end
$function$;
comment on function public.restore_module(uuid) is 'Takes a module deleted at most 30 days ago from a course that exists; brings it back to its place, with the lessons deleted at that moment. Raises 42501.';
grant execute on function public.restore_module(uuid) to authenticated, service_role;

create or replace function public.save_lesson(
  lesson jsonb,
  attachments jsonb default null,
  unchanged_since timestamptz default null,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lesson', lesson, 4000000)
    and private.at_most('attachments', attachments, 1000000);
  wanted public.lessons := jsonb_populate_record(null::public.lessons, lesson - array['created_at', 'updated_at', 'deleted_at']);
  saved public.lessons;
  own uuid;
  again boolean := false;
begin
  if wanted.id is null then
    own := private.made_under(save_lesson.operation_id, 'lesson ' || wanted.module_id);
    -- What was made under this operation becomes what is sent now.
    select l.id into wanted.id from public.lessons l where l.id = own;
    again := wanted.id is not null;
  end if;
  if wanted.id is null then
    perform pg_advisory_xact_lock(hashtextextended('adding ' || wanted.module_id, 0));
    for attempt in 1..5 loop
      begin
        insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, video_start_sec,
          external_url, description, content, file_key, file_name, file_size, duration_sec, free_preview)
        select own, wanted.module_id, coalesce(btrim(wanted.title), ''), coalesce(max(l.index) + 1, 0), coalesce(wanted.content_type, 'VIDEO'),
          coalesce(wanted.video_provider, 'NONE'), wanted.video_asset_id, coalesce(wanted.video_start_sec, 0),
          wanted.external_url, wanted.description, wanted.content, wanted.file_key, wanted.file_name, wanted.file_size,
          coalesce(wanted.duration_sec, 0), coalesce(wanted.free_preview, false)
        from public.lessons l where l.module_id = wanted.module_id
        returning * into saved;
        exit;
      exception when unique_violation then
        perform private.refuse_made();
      when exclusion_violation then
        if attempt = 5 then raise; end if;
      end;
    end loop;
  else
    update public.lessons l set title = coalesce(btrim(wanted.title), ''), content_type = coalesce(wanted.content_type, 'VIDEO'),
      video_provider = coalesce(wanted.video_provider, 'NONE'), video_asset_id = wanted.video_asset_id,
      video_start_sec = coalesce(wanted.video_start_sec, 0), external_url = wanted.external_url, description = wanted.description,
      content = wanted.content,
      -- A caller that does not name a file keeps the one that the lesson has.
      file_key = case when lesson ? 'file_key' then wanted.file_key else l.file_key end,
      file_name = case when lesson ? 'file_key' then wanted.file_name else l.file_name end,
      file_size = case when lesson ? 'file_key' then wanted.file_size else l.file_size end,
      duration_sec = coalesce(wanted.duration_sec, 0), free_preview = coalesce(wanted.free_preview, false)
    where l.id = wanted.id and (unchanged_since is null or l.updated_at = unchanged_since)
    returning * into saved;
    if saved.id is null then
      if unchanged_since is not null and exists (select 1 from public.lessons l where l.id = wanted.id and l.updated_at <> unchanged_since) then
        raise exception using errcode = 'PT409', hint = 'STALE_LESSON', message = 'Someone else has saved this lesson.';
      end if;
      perform private.refuse('You may not change this lesson, or it has been deleted.');
    end if;
  end if;
  perform private.save_assignment(saved.id, lesson -> 'assignment');
  if saved.content_type = 'EXERCISE' and jsonb_typeof(lesson -> 'exercise') = 'object' then
    perform private.take_exercise(saved.id, lesson -> 'exercise', (lesson ->> 'exercise_version')::int);
  end if;
  -- Attachments of a new lesson come without ids, so they are compared by what they hold.
  if attachments is not null and (case when again and jsonb_typeof(attachments) = 'array' then (
      select jsonb_agg(jsonb_build_array(a.title, a.url) order by a.sort_order)
      from public.lesson_attachments a where a.lesson_id = saved.id)
    is distinct from (
      select jsonb_agg(jsonb_build_array(btrim(e.value ->> 'title'), btrim(e.value ->> 'url')) order by e.ordinality)
      from jsonb_array_elements(attachments) with ordinality e) else true end) then
    perform private.save_attachments(saved.id, attachments);
  end if;
  return jsonb_build_object('id', saved.id, 'module_id', saved.module_id, 'updated_at', saved.updated_at);
end
$function$;
comment on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) is 'Takes a lesson (with id: that one; without: a new one, last in its module_id), its attachments in order [{id, title, url}] or null to leave them, the updated_at that was read, and for a new lesson an operation id; `assignment` of the lesson has the assignment_fields() that change, `exercise` the key_fields() that change, and `exercise_version` the version of the exercise that was read; writes all in one transaction and answers {id, module_id, updated_at}. The same operation again writes the lesson that it made. Row security decides. Raises PT422 with the field''s sentence, PT409 STALE_LESSON, STALE_EXERCISE and MADE_ALREADY, 42501 (rules/data#idempotent).';
grant execute on function public.save_lesson(jsonb,jsonb,timestamp with time zone,uuid) to authenticated, service_role;
