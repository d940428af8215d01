-- Why: granting and revoking at once could stand in each other's way with a change of one of the courses
-- (40P01 to one of the two): taking a course away counted the person and held them, then giving another
-- waited for that course, while its change, which held the course, waited for the person. There is one
-- order: first the courses, all of them, then the people (see hold_courses()).

create or replace function private.give_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  -- What has ended makes way, so that the new grant is a grant of its own in the records.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id)
  select p.id, c.id, private.uid()
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- Open to them already, by whatever grant: nothing to do.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and (e.expires_at is null or e.expires_at > now()))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$$;

create or replace function private.take_access(people uuid[], course_ids uuid[]) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  with gone as (
    delete from public.entitlements e where e.user_id = any (people) and e.course_id = any (course_ids)
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct g.user_id, g.course_id from gone g) pairs;
  return changed;
end
$$;

create or replace function public.save_access(user_id uuid, give uuid[], take uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.give && save_access.take then
    raise exception using errcode = 'PT422', message = 'A course is either given or taken.', hint = 'GIVE_AND_TAKE';
  end if;
  -- Both halves' courses before the first half has counted anybody.
  perform private.hold_courses(save_access.give || save_access.take, false);
  return jsonb_build_object(
    'taken', private.take_access(array[save_access.user_id], save_access.take),
    'given', private.give_access(array[save_access.user_id], save_access.give));
end
$$;
