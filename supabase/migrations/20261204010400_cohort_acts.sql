-- Why: staff make, change, move, and repeat cohorts, and a lost answer must not make them do it twice. Each act is one
-- transaction, and one that makes or adds something gives the same answer when it is sent again (rules/data#idempotent).

create function private.check_cohort_right(resource text, action text, cohort uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_on_cohort(check_cohort_right.resource, check_cohort_right.action, check_cohort_right.cohort) then
    perform private.refuse('You may not do this in this cohort.');
  end if;
  if not exists (select from public.cohorts c where c.id = check_cohort_right.cohort) then
    raise exception using errcode = 'PT404', hint = 'NO_COHORT', message = 'This cohort no longer exists.';
  end if;
end
$$;
comment on function private.check_cohort_right(text, text, uuid) is
  'Takes a resource, an action and a cohort; raises 42501 unless the caller has that right there, on all cohorts or as its staff, and PT404 NO_COHORT when there is no such cohort.';
revoke all on function private.check_cohort_right(text, text, uuid) from public;
grant execute on function private.check_cohort_right(text, text, uuid) to authenticated, service_role;

create function private.write_cohort(cohort public.cohorts) returns void
language plpgsql set search_path = '' as $$
declare
  broken text;
begin
  insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on, access_ends_on, seats, draft)
  values (cohort.id, cohort.slug, cohort.title, cohort.time_zone, cohort.starts_on, cohort.ends_on, cohort.access_ends_on, cohort.seats, cohort.draft);
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken = 'cohorts_slug_key' then
    perform private.refuse_field('slug', 'This slug is already in use');
  end if;
  raise;
end
$$;
comment on function private.write_cohort(public.cohorts) is 'Takes a cohort; inserts it with the caller''s rights. Raises PT422, hint slug, when its slug is taken.';
revoke all on function private.write_cohort(public.cohorts) from public;
grant execute on function private.write_cohort(public.cohorts) to authenticated, service_role;

create function private.make_cohort_community(cohort uuid) returns void
language plpgsql set search_path = '' as $$
declare
  named public.cohorts;
  free text;
begin
  select c.* into named from public.cohorts c where c.id = make_cohort_community.cohort;
  select s into free
  from (select named.slug as s, 0 as n union all select left(named.slug, 46) || '-' || n, n from generate_series(2, 99) n) t
  where not exists (select from public.communities o where o.slug = t.s) order by n limit 1;
  insert into public.communities (id, name, slug, access_type) values (named.id, named.title, free, 'INVITE');
  update public.cohorts c set community_id = named.id where c.id = named.id;
end
$$;
comment on function private.make_cohort_community(uuid) is
  'Makes a community for a cohort, with its title, which only its people can enter (rules/cohorts#community).';
revoke all on function private.make_cohort_community(uuid) from public;
grant execute on function private.make_cohort_community(uuid) to authenticated, service_role;

create function public.create_cohort(
  title text, slug text, time_zone text, starts_on date, ends_on date, access_ends_on date default null, seats integer default null,
  draft boolean default false, course_ids uuid[] default '{}', with_community boolean default false, operation_id uuid default null)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  own uuid := private.made_under(create_cohort.operation_id, 'cohort');
  wanted public.cohorts;
begin
  if not private.can('cohorts', 'create') then
    perform private.refuse('You may not create cohorts.');
  end if;
  if not exists (select from public.cohorts c where c.id = own) then
    wanted.id := own;
    wanted.slug := create_cohort.slug;
    wanted.title := create_cohort.title;
    wanted.time_zone := create_cohort.time_zone;
    wanted.starts_on := create_cohort.starts_on;
    wanted.ends_on := create_cohort.ends_on;
    wanted.access_ends_on := create_cohort.access_ends_on;
    wanted.seats := create_cohort.seats;
    wanted.draft := coalesce(create_cohort.draft, false);
    perform private.write_cohort(wanted);
    perform public.set_cohort_courses(own, create_cohort.course_ids);
    if with_community then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$$;
comment on function public.create_cohort(text, text, text, date, date, date, integer, boolean, uuid[], boolean, uuid) is
  'Takes the fields of a cohort, its courses in order, whether it gets a community, and an operation id; makes it and gives {id, slug}. Sent again under the same operation id, it gives the same cohort. Raises 42501, PT422 with the field as hint (slug, time_zone), 23514.';
revoke all on function public.create_cohort(text, text, text, date, date, date, integer, boolean, uuid[], boolean, uuid) from public;
grant execute on function public.create_cohort(text, text, text, date, date, date, integer, boolean, uuid[], boolean, uuid) to authenticated, service_role;

create function public.set_cohort_courses(cohort_id uuid, course_ids uuid[]) returns void
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.check_cohort_right('cohorts', 'update', set_cohort_courses.cohort_id);
  if cardinality(course_ids) > 100 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'A cohort has at most 100 courses.';
  end if;
  delete from public.cohort_courses k where k.cohort_id = set_cohort_courses.cohort_id and k.course_id <> all (course_ids);
  insert into public.cohort_courses as k (cohort_id, course_id, position)
  select set_cohort_courses.cohort_id, w.id, min(w.place) - 1
  from unnest(course_ids) with ordinality w (id, place) group by w.id
  on conflict on constraint cohort_courses_pkey do update set position = excluded.position where k.position <> excluded.position;
end
$$;
comment on function public.set_cohort_courses(uuid, uuid[]) is
  'Takes a cohort and its courses in order; its people get the new ones and lose those that are left out. Raises 42501, PT404 NO_COHORT, PT422 TOO_MANY.';
revoke all on function public.set_cohort_courses(uuid, uuid[]) from public;
grant execute on function public.set_cohort_courses(uuid, uuid[]) to authenticated, service_role;

create function private.join_cohort(cohort uuid, people uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  joined uuid[];
begin
  with joining as (
    insert into public.cohort_members as m (cohort_id, user_id)
    select join_cohort.cohort, p.id from public.profiles p where p.id = any (people) order by p.id
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE' where m.state = 'LEFT'
    returning m.user_id
  )
  select coalesce(array_agg(j.user_id), '{}') into joined from joining j;
  return joined;
end
$$;
comment on function private.join_cohort(uuid, uuid[]) is
  'Takes a cohort and people; those who are not in it join, also those who left. Returns those who joined. Raises PT409 COHORT_FULL.';
revoke all on function private.join_cohort(uuid, uuid[]) from public;

create function public.add_cohort_people(cohort_id uuid, people uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  joined uuid[];
begin
  perform private.check_cohort_right('cohort_members', 'create', add_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  joined := private.join_cohort(add_cohort_people.cohort_id, people);
  return jsonb_build_object('added', cardinality(joined), 'people', (select count(distinct p.id) from public.profiles p where p.id = any (people)));
end
$$;
comment on function public.add_cohort_people(uuid, uuid[]) is
  'Takes a cohort and people, 2,000 at most; those who are not in it join. Gives {added, people: how many of them there are}; sent again it adds nobody. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 TOO_MANY.';
revoke all on function public.add_cohort_people(uuid, uuid[]) from public;
grant execute on function public.add_cohort_people(uuid, uuid[]) to authenticated, service_role;

create function public.change_cohort_people(cohort_id uuid, people uuid[], act text, days integer default 0, operation_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  name uuid := md5('cohort' || change_cohort_people.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  before public.cohort_member_state[];
  result jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'update', change_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  before := case act when 'pause' then '{ACTIVE}' when 'resume' then '{PAUSED}' when 'graduate' then '{ACTIVE,PAUSED}'
    when 'return' then '{GRADUATED,LEFT}' when 'leave' then '{ACTIVE,PAUSED,GRADUATED}' when 'shift' then '{ACTIVE,PAUSED,GRADUATED}'
    when 'open' then '{ACTIVE,PAUSED,GRADUATED}' when 'close' then '{ACTIVE,PAUSED,GRADUATED}' end;
  if before is null or act = 'shift' and coalesce(days, 0) not between -3650 and 3650 then
    raise exception using errcode = 'PT422', hint = 'BAD_ACT', message = 'This cannot be done. Please open the list again.';
  end if;
  if name is not null then
    perform pg_advisory_xact_lock(hashtextextended(name::text, 0));
    select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
    if result is not null then
      return result;
    end if;
  end if;
  with held as materialized (
    -- Rows are locked in one order, so that two acts wait for each other instead of ending in a deadlock.
    select m.user_id from public.cohort_members m
    where m.cohort_id = change_cohort_people.cohort_id and m.user_id = any (people) and m.state = any (before)
      and case act when 'open' then not m.open_all when 'close' then m.open_all when 'shift' then days <> 0 else true end
    order by m.user_id for update
  ), changed as (
    update public.cohort_members m set
      state = case act when 'pause' then 'PAUSED' when 'resume' then 'ACTIVE' when 'return' then 'ACTIVE' when 'graduate' then 'GRADUATED'
        when 'leave' then 'LEFT' else m.state::text end::public.cohort_member_state,
      shift_days = m.shift_days + case act when 'shift' then days else 0 end,
      open_all = case act when 'open' then true when 'close' then false else m.open_all end
    from held h where m.cohort_id = change_cohort_people.cohort_id and m.user_id = h.user_id
    returning m.user_id
  )
  select jsonb_build_object('changed', count(*)) into result from changed;
  if name is not null then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$$;
comment on function public.change_cohort_people(uuid, uuid[], text, integer, uuid) is
  'Takes a cohort, people of it, 2,000 at most, an act (pause, resume, leave, return, graduate, shift by days, open: everything at once, close: by the schedule again), and an operation id; does the act to those whose state allows it, and gives {changed: how many}. Sent again under the same operation id, it gives the same answer and changes nothing. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 BAD_ACT and TOO_MANY (rules/cohorts#people).';
revoke all on function public.change_cohort_people(uuid, uuid[], text, integer, uuid) from public;
grant execute on function public.change_cohort_people(uuid, uuid[], text, integer, uuid) to authenticated, service_role;

-- Moving a cohort, and beginning again from one --------------------------------------------------------------------

create table private.cohort_moves (
  cohort_id uuid primary key references public.cohorts (id) on delete cascade,
  days integer not null,
  releases uuid[] not null,
  moved_at timestamptz not null default now()
);
alter table private.cohort_moves enable row level security;
comment on table private.cohort_moves is
  'The last move of each cohort that had begun: by how many days, and which openings. A move back by as many days moves exactly these openings, also those that lie in the past by then. No grants: written by move_cohort().';

create function public.move_cohort(cohort_id uuid, days integer, dry_run boolean default true, operation_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  name uuid := md5('move' || move_cohort.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  was public.cohorts;
  now_is public.cohorts;
  result jsonb;
  begun boolean;
  ahead uuid[];
  total bigint;
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
  if not dry_run and days <> 0 then
    -- The openings move first, because the change of the cohort writes the grants, once.
    if begun then
      update public.releases r set day = r.day + move_cohort.days where r.id = any (ahead);
      insert into private.cohort_moves as v (cohort_id, days, releases) values (was.id, move_cohort.days, ahead)
      on conflict on constraint cohort_moves_pkey do update set days = excluded.days, releases = excluded.releases, moved_at = now();
    end if;
    update public.cohorts c set starts_on = now_is.starts_on, ends_on = now_is.ends_on, access_ends_on = now_is.access_ends_on
    where c.id = was.id;
  end if;
  result := jsonb_build_object('moves', cardinality(ahead), 'stays', total - cardinality(ahead), 'begun', begun,
    'starts_on', now_is.starts_on, 'ends_on', now_is.ends_on, 'access_ends_on', now_is.access_ends_on,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = was.id and m.state <> 'LEFT'));
  if name is not null and not dry_run then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$$;
comment on function public.move_cohort(uuid, integer, boolean, uuid) is
  'Takes a cohort, by how many days everything comes later (negative: earlier), whether it is a dry run, which only says what would happen, and an operation id, under which the same request moves it only once. A cohort that has not begun moves with its first day. In one that has begun, the openings that lie ahead, the last day and the end of access move. Gives {moves and stays: how many openings, begun, starts_on, ends_on, access_ends_on, people}. The same days backwards undo it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';
revoke all on function public.move_cohort(uuid, integer, boolean, uuid) from public;
grant execute on function public.move_cohort(uuid, integer, boolean, uuid) to authenticated, service_role;

create function public.start_cohort_again(cohort_id uuid, starts_on date, title text, slug text, operation_id uuid default null) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
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
    insert into public.cohort_staff (cohort_id, user_id, duty)
    select own, s.user_id, s.duty from public.cohort_staff s where s.cohort_id = start_cohort_again.cohort_id;
    if exists (select from public.cohorts c where c.id = start_cohort_again.cohort_id and c.community_id is not null) then
      perform private.make_cohort_community(own);
    end if;
  end if;
  return (select jsonb_build_object('id', c.id, 'slug', c.slug) from public.cohorts c where c.id = own);
end
$$;
comment on function public.start_cohort_again(uuid, date, text, text, uuid) is
  'Takes a cohort, and first day, title and slug of a new one; makes the new one with the same courses, schedule, staff, seats and lengths, with its own community if the other has one, and without people. Gives {id, slug}. Sent again, it gives the same cohort. Raises 42501, PT404 NO_COHORT, PT422 with the field as hint (rules/cohorts#again).';
revoke all on function public.start_cohort_again(uuid, date, text, text, uuid) from public;
grant execute on function public.start_cohort_again(uuid, date, text, text, uuid) to authenticated, service_role;
