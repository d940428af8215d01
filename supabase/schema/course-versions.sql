-- Earlier versions of lessons, and the history of a course.
set check_function_bodies = off;

-- TABLES

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
    private.matches_schema(assignment, '{"type": "object", "required": ["accepts", "due_day", "due_time", "late", "cutoff_days", "blind", "rubric"], "properties": {"late": {"enum": ["MARKED", "SHUT"], "type": "string"}, "blind": {"type": "boolean"}, "grader": {"type": ["string", "null"], "maxLength": 300}, "grader_sha": {"type": ["string", "null"], "maxLength": 40}, "template_url": {"type": ["string", "null"], "maxLength": 2000}, "suite": {"type": ["string", "null"], "maxLength": 60}, "paths": {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 50}, "expected": {"type": "array", "items": {"type": "string", "maxLength": 300}, "maxItems": 500}, "tests_do": {"enum": ["SHOW", "GATE", "PASS"], "type": "string"}, "push_hands_in": {"type": "boolean"}, "rubric": {"type": "array", "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "levels": {"type": "array", "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "maximum": 1000, "minimum": 0}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}, "maxItems": 6}, "essential": {"type": "boolean"}}}, "maxItems": 100}, "accepts": {"type": "array", "items": {"enum": ["TEXT", "CODE", "LINK", "REPOSITORY", "FILE"], "type": "string"}, "maxItems": 5}, "due_day": {"type": ["integer", "null"], "maximum": 3650, "minimum": 0}, "due_time": {"type": ["string", "null"], "maxLength": 8}, "cutoff_days": {"type": ["integer", "null"], "maximum": 365, "minimum": 0}}}'::jsonb)
  ),
  constraint lesson_versions_author_id_fkey foreign key (author_id) references public.profiles(id) on delete set null,
  constraint lesson_versions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint lesson_versions_place_key unique (lesson_id, no)
);
alter table public.lesson_versions enable row level security;
create index lesson_versions_author_idx on public.lesson_versions (author_id);
-- Only a trigger inserts rows, and nobody changes them.
grant select on public.lesson_versions to authenticated;
grant delete, insert, select, update on public.lesson_versions to service_role;
comment on table public.lesson_versions is 'The texts of a lesson after each save that changed them, and before the first such save. The newest version is the present text.';
comment on column public.lesson_versions.no is 'The number of the version within its lesson, from 1; the newest has the highest.';
comment on column public.lesson_versions.author_id is 'The person who saved it; null if no person saved it, or if the account was deleted.';
comment on column public.lesson_versions.fields is 'The fields that differ from the previous version: title, description, content. Empty for the first.';
comment on column public.lesson_versions.growth is 'How many characters longer than the previous version it is; negative if it is shorter.';
comment on column public.lesson_versions.restores is 'created_at of the earlier version that this one restored; null for an ordinary save.';
comment on column public.lesson_versions.assignment is 'The assignment_fields() of this version; null: it was no assignment.';
comment on column public.lesson_versions.exercise is 'The number of the version of the exercise; null: it was no exercise.';

-- FUNCTIONS

create or replace function private.keep_lesson_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  -- The update has locked the row of the lesson, so that no two versions get the same number.
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
comment on function private.keep_lesson_version() is 'Row trigger: stores the new texts of a lesson as a version; if the lesson has no version yet, also its former texts. Deletes versions that are older than a year and not among the newest 50 (rules/courses#versions).';

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
comment on function public.course_content(uuid) is 'Takes a course; returns all modules and lessons that the editor lists, in order, in one answer of any size: [{id, title, index, updated_at, lessons: [{id, title, index, content_type, video_provider, duration_sec, free_preview, description}]}], without texts and video ids. Row security decides what the caller sees: nothing if they may read no module (rules/courses#many-lessons).';
grant execute on function public.course_content(uuid) to authenticated, service_role;

-- A record of a changed text names the version of the lesson with the whole text.
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
    -- The version and the audit record were written in one transaction, so they have the same time. Versions of lessons
    -- in the bin are left out, because such a lesson cannot be opened.
    left join lateral (
      select k.lesson_id, k.id from public.lesson_versions k join public.lessons s on s.id = k.lesson_id and s.deleted_at is null
      where l.action in ('lesson.update', 'lesson.restore_version')
        and k.lesson_id = l.target_id::uuid and k.created_at = l.created_at and k.fields <> '{}'
      order by k.no desc limit 1) v on true);
end
$function$;
comment on function public.course_history(uuid,text) is 'Takes a course, and the record (`created_at,id`) after which to read; returns its newest 50 audit records, of the course, its modules, lessons, attachments and files [{id, action, title, created_at, who: a name, by: PERSON, GONE (a person whose account was deleted) or SYSTEM, before, after, lesson_id, version: the version of that lesson that the change added, or null}]. For callers who may read the history of every course, or of their own courses; raises 42501.';
grant execute on function public.course_history(uuid,text) to authenticated, service_role;

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
comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content, assignment: assignment_fields() or null, exercise: key_fields() or null}, earlier: the texts of the version before it, or null, now: the present texts of the lesson, updated_at: of the lesson}. Row security decides what the caller may read; raises 42501.';
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
comment on function public.lesson_version_list(uuid,integer) is 'Takes a lesson, and the `no` of the version after which to read; returns its newest 50 versions without their texts [{id, no, created_at, who: a name, fields, growth, restores}]. For callers who may read versions of every lesson, or of lessons in their own courses; raises 42501.';
grant execute on function public.lesson_version_list(uuid,integer) to authenticated, service_role;

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
  -- If the request was sent again because its answer was lost, the lesson has these texts already.
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
comment on function public.restore_lesson_version(uuid,timestamp with time zone) is 'Takes a version, and the updated_at of the lesson as the caller read it; saves the texts of the version as save_lesson() does, which adds a new version, and records lesson.restore_version. Returns {lesson_id, updated_at, before: the version with the texts from before, which undoes this}. Raises PT409 STALE_LESSON, PT422 with the field''s sentence, 42501.';
grant execute on function public.restore_lesson_version(uuid,timestamp with time zone) to authenticated, service_role;

-- TRIGGERS

create trigger lessons_versions_update after update of title, description, content on public.lessons
  for each row
  when (old.title is distinct from new.title or old.description is distinct from new.description or old.content is distinct from new.content)
  execute function private.keep_lesson_version();

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
comment on policy lesson_versions_select on public.lesson_versions is 'Versions of lessons that the caller may edit and that are not in the bin.';
