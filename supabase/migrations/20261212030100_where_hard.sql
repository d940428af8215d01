-- Why: questions, rounds, failed criteria, failed runs, and drop-off each say where a course is hard, on pages of their own. Those who
-- write a course see them side by side, by lesson, the hardest first (rules/courses#where-hard).

create function private.hard_lessons(course uuid, only_cohorts uuid[])
  returns table(
    id uuid, title text, place bigint, stopped bigint, questions bigint, handed_in bigint, rounds numeric, criterion jsonb, passed bigint,
    failed_runs numeric, high text[]
  )
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  everybody constant boolean := only_cohorts is null;
  -- A figure about fewer people could say what one of them did.
  few constant int := 3;
  only_people constant uuid[] := array(
    select distinct m.user_id from public.cohort_members m where m.cohort_id = any (only_cohorts) and m.state <> 'LEFT');
begin
  return query
    with lesson as materialized (
      select l.id, l.title::text as title, l.content_type, row_number() over (order by m.index, m.id, l.index, l.id) as place
      from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
      where m.course_id = course and m.deleted_at is null
    ), stop as materialized (
      -- As in drop_off_lessons(): they stopped at the lesson after those that they completed.
      select q.completed, count(*) as people
      from (
        select c.completed from private.learner_courses c
        where c.course_id = course and c.open_until > now() and not c.finished and c.last_at > '-infinity'
          and c.idle_since < now() - interval '14 days' and (everybody or c.user_id = any (only_people))
        order by c.idle_since desc limit 2000) q
      group by 1 having count(*) >= few
    ), figure as materialized (
      select l.id, l.title, l.place, s.people as stopped, q.questions, w.handed_in, w.rounds, c.criterion, x.passed, x.failed_runs
      from lesson l
      left join stop s on s.completed = l.place - 1
      cross join lateral (
        select count(*) as questions from (
          select from public.questions q
          where q.lesson_id = l.id and q.deleted_at is null and q.merged_into_id is null and (everybody or q.cohort_id = any (only_cohorts))
          limit 101) n) q
      left join lateral (
        select count(*) as handed_in, percentile_cont(0.5) within group (order by n.round)::numeric as rounds
        from (
          select h.round from public.submissions h
          where l.content_type = 'ASSIGNMENT' and h.lesson_id = l.id and (everybody or h.user_id = any (only_people)) limit 300) n
        having count(*) >= few) w on true
      left join lateral (
        -- A criterion fails when its level is the lowest one.
        select jsonb_build_object('title', n.title, 'judged', count(*), 'failed', count(*) filter (where n.level = 0)) as criterion
        from (
          select k.value ->> 'id' as id, k.value ->> 'title' as title, (v.levels ->> (k.value ->> 'id'))::int as level, v.submission_id
          from (
            select v.rubric, v.levels, r.submission_id
            from (
              select w.review_id from private.review_waits w
              where l.content_type = 'ASSIGNMENT' and w.lesson_id = l.id and w.reviewed_at >= now() - interval '90 days'
                and (everybody or w.cohort_id = any (only_cohorts))
              order by w.reviewed_at desc limit 50) w
            join public.reviews v on v.id = w.review_id
            join public.submission_rounds r on r.id = v.round_id) v
          cross join lateral jsonb_array_elements(v.rubric) k
          where v.levels ? (k.value ->> 'id')) n
        group by n.id, n.title
        having count(distinct n.submission_id) >= few and count(*) filter (where n.level = 0) > 0
        order by count(*) filter (where n.level = 0) desc, n.title limit 1) c on true
      left join lateral (
        select count(*) as passed, percentile_cont(0.5) within group (order by n.runs_to_pass - 1)::numeric as failed_runs
        from (
          select e.runs_to_pass from private.exercise_standings e
          where l.content_type = 'EXERCISE' and e.lesson_id = l.id and e.runs_to_pass is not null and (everybody or e.user_id = any (only_people)) limit 300) n
        having count(*) >= few) x on true
    )
    select f.*, array_remove(array[
      case when f.stopped is not null then 'stopped' end, case when f.questions >= 3 then 'questions' end, case when f.rounds >= 2 then 'rounds' end,
      case when (f.criterion ->> 'failed')::int * 2 >= (f.criterion ->> 'judged')::int then 'criterion' end,
      case when f.failed_runs >= 3 then 'failed_runs' end], null)
    from figure f;
end
$function$;
comment on function private.hard_lessons(uuid, uuid[]) is
  'Takes a course, and cohorts whose people alone count (null: everybody); returns for each lesson how many people stopped before it (of the 2,000 who became inactive last), questions (counted to 101), handed_in and rounds (the median, of 300 people at most), the criterion that fails most in the last 50 reviews of 90 days {title, judged, failed}, passed and failed_runs (the median of runs before the first pass, of 300 people at most), and high: which of these figures say that the lesson is hard. Figures about fewer than three people are null. Checks no rights.';
revoke all on function private.hard_lessons(uuid, uuid[]) from public;

create function public.where_course_is_hard(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  only_cohorts uuid[];
begin
  if not private.can_on_course('submissions', 'list', where_course_is_hard.course_id) then
    if not private.can('submissions', 'list', 'assigned') or where_course_is_hard.course_id not in (select private.my_staffed_course_ids()) then
      perform private.refuse('You may not read these figures.');
    end if;
    only_cohorts := array(
      select s.cohort_id from public.cohort_staff s
      join public.cohort_courses k on k.cohort_id = s.cohort_id and k.course_id = where_course_is_hard.course_id
      where s.user_id = private.uid());
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
$function$;
comment on function public.where_course_is_hard(uuid) is
  'Takes a course; returns {slug, lessons: how many it has, rows: the lessons about which there is any figure, at most 100 [{id, title, stopped, questions, handed_in, rounds, criterion, passed, failed_runs, high: as hard_lessons() returns them}], the hardest first: by how many figures are high, then by the people who stopped, then by questions, then in the order of the course}. Moderators see the figures of the people assigned to them. Raises 42501 (rules/courses#where-hard).';
revoke all on function public.where_course_is_hard(uuid) from public, anon;
grant execute on function public.where_course_is_hard(uuid) to authenticated, service_role;
