-- Why: A move of a cohort names people and dates first, and can be undone later.

set check_function_bodies = off;

create or replace function public.cohort(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'last_move', (select jsonb_build_object('days', v.days, 'at', v.moved_at) from private.cohort_moves v where v.cohort_id = c.id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
end
$function$;

create or replace function public.move_cohort(
  cohort_id uuid,
  days integer,
  dry_run boolean default true,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  name uuid := md5('move' || move_cohort.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  was public.cohorts;
  now_is public.cohorts;
  result jsonb;
  begun boolean;
  ahead uuid[];
  total bigint;
  dues uuid[];
  all_dues bigint;
begin
  perform private.check_cohort_right('releases', 'update', move_cohort.cohort_id);
  if days is null or days not between -3650 and 3650 then
    perform private.refuse_field('days', 'Choose at most ten years.');
  end if;
  select c.* into was from public.cohorts c where c.id = move_cohort.cohort_id for update;
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
  if result is not null then
    return result;
  end if;
  begun := private.local_day(now(), was.time_zone) >= was.starts_on;
  select count(*), coalesce(array_agg(r.id) filter (where
      not begun or private.local_moment(was.starts_on + r.day, r.at_time, was.time_zone) > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and r.id = any (v.releases))), '{}')
  into total, ahead
  from public.releases r where r.cohort_id = was.id;
  select count(*), coalesce(array_agg(d.lesson_id) filter (where
      not begun or d.due_at > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and d.lesson_id = any (v.dues))), '{}')
  into all_dues, dues
  from private.cohort_due_days(was.id) d;
  now_is := was;
  now_is.starts_on := was.starts_on + case when begun then 0 else move_cohort.days end;
  now_is.ends_on := was.ends_on + move_cohort.days;
  now_is.access_ends_on := was.access_ends_on + move_cohort.days;
  if now_is.ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'The last day would lie before the first.');
  end if;
  if now_is.access_ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'Access would end before the first day.');
  end if;
  if begun and exists (select from public.releases r where r.id = any (ahead) and r.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would open before the first day.');
  end if;
  if begun and exists (select from private.cohort_due_days(was.id) d where d.lesson_id = any (dues) and d.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would be due before the first day.');
  end if;
  if not dry_run and days <> 0 then
    -- The openings move first, because the change of the cohort writes the grants, once.
    if begun then
      update public.releases r set day = r.day + move_cohort.days where r.id = any (ahead);
      insert into public.cohort_dues as d (cohort_id, lesson_id, day)
      select was.id, k.lesson_id, k.day + move_cohort.days from private.cohort_due_days(was.id) k where k.lesson_id = any (dues)
      on conflict on constraint cohort_dues_pkey do update set day = excluded.day;
      -- A due date that equals that of the assignment again gets no row of its own, so that it follows later changes of the
      -- assignment.
      delete from public.cohort_dues d using public.assignments a
      where d.cohort_id = was.id and d.lesson_id = any (dues) and a.lesson_id = d.lesson_id and d.day = a.due_day and d.at_time is null;
    end if;
    -- A cohort that has not begun moves whole, so that a move back needs no list.
    insert into private.cohort_moves as v (cohort_id, days, releases, dues)
    values (was.id, move_cohort.days, case when begun then ahead else '{}' end, case when begun then dues else '{}' end)
    on conflict on constraint cohort_moves_pkey do update set days = excluded.days, releases = excluded.releases, dues = excluded.dues, moved_at = now();
    update public.cohorts c set starts_on = now_is.starts_on, ends_on = now_is.ends_on, access_ends_on = now_is.access_ends_on
    where c.id = was.id;
  end if;
  result := jsonb_build_object('moves', cardinality(ahead), 'stays', total - cardinality(ahead),
    'dues_move', cardinality(dues), 'dues_stay', all_dues - cardinality(dues), 'begun', begun,
    'starts_on', now_is.starts_on, 'ends_on', now_is.ends_on, 'access_ends_on', now_is.access_ends_on,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = was.id and m.state <> 'LEFT'));
  if dry_run then
    result := result || jsonb_build_object(
      'names', (select coalesce(jsonb_agg(f.name order by f.name, f.id), '[]') from (
        select p.id, private.shown_name(p.name, p.email) as name from public.cohort_members m join public.profiles p on p.id = m.user_id
        where m.cohort_id = was.id and m.state <> 'LEFT' order by p.name, p.id limit 5) f),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'title', f.title, 'from', f.day, 'to', f.day + move_cohort.days) order by f.day, f.title, f.id), '[]') from (
        select k.* from (
          select r.id, 'OPENING' as kind, coalesce(l.title, m.title) as title, was.starts_on + r.day as day
          from public.releases r left join public.lessons l on l.id = r.lesson_id left join public.modules m on m.id = r.module_id
          where r.id = any (ahead)
          union all
          select d.lesson_id, 'DUE', l.title, was.starts_on + d.day
          from private.cohort_due_days(was.id) d join public.lessons l on l.id = d.lesson_id where d.lesson_id = any (dues)) k
        order by k.day, k.title, k.id limit 5) f));
  end if;
  if name is not null and not dry_run then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$function$;

comment on table private.cohort_moves is 'The last move of each cohort: by how many days, and, if it had begun, which openings. A move back by as many days moves exactly these openings, also those that lie in the past by then. No grants: written by move_cohort().';

comment on function public.cohort(uuid) is 'Takes a cohort; what cohort_list() says of it, and {members: how many by state, lessons and openings: how many, community: {id, name, slug}, last_move: {days, at} or null, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';

comment on function public.move_cohort(uuid,integer,boolean,uuid) is 'Takes a cohort, by how many days everything comes later (negative: earlier), whether it is a dry run, which only says what would happen, and an operation id, under which the same request moves it only once. A cohort that has not begun moves with its first day. In one that has begun, the openings and due dates that lie ahead, the last day and the end of access move. Gives {moves and stays: how many openings, dues_move and dues_stay: how many due dates, begun, starts_on, ends_on, access_ends_on, people}, and as a dry run also names: of the first five people, and changes: the first five openings and due dates [{kind: OPENING or DUE, title, from, to: days of the calendar}]. The same days backwards undo it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';
