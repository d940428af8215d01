-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.bulk_pieces (
  operation_id uuid not null,
  piece integer not null,
  result jsonb not null,
  made_at timestamp with time zone not null default now(),
  constraint bulk_pieces_pkey PRIMARY KEY (operation_id, piece),
  constraint bulk_pieces_result_size CHECK ((octet_length((result)::text) <= 16777216))
);
alter table private.bulk_pieces enable row level security;
CREATE INDEX bulk_pieces_made_at_idx ON private.bulk_pieces USING btree (made_at);
comment on table private.bulk_pieces is 'What each piece of a long operation came to, so that a piece whose answer was lost can be sent again. No grants: written by the functions that work in pieces.';

CREATE OR REPLACE FUNCTION private.check_access_rights()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('entitlements', 'create') or not private.can('entitlements', 'delete') then
    raise exception using errcode = '42501', message = 'You may not change access.';
  end if;
end
$function$;
comment on function private.check_access_rights() is 'Raises 42501 unless the caller may grant and revoke.';

CREATE OR REPLACE FUNCTION private.check_courses(course_ids uuid[], to_give boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A course in the bin can be revoked but not granted.
  if exists (
    select from unnest(check_courses.course_ids) wanted (id)
    where not exists (select from public.courses c where c.id = wanted.id and (c.deleted_at is null or not to_give))) then
    raise exception using errcode = 'PT422', hint = 'NO_COURSE',
      message = 'One of these courses no longer exists. Nothing was changed. Please open the list again.';
  end if;
end
$function$;
comment on function private.check_courses(uuid[],boolean) is 'Takes courses and whether they are to be given; raises PT422 NO_COURSE when one of them is not there.';

CREATE OR REPLACE FUNCTION private.export_members(filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  phone boolean := private.can('profiles', 'read');
begin
  columns := array['id', 'name', 'email'] || case when phone then array['phone'] else '{}' end
    || array['role', 'status', 'joined', 'courses'];
  source := format($sql$
    select p.created_at as at, p.id as key, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email %s,
      'role', p.role, 'status', case when p.disabled_at is null then 'Active' else 'Disabled' end, 'joined', p.created_at,
      'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now()))) as row
    from public.profiles p where p.id in (select p.id from %s p where %s)$sql$,
    case when phone then ', ''phone'', p.phone' else '' end,
    private.people_from(filter ->> 'search'), private.people_where(filter ->> 'search', nullif(filter ->> 'role', '')::public.user_role,
      filter ->> 'state', filter ->> 'course', filter ->> 'quiet'));
end
$function$;
comment on function private.export_members(jsonb) is 'Takes {search, role, state, course, quiet} as members() has them; gives columns and query of the members'' export. The phone is for those who may read it.';

CREATE OR REPLACE FUNCTION private.grant_access(people uuid[], course_ids uuid[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.grant_access(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and until when (null: without end); opens each course to each person to whom it is not open, and counts those grants. What is open already keeps its end.';

CREATE OR REPLACE FUNCTION private.revoke_access(people uuid[], course_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.revoke_access(uuid[],uuid[]) is 'Takes people and courses; takes away every grant between them, those of purchases too, and counts the pairs of person and course. Progress stays.';

CREATE OR REPLACE FUNCTION public.change_access(operation_id uuid, piece integer, act text, course_ids uuid[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, people uuid[] DEFAULT NULL::uuid[], query text DEFAULT NULL::text, role public.user_role DEFAULT NULL::public.user_role, state text DEFAULT NULL::text, course text DEFAULT NULL::text, quiet text DEFAULT NULL::text, after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) is 'Opens courses to many people (grant, until ends_at or without end), closes them (revoke) or changes when they end (end; null takes it away), in pieces of at most 20,000 pairs: to those named, or to those whom members() finds for the search, role, state, course and quiet, in the order of their ids behind `after`. Gives {people, changed, last}, last being the `after` of the next piece or null at the end. A piece sent again under the same operation and number answers what it came to the first time. Raises 42501, PT422 TOO_MANY, NO_COURSE, BAD_ACT, BAD_FILTER, END_PAST and END_FAR; a refused piece has changed nothing.';
grant execute on function public.change_access(uuid,integer,text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.member_access(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('entitlements', 'read') or not private.can('courses', 'list') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug, 'status', c.status,
        'granted', e.open is not null and e.open, 'source', e.source, 'expires_at', e.expires_at) order by c.title, c.id), '[]')
    from public.courses c
    left join lateral (
      select bool_or(g.expires_at is null or g.expires_at > now()) as open,
        (array_agg(g.source order by g.expires_at desc nulls first))[1] as source,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as expires_at
      from public.entitlements g where g.user_id = member_access.user_id and g.course_id = c.id
    ) e on true
    where c.deleted_at is null);
end
$function$;
comment on function public.member_access(uuid) is 'Takes a person; every course [{id, title, slug, status, granted, source, expires_at}] with whether it is open to them, how they came to it and until when. For callers who may read all entitlements and list all courses; raises 42501.';
grant execute on function public.member_access(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.member_by_address(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  return (
    select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at,
      'disabled_at', p.disabled_at, 'courses', (select count(distinct e.course_id) from public.entitlements e
        where e.user_id = p.id and (e.expires_at is null or e.expires_at > now())))
    from public.profiles p where lower(p.email) = lower(btrim(address)) order by p.created_at limit 1);
end
$function$;
comment on function public.member_by_address(text) is 'Takes an address; the member who has it, as members() shows them, or null. For callers who may list people alone: an address could be probed by it. Raises 42501.';
grant execute on function public.member_by_address(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.members(query text DEFAULT ''::text, role public.user_role DEFAULT NULL::public.user_role, state text DEFAULT NULL::text, sort text DEFAULT 'newest'::text, page integer DEFAULT 1, page_size integer DEFAULT 50, course text DEFAULT NULL::text, quiet text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  searched boolean := cardinality(private.person_patterns(coalesce(members.query, ''))) > 0;
  learning boolean := coalesce(members.course, '') || coalesce(members.quiet, '') <> '';
  ordered text := case members.sort
    when 'oldest' then 'created_at, id' when 'name' then 'name, id' when '-name' then 'name desc, id desc'
    else 'created_at desc, id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  few boolean := false;
  walked boolean := false;
  total bigint;
  start bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  condition text;
  rows jsonb;
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if learning and not searched then
    select t.total, t.few, t.walked into total, few, walked
    from private.people_total(members.role, members.state, members.course, members.quiet) t;
  elsif not searched then
    total := private.people_tallied(members.role, members.state);
  end if;
  condition := private.people_where(members.query, members.role, members.state, members.course, members.quiet, few or walked);
  if searched and not learning then
    execute format('select count(*) from private.people p where %s', condition) into total;
  end if;
  if walked then
    condition := format('p.id = any (%L::uuid[])', private.page_in_order(condition, ordered, size, start));
    start := 0;
  end if;
  -- The page's ids first, out of the index alone; then fifty rows and not all those before them. Of a search besides a
  -- course or quiet neither is in the list's order: those who meet both are found once, for count and page.
  execute format($sql$
    with found as %7$s (
      select p.id, p.created_at, p.name from %6$s p where %1$s
    ), page as materialized (
      select p.id, p.created_at, p.name from found p order by %2$s limit %3$s offset %4$s
    )
    select coalesce(%8$L::bigint, (select count(*) from found)), coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'email', p.email, 'role', p.role, 'created_at', p.created_at, 'disabled_at', p.disabled_at,
        'courses', (select count(*) from private.learner_courses k where k.user_id = p.id and k.open_until > now()))
      order by %5$s), '[]')
    from page join public.profiles p on p.id = page.id$sql$,
    condition, ordered, size, start,
    regexp_replace(ordered, '(created_at|name|id)', 'p.\1', 'g'), case when searched then 'private.people' else 'public.profiles' end,
    case when searched and learning then 'materialized' else 'not materialized' end, total) into total, rows;
  return jsonb_build_object('total', total, 'members', rows);
end
$function$;
comment on function public.members(text,public.user_role,text,text,integer,integer,text,text) is 'Takes a search over name and address, for administrators over the phone too, a role, active or disabled, a sort (newest, oldest, name, -name), a page from 1 and its size (at most 100), a course''s id (it is open to them now) or `none`, and for how long they have been quiet (7, 14, 30, never); gives {total, members: [{id, name, email, role, created_at, disabled_at, courses}]}, courses being those that are open to them. For callers who may list people; raises 42501, and what learning_where() raises.';
grant execute on function public.members(text,public.user_role,text,text,integer,integer,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.save_access(user_id uuid, to_grant uuid[], to_revoke uuid[], ends jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.save_access(uuid,uuid[],uuid[],jsonb) is 'Takes a person, courses to open and courses to close to them, and ends [{course_id, expires_at, was}]: of a course that is opened until when, of one that is open the new end and the one that was seen (null: none); does it in one transaction, all or nothing, and counts {granted, revoked, changed}. Sent twice it changes nothing more. Raises 42501, PT404 NO_PERSON, PT422 GRANT_AND_REVOKE, NO_COURSE, END_PAST and END_FAR, PT409 STALE_END when the end is no longer what was seen.';
grant execute on function public.save_access(uuid,uuid[],uuid[],jsonb) to authenticated, service_role;
