-- Why: staff see how long work waits for a review, how many rounds it takes until it passes, and which criteria fail most
-- (rules/assignments#figures).

create function private.lesson_figures(lesson uuid, cohort uuid, since timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with waits as materialized (
      select w.review_id, w.waited_sec from private.review_waits w
      where w.lesson_id = lesson and w.reviewed_at >= since and (cohort is null or w.cohort_id = cohort)
      order by w.reviewed_at desc limit 500
    ), work as materialized (
      select s.state, s.round from public.submissions s where s.lesson_id = lesson and (cohort is null or s.cohort_id = cohort)
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
comment on function private.lesson_figures(uuid, uuid, timestamptz) is
  'Takes an assignment, a cohort (null: all), and the moment from which reviews count (the last 500 at most); returns {handed_in: how many people, waiting, passed, rounds: the average number until a pass, reviews, median_hours and p90_hours: how long work waited, criteria: the five that fail most [{id, title, judged, failed}]}.';
revoke all on function private.lesson_figures(uuid, uuid, timestamptz) from public;

create function public.assignment_figures(course_id uuid default null, cohort_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  since constant timestamptz := now() - interval '90 days';
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      perform private.refuse('You may not read these figures.');
    end if;
  elsif cohort_id is not null then
    perform private.check_cohort_right('submissions', 'list', assignment_figures.cohort_id);
  elsif not private.can('submissions', 'list') then
    perform private.refuse('You may not read these figures.');
  end if;
  return (
    select jsonb_build_object('since', since, 'assignments', coalesce(jsonb_agg(
      jsonb_build_object('lesson', jsonb_build_object('id', f.id, 'title', f.title), 'course', jsonb_build_object('id', f.course_id, 'title', f.course, 'slug', f.slug))
        || private.lesson_figures(f.id, assignment_figures.cohort_id, since) order by f.course, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (assignment_figures.cohort_id is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = assignment_figures.cohort_id))
      order by c.title, m.index, l.index limit 100) f);
end
$$;
comment on function public.assignment_figures(uuid, uuid) is
  'Takes a course, a cohort, or neither for all assignments; returns {since: the moment from which reviews count, 90 days ago, assignments: at most 100 [{lesson: {id, title}, course: {id, title, slug}, handed_in, waiting, passed, rounds, reviews, median_hours, p90_hours, criteria: [{id, title, judged, failed}]}]}. Raises 42501, PT404 NO_COHORT (rules/assignments#figures).';
revoke all on function public.assignment_figures(uuid, uuid) from public;
grant execute on function public.assignment_figures(uuid, uuid) to authenticated, service_role;

create function public.longest_waiting() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 5;
  scope record := private.queue_condition('{}');
  waiting int;
  overdue int;
  ids uuid[];
begin
  execute format('select count(*), count(*) filter (where n.awaiting_since < now() - private.review_promise()) from (
    select s.awaiting_since from public.submissions s where s.state = ''WAITING'' and %s limit 10000) n', scope.condition)
  into waiting, overdue using scope.cohorts, scope.lessons, scope.others;
  execute format('select array(select s.id from public.submissions s where s.state = ''WAITING'' and %s order by s.awaiting_since, s.id limit %s)',
    scope.condition, most) into ids using scope.cohorts, scope.lessons, scope.others;
  return jsonb_build_object('waiting', waiting, 'overdue', overdue, 'rows', (
    select coalesce(jsonb_agg(private.work_facts(s) order by s.awaiting_since, s.id), '[]') from public.submissions s where s.id = any (ids)));
end
$$;
comment on function public.longest_waiting() is
  'Returns the work that has waited longest in the caller''s queue, {waiting: how much waits, overdue: how much has waited for longer than promised, rows: at most five [work_facts()]}. Both are counted up to 10,000. Raises 42501.';
revoke all on function public.longest_waiting() from public;
grant execute on function public.longest_waiting() to authenticated, service_role;
