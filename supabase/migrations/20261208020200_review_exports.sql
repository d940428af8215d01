-- Why: reviewers can export their queue, with its filter, as a file. The file does not contain what was handed in or what the
-- reviews say (rules/records#exports).

alter table private.export_lists alter column scope drop not null;
comment on column private.export_lists.scope is
  'The scope in which the export asks for the right; assigned if the list leaves out people whom the caller does not reach, null if any scope suffices, because the list itself contains only what the caller reaches.';

create or replace function private.export_source(
  list text,
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not exists (
    select from private.export_lists l
    cross join unnest(enum_range(null::public.permission_scope)) s (scope)
    where l.list = export_source.list and s.scope = coalesce(l.scope, s.scope) and private.can(l.resource, l.action, s.scope)
  ) then
    raise exception using errcode = '42501', message = 'You may not export this list.';
  end if;
  execute format('select * from private.%I($1)', 'export_' || list) into columns, source using coalesce(filter, '{}');
end
$function$;

insert into private.export_lists (list, resource, personal, action, scope) values ('reviews', 'submissions', '{}', 'list', null);

create function private.export_reviews(filter jsonb, out columns text[], out source text) returns record
language plpgsql stable set search_path = '' as $$
declare
  scope record := private.queue_condition(filter);
begin
  columns := array['id', 'assignment', 'course', 'cohort', 'person', 'round', 'state', 'handed_in', 'due', 'late', 'waiting_since',
    'verdict', 'reviewed', 'reviewer'];
  source := format($sql$
    -- The rows are ordered by the first round, because its time does not change while the file is read and further rounds are
    -- handed in.
    select o.submitted_at as at, s.id as key, jsonb_build_object('id', s.id, 'assignment', l.title, 'course', c.title, 'cohort', k.title,
      'person', case when not (a.blind and s.state = 'WAITING') then nullif(p.name, '') end,
      'round', s.round, 'state', case s.state when 'WAITING' then 'Waiting' when 'RETURNED' then 'Please go on' else 'Passed' end,
      'handed_in', r.submitted_at, 'due', r.due_at_then, 'late', case when r.late then 'Yes' else 'No' end,
      'waiting_since', s.awaiting_since)
      || coalesce((
        select jsonb_build_object('verdict', case v.verdict when 'PASS' then 'Passed' else 'Please go on' end, 'reviewed', v.published_at,
          'reviewer', (select coalesce(nullif(b.name, ''), 'A reviewer') from public.profiles b where b.id = v.reviewer_id))
        from public.submission_rounds g join public.reviews v on v.round_id = g.id and v.withdrawn_at is null
        where g.submission_id = s.id order by g.round desc limit 1), '{}') as row
    from public.submissions s
    join public.submission_rounds o on o.submission_id = s.id and o.round = 1
    join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
    join public.profiles p on p.id = s.user_id
    join public.assignments a on a.lesson_id = s.lesson_id
    join public.lessons l on l.id = s.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = s.cohort_id
    where s.state = %L and %s$sql$,
    case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end,
    replace(replace(replace(scope.condition, '$1', format('%L::uuid[]', scope.cohorts)), '$2', format('%L::uuid[]', scope.lessons)),
      '$3', format('%L::uuid[]', scope.others)));
end
$$;
comment on function private.export_reviews(jsonb) is
  'Takes a filter as review_queue() does; returns the columns and the query of the export of the work that the caller may review. The export does not name the owner while blind work waits. Raises 42501 (rules/assignments#blind).';
revoke all on function private.export_reviews(jsonb) from public;
