-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.change_ends(people uuid[], course_ids uuid[], ends_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.change_ends(uuid[],uuid[],timestamp with time zone) is 'Takes people, courses and a new end (null: none); sets it on every grant between them that is open, those of purchases and invites too, and counts the pairs of person and course that it changed.';

CREATE OR REPLACE FUNCTION private.check_access_act(act text, course_ids uuid[], ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.check_access_act(text,uuid[],timestamp with time zone) is 'Takes grant, revoke or end, courses and an end; raises 42501 unless the caller may do that, PT422 BAD_ACT, TOO_MANY (1 to 200 courses), NO_COURSE, END_PAST and END_FAR.';

CREATE OR REPLACE FUNCTION private.check_end(ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.check_end(timestamp with time zone) is 'Takes an end of access (null: none); raises 42501 unless the caller may set it, PT422 END_PAST and END_FAR.';

CREATE OR REPLACE FUNCTION public.count_access(act text, course_ids uuid[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, people uuid[] DEFAULT NULL::uuid[], query text DEFAULT NULL::text, role public.user_role DEFAULT NULL::public.user_role, state text DEFAULT NULL::text, course text DEFAULT NULL::text, quiet text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '30s'
AS $function$
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
$function$;
comment on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) is 'What change_access() would come to with the same act, courses, end and people; changes nothing. Gives {people: whom it is about, touched: those for whom something changes, changes: pairs of person and course that change, names: of the first three touched, or null}, of a revocation also {ended: touched people to whom none of it was open any more, keeps: those who can open some of it afterwards, by their role or as its maker}. Raises as change_access() does (rules/members#touched).';
grant execute on function public.count_access(text,uuid[],timestamp with time zone,uuid[],text,public.user_role,text,text,text) to authenticated, service_role;
