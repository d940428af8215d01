-- Assignments: their briefs and rubrics, due dates, more time, and figures.
set check_function_bodies = off;

-- TYPES

create type public.late_rule as enum ('MARKED', 'SHUT');

create type public.tests_do as enum ('SHOW', 'GATE', 'PASS');

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.is_test_list(names text[])
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select cardinality(names) <= 500 and not exists (
      select from unnest(names) n where n is null or btrim(n) = '' or char_length(n) > 300)
    and cardinality(names) = (select count(distinct n) from unnest(names) n)
$function$;
comment on function private.is_test_list(text[]) is 'Takes names of tests; true if they are at most 500 different ones of at most 300 characters. Null for null.';
grant execute on function private.is_test_list(text[]) to authenticated, service_role;

create or replace function private.is_path_list(paths text[])
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  -- The steps of the grading workflow give these paths to Git, so a path has no character that Git or a shell interprets.
  select cardinality(paths) <= 50 and not exists (
    select from unnest(paths) p
    where p is null or char_length(p) > 200 or p !~ '^[A-Za-z0-9_.][A-Za-z0-9_. -]*(/[A-Za-z0-9_.][A-Za-z0-9_. -]*)*$'
      or p ~ '(^|/)\.{1,2}(/|$)' or p ~* '(^|/)\.git(/|$)')
$function$;
comment on function private.is_path_list(text[]) is 'Takes paths of a repository; true if they are at most 50 relative paths of at most 200 characters that stay in the repository and are not in .git. Null for null.';
grant execute on function private.is_path_list(text[]) to authenticated, service_role;

create or replace function private.is_grader(reference text)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
as $function$
  select char_length(reference) <= 300
    and reference ~ '^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_.-]+/\.github/workflows/[A-Za-z0-9_.-]+\.ya?ml@[A-Za-z0-9_][A-Za-z0-9_./-]*$'
$function$;
comment on function private.is_grader(text) is 'Takes the reference of a grader; true if it has the form in which a workflow names another workflow: owner/repository/.github/workflows/name.yml@ref. Null for null.';
grant execute on function private.is_grader(text) to authenticated, service_role;

create or replace function private.is_rubric_levels(levels jsonb)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(levels) = 'array' and jsonb_array_length(levels) between 2 and 6 then (
    select bool_and(jsonb_typeof(v) = 'object'
      and coalesce(jsonb_typeof(v -> 'title') = 'string' and btrim(v ->> 'title') <> '' and char_length(v ->> 'title') <= 60, false)
      and case jsonb_typeof(v -> 'points') when 'number' then (v ->> 'points')::numeric between 0 and 1000 when 'null' then true else not v ? 'points' end
      and case jsonb_typeof(v -> 'meaning') when 'string' then char_length(v ->> 'meaning') <= 500 when 'null' then true else not v ? 'meaning' end
      and v - array['title', 'points', 'meaning'] = '{}'::jsonb)
    from jsonb_array_elements(levels) v) else false end
$function$;
comment on function private.is_rubric_levels(jsonb) is 'Takes the levels of a criterion; true if they are a list of two to six of {title: at most 60 characters, points: 0 to 1,000, meaning: at most 500 characters}. Points and meaning can be null or missing.';
grant execute on function private.is_rubric_levels(jsonb) to authenticated, service_role;

-- TABLES

create table private.extension_requests (
  lesson_id uuid not null,
  user_id uuid not null,
  note text not null default '',
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  id uuid not null default gen_random_uuid(),
  days integer,
  declined_because text,
  constraint extension_requests_pkey primary key (lesson_id, user_id),
  constraint extension_requests_id_key unique (id),
  constraint extension_requests_days_range check (days >= 1 and days <= 365),
  constraint extension_requests_declined_because_length check (char_length(declined_because) <= 500),
  constraint extension_requests_note_length check (char_length(note) <= 500),
  constraint extension_requests_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint extension_requests_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.extension_requests enable row level security;
create index extension_requests_open_idx on private.extension_requests (asked_at) where (answered_at is null);
create index extension_requests_user_id_idx on private.extension_requests (user_id);
comment on table private.extension_requests is 'Requests for more time, and whether staff have answered them. No grants: written by ask_extension(), give_extension() and decline_extension().';
comment on column private.extension_requests.days is 'How many more days the person asked for; null if they named no number, as in requests from before the form had this field.';
comment on column private.extension_requests.declined_because is 'What staff wrote to the person when they declined the latest request; null if they did not decline it.';

create table public.assignments (
  lesson_id uuid not null,
  accepts public.work_kind[] not null default '{TEXT}'::public.work_kind[],
  due_day integer,
  due_time time without time zone default '18:00:00'::time without time zone,
  late public.late_rule not null default 'MARKED',
  cutoff_days integer,
  blind boolean not null default false,
  updated_at timestamptz not null default now(),
  grader text,
  grader_sha text,
  grader_new_sha text,
  grader_seen_at timestamptz,
  template_url text,
  suite text,
  paths text[] not null default '{}'::text[],
  expected text[] not null default '{}'::text[],
  tests_do public.tests_do not null default 'SHOW',
  push_hands_in boolean not null default false,
  constraint assignments_pkey primary key (lesson_id),
  constraint assignments_accepts_something check (
    cardinality(accepts) >= 1
    and cardinality(accepts) <= 5
  ),
  constraint assignments_blind_without_owners check (
    not blind
    or not accepts && '{LINK,REPOSITORY}'::public.work_kind[]
  ),
  constraint assignments_cutoff_days_range check (cutoff_days >= 0 and cutoff_days <= 365),
  constraint assignments_cutoff_when_shut check (late = 'SHUT' or cutoff_days is null),
  constraint assignments_due_day_range check (due_day >= 0 and due_day <= 3650),
  constraint assignments_expected_form check (private.is_test_list(expected)),
  constraint assignments_grader_form check (private.is_grader(grader)),
  constraint assignments_grader_needs_repository check (
    grader is null
    or accepts @> '{REPOSITORY}'::public.work_kind[]
  ),
  constraint assignments_grader_new_sha_form check (grader_new_sha ~ '^[0-9a-f]{40}$'),
  constraint assignments_grader_sha_form check (grader_sha ~ '^[0-9a-f]{40}$'),
  constraint assignments_paths_form check (private.is_path_list(paths)),
  constraint assignments_suite_form check (suite ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(suite) <= 60),
  constraint assignments_template_url_form check (private.is_web_link(template_url)),
  constraint assignments_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade
);
alter table public.assignments enable row level security;
grant select on public.assignments to authenticated;
grant update (accepts, due_day, due_time, late, cutoff_days, blind, grader, grader_sha, template_url, suite, paths, expected, tests_do, push_hands_in) on public.assignments to authenticated;
grant delete, insert, select, update on public.assignments to service_role;
comment on table public.assignments is 'What an assignment accepts and when it is due. The row is added when a lesson gets this type, and stays when the type changes (rules/assignments#assignment).';
comment on column public.assignments.due_day is 'Days after the first day of the cohort, which is day 0; null: no due date, unless a cohort sets one.';
comment on column public.assignments.due_time is 'The time of day in the cohort''s time zone; null: the last second of the day.';
comment on column public.assignments.late is 'MARKED: late work is accepted and marked. SHUT: nothing is accepted after cutoff_days.';
comment on column public.assignments.cutoff_days is 'How many days after the due date the assignment shuts, at the end of that day; null: at the end of the day on which it is due.';
comment on column public.assignments.blind is 'Whether the review screen hides whose work it is until the review is published (rules/assignments#blind).';
comment on column public.assignments.grader is 'The workflow of the school that tests commits, as owner/repository/.github/workflows/name.yml@ref; null: nothing is tested (rules/repositories#assignment).';
comment on column public.assignments.grader_sha is 'The commit of the grader whose results are believed; null: none yet (rules/repositories#believe).';
comment on column public.assignments.grader_new_sha is 'The latest commit of the grader that sent a result and was not accepted yet. Somebody who may edit the lesson can accept this commit. Null: no commit waits. Written by settle_repository_result().';
comment on column public.assignments.grader_seen_at is 'When grader_new_sha first sent a result.';
comment on column public.assignments.template_url is 'The address of the repository that people copy before they begin.';
comment on column public.assignments.suite is 'The name of the tests that the grader runs.';
comment on column public.assignments.paths is 'The files and folders that the grader takes from a commit. All other files of a test run come from the school.';
comment on column public.assignments.expected is 'The names of the tests that a result must contain, and that must pass. A missing test counts as failed.';
comment on column public.assignments.tests_do is 'SHOW: results are shown. GATE: work is handed in only if the tests of its commit pass. PASS: work passes by itself if they pass (rules/repositories#effects).';
comment on column public.assignments.push_hands_in is 'Whether each judged commit is handed in as a round.';

create table public.extensions (
  lesson_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  reason text not null default '',
  given_by_id uuid default private.uid(),
  given_at timestamptz not null default now(),
  constraint extensions_pkey primary key (lesson_id, user_id),
  constraint extensions_due_at_range check (
    due_at >= '1970-01-01 00:00:00+00'::timestamptz
    and due_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint extensions_reason_length check (char_length(reason) <= 500),
  constraint extensions_given_by_id_fkey foreign key (given_by_id) references public.profiles(id) on delete set null,
  constraint extensions_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint extensions_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.extensions enable row level security;
create index extensions_given_by_id_idx on public.extensions (given_by_id);
create index extensions_user_id_idx on public.extensions (user_id);
grant select on public.extensions to authenticated;
grant delete, insert, select, update on public.extensions to service_role;
comment on table public.extensions is 'When an assignment is due for one person. It overrides the due dates of the person''s cohorts (rules/assignments#extension).';

create table public.rubric_criteria (
  id uuid not null default gen_random_uuid(),
  lesson_id uuid not null,
  "position" integer not null default 0,
  title text not null,
  levels jsonb not null,
  essential boolean not null default false,
  constraint rubric_criteria_pkey primary key (id),
  constraint rubric_criteria_levels_form check (private.is_rubric_levels(levels)),
  constraint rubric_criteria_position_range check ("position" >= 0 and "position" <= 1000),
  constraint rubric_criteria_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint rubric_criteria_lesson_id_fkey foreign key (lesson_id) references public.assignments(lesson_id) on delete cascade
);
alter table public.rubric_criteria enable row level security;
create index rubric_criteria_lesson_id_idx on public.rubric_criteria (lesson_id, "position");
grant delete, select on public.rubric_criteria to authenticated;
grant insert (lesson_id, "position", title, levels, essential) on public.rubric_criteria to authenticated;
grant update ("position", title, levels, essential) on public.rubric_criteria to authenticated;
grant delete, insert, select, update on public.rubric_criteria to service_role;
comment on table public.rubric_criteria is 'The criteria by which an assignment is judged, in order. A review stores its own copy (rules/assignments#rubric).';
comment on column public.rubric_criteria.levels is 'The levels, from the lowest to the highest: [{title, points, meaning}].';
comment on column public.rubric_criteria.essential is 'Whether work cannot pass if it is at the lowest level of this criterion.';

-- FUNCTIONS

create or replace function private.add_assignment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  insert into public.assignments (lesson_id) values (new.id) on conflict do nothing;
  return null;
end
$function$;
comment on function private.add_assignment() is 'Row trigger on lessons that become assignments: adds a row to assignments, unless the lesson was an assignment before and still has one.';

create or replace function private.asked_time(q private.extension_requests)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('note', q.note, 'days', q.days, 'asked_at', q.asked_at, 'answered_at', q.answered_at, 'declined_because', q.declined_because)
$function$;
comment on function private.asked_time(private.extension_requests) is 'Takes a request for more time; returns it as the person and the staff who may answer it see it, {note, days, asked_at, answered_at, declined_because: null if it was not declined}.';

create or replace function private.assignment_fields(lesson uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('accepts', a.accepts, 'due_day', a.due_day, 'due_time', to_char(a.due_time, 'HH24:MI'), 'late', a.late,
    'cutoff_days', a.cutoff_days, 'blind', a.blind, 'grader', a.grader, 'grader_sha', a.grader_sha, 'template_url', a.template_url, 'suite', a.suite,
    'paths', a.paths, 'expected', a.expected, 'tests_do', a.tests_do, 'push_hands_in', a.push_hands_in, 'rubric', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', private.plain_levels(c.levels))
        order by c.position, c.title, c.id)
      from public.rubric_criteria c where c.lesson_id = a.lesson_id), '[]'))
  from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment_fields.lesson
$function$;
comment on function private.assignment_fields(uuid) is 'Takes a lesson; returns the fields of its assignment, {accepts, due_day, due_time: HH:MM, late, cutoff_days, blind, grader, grader_sha, template_url, suite, paths, expected, tests_do, push_hands_in, rubric: [{id, title, essential, levels}]}. Null for a lesson of another type. Runs as its caller.';
grant execute on function private.assignment_fields(uuid) to authenticated, service_role;

create or replace function private.assignment_as_wanted(was jsonb, wanted jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when n.now_is ->> 'grader' is null
    then n.now_is || '{"grader": null, "grader_sha": null, "template_url": null, "suite": null, "paths": [], "expected": [], "tests_do": "SHOW", "push_hands_in": false}'
    -- If the grader changes, no result counts until somebody accepts a commit of the new grader.
    when n.now_is -> 'grader' <> was -> 'grader' and not wanted ? 'grader_sha' then n.now_is || '{"grader_sha": null}'
    else n.now_is end
  from (select was || wanted as now_is) n
$function$;
comment on function private.assignment_as_wanted(jsonb,jsonb) is 'Takes the assignment_fields() of an assignment, and the fields that change; returns all fields with these changes. Without a grader, the other fields about tests have their defaults.';
grant execute on function private.assignment_as_wanted(jsonb,jsonb) to authenticated, service_role;

create or replace function private.assignment_part(lesson uuid)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce((
    select jsonb_build_object('assignment', f.fields || jsonb_build_object('rubric', coalesce((
      select jsonb_agg(c.value - 'id' order by c.place) from jsonb_array_elements(f.fields -> 'rubric') with ordinality c (value, place)), '[]')))
    from (select private.assignment_fields(assignment_part.lesson) as fields) f where f.fields is not null), '{}')
$function$;
comment on function private.assignment_part(uuid) is 'Takes a lesson; returns {assignment: its assignment_fields() without the ids of criteria} for an export. An empty object for a lesson of another type. Runs as its caller.';
grant execute on function private.assignment_part(uuid) to authenticated, service_role;

create or replace function private.button_completes(type public.lesson_content_type)
  returns boolean
  language sql
  immutable parallel safe
as $function$
  select type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK')
$function$;
comment on function private.button_completes(public.lesson_content_type) is 'Takes the type of a lesson; true if people complete lessons of this type with the button that marks a lesson complete. A lesson of another type is completed when its work passes (rules/assignments#completion).';
grant execute on function private.button_completes(public.lesson_content_type) to authenticated, service_role;

create or replace function private.button_completes(lesson uuid, type public.lesson_content_type)
  returns boolean
  language sql
  stable parallel safe
  set search_path to ''
as $function$
  select private.button_completes(type) or type = 'EXERCISE' and private.is_page_exercise(lesson)
$function$;
comment on function private.button_completes(uuid,public.lesson_content_type) is 'Takes a lesson and its type; true if people complete it with the button that marks a lesson complete: lessons of this type have the button, and so has an exercise of the language PAGE. Runs as its caller.';
grant execute on function private.button_completes(uuid,public.lesson_content_type) to authenticated, service_role;

create or replace function private.check_assignment(wanted jsonb)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if jsonb_typeof(wanted) <> 'object' then
    perform private.refuse_field('assignment', 'This is no assignment.');
  end if;
  if wanted ? 'accepts' and (jsonb_typeof(wanted -> 'accepts') <> 'array' or jsonb_array_length(wanted -> 'accepts') = 0 or exists (
      select from jsonb_array_elements(wanted -> 'accepts') k where k #>> '{}' <> all (enum_range(null::public.work_kind)::text[]))) then
    perform private.refuse_field('accepts', 'Choose what people hand in.');
  end if;
  if jsonb_typeof(wanted -> 'due_day') <> 'null' and not (wanted ->> 'due_day' ~ '^\d{1,4}$' and (wanted ->> 'due_day')::int <= 3650) then
    perform private.refuse_field('due_day', 'A day is a number from 0 to 3,650.');
  end if;
  if jsonb_typeof(wanted -> 'due_time') <> 'null' and not wanted ->> 'due_time' ~ '^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$' then
    perform private.refuse_field('due_time', 'A time is written like 18:00.');
  end if;
  if jsonb_typeof(wanted -> 'cutoff_days') <> 'null' and not (wanted ->> 'cutoff_days' ~ '^\d{1,3}$' and (wanted ->> 'cutoff_days')::int <= 365) then
    perform private.refuse_field('cutoff_days', 'Choose at most a year.');
  end if;
  if coalesce(wanted ->> 'late', 'MARKED') not in ('MARKED', 'SHUT') then
    perform private.refuse_field('late', 'Late work is marked, or shut out.');
  end if;
  if jsonb_typeof(wanted -> 'grader') <> 'null' and private.is_grader(wanted ->> 'grader') is not true then
    perform private.refuse_field('grader', 'A grader is written like school/grading/.github/workflows/tests.yml@v1.');
  end if;
  if jsonb_typeof(wanted -> 'grader_sha') <> 'null' and not wanted ->> 'grader_sha' ~ '^[0-9a-f]{40}$' then
    perform private.refuse_field('grader_sha', 'A commit is written with 40 digits, from 0 to 9 and from a to f.');
  end if;
  if jsonb_typeof(wanted -> 'template_url') <> 'null' and private.is_web_link(wanted ->> 'template_url') is not true then
    perform private.refuse_field('template_url', 'Please enter a valid URL');
  end if;
  if jsonb_typeof(wanted -> 'suite') <> 'null' and not (wanted ->> 'suite' ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(wanted ->> 'suite') <= 60) then
    perform private.refuse_field('suite', 'The name of a suite has lowercase letters, digits, and hyphens.');
  end if;
  if wanted ? 'paths' and private.is_path_list(private.text_list(wanted -> 'paths')) is not true then
    perform private.refuse_field('paths', 'At most 50 paths are taken, each written like src or src/main.js.');
  end if;
  if wanted ? 'expected' and private.is_test_list(private.text_list(wanted -> 'expected')) is not true then
    perform private.refuse_field('expected', 'At most 500 different tests are named, with at most 300 characters each.');
  end if;
  if coalesce(wanted ->> 'tests_do', 'SHOW') <> all (enum_range(null::public.tests_do)::text[]) then
    perform private.refuse_field('tests_do', 'Results are shown, needed to hand in, or pass the work.');
  end if;
  if wanted ? 'rubric' then
    if jsonb_typeof(wanted -> 'rubric') <> 'array' or jsonb_array_length(wanted -> 'rubric') > 20 then
      perform private.refuse_field('rubric', 'A rubric has at most 20 criteria');
    end if;
    if exists (select from jsonb_array_elements(wanted -> 'rubric') c
        where btrim(coalesce(c ->> 'title', '')) = '' or char_length(c ->> 'title') > 100) then
      perform private.refuse_field('rubric', 'A criterion needs a title of at most 100 characters');
    end if;
    if exists (select from jsonb_array_elements(wanted -> 'rubric') c where not private.is_rubric_levels(private.plain_levels(c -> 'levels'))) then
      perform private.refuse_field('rubric', 'A criterion has two to six levels with a title each');
    end if;
  end if;
end
$function$;
comment on function private.check_assignment(jsonb) is 'Takes an assignment as a form or a folder gives it; raises PT422 with the field as hint for a value that is not valid.';
grant execute on function private.check_assignment(jsonb) to authenticated, service_role;

create or replace function private.check_extension(person uuid, lesson uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if person = private.uid() or not private.extension_may_be_given(person, lesson) then
    -- Only callers who may give more time for every assignment are told that an assignment does not exist.
    if private.can('extensions', 'give') and not exists (select from public.lessons l where l.id = lesson) then
      perform private.refuse_assignment();
    end if;
    perform private.refuse('You may not give this person more time.');
  end if;
  if current_setting('transaction_read_only') = 'off' and not private.can('extensions', 'give') then
    -- The row of cohort_staff that gives the caller this right is locked until the transaction ends, so that nobody
    -- removes it meanwhile.
    perform 1 from public.cohort_staff s where s.user_id = private.uid() order by s.cohort_id for key share;
    if not private.extension_may_be_given(person, lesson) then
      perform private.refuse('You may not give this person more time.');
    end if;
  end if;
  if not exists (select from public.lessons l where l.id = lesson and l.content_type = 'ASSIGNMENT' and l.deleted_at is null) then
    perform private.refuse_assignment();
  end if;
end
$function$;
comment on function private.check_extension(uuid,uuid) is 'Takes a person and an assignment; raises 42501 unless the caller may give this person more time (also for the caller themselves and for an unknown person), and PT404 NO_LESSON for an unknown assignment. Outside of read-only transactions, locks the row of cohort_staff that gives the right until the transaction ends.';

create or replace function private.copy_assignments(copies jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.save_assignment(k.value::uuid, private.assignment_part(k.key::uuid) -> 'assignment')
  from jsonb_each_text(copies) k;
end
$function$;
comment on function private.copy_assignments(jsonb) is 'Takes {lesson: its copy}; copies the assignment of each of these lessons to its copy. Runs as its caller.';
grant execute on function private.copy_assignments(jsonb) to authenticated, service_role;

create or replace function private.due_of(
  person uuid,
  lesson uuid,
  moment timestamptz default now()
)
  returns table(
    due_at timestamptz,
    day date,
    at_time time without time zone,
    zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select d.due_at, private.local_day(d.due_at, d.time_zone), (d.due_at at time zone d.time_zone)::time, d.time_zone, d.cohort_id, d.paused, d.extended, d.shut_at
    from private.person_dues(person, moment) d where d.lesson_id = lesson;
end
$function$;
comment on function private.due_of(uuid,uuid,timestamp with time zone) is 'Takes a person, an assignment, and a moment; returns when it is due for the person by their access at that moment: the moment, and its day and time of day in its time zone; the other columns are as in person_dues(). No row without access at that moment (rules/assignments#due).';

create or replace function private.extension_may_be_given(person uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  work.lesson_id := extension_may_be_given.lesson;
  work.user_id := extension_may_be_given.person;
  return private.can_on_course('extensions', 'give', private.course_of_lesson(extension_may_be_given.lesson))
      and private.takes_course(extension_may_be_given.person, private.course_of_lesson(extension_may_be_given.lesson))
    or private.can('extensions', 'give', 'assigned') and private.work_is_assigned(private.uid(), work);
end
$function$;
comment on function private.extension_may_be_given(uuid,uuid) is 'Takes a person and an assignment; true if the caller may give this person more time for it: by a right for everybody who takes or took the course, for the caller''s own courses, or for the people assigned to the caller.';

create or replace function private.forget_new_grader()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  if new.grader is distinct from old.grader or new.grader_sha = new.grader_new_sha then
    new.grader_new_sha := null;
    new.grader_seen_at := null;
  end if;
  return new;
end
$function$;
comment on function private.forget_new_grader() is 'Row trigger: if an assignment gets another grader, or if the waiting commit of its grader is accepted, clears grader_new_sha and grader_seen_at.';

create or replace function private.keep_assignment_version(lesson uuid, was jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  latest public.lesson_versions;
  l public.lessons;
  now_is constant jsonb := private.assignment_fields(keep_assignment_version.lesson);
begin
  select x.* into l from public.lessons x where x.id = keep_assignment_version.lesson for no key update;
  if not private.can_on_course('lessons', 'update', private.course_of_lesson(l.id)) and private.uid() is not null then
    perform private.refuse('You may not change this lesson.');
  end if;
  select v.* into latest from public.lesson_versions v where v.lesson_id = l.id order by v.no desc limit 1;
  if latest.id is null then
    -- A lesson that was created in this transaction needs no first version.
    if l.created_at = now() then
      return;
    end if;
    insert into public.lesson_versions (lesson_id, no, created_at, title, description, content, assignment)
    values (l.id, 1, l.created_at, l.title, l.description, l.content, was) returning * into latest;
  end if;
  if latest.created_at = now() and latest.no > 1 then
    -- The same save has also changed the texts and added a version for this change, so the assignment is added to that
    -- version.
    update public.lesson_versions v set assignment = now_is, fields = v.fields || '{assignment}' where v.id = latest.id and not v.fields @> '{assignment}';
  else
    insert into public.lesson_versions (lesson_id, no, author_id, title, description, content, fields, assignment, restores)
    values (l.id, latest.no + 1, (select p.id from public.profiles p where p.id = private.uid()), l.title, l.description, l.content, '{assignment}', now_is,
      nullif(current_setting('rookies.restores', true), '')::timestamptz);
  end if;
end
$function$;
comment on function private.keep_assignment_version(uuid,jsonb) is 'Takes a lesson whose assignment was changed, and its assignment_fields() before the change; adds the change to the version that the same save made, or to a new one. Raises 42501 unless the caller may change the lesson (rules/courses#versions).';
grant execute on function private.keep_assignment_version(uuid,jsonb) to authenticated, service_role;

create or replace function private.lesson_figures(lesson uuid, cohorts uuid[], since timestamptz)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    with waits as materialized (
      select w.review_id, w.waited_sec from private.review_waits w
      where w.lesson_id = lesson and w.reviewed_at >= since and (cohorts is null or w.cohort_id = any (cohorts))
      order by w.reviewed_at desc limit 500
    ), work as materialized (
      select s.state, s.round from public.submissions s
      where s.lesson_id = lesson
        -- In a small cohort, the figures would reveal whose hidden work waits. Work that was reviewed before counts,
        -- because staff know whose it is.
        and (cohorts is null or s.cohort_id = any (cohorts) and (s.came_back or not private.work_is_hidden(s)))
    ), judged as (
      -- A criterion counts as failed if the review gave it the lowest level.
      select c ->> 'id' as id, c ->> 'title' as title, count(*) as judged, count(*) filter (where (v.levels ->> (c ->> 'id'))::int = 0) as failed
      from waits w join public.reviews v on v.id = w.review_id cross join lateral jsonb_array_elements(v.rubric) c
      where v.levels ? (c ->> 'id') group by 1, 2
    )
    select jsonb_build_object(
      'handed_in', (select count(*) from work), 'waiting', (select count(*) from work w where w.state = 'WAITING'),
      'passed', (select count(*) from work w where w.state = 'PASSED'),
      'rounds', (select round(avg(w.round), 1) from work w where w.state = 'PASSED'),
      'reviews', (select count(*) from waits),
      'median_hours', (select round((percentile_cont(0.5) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'p90_hours', (select round((percentile_cont(0.9) within group (order by w.waited_sec) / 3600)::numeric, 1) from waits w),
      'criteria', (
        select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'title', j.title, 'judged', j.judged, 'failed', j.failed) order by j.failed desc, j.title), '[]')
        from (select * from judged j where j.failed > 0 order by j.failed desc, j.title limit 5) j),
      'tested', exists (select from public.assignments a where a.lesson_id = lesson and a.grader is not null),
      'tests', private.test_figures(lesson, cohorts, since)));
end
$function$;
comment on function private.lesson_figures(uuid,uuid[],timestamp with time zone) is 'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people handed in (for cohorts without hidden work that was never reviewed), waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}], tested: whether it has a grader, tests: test_figures()}.';

create or replace function private.person_dues(person uuid, moment timestamptz)
  returns table(
    lesson_id uuid,
    course_id uuid,
    due_at timestamptz,
    time_zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language sql
  stable
as $function$
  with held as materialized (
    select g.course_id, g.cohort_id, c.starts_on + m.shift_days as first_day, c.time_zone,
      coalesce(m.state = 'PAUSED' and private.grant_is_open(g.expires_at, moment), false) as paused
    from public.entitlements g
    left join public.cohorts c on c.id = g.cohort_id
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    -- A person whose access by the cohort has ended keeps the due dates of the cohort, if another grant opens the
    -- course to them.
    where g.user_id = person and g.created_at <= moment and g.course_id in (select o.course_id from private.grants_open(person, moment) o)
  ), due as (
    -- Of the dates of two cohorts, the later one applies. While the person pauses in one of the cohorts, there is no
    -- date. An extension overrides these rules.
    select distinct on (a.lesson_id) a.lesson_id, h.course_id, h.cohort_id, a.late, a.cutoff_days,
      case when x.due_at is not null then x.due_at when not bool_or(h.paused) over (partition by a.lesson_id) then at.due_at end as due_at,
      coalesce(h.time_zone, (select s.time_zone from public.settings s)) as time_zone,
      x.due_at is null and bool_or(h.paused) over (partition by a.lesson_id) as paused, x.due_at is not null as extended
    from held h
    join public.modules m on m.course_id = h.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
    join public.assignments a on a.lesson_id = l.id
    left join public.cohort_dues d on d.cohort_id = h.cohort_id and d.lesson_id = l.id
    left join public.extensions x on x.lesson_id = l.id and x.user_id = person
    cross join lateral (
      select private.local_moment(h.first_day + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), h.time_zone) as due_at) at
    order by a.lesson_id, at.due_at desc nulls last, h.cohort_id
  )
  select d.lesson_id, d.course_id, d.due_at, d.time_zone, d.cohort_id, d.paused, d.extended,
    case when d.late = 'SHUT' then private.last_second(private.local_day(d.due_at, d.time_zone) + coalesce(d.cutoff_days, 0), d.time_zone) end
  from due d
$function$;
comment on function private.person_dues(uuid,timestamp with time zone) is 'Takes a person and a moment; returns the assignments of the courses to which the person has access at that moment: when each is due (null: never, or while the person pauses), the time zone of that date, which without a cohort is the school''s, the cohort, whether the person pauses, whether the date is an extension, and the last second at which work is accepted (null: late work is accepted) (rules/assignments#due).';

create or replace function private.plain_levels(levels jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(levels) = 'array' then coalesce((
    select jsonb_agg(case when jsonb_typeof(v.value) = 'object' then jsonb_build_object('title', btrim(coalesce(v.value ->> 'title', '')),
      'points', coalesce(v.value -> 'points', 'null'), 'meaning', btrim(coalesce(v.value ->> 'meaning', ''))) else v.value end order by v.place)
    from jsonb_array_elements(levels) with ordinality v (value, place)), '[]') else levels end
$function$;
comment on function private.plain_levels(jsonb) is 'Takes the levels of a criterion as a form or a folder gives them; returns them with all fields of each level and with trimmed texts. JSON that is no list is returned unchanged.';
grant execute on function private.plain_levels(jsonb) to authenticated, service_role;

create or replace function private.refuse_assignment()
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment no longer exists.';
end
$function$;
comment on function private.refuse_assignment() is 'Raises PT404 NO_LESSON.';

create or replace function private.rubric_of(lesson uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'essential', c.essential, 'levels', c.levels) order by c.position, c.title, c.id), '[]')
    from public.rubric_criteria c where c.lesson_id = rubric_of.lesson);
end
$function$;
comment on function private.rubric_of(uuid) is 'Takes an assignment; returns its rubric in order, [{id, title, essential, levels: [{title, points, meaning}]}].';

create or replace function private.save_assignment(lesson uuid, wanted jsonb)
  returns void
  language plpgsql
  set search_path to ''
as $function$
declare
  was constant jsonb := private.assignment_fields(save_assignment.lesson);
  now_is jsonb;
  kept uuid[];
begin
  if was is null or wanted is null or jsonb_typeof(wanted) = 'null' then
    return;
  end if;
  perform private.check_assignment(wanted);
  now_is := private.assignment_as_wanted(was, wanted);
  -- The check constraints of the table raise no sentence that a form can show, so the values are compared here.
  if (now_is ->> 'blind')::boolean and now_is -> 'accepts' ?| array['LINK', 'REPOSITORY'] then
    perform private.refuse_field('blind', 'A blind assignment takes no link and no repository, because they name their owner.');
  elsif now_is ->> 'grader' is not null then
    if not now_is -> 'accepts' ? 'REPOSITORY' then
      perform private.refuse_field('grader', 'Only repositories can be tested. Let people hand in a repository.');
    elsif now_is ->> 'suite' is null then
      perform private.refuse_field('suite', 'Name the suite whose tests are run.');
    elsif now_is ->> 'tests_do' <> 'SHOW' and now_is -> 'expected' = '[]' then
      perform private.refuse_field('expected', 'Name the tests that have to pass. Otherwise, a run that ends early would pass, too.');
    end if;
  end if;
  update public.assignments a set accepts = w.accepts, due_day = w.due_day, due_time = w.due_time, late = w.late, cutoff_days = w.cutoff_days, blind = w.blind,
    grader = w.grader, grader_sha = w.grader_sha, template_url = w.template_url, suite = w.suite, paths = w.paths, expected = w.expected, tests_do = w.tests_do,
    push_hands_in = w.push_hands_in
  from (
    select array(select k::public.work_kind from jsonb_array_elements_text(now_is -> 'accepts') k group by 1 order by 1) as accepts,
      (now_is ->> 'due_day')::int as due_day, (now_is ->> 'due_time')::time as due_time, (now_is ->> 'late')::public.late_rule as late,
      case when now_is ->> 'late' = 'SHUT' then (now_is ->> 'cutoff_days')::int end as cutoff_days, (now_is ->> 'blind')::boolean as blind,
      now_is ->> 'grader' as grader, now_is ->> 'grader_sha' as grader_sha, now_is ->> 'template_url' as template_url, now_is ->> 'suite' as suite,
      private.text_list(now_is -> 'paths') as paths, private.text_list(now_is -> 'expected') as expected,
      (now_is ->> 'tests_do')::public.tests_do as tests_do, (now_is ->> 'push_hands_in')::boolean as push_hands_in) w
  where a.lesson_id = save_assignment.lesson
    and (a.accepts, a.due_day, a.due_time, a.late, a.cutoff_days, a.blind, a.grader, a.grader_sha, a.template_url, a.suite, a.paths, a.expected, a.tests_do,
      a.push_hands_in)
      is distinct from (w.accepts, w.due_day, w.due_time, w.late, w.cutoff_days, w.blind, w.grader, w.grader_sha, w.template_url, w.suite, w.paths, w.expected,
      w.tests_do, w.push_hands_in);
  if wanted ? 'rubric' then
    -- A criterion is found by its id. If it has no id, as in a course folder, it is found by its title.
    kept := array(
      select coalesce(same.id, '00000000-0000-0000-0000-000000000000')
      from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)
      left join lateral (
        select c.id from public.rubric_criteria c
        where c.lesson_id = save_assignment.lesson and (c.id::text = e.value ->> 'id' or (not e.value ? 'id' and c.title = btrim(e.value ->> 'title')))
        order by c.position, c.id limit 1) same on true
      order by e.place);
    delete from public.rubric_criteria c where c.lesson_id = save_assignment.lesson and c.id <> all (kept);
    update public.rubric_criteria c set position = w.position, title = w.title, essential = w.essential, levels = w.levels
    from (
      select kept[e.place] as id, e.place::int - 1 as position, btrim(e.value ->> 'title') as title, coalesce((e.value ->> 'essential')::boolean, false) as essential,
        private.plain_levels(e.value -> 'levels') as levels
      from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)) w
    where c.lesson_id = save_assignment.lesson and c.id = w.id
      and (c.position, c.title, c.essential, c.levels) is distinct from (w.position, w.title, w.essential, w.levels);
    insert into public.rubric_criteria (lesson_id, position, title, essential, levels)
    select save_assignment.lesson, e.place - 1, btrim(e.value ->> 'title'), coalesce((e.value ->> 'essential')::boolean, false),
      private.plain_levels(e.value -> 'levels')
    from jsonb_array_elements(wanted -> 'rubric') with ordinality e (value, place)
    where kept[e.place] = '00000000-0000-0000-0000-000000000000'
      -- If two listed criteria match the same row, the second is inserted as a new criterion.
      or kept[e.place] = any (kept[1 : e.place::int - 1]);
  end if;
  if private.assignment_fields(save_assignment.lesson) is distinct from was then
    perform private.keep_assignment_version(save_assignment.lesson, was);
  end if;
end
$function$;
comment on function private.save_assignment(uuid,jsonb) is 'Takes a lesson and fields of its assignment, as assignment_fields() returns them; changes the given fields (a given rubric replaces the whole rubric), and stores a version of the lesson. Does nothing for a lesson of another type. Runs as its caller; raises PT422 with the field as hint (rules/assignments#rubric).';
grant execute on function private.save_assignment(uuid,jsonb) to authenticated, service_role;

create or replace function private.text_list(list jsonb)
  returns text[]
  language sql
  immutable
  set search_path to ''
as $function$
  select case when jsonb_typeof(list) = 'array' then array(select btrim(e.value #>> '{}') from jsonb_array_elements(list) with ordinality e (value, place) order by e.place) end
$function$;
comment on function private.text_list(jsonb) is 'Takes a list of texts as JSON; returns the trimmed texts in order. Null for anything else.';
grant execute on function private.text_list(jsonb) to authenticated, service_role;

create or replace function private.usual_wait(cohort uuid, lesson uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when count(*) > 0 then jsonb_build_object('reviews', count(*),
      'median_hours', round((percentile_cont(0.5) within group (order by w.waited_sec) / 3600)::numeric, 1),
      'p90_hours', round((percentile_cont(0.9) within group (order by w.waited_sec) / 3600)::numeric, 1)) end
    from (
      (select o.waited_sec from private.review_waits o where cohort is not null and o.cohort_id = cohort order by o.reviewed_at desc limit 20)
      union all
      (select o.waited_sec from private.review_waits o where cohort is null and o.lesson_id = lesson order by o.reviewed_at desc limit 20)) w);
end
$function$;
comment on function private.usual_wait(uuid,uuid) is 'Takes a cohort, or null and an assignment; returns how long the work of the last 20 reviews had waited, {reviews: how many, median_hours, p90_hours: the time within which 90 % of the reviews were given}. Null before the first review.';

create or replace function private.open_extension_requests()
  returns setof private.extension_requests
  language sql
  stable
as $function$
  select q.* from private.extension_requests q
  join public.lessons l on l.id = q.lesson_id and l.content_type = 'ASSIGNMENT' and l.deleted_at is null
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null
  where q.answered_at is null
    and not exists (select from public.submissions s where s.lesson_id = q.lesson_id and s.user_id = q.user_id and s.state = 'PASSED')
$function$;
comment on function private.open_extension_requests() is 'Returns the requests for more time that wait for an answer: leaves out requests for work that has passed, and for lessons in the bin. Checks no rights.';

create or replace function private.person_may_give_time(person uuid, owner uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  work.lesson_id := lesson;
  work.user_id := owner;
  return person <> owner and (
    (private.person_may(person, 'extensions', 'give')
        or private.person_may(person, 'extensions', 'give', 'own') and private.work_is_of_own_course(person, work))
      and private.takes_course(owner, private.course_of_lesson(lesson))
    or private.person_may(person, 'extensions', 'give', 'assigned') and private.work_is_assigned(person, work));
end
$function$;
comment on function private.person_may_give_time(uuid,uuid,uuid) is 'Takes a person, a second person who wants more time, and an assignment; true if the first may give it to the second, by the same rule as extension_may_be_given(). False if both are the same.';

create or replace function private.refuse_answered()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT409', hint = 'ANSWERED', message = 'Somebody has answered this already.';
end
$function$;
comment on function private.refuse_answered() is 'Raises PT409 ANSWERED, because the request for more time was answered already.';

create or replace function private.tell_of_time(
  person uuid,
  lesson uuid,
  title text,
  sentence text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The answer has an audit record, so the notification about it gets none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, source, sender_id, recipient_id, action_url, action_label)
  select tell_of_time.title, format('For "%s", ', l.title) || sentence,
    private.notice_source(private.uid(), (select d.cohort_id from private.person_dues(person, now()) d where d.lesson_id = l.id)), private.uid(), person, format('/app/courses/%s/lesson/%s', c.slug, l.id),
    'Open the assignment'
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = lesson;
  perform private.record_at_once(false);
end
$function$;
comment on function private.tell_of_time(uuid,uuid,text,text) is 'Takes a person who asked for more time, the assignment, a title, and the rest of a sentence that begins with the name of the assignment; sends them a notification with the answer.';

create or replace function private.wanted_assignment(base jsonb, listed jsonb)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  -- Fields that the folder does not list keep their values.
  select base || (listed - 'rubric') || case when jsonb_typeof(listed -> 'rubric') = 'array' then jsonb_build_object('rubric', coalesce((
    select jsonb_agg(jsonb_build_object('title', btrim(coalesce(c.value ->> 'title', '')), 'essential', coalesce((c.value ->> 'essential')::boolean, false),
      'levels', private.plain_levels(c.value -> 'levels')) order by c.place)
    from jsonb_array_elements(listed -> 'rubric') with ordinality c (value, place)), '[]')) else '{}' end
$function$;
comment on function private.wanted_assignment(jsonb,jsonb) is 'Takes an assignment as assignment_part() returns it, and the fields that a folder lists; returns the assignment with these fields. A listed rubric replaces the whole rubric.';
grant execute on function private.wanted_assignment(jsonb,jsonb) to authenticated, service_role;

create or replace function public.ask_extension(
  lesson_id uuid,
  note text default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('note', note, 10000);
  me uuid := private.uid();
  asked private.extension_requests;
begin
  if me is null or not private.can('extensions', 'ask', 'own') then
    perform private.refuse('You may not ask for more time.');
  end if;
  perform private.check_hand_in(me, ask_extension.lesson_id);
  if exists (select from public.submissions s where s.user_id = me and s.lesson_id = ask_extension.lesson_id and s.state = 'PASSED') then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already.';
  end if;
  if not exists (select from private.due_of(me, ask_extension.lesson_id) d where d.due_at is not null) then
    raise exception using errcode = 'PT409', hint = 'NO_DUE', message = 'This has no due date.';
  end if;
  if char_length(ask_extension.note) > 500 then
    perform private.refuse_field('note', 'A note must be less than 500 characters');
  end if;
  if ask_extension.days not between 1 and 365 then
    perform private.refuse_field('days', 'Choose at most a year.');
  end if;
  insert into private.extension_requests as q (lesson_id, user_id, note, days)
  values (ask_extension.lesson_id, me, btrim(coalesce(ask_extension.note, '')), ask_extension.days)
  on conflict on constraint extension_requests_pkey do update set note = excluded.note, days = excluded.days,
    asked_at = case when q.answered_at is null then q.asked_at else now() end, answered_at = null, declined_because = null
  returning q.* into asked;
  perform private.signal_staff('submissions');
  return private.asked_time(asked);
end
$function$;
comment on function public.ask_extension(uuid,text,integer) is 'Takes an assignment, a note, and a number of days; asks staff for that many days more, or changes a request that has no answer yet. Returns asked_time(). Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED and NO_DUE, PT422 with the field as hint (rules/assignments#extension).';
grant execute on function public.ask_extension(uuid,text,integer) to authenticated, service_role;

create or replace function public.assignment(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  task public.assignments;
  due record;
  work public.submissions;
  may_hand_in boolean;
  is_open boolean;
  opens jsonb;
begin
  if me is null or not private.can('submissions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function assignment';
  end if;
  select a.* into task from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment.lesson_id;
  select s.* into work from public.submissions s where s.lesson_id = assignment.lesson_id and s.user_id = me;
  may_hand_in := private.why_not_hand_in(me, assignment.lesson_id, null) is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview may read the assignment without handing in. Rights of staff may require a
    -- session with a second factor, which access_of() does not check.
    opens := private.access_of(me, private.course_of_lesson(assignment.lesson_id), assignment.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- People can always read what they handed in. The brief and the rubric are hidden once the lesson is closed to them.
  if task.lesson_id is null or not is_open and work.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  end if;
  select d.* into due from private.due_of(me, assignment.lesson_id) d;
  return jsonb_build_object('lesson_id', task.lesson_id, 'open', is_open,
    'accepts', task.accepts, 'blind', task.blind, 'late', task.late, 'cutoff_days', task.cutoff_days,
    'due', case when due.zone is not null then jsonb_build_object('at', due.due_at, 'day', due.day, 'at_time', to_char(due.at_time, 'HH24:MI'), 'zone', due.zone,
      'extended', due.extended, 'paused', due.paused, 'shut_at', due.shut_at, 'shut', coalesce(private.is_second_over(due.shut_at), false)) end,
    'can_hand_in', may_hand_in and work.state is distinct from 'PASSED'
      and not coalesce(private.is_second_over(due.shut_at), false),
    'rubric', case when is_open then private.rubric_of(assignment.lesson_id) else '[]' end,
    'submission', case when work.id is not null then jsonb_build_object('id', work.id, 'state', work.state, 'round', work.round,
      'awaiting_since', work.awaiting_since, 'passed_at', work.passed_at) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r) order by r.round), '[]') from public.submission_rounds r where r.submission_id = work.id),
    'draft', (
      select jsonb_build_object('body', d.body, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.submission_drafts d where d.user_id = me and d.lesson_id = assignment.lesson_id),
    'place', private.place_in_queue(work),
    'usual', private.usual_wait(coalesce(work.cohort_id, due.cohort_id), assignment.lesson_id),
    'extension_request', (
      select private.asked_time(q) from private.extension_requests q where q.user_id = me and q.lesson_id = assignment.lesson_id),
    'tests', case when task.grader is not null then private.tests_of(task, me, is_open) end);
end
$function$;
comment on function public.assignment(uuid) is 'Takes an assignment; returns what its page shows the caller in addition to the lesson: {lesson_id, open, accepts, blind, late, cutoff_days, due: {at: null for never, day, at_time: HH:MM, zone, extended, paused, shut_at, shut} or null without access, can_hand_in, rubric: [{id, title, essential, levels}], submission: {id, state, round, awaiting_since, passed_at} or null, rounds: [round_facts()], draft: {body, revision, updated_at, kept} or null, place: {place, of} in the queue or null, usual: {reviews, median_hours, p90_hours} or null, extension_request: asked_time() or null, tests: tests_of() or null if nothing is tested}. What the caller handed in stays readable when the lesson closes, but not the rubric. Raises 42501, PT404 NO_LESSON.';
grant execute on function public.assignment(uuid) to authenticated, service_role;

create or replace function public.assignment_figures(
  course_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  since constant timestamptz := now() - interval '90 days';
  only_cohorts uuid[];
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      only_cohorts := private.my_cohorts_where_allowed('submissions', 'list', assignment_figures.course_id);
      if only_cohorts is null then
        perform private.refuse('You may not read these figures.');
      end if;
    end if;
  elsif cohort_id is not null then
    perform private.check_cohort_right('submissions', 'list', assignment_figures.cohort_id);
    only_cohorts := array[assignment_figures.cohort_id];
  elsif not private.can('submissions', 'list') then
    perform private.refuse('You may not read these figures.');
  end if;
  return (
    select jsonb_build_object('since', since, 'assignments', coalesce(jsonb_agg(
      jsonb_build_object('lesson', jsonb_build_object('id', f.id, 'title', f.title), 'course', jsonb_build_object('id', f.course_id, 'title', f.course, 'slug', f.slug))
        || private.lesson_figures(f.id, only_cohorts, since) order by f.course, f.course_id, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (only_cohorts is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = any (only_cohorts)))
      order by c.title, c.id, m.index, l.index limit 100) f);
end
$function$;
comment on function public.assignment_figures(uuid,uuid) is 'Takes a course, a cohort, or neither for all assignments; returns {since: the moment from which reviews count, 90 days ago, assignments: at most 100 [{lesson: {id, title}, course: {id, title, slug}, handed_in, waiting, passed, rounds, reviews, median_hours, p90_hours, criteria: [{id, title, judged, failed}], tested, tests: [{name, judged, failed}]}]}. Moderators who see only people assigned to them get the figures of their cohorts, and no assignments if none of these takes the course. Raises 42501, PT404 NO_COHORT (rules/assignments#figures).';
grant execute on function public.assignment_figures(uuid,uuid) to authenticated, service_role;

create or replace function public.decline_extension(
  lesson_id uuid,
  user_id uuid,
  reason text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  said constant text := btrim(coalesce(decline_extension.reason, ''));
begin
  perform private.check_extension(decline_extension.user_id, decline_extension.lesson_id);
  if said = '' then
    perform private.refuse_field('reason', 'Please say why.');
  elsif char_length(said) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  update private.extension_requests q set answered_at = now(), declined_because = said
  where q.lesson_id = decline_extension.lesson_id and q.user_id = decline_extension.user_id and q.answered_at is null;
  if not found then
    perform private.refuse_answered();
  end if;
  perform private.tell_of_time(decline_extension.user_id, decline_extension.lesson_id, 'More time was declined', 'more time was declined: ' || said);
  perform private.signal_people('submission', array[decline_extension.user_id]);
  perform private.signal_staff('submissions');
  perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id),
    (private.content_place('lesson', decline_extension.lesson_id)).title);
end
$function$;
comment on function public.decline_extension(uuid,uuid,text) is 'Takes an assignment, a person who asked for more time, and a sentence to them; answers the request, and tells them in the bell. The due date does not change. Raises 42501, PT404 NO_LESSON, PT409 ANSWERED, PT422 with hint reason.';
grant execute on function public.decline_extension(uuid,uuid,text) to authenticated, service_role;

create or replace function public.end_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_extension(end_extension.user_id, end_extension.lesson_id);
  delete from public.extensions x where x.lesson_id = end_extension.lesson_id and x.user_id = end_extension.user_id;
  if found then
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.end_extension(uuid,uuid) is 'Takes an assignment and a person; deletes the person''s extension, so that the due date of their cohorts applies again. Raises 42501, PT404 NO_LESSON.';
grant execute on function public.end_extension(uuid,uuid) to authenticated, service_role;

create or replace function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, 1000);
  lesson constant uuid := case when pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then (filter ->> 'lesson_id')::uuid end;
  only_person constant uuid := case when pg_input_is_valid(filter ->> 'user_id', 'uuid') then (filter ->> 'user_id')::uuid end;
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  course constant uuid := case when pg_input_is_valid(filter ->> 'course_id', 'uuid') then (filter ->> 'course_id')::uuid end;
  given constant boolean := coalesce(filter ->> 'given' = 'true', false);
begin
  if not (private.can('extensions', 'give') or private.can('extensions', 'give', 'own') or private.can('extensions', 'give', 'assigned')) then
    perform private.refuse('You may not give more time.');
  end if;
  return (
    with found as materialized (
      select q.lesson_id, q.user_id, q.asked_at as at from private.open_extension_requests() q
      where not given and q.user_id <> private.uid() and (lesson is null or q.lesson_id = lesson) and (only_person is null or q.user_id = only_person)
      union all
      select x.lesson_id, x.user_id, x.given_at from public.extensions x
      where given and (lesson is null or x.lesson_id = lesson) and (only_person is null or x.user_id = only_person)
    ), reached as materialized (
      select f.* from found f
      where (cohort is null or exists (
          select from public.cohort_members m
          join public.cohort_courses k on k.cohort_id = m.cohort_id
          join public.modules md on md.course_id = k.course_id
          join public.lessons n on n.module_id = md.id
          where m.cohort_id = cohort and m.user_id = f.user_id and m.state <> 'LEFT' and n.id = f.lesson_id))
        and (course is null or private.course_of_lesson(f.lesson_id) = course)
        and (private.can('extensions', 'give') or private.extension_may_be_given(f.user_id, f.lesson_id))
    ), listed as (
      select r.* from reached r order by case when given then null else r.at end, r.at desc, r.lesson_id, r.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from reached), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'person', jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)),
      'request', (
        select private.asked_time(q) from private.extension_requests q where q.lesson_id = f.lesson_id and q.user_id = f.user_id),
      'extension', (
        select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at,
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = x.given_by_id))
        from public.extensions x where x.lesson_id = f.lesson_id and x.user_id = f.user_id),
      'due', (select jsonb_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) from private.due_of(f.user_id, f.lesson_id) d))
      order by case when given then null else f.at end, f.at desc, f.lesson_id, f.user_id), '[]'))
    from listed f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = f.user_id);
end
$function$;
comment on function public.extension_list(jsonb,integer,integer) is 'Takes a filter {given: true for extensions, otherwise requests of others that wait for an answer, lesson_id, user_id, course_id, cohort_id: people of this cohort, in its courses}, a page and its size (at most 100); returns {total, rows: [{lesson: {id, title}, course: {id, title, slug}, person: {id, name}, request: asked_time() or null, extension: {due_at, reason, given_at, by} or null, due: {at, zone, extended} or null}]} for the people to whom the caller may give more time. The oldest request or the newest extension comes first. Raises 42501.';
grant execute on function public.extension_list(jsonb,integer,integer) to authenticated, service_role;

create or replace function public.give_extension(
  lesson_id uuid,
  user_id uuid,
  due_at timestamptz default null,
  reason text default null,
  days integer default null,
  answering boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  due record;
  wanted timestamptz := give_extension.due_at;
  zone text;
  given public.extensions;
begin
  perform private.check_extension(give_extension.user_id, give_extension.lesson_id);
  if (wanted is null) = (give_extension.days is null) then
    perform private.refuse_field('due_at', 'Choose when it is due.');
  end if;
  select d.* into due from private.due_of(give_extension.user_id, give_extension.lesson_id) d;
  if give_extension.days is not null then
    if due.due_at is null then
      perform private.refuse_field('days', 'This has no due date. Choose when it is due.');
    elsif give_extension.days not between 1 and 365 then
      perform private.refuse_field('days', 'Choose at most a year.');
    end if;
    wanted := private.local_moment(greatest(due.day, private.local_day(now(), due.zone)) + give_extension.days, due.at_time, due.zone);
  end if;
  if wanted not between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00' then
    perform private.refuse_field('due_at', 'This day is too far away.');
  elsif wanted <= now() then
    perform private.refuse_field('due_at', 'More time cannot end in the past.');
  elsif char_length(give_extension.reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  zone := coalesce(due.zone, (select s.time_zone from public.settings s));
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  if found then
    perform private.tell_of_time(give_extension.user_id, give_extension.lesson_id, 'You were given more time',
      format('you have time until %s.', private.moment_words(wanted, zone, null)));
  elsif give_extension.answering then
    -- If two staff answer at the same moment, only one of them adds the days.
    perform private.refuse_answered();
  end if;
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', zone);
end
$function$;
comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) is 'Takes an assignment, a person, either a new due date or a number of days, a reason, and whether to give it only if a request waits for an answer; gives the person this due date, which overrides every other, and answers their request with a notification. Days are counted from the due date, or from today if it has passed, at the same time of day in the same time zone. Work that was late stays late. Returns {due_at, zone}. Raises 42501, also for the caller''s own work, PT404 NO_LESSON, PT409 ANSWERED, PT422 with the field as hint (rules/assignments#extension).';
grant execute on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) to authenticated, service_role;

create or replace function public.save_dues(cohort_id uuid, changes jsonb)
  returns void
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('changes', changes, 1000000);
  perform private.check_cohort_right('releases', 'update', save_dues.cohort_id);
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Change fewer due dates.';
  end if;
  delete from public.cohort_dues d
  using jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time)
  where d.cohort_id = save_dues.cohort_id and x.lesson_id = d.lesson_id and x.day is null and x.at_time is null;
  insert into public.cohort_dues as d (cohort_id, lesson_id, day, at_time)
  select save_dues.cohort_id, x.lesson_id, x.day, x.at_time
  from jsonb_to_recordset(changes) x (lesson_id uuid, day integer, at_time time) where x.day is not null or x.at_time is not null
  on conflict on constraint cohort_dues_pkey do update set day = excluded.day, at_time = excluded.at_time
    where (d.day, d.at_time) is distinct from (excluded.day, excluded.at_time);
end
$function$;
comment on function public.save_dues(uuid,jsonb) is 'Takes a cohort and at most 2,000 due dates of its own [{lesson_id, day, at_time}]; saves all of them or none. A null day or time is that of the assignment, and a date without day and time is removed. The same call again changes nothing. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY, and 23514 for a day that is out of range (rules/assignments#due).';
grant execute on function public.save_dues(uuid,jsonb) to authenticated, service_role;

-- TRIGGERS

create trigger assignments_audit_update after update on public.assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('assignment', '{"key": "lesson_id", "omit": ["updated_at"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": null, "insert": null, "identity": ["lesson_id"]}');

create trigger assignments_grader before update of grader, grader_sha on public.assignments
  for each row
  when (old.grader is distinct from new.grader or old.grader_sha is distinct from new.grader_sha)
  execute function private.forget_new_grader();

create trigger assignments_touch before update on public.assignments
  for each row execute function private.touch_updated_at();

create trigger extensions_audit_delete after delete on public.extensions
  referencing old table as old_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger extensions_audit_insert after insert on public.extensions
  referencing new table as new_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger extensions_audit_update after update on public.extensions
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('extension', '{"key": "lesson_id", "omit": ["reason", "updated_at"], "about": ["lesson_id", "user_id"], "place": {"in": "lesson_id", "of": "lesson"}, "verbs": [], "delete": "end", "insert": "give", "identity": ["lesson_id", "user_id"]}');

create trigger lessons_assignment_insert after insert on public.lessons
  for each row
  when (new.content_type = 'ASSIGNMENT')
  execute function private.add_assignment();

create trigger lessons_assignment_update after update of content_type on public.lessons
  for each row
  when (new.content_type = 'ASSIGNMENT')
  execute function private.add_assignment();

create trigger rubric_criteria_audit_delete after delete on public.rubric_criteria
  referencing old table as old_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_insert after insert on public.rubric_criteria
  referencing new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger rubric_criteria_audit_update after update on public.rubric_criteria
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('rubric_criterion', '{"key": "id", "omit": ["updated_at"], "about": ["lesson_id"], "order": {"moving": ["position"], "parent": "lesson_id", "position": "position", "parent_type": "lesson"}, "place": {"in": "lesson_id", "of": "lesson", "title": "title"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

-- POLICIES

create policy assignments_select on public.assignments
  for select to authenticated
  using (
    (select private.can('assignments', 'read'))
    or exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          l.module_id in (select private.my_module_ids('assignments', 'read'))
          or (
            (select private.can('assignments', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy assignments_select on public.assignments is 'Staff who may read all assignments, and everybody who may read the lesson by the policy on lessons.';

create policy assignments_update on public.assignments
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = assignments.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy assignments_update on public.assignments is 'Callers who may edit the lesson.';

create policy extensions_select on public.extensions
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('extensions', 'read', 'own'))
  );
comment on policy extensions_select on public.extensions is 'The caller''s own extensions. Staff read extensions through functions.';

create policy rubric_criteria_delete on public.rubric_criteria
  for delete to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_delete on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';

create policy rubric_criteria_insert on public.rubric_criteria
  for insert to authenticated
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_insert on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';

create policy rubric_criteria_select on public.rubric_criteria
  for select to authenticated
  using (
    (select private.can('assignments', 'read'))
    or exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          l.module_id in (select private.my_module_ids('assignments', 'read'))
          or (
            (select private.can('assignments', 'read', 'assigned'))
            and (
              l.free_preview
              or l.module_id in (select private.entitled_module_ids())
              or l.module_id in (select private.my_staffed_module_ids())
            )
          )
        )
    )
  );
comment on policy rubric_criteria_select on public.rubric_criteria is 'Staff who may read all criteria, and everybody who may read the lesson by the policy on lessons.';

create policy rubric_criteria_update on public.rubric_criteria
  for update to authenticated
  using (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  )
  with check (
    exists (
      select 1
      from public.lessons l
      where l.id = rubric_criteria.lesson_id
        and (
          (select private.can('assignments', 'update'))
          or l.module_id in (select private.my_module_ids('assignments', 'update'))
        )
    )
  );
comment on policy rubric_criteria_update on public.rubric_criteria is 'Criteria of a lesson that the caller may edit.';
