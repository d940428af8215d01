-- Why: the versions and copies of a lesson include its exercise, the outline says which exercises are in preparation, and records of
-- acts hold no code (rules/exercises#exercise, rules/courses#versions, rules/records#audit). A version of a lesson stores the number
-- of the version of its exercise, so that hidden tests and solutions stay in one table.

-- Records and signals ---------------------------------------------------------------------------------------------

select private.audit_table('public.exercises', 'exercise',
  '{"key": "lesson_id", "insert": null, "delete": null, "omit": ["language", "files", "tests", "time_ms", "hints", "solution_after"], "update": null, "verbs": [["publish", "version", "changed"]]}');
select private.audit_title('public.exercises', '{"of": "lesson", "in": "lesson_id"}');
select private.audit_table('public.exercise_runs', 'exercise_run',
  '{"insert": "hand_in", "delete": null, "about": ["lesson_id"], "omit": ["operation_id", "files", "claimed", "verdict", "results", "attempts", "tried_at", "verified_at"], "update": null}');
select private.audit_title('public.exercise_runs', '{"of": "lesson", "in": "lesson_id"}');

create function private.record_exercise(saved private.exercise_keys, fields jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.recorded_at_once() then
    return;
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, after, user_agent, ip_address, title, course_id)
  select private.uid(), 'exercise.update', 'exercise', saved.lesson_id::text, jsonb_build_object('version', saved.version, 'fields', record_exercise.fields),
    private.request_header('user-agent'), private.request_header('x-forwarded-for'), p.title, p.course_id
  from private.content_place('lesson', saved.lesson_id) p;
end
$$;
comment on function private.record_exercise(private.exercise_keys, jsonb) is
  'Takes a version of an exercise that the caller saved, and the names of the fields that changed; writes an audit record, which holds no code.';
revoke all on function private.record_exercise(private.exercise_keys, jsonb) from public;

-- Versions --------------------------------------------------------------------------------------------------------

alter table public.lesson_versions add column exercise integer;
comment on column public.lesson_versions.exercise is 'The number of the version of the exercise; null: it was no exercise.';

create function private.exercise_number(lesson uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select k.version from public.lessons l cross join lateral private.latest_key(l.id) k where l.id = lesson and l.content_type = 'EXERCISE'
$$;
comment on function private.exercise_number(uuid) is 'Takes a lesson; returns the number of the newest version of its exercise. Null for a lesson of another type.';
revoke all on function private.exercise_number(uuid) from public;
grant execute on function private.exercise_number(uuid) to authenticated, service_role;

create function private.exercise_at(lesson uuid, version integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.key_fields(k) from private.exercise_keys k
  where k.lesson_id = exercise_at.lesson and k.version = exercise_at.version
    and private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_at.lesson))
$$;
comment on function private.exercise_at(uuid, integer) is
  'Takes a lesson and the number of a version of its exercise; returns its key_fields(). Null for callers who may not update the exercise, and for null.';
revoke all on function private.exercise_at(uuid, integer) from public;
grant execute on function private.exercise_at(uuid, integer) to authenticated, service_role;

create function private.keep_exercise_version(lesson uuid, was integer, is_now integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  latest public.lesson_versions;
  l public.lessons;
begin
  select x.* into l from public.lessons x where x.id = keep_exercise_version.lesson for no key update;
  select v.* into latest from public.lesson_versions v where v.lesson_id = l.id order by v.no desc limit 1;
  if latest.id is null then
    -- A lesson that this transaction made has no history.
    if l.created_at = now() then
      return;
    end if;
    insert into public.lesson_versions (lesson_id, no, created_at, title, description, content, assignment, exercise)
    values (l.id, 1, l.created_at, l.title, l.description, l.content, private.assignment_fields(l.id), was) returning * into latest;
  end if;
  if latest.created_at = now() and latest.no > 1 then
    -- The same save has changed the texts, and has made a version for that.
    update public.lesson_versions v set exercise = is_now, fields = array_remove(v.fields, 'exercise') || '{exercise}' where v.id = latest.id;
  else
    insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, assignment, exercise, restores)
    values (l.id, latest.no + 1, (select p.id from public.profiles p where p.id = private.uid()), l.title, l.description, l.content, '{exercise}',
      private.assignment_fields(l.id), is_now, nullif(current_setting('rookies.restores', true), '')::timestamptz);
  end if;
end
$$;
comment on function private.keep_exercise_version(uuid, integer, integer) is
  'Takes a lesson and the numbers of the versions of its exercise before and after a save; adds the change to the version of the lesson that the same save made, or to a new one (rules/courses#versions).';
revoke all on function private.keep_exercise_version(uuid, integer, integer) from public;

create or replace function private.keep_lesson_version()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $$
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
$$;

create or replace function public.lesson_version(version_id uuid)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
as $$
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
$$;
comment on function public.lesson_version(uuid) is 'Takes a version; gives {id, lesson_id, created_at, texts: {title, description, content, assignment: assignment_fields() or null, exercise: key_fields() or null}, earlier: those of the version before it, or null, now: those of the lesson, updated_at: of the lesson}. Row security decides; raises 42501.';

create or replace function public.restore_lesson_version(
  version_id uuid,
  unchanged_since timestamptz
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
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
  -- The request was sent again because its answer was lost, and the order is the wanted one already.
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
$$;

-- Copies ----------------------------------------------------------------------------------------------------------

create function private.copy_exercises(copies jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  pair record;
  k private.exercise_keys;
  kept integer;
begin
  for pair in select c.key::uuid as original, c.value::uuid as copy from jsonb_each_text(copies) c loop
    if not private.can_on_course('exercises', 'update', private.course_of_lesson(pair.original))
      or not private.can_on_course('exercises', 'update', private.course_of_lesson(pair.copy))
      or not exists (select from public.lessons l where l.id = pair.copy and l.content_type = 'EXERCISE' and l.created_at = now()) then
      continue;
    end if;
    kept := 0;
    -- A copy begins with what learners get and what the author saved last.
    for k in
      select x.* from private.exercise_keys x
      where x.lesson_id = pair.original
        and (x.version = (select e.version from public.exercises e where e.lesson_id = pair.original)
          or x.version = (private.latest_key(pair.original)).version)
      order by x.version
    loop
      kept := kept + 1;
      insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, proof)
      values (pair.copy, kept, k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms, k.hints, k.solution_after,
        case when k.proof = 'PROVED' then 'PROVED' else 'NONE' end::public.proof_state)
      on conflict on constraint exercise_keys_pkey do update set language = excluded.language, files = excluded.files, tests = excluded.tests,
        hidden = excluded.hidden, solution = excluded.solution, time_ms = excluded.time_ms, hints = excluded.hints,
        solution_after = excluded.solution_after, proof = excluded.proof
      returning * into k;
      if k.proof = 'PROVED' then
        perform private.publish_key(k);
      end if;
    end loop;
  end loop;
end
$$;
comment on function private.copy_exercises(jsonb) is
  'Takes {lesson: its copy}; copies the exercises to the copies that this transaction made, with their proof. Leaves out exercises that the caller may not update.';
revoke all on function private.copy_exercises(jsonb) from public;
grant execute on function private.copy_exercises(jsonb) to authenticated, service_role;

create or replace function private.copy_lessons(modules jsonb, paths boolean)
  returns void
  language plpgsql
  set search_path to ''
as $$
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
$$;

create or replace function public.duplicate_lesson(lesson_id uuid, operation_id uuid default null)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
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
$$;

-- The outline -----------------------------------------------------------------------------------------------------

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled,
        course.id in (select private.my_staffed_course_ids()) as staff
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    ), closed as materialized (
      select u.* from seen, private.unreleased_lessons(seen.user_id, now()) u
      where seen.entitled and u.course_id = seen.id
    ), due as materialized (
      select d.lesson_id, d.due_at, d.time_zone
      from seen
      cross join lateral private.person_dues(seen.user_id, now()) d
      -- Few courses have an assignment, and person_dues() need not run for the others.
      where seen.entitled and d.course_id = seen.id and d.due_at is not null and exists (
        select from public.modules m join public.lessons l on l.module_id = m.id
        where m.course_id = seen.id and m.deleted_at is null and l.content_type = 'ASSIGNMENT' and l.deleted_at is null)
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'staff', seen.staff, 'changes_at', (select min(c.opens_at) from closed c),
      'time_zone', (
        select k.time_zone from closed c join public.cohorts k on k.id = c.cohort_id order by c.opens_at nulls last, k.id limit 1),
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', (seen.entitled and closed.lesson_id is null) or seen.can_preview or seen.staff or l.free_preview)
                -- The field is often left out, because most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
                || case when closed.lesson_id is not null then jsonb_build_object('opens_at', closed.opens_at) else '{}' end
                || case when due.lesson_id is not null and lc.lesson_id is null
                  then jsonb_build_object('due', jsonb_build_object('at', due.due_at, 'zone', due.time_zone)) else '{}' end
                || case when l.content_type = 'EXERCISE' and coalesce(x.version, 0) = 0 then jsonb_build_object('in_preparation', true) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            left join closed on closed.lesson_id = l.id
            left join due on due.lesson_id = l.id
            left join public.exercises x on x.lesson_id = l.id and l.content_type = 'EXERCISE'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$$;
comment on function public.course_outline(text) is 'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened, where the schedule of a cohort has not opened it yet, `opens_at` (null while the person pauses), and for an assignment that has a due date and has not passed, `due` {at, zone}, and for an exercise of which no version is proved, `in_preparation`. `changes_at`: when the next lesson opens, null for none; `time_zone`: that of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';

-- The data of a person --------------------------------------------------------------------------------------------

create function private.exercise_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'exercises', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'runs', s.runs, 'failed_runs', s.failed_runs, 'passed_at', s.passed_at,
      'looked_at', s.looked_at, 'last_at', s.last_at, 'kept', (
        select coalesce(jsonb_agg(private.run_facts(r) - 'id' || jsonb_build_object('files', r.files) order by r.no), '[]')
        from public.exercise_runs r where r.user_id = s.user_id and r.lesson_id = s.lesson_id)) order by c.title, m.index, l.index)
    from private.exercise_standings s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'exercise_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'files', d.files, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.exercise_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
$$;
comment on function private.exercise_data(uuid) is
  'Takes a person; returns lists by name (null: empty): the exercises that they tried with the runs that are kept, and their drafts of code.';
revoke all on function private.exercise_data(uuid) from public;

create or replace function public.my_data()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  person uuid := private.uid();
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  perform private.record_my_data(person);
  return (
    select jsonb_object_agg(d.list, coalesce(d.rows, '[]')) || jsonb_build_object('exported_at', now())
    from (
      select * from private.account_data(person)
      union all select * from private.learning_data(person)
      union all select * from private.cohort_data(person)
      union all select * from private.work_data(person)
      union all select * from private.exercise_data(person)
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$$;
comment on function public.my_data() is 'Everything that is kept about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, work handed in, exercises, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';
