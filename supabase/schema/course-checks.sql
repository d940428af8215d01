-- The check of a course before it is published: its content, and where its links lead.
set check_function_bodies = off;

-- TABLES

create table private.link_checks (
  user_id uuid not null,
  begun_at timestamptz not null default clock_timestamp(),
  constraint link_checks_pkey primary key (user_id, begun_at),
  constraint link_checks_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.link_checks enable row level security;
comment on table private.link_checks is 'When a person checked links, for the limit of checks in an hour. Rows are kept for an hour. No grants.';

create table private.link_states (
  target text not null,
  state text not null,
  checked_at timestamptz not null default now(),
  constraint link_states_pkey primary key (target),
  constraint link_states_state_known check (
    state = any (array['FINE', 'GONE', 'REFUSED', 'UNREACHED', 'UNASKED'])
  )
);
alter table private.link_states enable row level security;
create index link_states_checked_at_idx on private.link_states (checked_at);
comment on table private.link_states is 'How an address responded when it was last checked. Rows are kept for an hour. No grants: written by keep_link_states(), read by begin_link_check().';

-- FUNCTIONS

create or replace function private.course_targets(course uuid)
  returns table(module_id uuid, lesson_id uuid, kind text, label text, target text)
  language sql
  stable security definer
  set search_path to ''
as $function$
  with lesson as (
    select l.* from public.lessons l join public.modules m on m.id = l.module_id and m.deleted_at is null
    where m.course_id = course_targets.course and l.deleted_at is null
  )
  select l.module_id, l.id, f.kind, f.label, f.target
  from lesson l cross join lateral private.links_in(private.prose(l.content)) f
  union all
  select l.module_id, l.id, 'page', '', l.external_url from lesson l where l.external_url is not null
  union all
  select l.module_id, l.id, 'attachment', a.title, a.url from lesson l join public.lesson_attachments a on a.lesson_id = l.id
  union all
  select l.module_id, l.id, 'video', '', l.video_provider || ':' || l.video_asset_id from lesson l
  where l.content_type = 'VIDEO' and l.video_asset_id is not null
$function$;
comment on function private.course_targets(uuid) is 'Takes a course; returns the links and videos of its lessons: {module_id, lesson_id, kind: link, image, page, attachment or video, label, target: an address, or PROVIDER:id for a video}.';

create or replace function private.leads_inside(target text, course uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select 1
    from regexp_matches(target, '^/(?:app/)?courses/([a-z0-9-]+)(?:/lesson/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?') m
    join public.courses c on (c.slug = m[1] or c.id = (select s.course_id from public.course_slugs s where s.slug = m[1])) and c.deleted_at is null
    -- Links from a draft to itself count as working, because they work once the draft is published.
    where (c.status = 'PUBLISHED' or c.id = leads_inside.course)
      and (m[2] is null or exists (
        select 1 from public.lessons l join public.modules d on d.id = l.module_id and d.deleted_at is null
        where l.id = m[2]::uuid and l.deleted_at is null and d.course_id = c.id)))
$function$;
comment on function private.leads_inside(text,uuid) is 'Takes a path of the portal and the course whose text has it; true if it leads to a course that learners can open, or to a lesson of such a course.';

create or replace function private.links_in(prose text)
  returns table(kind text, label text, target text)
  language sql
  immutable
  set search_path to ''
as $function$
  select case m[1] when '!' then 'image' else 'link' end, m[2], m[3]
  from regexp_matches(prose, '(!?)\[([^\[\]]*)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  -- An image inside a link.
  select 'link', '', m[1] from regexp_matches(prose, '\]\([^()]*\)\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\))*)', 'g') m
  union all
  select 'link', '', m[1] from regexp_matches(prose, '^ {0,3}\[[^\[\]]+\]:\s*<?([^\s<>]+)', 'gn') m
  union all
  select case lower(m[1]) when 'img' then 'image' else 'link' end,
    coalesce(substring(m[2] from '(?i)\malt\s*=\s*["'']([^"'']*)'), ''), coalesce(substring(m[2] from '(?i)\m(?:href|src)\s*=\s*["'']([^"'']*)'), '')
  from regexp_matches(prose, '<(a|img)\s([^<>]*)>', 'gi') m
  union all
  select 'link', 'bare', rtrim(m[1], '.,:;!?') from regexp_matches(prose, '(?<![("''<=])(https?://(?:[^\s<>"''()\[\]]|\([^\s()<>"'']*\))+)', 'g') m
$function$;
comment on function private.links_in(text) is 'Takes Markdown without code; returns its links and images: {kind: link or image, label: its text, target}.';
grant execute on function private.links_in(text) to authenticated, service_role;

create or replace function private.prose(content text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select regexp_replace(coalesce(string_agg(l.line, E'\n' order by l.at), ''), '`[^`\n]*`', '', 'g')
  from (
    select x.line, x.at, x.line ~ '^ {0,3}(```|~~~)' as fence,
      count(*) filter (where x.line ~ '^ {0,3}(```|~~~)') over (order by x.at rows between unbounded preceding and 1 preceding) as before
    from regexp_split_to_table(content, '\r?\n') with ordinality x (line, at)) l
  where not l.fence and l.before % 2 = 0
$function$;
comment on function private.prose(text) is 'Takes the Markdown of a lesson; returns it without code.';
grant execute on function private.prose(text) to authenticated, service_role;

create or replace function public.begin_link_check(course_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  it uuid := begin_link_check.course_id;
begin
  if not private.can_on_course('lessons', 'update', it)
     or not exists (select 1 from public.courses c where c.id = it and c.deleted_at is null) then
    perform private.refuse('You may not check this course.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('link check ' || private.uid()::text, 0));
  delete from private.link_checks b where b.begun_at < clock_timestamp() - interval '1 hour';
  if (select count(*) from private.link_checks b where b.user_id = private.uid()) >= 30 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY_CHECKS',
      message = 'You have checked links 30 times in an hour. Try again later.';
  end if;
  insert into private.link_checks (user_id) values (private.uid());
  return (
    select coalesce(jsonb_agg(jsonb_build_object('target', t.target, 'kind', t.kind, 'lesson_id', t.lesson_id, 'lesson', l.title, 'state', s.state)
      order by m.index, l.index, t.target), '[]')
    from (
      select x.lesson_id, x.target, min(x.kind) as kind from private.course_targets(it) x
      where x.kind = 'video' or private.is_web_link(x.target) group by x.lesson_id, x.target) t
    join public.lessons l on l.id = t.lesson_id
    join public.modules m on m.id = l.module_id
    left join private.link_states s on s.target = t.target and s.checked_at > now() - interval '1 hour');
end
$function$;
comment on function public.begin_link_check(uuid) is 'Takes a course; counts a check of its links, of which each person has 30 an hour, and returns the links [{target: an address, or PROVIDER:id for a video, kind, lesson_id, lesson, state: how it responded within the last hour, or null}]. For callers who may edit the course; raises 42501 and PT422 TOO_MANY_CHECKS (rules/courses#check-links).';
grant execute on function public.begin_link_check(uuid) to authenticated, service_role;

create or replace function public.check_course(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  it uuid := check_course.course_id;
begin
  if not private.can_on_course('lessons', 'update', it)
     or not exists (select 1 from public.courses c where c.id = it and c.deleted_at is null) then
    perform private.refuse('You may not check this course.');
  end if;
  return (
    with module as (
      select m.id, m.title, m.index from public.modules m where m.course_id = it and m.deleted_at is null
    ), lesson as (
      select l.*, row_number() over (partition by l.module_id, lower(btrim(l.title)) order by l.index) as again
      from public.lessons l join module m on m.id = l.module_id where l.deleted_at is null
    ), target as materialized (
      select distinct t.* from private.course_targets(it) t
    ), remark (rule, module_id, lesson_id, detail) as (
      select 'no_lessons', null::uuid, null::uuid, null::text where not exists (select 1 from lesson)
      union all
      select 'empty_module', m.id, null, null from module m where not exists (select 1 from lesson l where l.module_id = m.id)
      union all
      select 'same_title', l.module_id, l.id, null from lesson l where l.again > 1
      union all
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type in ('TEXT', 'ASSIGNMENT', 'EXERCISE') and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
      union all
      select 'few_words', l.module_id, l.id, null from lesson l
      where l.content_type = 'TEXT' and cardinality(regexp_split_to_array(btrim(left(l.content, 2000), E' \t\r\n'), '\s+')) < 10
        and btrim(l.content, E' \t\r\n') <> ''
      union all
      select 'no_video', l.module_id, l.id, null from lesson l where l.content_type = 'VIDEO' and l.video_asset_id is null
      union all
      select 'no_length', l.module_id, l.id, null from lesson l where l.content_type in ('VIDEO', 'TEXT') and l.duration_sec = 0
      union all
      select 'no_address', l.module_id, l.id, null from lesson l where l.content_type = 'EXTERNAL_LINK' and l.external_url is null
      union all
      select 'not_proved', l.module_id, l.id, null from lesson l where l.content_type = 'EXERCISE'
        and not exists (select 1 from public.exercises x where x.lesson_id = l.id and x.version > 0)
      union all
      select 'no_rubric', l.module_id, l.id, null from lesson l where l.content_type = 'ASSIGNMENT'
        and not exists (select 1 from public.rubric_criteria c where c.lesson_id = l.id)
      union all
      -- A caller who may not read cohorts is told that this happens in a cohort, but not in which one.
      select distinct 'due_early', l.module_id, l.id, case when private.can('cohorts', 'read') then c.title end
      from public.cohort_courses k
      join public.cohorts c on c.id = k.cohort_id and c.archived_at is null and c.ends_on >= private.local_day(now(), c.time_zone)
      cross join lateral private.cohort_due_days(c.id) d
      join private.cohort_plan(c.id) p on p.lesson_id = d.lesson_id
      join lesson l on l.id = d.lesson_id
      where k.course_id = it and d.due_at <= private.local_moment(c.starts_on + p.day, p.at_time, c.time_zone)
      union all
      select 'no_file', l.module_id, l.id, null from lesson l where l.content_type = 'FILE'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = l.id and f.path = l.file_key)
        and not exists (select 1 from public.lesson_attachments a where a.lesson_id = l.id)
      union all
      select 'no_description', t.module_id, t.lesson_id, left(t.target, 200) from target t where t.kind = 'image' and btrim(t.label) = ''
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target and f.alt <> '')
      union all
      select 'lost_file', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target like 'lesson-files/%'
        and not exists (select 1 from public.lesson_files f where f.lesson_id = t.lesson_id and 'lesson-files/' || f.path = t.target)
      union all
      select 'bad_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind <> 'video' and (t.target = '' or t.target ~* '^[a-z][a-z0-9+.-]*:'
        and case when t.target ~* '^https?:' then not private.is_web_link(t.target) else t.target !~* '^(mailto|tel):' end)
      union all
      select 'lost_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.kind in ('link', 'image') and t.target <> '' and t.target !~* '^([a-z][a-z0-9+.-]*:|[/#?]|lesson-files/)'
      union all
      select 'closed_link', t.module_id, t.lesson_id, left(t.target, 200) from target t
      where t.target ~ '^/(app/)?courses/' and not private.leads_inside(t.target, it)
    ), listed as (
      select r.*, row_number() over (order by m.index nulls first, l.index nulls first, r.rule, r.detail) as place, m.title as module, l.title as lesson
      from remark r left join module m on m.id = r.module_id left join lesson l on l.id = r.lesson_id
    )
    select jsonb_build_object(
      'lessons', (select count(*) from lesson),
      'links', (select count(distinct t.target) from target t where t.kind = 'video' or private.is_web_link(t.target)),
      'found', (select count(*) from listed),
      'remarks', (select coalesce(jsonb_agg(jsonb_build_object('rule', x.rule, 'module_id', x.module_id, 'module', x.module,
        'lesson_id', x.lesson_id, 'lesson', x.lesson, 'detail', x.detail) order by x.place), '[]') from listed x where x.place <= 300)));
end
$function$;
comment on function public.check_course(uuid) is 'Takes a course; returns what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address that the remark is about}]}. For callers who may edit the course; raises 42501.';
grant execute on function public.check_course(uuid) to authenticated, service_role;

create or replace function public.keep_link_states(states jsonb)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('states', states, 4000000);
  delete from private.link_states s where s.checked_at < now() - interval '1 hour';
  insert into private.link_states (target, state)
  select distinct on (x.target) x.target, x.state from jsonb_to_recordset(states) x (target text, state text)
  on conflict (target) do update set state = excluded.state, checked_at = now();
end
$function$;
comment on function public.keep_link_states(jsonb) is 'Takes [{target, state}] and stores how the addresses responded. Only for the service role, because other callers could store that a broken link works.';
grant execute on function public.keep_link_states(jsonb) to service_role;
