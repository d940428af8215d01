-- Why: The page of a cohort says by how many days the schedule is later for the person, and comments of jobs are clearer.

set check_function_bodies = off;

create or replace function public.my_cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  c public.cohorts;
  shift int;
begin
  if my_cohort_schedule.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  select o.* into c from public.cohorts o where o.id = my_cohort_schedule.cohort_id;
  select m.shift_days into shift from public.cohort_members m where m.cohort_id = c.id and m.user_id = me;
  return (
    with planned as materialized (
      select p.*, o.title as course, o.slug, u.lesson_id is null as is_open, done.lesson_id is not null as is_done,
        -- While the person pauses, a lesson that is not open has no moment.
        case when u.lesson_id is null then private.local_moment(c.starts_on + shift + p.day, p.at_time, c.time_zone) else u.opens_at end as opens_at
      from private.cohort_plan(c.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join private.unreleased_lessons(me, now()) u on u.lesson_id = p.lesson_id
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
    ), opening as (
      -- Lessons of one module that open at one moment are one line.
      select q.day, q.opens_at, q.course, q.slug, q.module_id, (array_agg(q.lesson_id order by q.lesson_place))[1] as lesson_id,
        bool_and(q.is_open) as open, count(*) as lessons, count(*) filter (where q.is_done) as done,
        row_number() over (order by q.day, q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q group by q.day, q.opens_at, q.course, q.slug, q.module_id
    )
    select jsonb_build_object(
      'openings', coalesce((
        select jsonb_agg(jsonb_build_object('day', o.day, 'opens_at', o.opens_at, 'open', o.open, 'lessons', o.lessons, 'done', o.done,
          'title', case when o.lessons = 1 then l.title else m.title end, 'id', o.lesson_id, 'course', o.course, 'slug', o.slug) order by o.place)
        from opening o join public.lessons l on l.id = o.lesson_id join public.modules m on m.id = o.module_id), '[]'),
      'dues', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', l.title, 'course', q.course, 'slug', q.slug, 'at', d.due_at, 'zone', d.time_zone,
          'day', private.local_day(d.due_at, c.time_zone) - c.starts_on - shift, 'open', q.is_open, 'state', s.state) order by d.due_at, d.lesson_id)
        from private.person_dues(me, now()) d
        join planned q on q.lesson_id = d.lesson_id
        join public.lessons l on l.id = d.lesson_id
        left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
        where d.cohort_id = c.id and d.due_at is not null), '[]'),
      'shift', shift,
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'created_at', n.created_at, 'sender', nullif(p.name, ''))
          order by n.created_at desc, n.id desc)
        from (select * from public.cohort_messages o where o.cohort_id = c.id and (o.user_id is null or o.user_id = me) order by o.created_at desc, o.id desc limit 50) n
        left join public.profiles p on p.id = n.sender_id), '[]')));
end
$function$;

create or replace function private.person_reminders(person uuid)
  returns table(
    kind text,
    subject_id uuid,
    cohort_id uuid,
    occurs_at timestamptz,
    remind_at timestamptz,
    title text,
    place text,
    lessons integer,
    path text,
    at_words text,
    by_mail boolean
  )
  language plpgsql
  stable security definer rows 5
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  until constant timestamptz := private.reminders_until();
begin
  return query
    with mine as materialized (
      select c.id, c.title, c.slug, c.time_zone, private.local_moment(c.starts_on + m.shift_days, '00:00', c.time_zone) as begins_at, w.*
      from public.cohort_members m
      join public.cohorts c on c.id = m.cohort_id
      join public.profiles p on p.id = m.user_id and p.disabled_at is null
      cross join lateral private.reminder_hours(person, c.id) w
      where m.user_id = person and m.state = 'ACTIVE' and private.cohort_state(c) in ('UPCOMING', 'RUNNING')
    ), thing as (
      select 'DUE' as kind, d.lesson_id as subject_id, d.cohort_id, d.due_at as at, l.title, c.title as place, null::int as lessons,
        format('/app/courses/%s/lesson/%s', c.slug, l.id) as path
      from private.person_dues(person, now()) d
      join public.lessons l on l.id = d.lesson_id
      join public.courses c on c.id = d.course_id and private.course_is_published(c.status, c.deleted_at)
      where d.due_at > now() and d.due_at <= until and d.cohort_id in (select k.id from mine k)
        and not exists (select from public.submissions s where s.user_id = person and s.lesson_id = d.lesson_id)
        and not exists (select from public.lesson_completions e where e.user_id = person and e.lesson_id = d.lesson_id)
        and not exists (select from private.unreleased_lessons(person, d.due_at) u where u.lesson_id = d.lesson_id)
      union all
      select 'OPENS', m.id, u.cohort_id, u.opens_at, case when count(*) = 1 then min(l.title) else min(m.title) end, min(c.title), count(*)::int,
        format('/app/courses/%s', min(c.slug))
      from private.unreleased_lessons(person, now()) u
      join mine k on k.id = u.cohort_id
      join public.lessons l on l.id = u.lesson_id
      join public.modules m on m.id = l.module_id
      join public.courses c on c.id = m.course_id and private.course_is_published(c.status, c.deleted_at)
      -- Lessons that open as the cohort begins have no reminder besides that of the cohort.
      where u.opens_at <= until and u.opens_at <> k.begins_at
      group by m.id, u.cohort_id, u.opens_at
      union all
      select 'BEGINS', k.id, k.id, k.begins_at, k.title, null, null, format('/app/cohorts/%s', k.slug)
      from mine k where k.begins_at > now() and k.begins_at <= until
    )
    select t.kind, t.subject_id, t.cohort_id, t.at, coalesce(q.begins - interval '1 hour', d.before), t.title, t.place, t.lessons, t.path,
      case t.kind when 'BEGINS' then private.day_words(private.local_day(t.at, k.time_zone)) else private.moment_words(t.at, k.time_zone, k.own_zone) end,
      case t.kind when 'DUE' then k.due_mails when 'OPENS' then k.opening_mails when 'BEGINS' then k.start_mails end
    from thing t
    join mine k on k.id = t.cohort_id
    cross join lateral (select (t.at at time zone k.zone - interval '1 day') at time zone k.zone as before) d
    cross join lateral private.quiet_hours(d.before, k.zone, k.quiet_from, k.quiet_to) q;
end
$function$;

create or replace function public.search_questions(query text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set plan_cache_mode to 'force_generic_plan'
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000);
  most constant int := 6;
  many constant int := 5;
  me uuid := private.uid();
  terms text[] := private.search_terms(search_questions.query);
  begins text[] := '{}';
  word text;
  words text;
  indexed text;
  pattern text;
  question tsquery;
  narrow tsquery;
  in_sample int;
  in_sample_of_answers int;
  open uuid[];
  closed uuid[];
  made uuid[];
  unread uuid[];
  places uuid[];
  lessons uuid[];
  everywhere uuid[] := '{}';
  mine uuid[] := '{}';
  staffed uuid[] := '{}';
  asked uuid[];
  answered uuid[];
begin
  if not private.can('questions', 'read', 'own') or coalesce(char_length(array_to_string(terms, '')), 0) < 2 then
    return '[]';
  end if;
  for i in 1 .. cardinality(terms) loop
    begins := begins || case when private.is_run(terms[i]) then array[terms[i]] else private.prefixes(terms[i], i = cardinality(terms)) end;
    word := '(' || private.term_query(terms[i], i = cardinality(terms))::text || ')';
    words := concat_ws(' & ', words, word);
    -- A long run has many pairs of letters. The index looks up three of them, and what it finds is compared with the whole run, which
    -- takes less time than to look up all pairs.
    indexed := concat_ws(' & ', indexed, case when private.is_run(terms[i]) and char_length(terms[i]) >= 6
      then (select string_agg(quote_literal(substr(terms[i], n, 2)), ' & ') from generate_series(1, char_length(terms[i]) - 1, char_length(terms[i]) / 3) n)
      else word end);
  end loop;
  question := words::tsquery;
  narrow := indexed::tsquery;
  select '(?:' || string_agg(case when b like '=%' then substr(b, 2) || '$' else b end, '|') || ')' into pattern from unnest(begins) b;

  in_sample := private.matches_in_sample(question, false);
  in_sample_of_answers := private.matches_in_sample(question, true);
  -- For rare words, rights are worked out only for the lessons in which the words occur.
  if in_sample + in_sample_of_answers = 0 then
    places := private.lessons_asked(narrow);
    if places = '{}' then
      return '[]';
    end if;
  end if;

  if not private.can('questions', 'list') then
    select o.library || o.to_all, o.closed into open, closed from private.open_to_search() o;
    -- Most people made no course and look after no cohort, so rights on courses and cohorts are looked up for the others only.
    made := array(select m from private.made_course_ids(me) m);
    if made <> '{}' and not private.can('questions', 'list', 'own') then
      made := '{}';
    end if;
    staffed := array(select s.cohort_id from public.cohort_staff s where s.user_id = me);
    if staffed <> '{}' and not private.can('questions', 'list', 'assigned') then
      staffed := '{}';
    end if;
    mine := array(select private.my_cohort_ids());
    unread := array(select b.course_id from private.question_bans b where b.user_id = me and b.course_id <> all (made));
    if places is null then
      lessons := array(
        select l.id from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
        where m.course_id = any (open) and m.course_id <> all (unread) and m.deleted_at is null
          -- The second list has the free previews that a schedule has not opened yet.
          and l.id not in (select u from unnest(closed) u)
        union all
        select l.id from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
        join public.courses c on c.id = m.course_id
        where l.free_preview and l.deleted_at is null and private.course_is_published(c.status, c.deleted_at)
          and c.id <> all (unread) and (c.id <> all (open) or l.id in (select u from unnest(closed) u)));
      everywhere := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = any (made));
    else
      lessons := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
        join public.courses c on c.id = m.course_id
        where l.id = any (places) and l.deleted_at is null and c.id <> all (unread)
          and (c.id = any (open) and l.id not in (select u from unnest(closed) u)
            or l.free_preview and private.course_is_published(c.status, c.deleted_at)));
      everywhere := array(
        select l.id from public.lessons l join public.modules m on m.id = l.module_id
        where l.id = any (places) and m.course_id = any (made));
    end if;
    if lessons = '{}' then
      return '[]';
    end if;
  end if;

  -- The index lists every match, which takes long for a frequent word. Then some questions are compared first.
  if in_sample >= many then
    asked := private.frequent_found(lessons, everywhere, mine, staffed, question, false, '{}');
  end if;
  if asked is null then
    asked := array(select f from private.questions_found(lessons, everywhere, mine, staffed, narrow, question, false, '{}') f);
  end if;
  -- Questions that have the words themselves come first. Answers are searched only if these are fewer than are returned.
  if cardinality(asked) >= most then
    answered := '{}';
  elsif in_sample_of_answers >= many then
    answered := private.frequent_found(lessons, everywhere, mine, staffed, question, true, asked);
  end if;
  if answered is null then
    answered := array(select f from private.questions_found(lessons, everywhere, mine, staffed, narrow, question, true, asked) f);
  end if;

  return (
    with asked_best as materialized (
      select h.id, q.created_at, ts_rank(d.words, question, 1) as score
      from unnest(asked) h (id)
      cross join lateral (select o.words from private.question_documents o where o.question_id = h.id offset 0) d
      cross join lateral (select o.created_at from public.questions o where o.id = h.id offset 0) q
      order by score desc, q.created_at desc, h.id limit most
    ), answered_best as materialized (
      select distinct on (x.id) x.* from (
        select q.id, q.created_at, d.answer_id, d.answer_id = q.answer_id as accepted, ts_rank(d.words, question, 1) as score
        from unnest(answered) h (id)
        cross join lateral (select o.answer_id, o.question_id, o.words from private.answer_documents o where o.answer_id = h.id offset 0) d
        cross join lateral (select o.id, o.created_at, o.answer_id from public.questions o where o.id = d.question_id offset 0) q
      ) x
      order by x.id, x.accepted desc nulls last, x.score desc, x.answer_id
    ), best as materialized (
      select a.id, a.created_at, true as itself, null::uuid as answer_id, a.score from asked_best a
      union all
      select a.id, a.created_at, false, a.answer_id, a.score from answered_best a
      order by itself desc, score desc, created_at desc, id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'lesson_id', q.lesson_id, 'slug', c.slug, 'lesson', l.title, 'course', c.title,
        'title', private.highlighted(q.title, '^' || pattern),
        'snippet', private.snippet(private.people_text(case when b.itself then q.body else a.body end), begins, pattern, null),
        'state', private.question_state_now(q.state, q.closes_at), 'answers', q.answers, 'accepted', q.answer_id is not null,
        'answer_id', a.id, 'answer_accepted', a.id is not null and a.id is not distinct from q.answer_id)
      order by b.itself desc, b.score desc, b.created_at desc, b.id), '[]')
    from best b
    join public.questions q on q.id = b.id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    left join public.answers a on a.id = b.answer_id and a.deleted_at is null);
end
$function$;

comment on function private.stamp_schedule() is 'Statement trigger: records when the schedules of the cohorts changed, and plans their reminders.';

comment on function public.my_cohort_schedule(uuid) is 'Takes a cohort of the caller; returns {openings: in their order [{day: of the schedule, 0 is the first, opens_at: with the caller''s shift, null while they pause, open, lessons: how many, done, title: of the module, or of the only lesson, id: of the first lesson, course, slug: of the course}], dues: [{id, title, course, slug, at, zone, day, open, state: of the work, or null}], shift: by how many days all of it is later for the caller, messages: the newest 50 [{id, title, message, created_at, sender: a name or null}]}. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#weeks).';

comment on function private.plan_look(uuid) is 'Takes a cohort that changed; plans its reminders, and adds a job that looks at it once the change is committed, unless such a job is open that has not begun (rules/due-work#again).';

comment on function private.plan_reminders(uuid) is 'Takes a cohort that changed; adds a job that reminds its people once the change is committed, unless such a job is open that has not begun (rules/due-work#again).';

comment on function private.plan_reminders_of_lesson() is 'Row trigger: after the due date of an assignment moved, plans the reminders of all cohorts that take its course.';

comment on function private.plan_reminders_of_member() is 'Row trigger: plans the reminders of the cohorts of a person who joined, paused, came back or left, or who got another due date.';
