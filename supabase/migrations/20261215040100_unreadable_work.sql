-- Why: work that was stored before its form was checked is found in the queue by its mark, instead of by opening it
-- (rules/assignments#unreadable).

create or replace function private.work_facts(work public.submissions)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  hidden constant boolean := private.work_is_hidden(work);
begin
  return (
    select jsonb_build_object('submission_id', work.id, 'state', work.state, 'round', work.round, 'awaiting_since', work.awaiting_since,
      'promise_at', work.awaiting_since + private.review_promise(), 'came_back', work.came_back, 'passed_at', work.passed_at,
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'cohort', (select jsonb_build_object('id', k.id, 'title', k.title, 'time_zone', k.time_zone) from public.cohorts k where k.id = work.cohort_id and not hidden),
      'blind', a.blind,
      'person', case when not hidden then (
        select jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)) from public.profiles p where p.id = work.user_id) end,
      'late', r.late and not hidden, 'submitted_at', r.submitted_at,
      'unreadable', not coalesce(private.is_handed_files(r.files), true) or not coalesce(private.is_handed_code(r.code), true),
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round),
      'not_mine', private.goes_to_others(private.uid(), work),
      'claim', private.claim_facts(work.id),
      'offer', (
        select jsonb_build_object('reviewer', private.shown_name(p.name, p.email), 'until', o.until, 'mine', o.reviewer_id = private.uid(),
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = o.by_id))
        from private.review_offers o join public.profiles p on p.id = o.reviewer_id where o.submission_id = work.id and o.until > now()))
    from public.lessons l
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.submission_rounds r on r.submission_id = work.id and r.round = work.round
    where l.id = work.lesson_id);
end
$function$;
comment on function private.work_facts(public.submissions) is 'Takes somebody''s work; returns what the queue shows of it, {submission_id, state, round, awaiting_since, promise_at, came_back, passed_at, lesson: {id, title}, course: {id, title, slug}, cohort: {id, title, time_zone} or null, blind, person: {id, name}, late, submitted_at: of the latest round, unreadable: whether its code or files cannot be read, second_opinion, not_mine: somebody else has to read it, claim: {reviewer, until, mine} or null, offer: {reviewer, until, mine, by: who handed it over} or null}. While work is hidden, cohort and person are null, and late is false (rules/assignments#blind).';
