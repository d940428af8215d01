-- Why: a moderator who sees only their own people was refused the figures of the assignments of a course, also of a course of their
-- cohorts, and the screen called that a failure. They see the figures of their cohorts, and a sentence where these do not take the
-- course (rules/assignments#figures, rules/courses#where-hard).

drop function private.lesson_figures(uuid, uuid, timestamptz);
create function private.lesson_figures(lesson uuid, cohorts uuid[], since timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with waits as materialized (
      select w.review_id, w.waited_sec from private.review_waits w
      where w.lesson_id = lesson and w.reviewed_at >= since and (cohorts is null or w.cohort_id = any (cohorts))
      order by w.reviewed_at desc limit 500
    ), work as materialized (
      select s.state, s.round from public.submissions s where s.lesson_id = lesson and (cohorts is null or s.cohort_id = any (cohorts))
    ), judged as (
      -- A criterion fails when its level is the lowest one.
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
        from (select * from judged j where j.failed > 0 order by j.failed desc, j.title limit 5) j)));
end
$$;
comment on function private.lesson_figures(uuid, uuid[], timestamptz) is
  'Takes an assignment, cohorts (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people, waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}]}.';
revoke all on function private.lesson_figures(uuid, uuid[], timestamptz) from public;

create function private.my_cohorts_with(resource text, action text, course uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can(my_cohorts_with.resource, my_cohorts_with.action, 'assigned') then
    return null;
  end if;
  return array(
    select k.cohort_id from public.cohort_courses k
    join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.course_id = course and k.cohort_id in (select s from private.staffed_cohort_ids(my_cohorts_with.resource, my_cohorts_with.action) s));
end
$$;
comment on function private.my_cohorts_with(text, text, uuid) is
  'Takes a resource, an action and a course; returns the cohorts that the caller looks after and that take the course, none unless it is published. Null if the role table does not give them that right on what is assigned to them.';
revoke all on function private.my_cohorts_with(text, text, uuid) from public;

create or replace function public.assignment_figures(course_id uuid default null, cohort_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  since constant timestamptz := now() - interval '90 days';
  only_cohorts uuid[];
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      only_cohorts := private.my_cohorts_with('submissions', 'list', assignment_figures.course_id);
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
        || private.lesson_figures(f.id, only_cohorts, since) order by f.course, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (only_cohorts is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = any (only_cohorts)))
      order by c.title, m.index, l.index limit 100) f);
end
$$;
comment on function public.assignment_figures(uuid, uuid) is
  'Takes a course, a cohort, or neither for all assignments; returns {since: the moment from which reviews count, 90 days ago, assignments: at most 100 [{lesson: {id, title}, course: {id, title, slug}, handed_in, waiting, passed, rounds, reviews, median_hours, p90_hours, criteria: [{id, title, judged, failed}]}]}. Moderators who see only people assigned to them get the figures of their cohorts, and no assignments if none of these takes the course. Raises 42501, PT404 NO_COHORT (rules/assignments#figures).';

create or replace function public.where_course_is_hard(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  only_cohorts uuid[];
begin
  if not private.can_on_course('submissions', 'list', where_course_is_hard.course_id) then
    only_cohorts := private.my_cohorts_with('submissions', 'list', where_course_is_hard.course_id);
    if only_cohorts is null then
      perform private.refuse('You may not read these figures.');
    elsif only_cohorts = '{}' then
      return jsonb_build_object('nobody', true);
    end if;
  end if;
  return (
    with lesson as materialized (
      select * from private.hard_lessons(where_course_is_hard.course_id, only_cohorts)
    ), row as (
      select * from lesson l
      where l.questions > 0 or num_nonnulls(l.stopped, l.rounds, l.criterion, l.failed_runs) > 0
      order by cardinality(l.high) desc, l.stopped desc nulls last, l.questions desc, l.place limit 100
    )
    select jsonb_build_object(
      'slug', (select c.slug from public.courses c where c.id = where_course_is_hard.course_id),
      'lessons', (select count(*) from lesson),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by cardinality(r.high) desc, r.stopped desc nulls last, r.questions desc, r.place), '[]') from row r)));
end
$$;
comment on function public.where_course_is_hard(uuid) is
  'Takes a course; returns {slug, lessons: how many it has, rows: the lessons about which there is any figure, at most 100 [{id, title, stopped, questions, handed_in, rounds, criterion, passed, failed_runs, high: as hard_lessons() returns them}], the hardest first: by how many figures are high, then by the people who stopped, then by questions, then in the order of the course}. Moderators see the figures of the people assigned to them, and {nobody: true} if none of their cohorts takes the course. Raises 42501 (rules/courses#where-hard).';
