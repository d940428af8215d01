-- Why: a change of access that named one course that is not there made the others' changes and said that all
-- was well. What is asked for happens as a whole or not at all.

create function private.check_courses(course_ids uuid[], to_give boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- What is in the bin can be taken away and not given.
  if exists (
    select from unnest(check_courses.course_ids) wanted (id)
    where not exists (select from public.courses c where c.id = wanted.id and (c.deleted_at is null or not to_give))) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE',
      message = 'One of these courses no longer exists. Nothing was changed. Please open the list again.';
  end if;
end
$$;
comment on function private.check_courses(uuid[], boolean) is
  'Takes courses and whether they are to be given; raises PT422 NO_COURSE when one of them is not there.';

create or replace function public.save_access(user_id uuid, give uuid[], take uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
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
  perform private.check_courses(save_access.give, true);
  perform private.check_courses(save_access.take, false);
  return jsonb_build_object(
    'taken', private.take_access(array[save_access.user_id], save_access.take),
    'given', private.give_access(array[save_access.user_id], save_access.give));
end
$$;
comment on function public.save_access(uuid, uuid[], uuid[]) is
  'Takes a person, courses to open and courses to close to them; does both in one transaction, all or nothing, and counts {given, taken}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 GIVE_AND_TAKE and NO_COURSE.';

create or replace function public.change_access(operation_id uuid, piece int, course_ids uuid[], give boolean,
  people uuid[] default null, query text default null, role public.user_role default null, state text default null,
  after uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- At most 20,000 pairs a call.
  size int := 20000 / greatest(coalesce(cardinality(course_ids), 0), 1);
  batch uuid[];
  result jsonb;
begin
  perform private.check_access_rights();
  if coalesce(cardinality(course_ids), 0) not between 1 and 200 or coalesce(cardinality(people), 0) > size then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  -- The caller is part of the name: nobody reads what somebody else's operation came to.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  perform private.check_courses(course_ids, give);
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state)) into batch using after, size;
  end if;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case when give then private.give_access(batch, course_ids) else private.take_access(batch, course_ids) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$$;
comment on function public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid) is
  'Opens or closes courses to many people, in pieces of at most 20,000 pairs: those named, or those whom members() finds for the search, role and state, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY and NO_COURSE; a refused piece has changed nothing.';
