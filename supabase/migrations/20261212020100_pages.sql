-- Exercises of the language PAGE (rules/exercises#pages). A browser cannot prove what a page does, so that the server
-- proves and verifies nothing of them: a saved version is what learners get, and people complete the lesson themselves.

create function private.is_page_exercise(lesson uuid) returns boolean
language sql stable parallel safe set search_path to '' as $$
  select exists (select from public.exercises x where x.lesson_id = lesson and x.version > 0 and x.language = 'PAGE')
$$;
comment on function private.is_page_exercise(uuid) is
  'Takes a lesson; true if learners get an exercise of the language PAGE. Runs as its caller.';
revoke all on function private.is_page_exercise(uuid) from public;
grant execute on function private.is_page_exercise(uuid) to authenticated, service_role;

create function private.button_completes(lesson uuid, type public.lesson_content_type) returns boolean
language sql stable parallel safe set search_path to '' as $$
  select private.button_completes(type) or type = 'EXERCISE' and private.is_page_exercise(lesson)
$$;
comment on function private.button_completes(uuid, public.lesson_content_type) is
  'Takes a lesson and its type; true if people complete it themselves: the button completes the type, or it is an exercise of the language PAGE. Runs as its caller.';
revoke all on function private.button_completes(uuid, public.lesson_content_type) from public;
grant execute on function private.button_completes(uuid, public.lesson_content_type) to authenticated, service_role;

alter policy lesson_completions_insert on public.lesson_completions
  with check (
    user_id = (select private.uid())
    and (select private.can('lesson_completions', 'create', 'own'))
    and exists (
      select 1 from public.lessons l
      where l.id = lesson_completions.lesson_id and private.button_completes(l.id, l.content_type)
    )
  );
comment on policy lesson_completions_insert on public.lesson_completions is
  'For oneself, for lessons that one may open, which the lessons'' own policy decides, and which the button completes.';
comment on policy lesson_completions_delete on public.lesson_completions is 'One''s own, of lessons that the button completes.';

create or replace function private.my_earned_lesson_ids()
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select d.lesson_id from public.lesson_completions d join public.lessons l on l.id = d.lesson_id
    where d.user_id = private.uid() and not private.button_completes(l.id, l.content_type)
      and (select private.can('lesson_completions', 'read', 'own'));
end
$function$;
comment on function private.my_earned_lesson_ids() is 'The lessons that the caller completed and that the button does not complete. The caller cannot revert these completions.';

create or replace function public.complete_late(
  lesson_id uuid,
  age_sec numeric,
  as_user uuid default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  age numeric := greatest(coalesce(age_sec, 0), 0);
  done_at timestamptz;
  held record;
begin
  if me is null or me <> coalesce(as_user, me) or not private.can('lesson_completions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function complete_late';
  end if;
  if exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = complete_late.lesson_id) then
    return;
  end if;
  if age > 604800 then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_LONG_AGO',
      message = 'It was completed more than a week ago.';
  end if;
  done_at := now() - make_interval(secs => age::double precision);
  -- A revoked grant is deleted; one that ended by its own date still exists.
  select count(*) > 0 as ever, bool_or(private.grant_is_open(e.expires_at)) as live,
    bool_or(e.created_at <= done_at and e.expires_at > done_at) as in_time
  into held
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
  join public.entitlements e on e.course_id = c.id and e.user_id = me
  where l.id = complete_late.lesson_id and l.deleted_at is null
    and private.button_completes(l.id, l.content_type);
  if not held.ever then
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif exists (select from private.unreleased_lesson_ids(me, case when held.live then now() else done_at end) u
      where u = complete_late.lesson_id) then
    raise exception using errcode = 'PT403', hint = 'NOT_OPEN_YET', message = 'It is not open yet.';
  elsif held.live then
    done_at := now();
  elsif not held.in_time then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_OUTSIDE', message = 'It was not open to you when you completed it.';
  elsif exists (select from private.undone_completions u
      where u.user_id = me and u.lesson_id = complete_late.lesson_id and u.undone_at >= done_at) then
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You marked it as not complete later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$function$;

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
                || case when x.version > 0 and x.language = 'PAGE' then jsonb_build_object('page', true) else '{}' end
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
$function$;
comment on function public.course_outline(text) is 'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened, where the schedule of a cohort has not opened it yet, `opens_at` (null while the person pauses), and for an assignment that has a due date and has not passed, `due` {at, zone}, for an exercise of which no version is proved, `in_preparation`, and for one of the language PAGE, which people complete themselves, `page`. `changes_at`: when the next lesson opens, null for none; `time_zone`: that of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';

create or replace function private.check_exercise(wanted jsonb)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if jsonb_typeof(wanted) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  if coalesce(wanted ->> 'language', '') not in ('JS', 'TS', 'PAGE') then
    perform private.refuse_field('language', 'Choose JavaScript, TypeScript or a page.');
  end if;
  if private.is_exercise_files(wanted -> 'files', 0) is not true then
    perform private.refuse_field('files', 'An exercise has at most 20 files with different names, 200 kB in all. Only letters, digits, dots, hyphens and underscores make a name, and no file is called tests or hidden.');
  end if;
  if private.is_exercise_files(wanted -> 'solution', 0) is not true then
    perform private.refuse_field('solution', 'A solution has at most 20 files with different names, 200 kB in all. Only letters, digits, dots, hyphens and underscores make a name, and no file is called tests or hidden.');
  end if;
  if jsonb_typeof(wanted -> 'tests') is distinct from 'string' or octet_length(wanted ->> 'tests') > 204800 then
    perform private.refuse_field('tests', 'Tests must be less than 200 kB');
  end if;
  if jsonb_typeof(wanted -> 'hidden') is distinct from 'string' or octet_length(wanted ->> 'hidden') > 204800 then
    perform private.refuse_field('hidden', 'Hidden tests must be less than 200 kB');
  end if;
  if wanted ->> 'language' = 'PAGE' and wanted ->> 'hidden' <> '' then
    perform private.refuse_field('hidden', 'A page has no hidden tests, because the server does not run it.');
  end if;
  if wanted ->> 'language' = 'PAGE' and not exists (
      select from jsonb_array_elements(wanted -> 'files') f where f ->> 'path' = 'index.html') then
    perform private.refuse_field('files', 'A page begins with a file called index.html.');
  end if;
  if not (jsonb_typeof(wanted -> 'time_ms') = 'number' and wanted ->> 'time_ms' ~ '^\d{2,4}$' and (wanted ->> 'time_ms')::int between 50 and 1000) then
    perform private.refuse_field('time_ms', 'A time limit is a number from 50 to 1,000 milliseconds.');
  end if;
  if private.is_exercise_hints(wanted -> 'hints') is not true then
    perform private.refuse_field('hints', 'A hint has a text of at most 2,000 characters and appears after 1 to 100 failed runs. There are at most 20.');
  end if;
  if jsonb_typeof(wanted -> 'solution_after') is distinct from 'null'
    and not (jsonb_typeof(wanted -> 'solution_after') = 'number' and wanted ->> 'solution_after' ~ '^\d{1,3}$' and (wanted ->> 'solution_after')::int between 1 and 100) then
    perform private.refuse_field('solution_after', 'The solution opens after 1 to 100 failed runs, or only after passing.');
  end if;
end
$function$;
comment on function private.check_exercise(jsonb) is 'Takes an exercise as key_fields() returns it; raises PT422 with the field as hint for a value that is not valid, and for a page without index.html or with hidden tests (rules/exercises#limits).';

create or replace function private.write_exercise(
  lesson uuid,
  expected_version integer,
  listed jsonb
)
  returns private.exercise_keys
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  latest private.exercise_keys;
  wanted jsonb;
  saved private.exercise_keys;
  proved private.exercise_keys;
begin
  perform private.check_exercise_right(lesson);
  -- Two saves run one after the other.
  perform from public.exercises x where x.lesson_id = write_exercise.lesson for no key update;
  latest := private.latest_key(lesson);
  if jsonb_typeof(listed) is distinct from 'object' then
    perform private.refuse_field('exercise', 'This is no exercise.');
  end if;
  -- A field that is not listed keeps its value.
  wanted := private.key_fields(latest) || listed;
  perform private.check_exercise(wanted);
  saved := jsonb_populate_record(latest, wanted - array['lesson_id', 'version', 'proof', 'problems', 'saved_at']);
  if private.key_fields(saved) = private.key_fields(latest) then
    -- The request was sent again because its answer was lost.
    return latest;
  end if;
  if expected_version <> latest.version then
    raise exception using errcode = 'PT409', hint = 'STALE_EXERCISE', message = 'Someone else has saved this exercise.';
  end if;
  -- A proof depends on these fields alone. If an earlier version has the same ones, its proof also holds for this version. A
  -- page needs no proof, because the server cannot run it.
  select k.* into proved from private.exercise_keys k
  where k.lesson_id = write_exercise.lesson and k.proof = 'PROVED'
    and (k.language, k.files, k.tests, k.hidden, k.solution, k.time_ms)
      = (saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms)
  limit 1;
  insert into private.exercise_keys (lesson_id, version, language, files, tests, hidden, solution, time_ms, hints, solution_after, proof)
  values (write_exercise.lesson, latest.version + 1, saved.language, saved.files, saved.tests, saved.hidden, saved.solution, saved.time_ms, saved.hints,
    saved.solution_after, case when saved.language <> 'PAGE' and proved.version is null then 'NONE' else 'PROVED' end::public.proof_state)
  returning * into saved;
  if saved.proof = 'PROVED' then
    perform private.publish_key(saved);
  end if;
  -- Older versions are deleted unless learners have them, a version of the lesson refers to them, or a run waits for them.
  delete from private.exercise_keys k
  where k.lesson_id = saved.lesson_id and k.version < latest.version
    and k.version <> (select x.version from public.exercises x where x.lesson_id = k.lesson_id)
    and not exists (select from public.lesson_versions v where v.lesson_id = k.lesson_id and v.exercise = k.version)
    and not exists (select from public.exercise_runs r where r.lesson_id = k.lesson_id and r.tests_version = k.version and r.verdict = 'PENDING');
  perform private.keep_exercise_version(saved.lesson_id, latest.version, saved.version);
  perform private.record_exercise(saved, (
    select jsonb_agg(n.key order by n.key) from jsonb_each(private.key_fields(saved)) n
    where n.value is distinct from private.key_fields(latest) -> n.key));
  return saved;
end
$function$;
comment on function private.write_exercise(uuid,integer,jsonb) is 'Takes an exercise, the version that the caller read, and the key_fields() that change; saves a new version, which keeps the proof of an earlier one with the same code, tests and time limit. A page needs no proof, and learners get it at once. Null as the version is never stale. The same fields again change nothing. Raises 42501, PT409 STALE_EXERCISE, PT422 with the field as hint.';

create or replace function public.exercise_of(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  course uuid;
  may_hand_in boolean;
  is_open boolean;
  builds boolean;
  opens jsonb;
  ready boolean;
  is_page constant boolean := private.is_page_exercise(exercise_of.lesson_id);
  shown private.exercise_keys;
  stand private.exercise_standings;
begin
  if me is null or not private.can('exercise_runs', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function exercise_of';
  end if;
  select m.course_id, x.version > 0 into course, ready
  from public.exercises x
  join public.lessons l on l.id = x.lesson_id and l.content_type = 'EXERCISE'
  join public.modules m on m.id = l.module_id
  where x.lesson_id = exercise_of.lesson_id;
  select s.* into stand from private.exercise_standings s where s.user_id = me and s.lesson_id = exercise_of.lesson_id;
  may_hand_in := private.why_not_open(me, exercise_of.lesson_id, null, 'EXERCISE') is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview read it without handing in. The rights of staff require a session with a second
    -- factor while the setting asks for one, and access_of() does not know the session.
    opens := private.access_of(me, course, exercise_of.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can still read their own runs of a closed exercise, but not the exercise.
  if course is null or not is_open and stand.user_id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This exercise is not open to you.';
  end if;
  -- An author who tries the exercise gets the newest version.
  builds := not may_hand_in and private.can_on_course('exercises', 'update', course);
  if is_open then
    if builds then
      shown := private.latest_key(exercise_of.lesson_id);
    else
      select k.* into shown from private.exercise_keys k join public.exercises x on x.lesson_id = k.lesson_id and x.version = k.version
      where k.lesson_id = exercise_of.lesson_id;
    end if;
  end if;
  return jsonb_build_object('lesson_id', exercise_of.lesson_id, 'open', is_open, 'in_preparation', not ready,
    'can_hand_in', may_hand_in and ready and not is_page, 'can_write', may_hand_in and ready,
    'language', shown.language, 'version', shown.version, 'files', shown.files, 'tests', shown.tests, 'time_ms', shown.time_ms,
    'hints', shown.hints, 'solution_after', shown.solution_after,
    'solution_open', shown.version is not null
      and (builds or case when is_page then exists (
          select from public.lesson_completions d where d.user_id = me and d.lesson_id = exercise_of.lesson_id)
        else stand.passed_at is not null or coalesce(stand.failed_runs >= shown.solution_after, false) end),
    'looked_at', stand.looked_at, 'failed_runs', coalesce(stand.failed_runs, 0), 'passed_at', stand.passed_at,
    'draft', (
      select jsonb_build_object('files', d.files, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.exercise_drafts d where d.user_id = me and d.lesson_id = exercise_of.lesson_id),
    'runs', (
      select coalesce(jsonb_agg(private.run_facts(r) order by r.no desc), '[]')
      from (
        select x.* from public.exercise_runs x where x.user_id = me and x.lesson_id = exercise_of.lesson_id order by x.no desc limit 20) r));
end
$function$;
comment on function public.exercise_of(uuid) is 'Takes an exercise; returns what its page shows the caller in addition to the lesson: {lesson_id, open, in_preparation: whether no version is proved, can_hand_in: not a page, can_write: whether drafts are kept, language, version, files: [{path, text}], tests, time_ms, hints: [{after, text}], solution_after (these are null while the exercise is closed or in preparation), solution_open: whether exercise_solution() returns it, looked_at, failed_runs: by the server''s verdict, passed_at, draft: {files, revision, updated_at, kept} or null, runs: the last 20, [run_facts()], the latest first}. Learners get the last proved version; those who may update the lesson and have no access of their own get the newest. Own runs stay readable when the lesson closes. Raises 42501, PT404 NO_LESSON (rules/exercises#exercise).';

create or replace function public.exercise_solution(lesson_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  stand private.exercise_standings;
  shown private.exercise_keys;
begin
  if me is null or not private.can('exercise_runs', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function exercise_solution';
  end if;
  if private.why_not_open(me, exercise_solution.lesson_id, null, 'EXERCISE') is not null
    and private.can_on_course('exercises', 'update', private.course_of_lesson(exercise_solution.lesson_id)) then
    return (private.latest_key(exercise_solution.lesson_id)).solution;
  end if;
  perform private.check_practice(me, exercise_solution.lesson_id);
  select k.* into shown from private.exercise_keys k join public.exercises x on x.lesson_id = k.lesson_id and x.version = k.version
  where k.lesson_id = exercise_solution.lesson_id;
  select s.* into stand from private.exercise_standings s where s.user_id = me and s.lesson_id = exercise_solution.lesson_id;
  if shown.language = 'PAGE' then
    if not exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = exercise_solution.lesson_id) then
      raise exception using errcode = 'PT403', hint = 'SOLUTION_CLOSED',
        message = 'The solution can be shown once you have marked the exercise as complete.';
    end if;
    return shown.solution;
  end if;
  if stand.passed_at is null and coalesce(stand.failed_runs, 0) < coalesce(shown.solution_after, 2147483647) then
    raise exception using errcode = 'PT403', hint = 'SOLUTION_CLOSED', message = case when shown.solution_after is null
      then 'The solution can be shown once you have passed.'
      else format('The solution can be shown once you have passed, or after %s failed runs.', shown.solution_after) end;
  end if;
  update private.exercise_standings s set looked_at = now()
  where s.user_id = me and s.lesson_id = exercise_solution.lesson_id and s.looked_at is null and s.passed_at is null;
  return shown.solution;
end
$function$;
comment on function public.exercise_solution(uuid) is 'Takes an exercise; returns its solution, [{path, text}], once the caller has passed, or as many of their runs have failed as `solution_after` says; that of a page once the caller has completed the lesson. Before a pass, it stores that the caller looked. Those who may update the lesson get the newest solution. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS, NOT_OPEN_YET and SOLUTION_CLOSED, PT409 IN_PREPARATION (rules/exercises#solution).';

create or replace function public.hand_in_run(
  lesson_id uuid,
  operation_id uuid,
  files jsonb,
  claimed public.run_verdict default null,
  made_at timestamptz default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  most constant int := 30;
  me uuid := private.uid();
  own uuid;
  made public.exercise_runs;
  recent timestamptz[];
begin
  if me is null or me <> coalesce(hand_in_run.as_user, me) or not private.can('exercise_runs', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function hand_in_run';
  end if;
  own := private.made_under(hand_in_run.operation_id, 'run');
  select r.* into made from public.exercise_runs r where r.id = own;
  if made.id is not null then
    if made.lesson_id <> hand_in_run.lesson_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another exercise.';
    end if;
    return private.run_facts(made);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  perform private.check_practice(me, hand_in_run.lesson_id,
    case when hand_in_run.made_at >= '1970-01-01 00:00:00+00' then least(hand_in_run.made_at, now()) end);
  if private.is_page_exercise(hand_in_run.lesson_id) then
    raise exception using errcode = 'PT409', hint = 'NOT_HANDED_IN',
      message = 'A page is not handed in. Mark the lesson as complete when you are done.';
  end if;
  if private.is_exercise_files(hand_in_run.files) is not true then
    perform private.refuse_field('files', 'Code is at most 20 files with a name each, 200 kB in all');
  end if;
  if hand_in_run.claimed = 'PENDING' then
    perform private.refuse_field('claimed', 'A claimed verdict is PASS, FAIL or ERROR.');
  end if;
  -- The requests of one person run one after the other, so that each counts the runs of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('runs ' || me, 0));
  recent := coalesce((
    select array(select t from unnest(h.times) t where t > now() - interval '1 hour' order by t) from private.exercise_hours h where h.user_id = me), '{}');
  if cardinality(recent) >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  insert into private.exercise_hours as h (user_id, times) values (me, recent || now())
  on conflict on constraint exercise_hours_pkey do update set times = excluded.times;
  insert into private.exercise_standings as s (user_id, lesson_id, runs) values (me, hand_in_run.lesson_id, 1)
  on conflict on constraint exercise_standings_pkey do update set runs = s.runs + 1, last_at = now()
  returning s.runs into made.no;
  insert into public.exercise_runs as r (id, operation_id, user_id, lesson_id, tests_version, no, files, claimed)
  select own, hand_in_run.operation_id, me, x.lesson_id, x.version, made.no, hand_in_run.files, hand_in_run.claimed
  from public.exercises x where x.lesson_id = hand_in_run.lesson_id
  returning r.* into made;
  -- The browser requests the verdict at once. The job does this if the browser cannot.
  perform private.enqueue_job('run_check', made.id::text, now() + interval '1 minute', made.id, me);
  perform private.prune_runs(me, hand_in_run.lesson_id);
  return private.run_facts(made);
end
$function$;
comment on function public.hand_in_run(uuid,uuid,jsonb,public.run_verdict,timestamp with time zone,uuid) is 'Hands in a run. Takes an exercise, an operation id, the files [{path, text}], the verdict of the browser, which decides nothing (null: it did not run the tests), and when a device made it without a connection. Returns run_facts(), with the verdict PENDING until the server has verified it; the same operation again returns the same run. `as_user` refuses what another person queued in the same browser. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 IN_PREPARATION, NOT_HANDED_IN for a page, and MADE_ALREADY, PT422 with the field as hint, and PT429 TOO_MANY after 30 runs in an hour (rules/exercises#runs).';

comment on function public.prove_exercise(uuid) is 'Takes an exercise; enqueues the proof of its newest version, unless it is proved, as a saved page always is, and returns {version, proved_version, proof: {state, problems}}. Raises 42501 (rules/exercises#proof).';

comment on column private.exercise_keys.proof is 'NONE: nobody requested a proof. PENDING: a proof was requested. PROVED: learners get this version or a later one; a page is proved when it is saved. REFUSED: see problems.';
