-- Why: learners see in one place, the library, what came back and what was answered, also those without a cohort
-- (rules/learning#news). The bell tells each thing once, and is empty again once it is read; this lists what still counts. One call,
-- because the library is the page that is opened most.

create function public.my_news() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  most constant int := 6;
  me constant uuid := private.uid();
  since constant timestamptz := now() - interval '7 days';
begin
  return (
    with news as materialized (
      select case s.state when 'PASSED' then 'PASSED' else 'RETURNED' end as kind, s.lesson_id as id, null as title, s.lesson_id, v.published_at as at,
        null::boolean as mine, 1::bigint as times
      from public.submissions s
      join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
      join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
      where s.user_id = me and (s.state = 'RETURNED' or s.state = 'PASSED' and v.published_at > since)
        and private.can('submissions', 'read', 'own')
      union all
      select 'ANSWERED', q.id, q.title, q.lesson_id, n.at, q.author_id is not distinct from me, n.times
      from public.question_follows f
      join public.questions q on q.id = f.question_id and q.deleted_at is null and q.merged_into_id is null
      cross join lateral (
        select count(*) as times, max(a.created_at) as at from public.answers a
        where a.question_id = q.id and a.deleted_at is null and a.created_at > since and a.author_id is distinct from me) n
      where f.user_id = me and n.times > 0 and private.can('questions', 'read', 'own')
        and (q.audience = 'EVERYONE' or q.author_id = me or q.audience = 'COHORT' and q.cohort_id in (select private.my_cohort_ids()))
        and not private.is_banned_from_questions(me, private.course_of_lesson(q.lesson_id))
    ), shut as materialized (
      -- Read once, and only by people with news.
      select u as lesson_id from private.my_unreleased_lesson_ids() u where exists (select from news)
    ), held as materialized (
      select h as course_id from private.entitled_course_ids() h where exists (select from news)
    ), placed as (
      select n.*, coalesce(n.title, l.title) as shown, l.title as lesson, c.title as course, c.slug,
        row_number() over (partition by n.kind order by n.at desc, n.id) as place
      from news n
      -- One lesson after the other. The planner takes the news to be more than they are, and would read all lessons.
      cross join lateral (select o.* from public.lessons o where o.id = n.lesson_id and o.deleted_at is null offset 0) l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id
      where private.course_is_published(c.status, c.deleted_at)
        and (l.free_preview or c.id in (select h.course_id from held h) and l.id not in (select s.lesson_id from shut s))
        -- Work that is no longer accepted does not wait for anybody.
        and (n.kind <> 'RETURNED' or not exists (select from public.assignments a where a.lesson_id = l.id and a.late = 'SHUT')
          or not exists (select from private.person_dues(me, now()) d where d.lesson_id = l.id and private.passed_second(d.shut_at)))
    )
    select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'title', p.shown, 'lesson_id', p.lesson_id, 'lesson', p.lesson,
      'course', p.course, 'slug', p.slug, 'at', p.at, 'mine', coalesce(p.mine, true), 'times', p.times) order by p.at desc, p.id), '[]')
    from placed p where p.place <= most);
end
$$;
comment on function public.my_news() is
  'What came back to the caller and what was answered, the newest first, six of each kind: [{kind: RETURNED: work that a review asks them to go on with and that was not handed in again, PASSED: work that passed within seven days, ANSWERED: a question that they follow, with answers of others within seven days, id: of the assignment or question, title, lesson_id, lesson: its title, course: its title, slug: of the course, at: of the review or the newest answer, mine: whether they asked, times: how many answers}]. Only in lessons that are open to them. Empty if there is nothing (rules/learning#news).';
revoke all on function public.my_news() from public;
grant execute on function public.my_news() to authenticated, service_role;
