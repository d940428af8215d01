-- A learner with one lesson left was told that the course is done, and one who had done the first of many that
-- nothing was.
create or replace function private.progress_percent(completed bigint, total bigint) returns integer
language sql immutable set search_path = '' as $$
  select case
    when coalesce(total, 0) <= 0 or coalesce(completed, 0) <= 0 then 0
    when completed >= total then 100
    else least(99, greatest(1, round(100.0 * completed / total)))
  end::integer
$$;
comment on function private.progress_percent(bigint, bigint) is
  'Takes completed lessons and the lessons there are; whole percent, never 100 before the last one and never 0 after the first (rules/learning#progress-percent).';

create or replace function private.export_analytics(filter jsonb, out columns text[], out source text)
language plpgsql stable set search_path = '' as $function$
declare
  course uuid := nullif(filter ->> 'course', '')::uuid;
  wanted record;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(filter ->> 'search', course, filter ->> 'quiet');
  columns := array['id', 'name', 'email', 'courses', 'ended', 'completed', 'total', 'percent', 'last_activity'];
  source := format($sql$
    select k.last_at as at, k.user_id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0),
      'percent', private.progress_percent(t.completed, t.total), 'last_activity', nullif(k.last_at, '-infinity')) as row
    from (select k.* from %s %s where %s) k join public.profiles p on p.id = k.user_id
    left join lateral private.learner_totals(array[k.user_id], %L) t on true$sql$, wanted.people,
    case when private.found_by(filter ->> 'search', 'p') is not null then 'join private.people p on p.id = k.user_id' end, wanted.condition, course);
end
$function$;
