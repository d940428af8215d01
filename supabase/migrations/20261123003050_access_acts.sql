-- Why: what is granted may end, and the end is changed later. One person's access is still saved as one difference
-- in one transaction, and that of many in pieces; the same conditions that do it count it before
-- (rules/members#grant, rules/members#entitlement-end, rules/members#bulk).
--
-- A person may hold a course by several grants, by hand and by purchases. An end is of what they may open, so
-- it is set on each of those that are open; a refund still takes away its purchase's own.

create function private.check_end(ends_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('entitlements', 'update') then
    raise exception using errcode = '42501', message = 'You may not change when access ends.';
  end if;
  if ends_at <= now() then
    raise exception using errcode = 'PT422', hint = 'END_PAST', message = 'Access cannot end in the past. Choose today or a later day.';
  end if;
  if ends_at > '9999-12-31' then
    raise exception using errcode = 'PT422', hint = 'END_FAR', message = 'This day is too far away. Take the end away instead.';
  end if;
end
$$;
comment on function private.check_end(timestamptz) is
  'Takes an end of access (null: none); raises 42501 unless the caller may set it, PT422 END_PAST and END_FAR.';

drop function private.grant_access(uuid[], uuid[]);
create function private.grant_access(people uuid[], course_ids uuid[], ends_at timestamptz default null) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  -- An ended grant is deleted, so that the new one has a record of its own.
  delete from public.entitlements e
  where e.user_id = any (people) and e.course_id = any (course_ids) and e.purchase_id is null and e.expires_at <= now();
  insert into public.entitlements (user_id, course_id, granted_by_id, expires_at)
  select p.id, c.id, private.uid(), ends_at
  from public.profiles p cross join public.courses c
  where p.id = any (people) and c.id = any (course_ids) and c.deleted_at is null
    -- Open to them already, by any grant: nothing to do.
    and not exists (select 1 from public.entitlements e
      where e.user_id = p.id and e.course_id = c.id and (e.expires_at is null or e.expires_at > now()))
  on conflict on constraint entitlements_grant_key do nothing;
  get diagnostics changed = row_count;
  return changed;
end
$$;
comment on function private.grant_access(uuid[], uuid[], timestamptz) is
  'Takes people, courses and until when (null: without end); opens each course to each person to whom it is not open, and counts those grants. What is open already keeps its end.';

create function private.change_ends(people uuid[], course_ids uuid[], ends_at timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed int;
begin
  perform private.hold_courses(course_ids, false);
  with held as materialized (
    -- In one order, so that two acts wait for each other and neither is turned away.
    select e.id from public.entitlements e
    where e.user_id = any (people) and e.course_id = any (course_ids)
      and (e.expires_at is null or e.expires_at > now()) and e.expires_at is distinct from change_ends.ends_at
    order by e.id for update
  ), ended as (
    update public.entitlements e set expires_at = change_ends.ends_at from held h where h.id = e.id
    returning e.user_id, e.course_id
  )
  select count(*) into changed from (select distinct n.user_id, n.course_id from ended n) pairs;
  return changed;
end
$$;
comment on function private.change_ends(uuid[], uuid[], timestamptz) is
  'Takes people, courses and a new end (null: none); sets it on every grant between them that is open, those of purchases and invites too, and counts the pairs of person and course that it changed.';

drop function public.save_access(uuid, uuid[], uuid[]);
create function public.save_access(user_id uuid, to_grant uuid[], to_revoke uuid[], ends jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  one record;
  stale text;
  revoked int;
  granted int := 0;
  changed int := 0;
  wanted uuid[] := array(select x.course_id from jsonb_to_recordset(ends) x (course_id uuid));
begin
  perform private.check_access_rights();
  if not exists (select 1 from public.profiles p where p.id = save_access.user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if save_access.to_grant && save_access.to_revoke or wanted && save_access.to_revoke then
    raise exception using errcode = 'PT422', message = 'A course is either granted or revoked.', hint = 'GRANT_AND_REVOKE';
  end if;
  -- All courses are held before the first is counted.
  perform private.hold_courses(save_access.to_grant || save_access.to_revoke || wanted, false);
  perform private.check_courses(save_access.to_grant, true);
  perform private.check_courses(save_access.to_revoke || wanted, false);
  perform 1 from public.entitlements e
  where e.user_id = save_access.user_id and e.course_id = any (wanted) order by e.id for update;
  for one in
    select x.course_id, x.expires_at, x.was, x.course_id = any (to_grant) as fresh, c.title, held.open is true as open, held.until
    from jsonb_to_recordset(ends) x (course_id uuid, expires_at timestamptz, was timestamptz)
    join public.courses c on c.id = x.course_id
    cross join lateral (
      select bool_or(e.expires_at is null or e.expires_at > now()) as open,
        case when bool_or(e.expires_at is null) then null else max(e.expires_at) end as until
      from public.entitlements e where e.user_id = save_access.user_id and e.course_id = x.course_id) held
    order by c.id
  loop
    -- As it is wished already: sent twice.
    continue when one.open and one.until is not distinct from one.expires_at;
    perform private.check_end(one.expires_at);
    if one.fresh and one.open or not one.fresh and (not one.open or one.until is distinct from one.was) then
      stale := one.title;
      exit;
    end if;
    if one.fresh then
      granted := granted + private.grant_access(array[save_access.user_id], array[one.course_id], one.expires_at);
    else
      changed := changed + private.change_ends(array[save_access.user_id], array[one.course_id], one.expires_at);
    end if;
  end loop;
  if stale is not null then
    raise exception using errcode = 'PT409', hint = 'STALE_END',
      message = format('Somebody else has just changed access to "%s". Nothing was saved. Please look at it again.', stale);
  end if;
  revoked := private.revoke_access(array[save_access.user_id], save_access.to_revoke);
  granted := granted + private.grant_access(array[save_access.user_id], array(select unnest(save_access.to_grant) except select unnest(wanted)));
  return jsonb_build_object('revoked', revoked, 'granted', granted, 'changed', changed);
end
$$;
comment on function public.save_access(uuid, uuid[], uuid[], jsonb) is
  'Takes a person, courses to open and courses to close to them, and ends [{course_id, expires_at, was}]: of a course that is opened until when, of one that is open the new end and the one that was seen (null: none); does it in one transaction, all or nothing, and counts {granted, revoked, changed}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE, NO_COURSE, END_PAST and END_FAR, PT409 STALE_END when the end is no longer what was seen.';
grant execute on function public.save_access(uuid, uuid[], uuid[], jsonb) to authenticated;

create function private.check_access_act(act text, course_ids uuid[], ends_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_access_rights();
  if act is null or act not in ('grant', 'revoke', 'end') or act = 'revoke' and ends_at is not null then
    raise exception using errcode = 'PT422', hint = 'BAD_ACT', message = 'This cannot be done with access. Please open the list again.';
  end if;
  if act = 'end' or ends_at is not null then
    perform private.check_end(ends_at);
  end if;
  if coalesce(cardinality(course_ids), 0) not between 1 and 200 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  perform private.check_courses(course_ids, act = 'grant');
end
$$;
comment on function private.check_access_act(text, uuid[], timestamptz) is
  'Takes grant, revoke or end, courses and an end; raises 42501 unless the caller may do that, PT422 BAD_ACT, TOO_MANY (1 to 200 courses), NO_COURSE, END_PAST and END_FAR.';

create function public.count_access(act text, course_ids uuid[], ends_at timestamptz default null, people uuid[] default null, query text default null, role public.user_role default null, state text default null, course text default null, quiet text default null) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  courses uuid[] := array(select distinct c from unnest(course_ids) c);
  answer jsonb;
  first_three uuid[];
begin
  perform private.check_access_act(act, course_ids, ends_at);
  if coalesce(cardinality(people), 0) > 20000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  execute format($sql$
    with audience as materialized (%s), pair as (
      select e.user_id, e.course_id, bool_or(live.live) as open, bool_or(live.live and e.expires_at is distinct from $3) as differs
      from public.entitlements e
      cross join lateral (select e.expires_at is null or e.expires_at > now() as live) live
      where e.course_id = any ($2) and e.user_id in (select a.id from audience a)
      group by e.user_id, e.course_id
    ), person as (
      select k.user_id, count(*) filter (where k.open) as open, count(*) filter (where k.differs) as differs, count(*) as held
      from pair k group by k.user_id
    ), everyone as (
      select count(*) as people from audience
    ), maker as (
      -- Those who read a course because they made it.
      select distinct c.created_by_id as id from public.courses c
      where c.id = any ($2) and private.person_may(c.created_by_id, 'courses', 'read', 'own')
    ), first_three as (
      select a.id from audience a left join person k on k.user_id = a.id
      where case $1 when 'grant' then coalesce(k.open, 0) < cardinality($2) when 'revoke' then k.user_id is not null else k.differs > 0 end
      order by a.id limit 3
    )
    select case $1
      when 'grant' then jsonb_build_object('people', e.people,
        'touched', e.people - count(*) filter (where k.open = cardinality($2)), 'changes', e.people * cardinality($2) - coalesce(sum(k.open), 0))
      when 'revoke' then jsonb_build_object('people', e.people, 'touched', count(k.user_id), 'changes', coalesce(sum(k.held), 0),
        'ended', count(k.user_id) filter (where k.open = 0),
        'keeps', count(k.user_id) filter (where k.open > 0 and (p.role = any ($5) or k.user_id in (select m.id from maker m))))
      else jsonb_build_object('people', e.people, 'touched', count(*) filter (where k.differs > 0), 'changes', coalesce(sum(k.differs), 0)) end,
      array(select f.id from first_three f)
    from everyone e left join (person k join public.profiles p on p.id = k.user_id) on true group by e.people$sql$,
    case when people is not null then 'select p.id from public.profiles p where p.id = any ($4)'
      else format('select p.id from %s p where %s', private.people_from(query), private.people_where(query, role, state, course, quiet)) end)
    into answer, first_three using act, courses, ends_at, people, private.readers_of_all();
  return answer || jsonb_build_object('names', private.named(first_three, private.may_name()) -> 'names');
end
$$;
comment on function public.count_access(text, uuid[], timestamptz, uuid[], text, public.user_role, text, text, text) is
  'What change_access() would come to with the same act, courses, end and people; changes nothing. Gives {people: whom it is about, touched: those for whom something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, of a revocation also {ended: touched people to whom none of it was open any more, keeps: those who can open some of it afterwards, by their role or as its maker}. Raises as change_access() does (rules/members#touched).';
grant execute on function public.count_access(text, uuid[], timestamptz, uuid[], text, public.user_role, text, text, text) to authenticated;

drop function public.change_access(uuid, int, uuid[], boolean, uuid[], text, public.user_role, text, uuid);
create function public.change_access(operation_id uuid, piece int, act text, course_ids uuid[], ends_at timestamptz default null,
  people uuid[] default null, query text default null, role public.user_role default null, state text default null,
  course text default null, quiet text default null, after uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- At most 20,000 pairs a call.
  size int := 20000 / greatest(coalesce(cardinality(course_ids), 0), 1);
  batch uuid[];
  result jsonb;
begin
  perform private.check_access_rights();
  if coalesce(cardinality(course_ids), 0) > 200 or coalesce(cardinality(people), 0) > size then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people or fewer courses.';
  end if;
  -- The caller is part of the name, so that no other caller reads the operation's result.
  perform pg_advisory_xact_lock(hashtextextended(operation_id::text || private.uid()::text, piece));
  select b.result into result from private.bulk_pieces b
  where b.operation_id = md5(change_access.operation_id::text || private.uid()::text)::uuid and b.piece = change_access.piece;
  if result is not null then
    return result;
  end if;
  perform private.check_access_act(act, course_ids, ends_at);
  if people is not null then
    batch := people;
  else
    execute format('select array(select p.id from %s p where %s and ($1 is null or p.id > $1) order by p.id limit $2)',
      private.people_from(query), private.people_where(query, role, state, course, quiet)) into batch using after, size;
  end if;
  result := jsonb_build_object(
    'people', coalesce(cardinality(batch), 0),
    'changed', case act when 'grant' then private.grant_access(batch, course_ids, ends_at)
      when 'revoke' then private.revoke_access(batch, course_ids) else private.change_ends(batch, course_ids, ends_at) end,
    'last', case when people is null and cardinality(batch) = size then batch[size] end);
  delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
  insert into private.bulk_pieces (operation_id, piece, result)
  values (md5(change_access.operation_id::text || private.uid()::text)::uuid, piece, result);
  return result;
end
$$;
comment on function public.change_access(uuid, int, text, uuid[], timestamptz, uuid[], text, public.user_role, text, text, text, uuid) is
  'Opens courses to many people (grant, until ends_at or without end), closes them (revoke) or changes when they end (end; null takes it away), in pieces of at most 20,000 pairs: to those named, or to those whom members() finds for the search, role, state, course and quiet, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, NO_COURSE, BAD_ACT, BAD_FILTER, END_PAST and END_FAR; a refused piece has changed nothing.';
grant execute on function public.change_access(uuid, int, text, uuid[], timestamptz, uuid[], text, public.user_role, text, text, text, uuid) to authenticated;
