-- Why: the strip of a cohort shows when its assignments are due beside what opens, and the check of a course tells of assignments
-- that nobody can judge, or that are due before they open (rules/cohorts#schedule, rules/courses#check).

create or replace function public.cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  perform private.check_cohort_right('releases', 'read', cohort_schedule.cohort_id);
  return (
    select jsonb_build_object('starts_on', c.starts_on, 'ends_on', c.ends_on, 'time_zone', c.time_zone, 'today', private.local_day(now(), c.time_zone),
      'courses', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'slug', o.slug, 'modules', coalesce((
            select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'release', private.release_facts(c, r), 'lessons', coalesce((
                select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'type', l.content_type, 'sec', l.duration_sec,
                  'free', l.free_preview, 'release', private.release_facts(c, x), 'due', case when l.content_type = 'ASSIGNMENT' then
                    jsonb_build_object('said', jsonb_build_object('day', a.due_day, 'at_time', to_char(a.due_time, 'HH24:MI')),
                      'own', case when d.lesson_id is not null then jsonb_build_object('day', d.day, 'at_time', to_char(d.at_time, 'HH24:MI')) end) end)
                  order by l.index)
                from public.lessons l left join public.releases x on x.cohort_id = c.id and x.lesson_id = l.id
                left join public.assignments a on a.lesson_id = l.id
                left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
                where l.module_id = m.id and l.deleted_at is null), '[]'))
              order by m.index)
            from public.modules m left join public.releases r on r.cohort_id = c.id and r.module_id = m.id
            where m.course_id = o.id and m.deleted_at is null), '[]'))
          order by k.position, o.title)
        from public.cohort_courses k join public.courses o on o.id = k.course_id and o.deleted_at is null
        where k.cohort_id = c.id), '[]'))
    from public.cohorts c where c.id = cohort_schedule.cohort_id);
end
$$;
comment on function public.cohort_schedule(uuid) is 'Takes a cohort; {starts_on, ends_on, time_zone, today: there, courses: [{id, title, slug, modules: [{id, title, release, lessons: [{id, title, type, sec, free, release, due: {said, own: null without a date of its own}, null for other types}]}]}]} in their order, `release` as release_facts() gives it, said and own {day, at_time}, each null for none or as the assignment says. Raises 42501 and PT404 NO_COHORT (rules/cohorts#schedule).';

create or replace function public.check_course(course_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
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
      select 'no_text', l.module_id, l.id, null from lesson l where l.content_type in ('TEXT', 'ASSIGNMENT') and btrim(coalesce(l.content, ''), E' \t\r\n') = ''
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
      select 'no_rubric', l.module_id, l.id, null from lesson l where l.content_type = 'ASSIGNMENT'
        and not exists (select 1 from public.rubric_criteria c where c.lesson_id = l.id)
      union all
      -- Who may not read cohorts learns that it happens, and not where.
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
$$;
comment on function public.check_course(uuid) is 'Takes a course; what is missing or broken in it, as far as the database can tell (rules/courses#check): {lessons, links: addresses that can be checked, found: how many remarks there are, remarks: the first 300 in the order of the course [{rule, module_id, module, lesson_id, lesson, detail: the address it is about}]}. For those who may build the course; raises 42501.';
