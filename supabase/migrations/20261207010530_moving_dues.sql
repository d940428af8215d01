-- Why: due dates move with their cohort as openings do (rules/cohorts#moving), and a cohort that is started again gets the due
-- dates of the earlier one.

alter table private.cohort_moves add column dues uuid[] not null default '{}';
comment on column private.cohort_moves.dues is 'The assignments whose due dates this move changed.';

create function private.cohort_due_days(cohort uuid) returns table (lesson_id uuid, day integer, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select a.lesson_id, coalesce(d.day, a.due_day),
    private.local_moment(c.starts_on + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), c.time_zone)
  from public.cohorts c
  join public.cohort_courses k on k.cohort_id = c.id
  join public.modules m on m.course_id = k.course_id and m.deleted_at is null
  join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
  join public.assignments a on a.lesson_id = l.id
  left join public.cohort_dues d on d.cohort_id = c.id and d.lesson_id = l.id
  where c.id = cohort_due_days.cohort and coalesce(d.day, a.due_day) is not null
$$;
comment on function private.cohort_due_days(uuid) is 'Takes a cohort; returns its assignments that have a due date, with the day of the cohort, counted from 0, and the moment at which they are due for people without a shift.';
revoke all on function private.cohort_due_days(uuid) from public;

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
as $$
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
      insert into private.cohort_moves as v (cohort_id, days, releases, dues) values (was.id, move_cohort.days, ahead, dues)
      on conflict on constraint cohort_moves_pkey do update set days = excluded.days, releases = excluded.releases, dues = excluded.dues, moved_at = now();
    end if;
    update public.cohorts c set starts_on = now_is.starts_on, ends_on = now_is.ends_on, access_ends_on = now_is.access_ends_on
    where c.id = was.id;
  end if;
  result := jsonb_build_object('moves', cardinality(ahead), 'stays', total - cardinality(ahead),
    'dues_move', cardinality(dues), 'dues_stay', all_dues - cardinality(dues), 'begun', begun,
    'starts_on', now_is.starts_on, 'ends_on', now_is.ends_on, 'access_ends_on', now_is.access_ends_on,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = was.id and m.state <> 'LEFT'));
  if name is not null and not dry_run then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$$;
comment on function public.move_cohort(uuid,integer,boolean,uuid) is 'Takes a cohort, by how many days everything comes later (negative: earlier), whether it is a dry run, which only says what would happen, and an operation id, under which the same request moves it only once. A cohort that has not begun moves with its first day. In one that has begun, the openings and due dates that lie ahead, the last day and the end of access move. Gives {moves and stays: how many openings, dues_move and dues_stay: how many due dates, begun, starts_on, ends_on, access_ends_on, people}. The same days backwards undo it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';

create or replace function public.start_cohort_again(
  cohort_id uuid,
  starts_on date,
  title text,
  slug text,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  -- The same request makes one cohort, also without an operation id.
  own uuid := private.made_under(
    coalesce(start_cohort_again.operation_id, md5(concat_ws(' ', start_cohort_again.cohort_id, start_cohort_again.starts_on, btrim(start_cohort_again.slug)))::uuid),
    'cohort again');
  was public.cohorts;
begin
  perform private.check_cohort_right('cohorts', 'read', start_cohort_again.cohort_id);
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    select c.* into was from public.cohorts c where c.id = start_cohort_again.cohort_id;
    was.id := own;
    was.slug := start_cohort_again.slug;
    was.title := start_cohort_again.title;
    was.ends_on := start_cohort_again.starts_on + (was.ends_on - was.starts_on);
    was.access_ends_on := start_cohort_again.starts_on + (was.access_ends_on - was.starts_on);
    was.starts_on := start_cohort_again.starts_on;
    was.draft := false;
    perform private.write_cohort(was);
    insert into public.cohort_courses (cohort_id, course_id, position)
    select own, k.course_id, k.position from public.cohort_courses k where k.cohort_id = start_cohort_again.cohort_id;
    insert into public.releases (cohort_id, module_id, lesson_id, day, at_time)
    select own, r.module_id, r.lesson_id, r.day, r.at_time from public.releases r where r.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_dues (cohort_id, lesson_id, day, at_time)
    select own, d.lesson_id, d.day, d.at_time from public.cohort_dues d where d.cohort_id = start_cohort_again.cohort_id;
    insert into public.cohort_staff (cohort_id, user_id, duty)
    select own, s.user_id, s.duty from public.cohort_staff s where s.cohort_id = start_cohort_again.cohort_id;
    if exists (select from public.cohorts c where c.id = start_cohort_again.cohort_id and c.community_id is not null) then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$$;
comment on function public.start_cohort_again(uuid,date,text,text,uuid) is 'Takes a cohort, and first day, title and slug of a new one; makes the new one with the same courses, schedule, due dates, staff, seats and lengths, with its own community if the other has one, and without people. Gives {id, slug}. Sent again, it gives the same cohort. Raises 42501, PT404 NO_COHORT, PT422 with the field as hint (rules/cohorts#again).';
