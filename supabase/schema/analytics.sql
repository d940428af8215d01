-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.check_analytics_rights()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('analytics', 'read') or not private.can('profiles', 'list') or not private.can('lesson_completions', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the analytics.';
  end if;
end
$function$;
comment on function private.check_analytics_rights() is 'Raises 42501 unless the caller may read analytics and every completion, and list people.';

CREATE OR REPLACE FUNCTION private.export_analytics(filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
comment on function private.export_analytics(jsonb) is 'Takes {search, course, quiet} as analytics() has them; gives columns and query of its export, the latest activity first. Raises 42501.';

CREATE OR REPLACE FUNCTION private.learner_totals(people uuid[], course uuid)
 RETURNS TABLE(user_id uuid, courses bigint, ended bigint, completed bigint, total bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select c.user_id, count(*), count(*) filter (where c.open_until <= now()), sum(c.completed), sum(s.lessons)
  from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
  where c.user_id = any (learner_totals.people) and c.open_until is not null
    -- One course is shown as it is, published or not.
    and case when learner_totals.course is null then s.live else c.course_id = learner_totals.course end
  group by c.user_id
$function$;
comment on function private.learner_totals(uuid[],uuid) is 'Takes people, and a course or null; courses, ended, completed and total of that course, or of all that count (see the head of learner_counts), of those who have any.';

CREATE OR REPLACE FUNCTION private.learners_where(query text, course_id uuid, quiet text, OUT people text, OUT condition text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.learners_where(text,uuid,text) is 'Takes a search, a course and quiet as analytics() has them; gives the table k to look in and the condition on it and, with a search, on private.people p, as SQL with every value quoted.';

CREATE OR REPLACE FUNCTION public.analytics(query text DEFAULT ''::text, course_id uuid DEFAULT NULL::uuid, quiet text DEFAULT NULL::text, sort text DEFAULT 'active'::text, page integer DEFAULT 1, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(analytics.query, ''))) > 0;
  by_name boolean := coalesce(analytics.sort in ('name', '-name'), false);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  ordered text := case analytics.sort
    when 'inactive' then 'k.last_at, k.user_id'
    when 'completed' then 'k.completed desc, k.user_id desc' when '-completed' then 'k.completed, k.user_id'
    when 'name' then 'p.name, p.id' when '-name' then 'p.name desc, p.id desc'
    else 'k.last_at desc, k.user_id desc' end;
  wanted record;
  whom text;
  total bigint;
  ids uuid[];
  rows jsonb;
begin
  perform private.check_analytics_rights();
  wanted := private.learners_where(analytics.query, analytics.course_id, analytics.quiet);
  whom := case when searched then 'join private.people p on p.id = k.user_id' when by_name then 'join public.profiles p on p.id = k.user_id' end;
  if searched and analytics.course_id is null and analytics.quiet is null then
    if by_name then
      execute format('select count(*) from private.people p where %s', wanted.condition) into total;
    else
      select f.total, f.ids into total, ids from private.learners_found(wanted.condition, ordered, size, start) f;
    end if;
  elsif wanted.condition = 'true' then
    -- Every person has a row among the learners.
    total := private.people_tallied(null, null);
  else
    execute format('select count(*) from %s %s where %s', wanted.people, case when searched then whom end, wanted.condition) into total;
  end if;
  if ids is null and total > 0 then
    execute format('select array(select k.user_id from %s %s where %s order by %s limit %s offset %s)',
      wanted.people, whom, wanted.condition, ordered, size, start) into ids;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email,
      'last_at', nullif(date_trunc('second', case when analytics.course_id is null then l.last_at else k.last_at end), '-infinity'),
      'courses', coalesce(t.courses, 0), 'ended', coalesce(t.ended, 0), 'completed', coalesce(t.completed, 0), 'total', coalesce(t.total, 0))
    order by o.place), '[]')
  into rows
  from unnest(ids) with ordinality o (id, place)
  join public.profiles p on p.id = o.id
  join private.learners l on l.user_id = p.id
  left join private.learner_courses k on k.user_id = p.id and k.course_id = analytics.course_id
  left join private.learner_totals(ids, analytics.course_id) t on t.user_id = p.id;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.analytics(text,uuid,text,text,integer,integer) is 'Takes a search as members() does, a course (then only those to whom it is granted, and what they did there), quiet (7, 14 or 30: the access and the last activity are older than so many days; never: no activity at all; only who has an unfinished course that is open to them, and is not disabled), a sort (active: latest activity first, inactive, completed, -completed, name, -name), a page from 1 and its size (at most 100); gives {total, members: [{id, name, email, courses, ended, completed, total, last_at}]}. Courses are those that are granted, published and not deleted, ended of them have ended; completed and total count the lessons that are there now, because no more can be done; last_at is the last completion or watched minute anywhere, in a lesson that is gone too, because an editor''s change makes no learner quiet. Raises 42501 (rules/members#analytics).';
grant execute on function public.analytics(text,uuid,text,text,integer,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  everything boolean := private.can('dashboard', 'read');
  me uuid := private.uid();
begin
  if not everything and not private.can('dashboard', 'read', 'own') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  return jsonb_build_object(
    'courses', (
      select jsonb_build_object('total', count(*), 'published', count(*) filter (where c.status = 'PUBLISHED'),
        'draft', count(*) filter (where c.status = 'DRAFT'))
      from public.courses c
      where c.deleted_at is null and (everything or c.created_by_id = me)),
    'members', case when everything then (
      select jsonb_build_object('total', count(*) filter (where p.role = 'MEMBER'),
        'creators', count(*) filter (where p.role = 'CREATOR'))
      from public.profiles p where p.role in ('MEMBER', 'CREATOR')) end,
    'invites', (
      select count(*) from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
        and (everything or i.invited_by_id = me)),
    'to_do', private.to_do(),
    'own', case when not everything then private.own_courses() end,
    'activity', case when everything then (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'target_type', a.target_type,
        'target_id', a.target_id, 'title', coalesce(a.title, t.name), 'who', coalesce(nullif(p.name, ''), p.email),
        'by', case when a.user_id is not null then 'PERSON' when a.actor is null then 'GONE' else 'SYSTEM' end,
        'user_id', p.id, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
      from (
        select * from public.audit_logs l where l.action not in ('auth.login', 'auth.logout')
        order by l.created_at desc, l.id desc limit 10) a
      left join public.profiles p on p.id = a.user_id
      left join public.profiles t
        on t.id = case when a.target_type = 'user' and a.target_id ~ '^[0-9a-f-]{36}$' then a.target_id::uuid end) end);
end
$function$;
comment on function public.dashboard() is 'Counts courses by status, members, creators and open invites; gives what to_do() says and the ten newest audit records that are no sign-ins, with titles and who did them (`by`: PERSON, GONE or SYSTEM); for those who hold it for their own alone: their courses and invites, and own_courses() as `own`, with members, to_do and activity null (rules/records#dashboard). Row security applies besides. Raises 42501.';
grant execute on function public.dashboard() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.member_analytics(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_analytics_rights();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'published', s.live,
        'completed', k.completed, 'total', s.lessons, 'last_at', nullif(date_trunc('second', k.last_at), '-infinity'),
        'access', case when k.open_until is null then 'REVOKED' when k.open_until > now() then 'OPEN' else 'ENDED' end,
        'expires_at', nullif(k.open_until, 'infinity'))
      order by k.open_until is null, k.open_until <= now(), k.last_at desc, c.title, c.id), '[]')
    from private.learner_courses k
    join private.course_sizes s on s.course_id = k.course_id
    join public.courses c on c.id = k.course_id and c.deleted_at is null
    where k.user_id = member_analytics.user_id and (k.open_until is not null or k.last_at > '-infinity'));
end
$function$;
comment on function public.member_analytics(uuid) is 'Takes a person; their courses [{id, title, slug, published, completed, total, last_at, access, expires_at}], open ones first, then those whose access ENDED, then those whose access was REVOKED after they had done something there. Completed and total count the lessons that are there now; last_at is the last completion or watched minute in any lesson of it. A course that is not published counts for nothing else and says so; deleted ones are left out. Raises 42501 (rules/members#analytics).';
grant execute on function public.member_analytics(uuid) to authenticated, service_role;
