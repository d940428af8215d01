-- Why: people who have gone quiet are many, and all of them are counted. now() is asked again for every row, which
-- takes longer than all the rest; written down as a moment, a hundred thousand are counted in half the time.

create or replace function private.learners_where(query text, course_id uuid, quiet text, out people text, out condition text)
language plpgsql stable set search_path = '' as $$
declare
  in_course boolean := learners_where.course_id is not null;
begin
  people := case when in_course then 'private.learner_courses k' else 'private.learners k' end;
  condition := concat_ws(' and ', 'true',
    case when in_course then format('k.course_id = %L and k.open_until is not null', learners_where.course_id) end,
    case when learners_where.quiet in ('7', '14', '30', 'never') then concat_ws(' and ', format('k.open_until is not null and k.open_until > %L', now()),
      case when in_course then
        'not k.finished and not exists (select 1 from public.profiles a where a.id = k.user_id and a.disabled_at is not null)' end,
      case when learners_where.quiet = 'never' then 'k.last_at = ''-infinity'''
        else format('k.idle_since < %L', now() - make_interval(days => learners_where.quiet::int)) end) end,
    private.found_by(learners_where.query, 'p'));
end
$$;
