-- Why: the page of a cohort lists who asks for more time in it (rules/assignments#extension).

create or replace function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
declare
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, 1000);
  lesson constant uuid := case when pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then (filter ->> 'lesson_id')::uuid end;
  only_person constant uuid := case when pg_input_is_valid(filter ->> 'user_id', 'uuid') then (filter ->> 'user_id')::uuid end;
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  given constant boolean := coalesce(filter ->> 'given' = 'true', false);
begin
  if not (private.can('extensions', 'give') or private.can('extensions', 'give', 'own') or private.can('extensions', 'give', 'assigned')) then
    perform private.refuse('You may not give more time.');
  end if;
  return (
    with found as materialized (
      select q.lesson_id, q.user_id, q.asked_at as at from private.extension_requests q
      where not given and q.answered_at is null and (lesson is null or q.lesson_id = lesson) and (only_person is null or q.user_id = only_person)
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
        and (private.can('extensions', 'give') or private.extension_may_be_given(f.user_id, f.lesson_id))
    ), listed as (
      select r.* from reached r order by case when given then null else r.at end, r.at desc, r.lesson_id, r.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from reached), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'person', jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)),
      'request', (
        select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
        from private.extension_requests q where q.lesson_id = f.lesson_id and q.user_id = f.user_id),
      'extension', (
        select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at,
          'by', (select coalesce(nullif(b.name, ''), b.email) from public.profiles b where b.id = x.given_by_id))
        from public.extensions x where x.lesson_id = f.lesson_id and x.user_id = f.user_id),
      'due', (select jsonb_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) from private.due_of(f.user_id, f.lesson_id) d))
      order by case when given then null else f.at end, f.at desc, f.lesson_id, f.user_id), '[]'))
    from listed f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = f.user_id);
end
$$;
comment on function public.extension_list(jsonb,integer,integer) is 'Takes a filter {given: true for what was given, otherwise who asked and waits, lesson_id, user_id, cohort_id: people of it, in its courses}, a page and its size (at most 100); {total, rows: [{lesson: {id, title}, course: {id, title, slug}, person: {id, name}, request: {note, asked_at, answered_at} or null, extension: {due_at, reason, given_at, by} or null, due: {at, zone, extended} or null}]} of the people to whom the caller may give more time, who asked first at the top. Raises 42501.';
