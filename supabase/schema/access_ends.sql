-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.learning_where(course text, quiet text, OUT source text, OUT condition text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  only_course uuid := nullif(nullif(course, ''), 'none')::uuid;
  still text := nullif(quiet, '');
begin
  if coalesce(course, '') = '' and still is null then
    return;
  end if;
  if coalesce(course, '') <> '' and not private.can('entitlements', 'read') then
    raise exception using errcode = '42501', message = 'You may not read access.';
  end if;
  if still is not null then
    perform private.check_analytics_rights();
    -- A word that is not known must not widen whom an act is about.
    if still not in ('7', '14', '30', 'never') then
      raise exception using errcode = 'PT422', hint = 'BAD_FILTER', message = 'This filter is not known. Please open the list again.';
    end if;
  end if;
  source := case when only_course is null then 'private.learners k' else 'private.learner_courses k' end;
  condition := concat_ws(' and ',
    case when only_course is not null then format('k.course_id = %L and k.open_until > %L', only_course, now()) end,
    case when course = 'none' then format('k.held_until <= %L', now()) end,
    case when still is not null then (select w.condition from private.learners_where('', only_course, still) w) end);
end
$function$;
comment on function private.learning_where(text,text) is 'Takes a course''s id, `none` or nothing, and 7, 14, 30 (days), `never` or nothing; gives the table k in which those to whom that course is open now, to whom none is, or who have been quiet for so long as analytics() means it stand as k.user_id, and the condition, as SQL with every value quoted; nulls without either. Raises 42501 for callers who may not read what is asked for, PT422 BAD_FILTER, and 22P02 for what is no id.';

CREATE OR REPLACE FUNCTION private.page_in_order(condition text, ordered text, size integer, start bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  ids uuid[];
begin
  execute format('select array(select p.id from public.profiles p where %s order by %s limit %s offset %s)', condition, ordered, size, start)
  into ids;
  return ids;
end
$function$;
comment on function private.page_in_order(text,text,integer,bigint) is 'Takes a condition on profiles p as people_where() gives it, an order that an index has, a page''s size and what lies before it; gives the page''s ids. The list is walked in its order by that index, and not sorted whole, though the planner may think this shorter.';

CREATE OR REPLACE FUNCTION private.people_total(role public.user_role, state text, course text, quiet text, OUT total bigint, OUT few boolean, OUT walked boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  learning record := private.learning_where(people_total.course, people_total.quiet);
  -- Most people are members whose account is open: the others are counted, and taken from all.
  others text := concat_ws(' or ', case when people_total.role = 'MEMBER' then 'p.role in (''ADMIN'', ''CREATOR'', ''MODERATOR'')' end,
    case when people_total.state = 'active' then 'p.disabled_at is not null' end);
  without bigint := 0;
begin
  few := false;
  walked := false;
  if coalesce(people_total.role, 'MEMBER') <> 'MEMBER' or people_total.state = 'disabled' then
    execute format('select count(*) from public.profiles p where %s',
      private.people_where(null, role, state, course, quiet)) into total;
    return;
  end if;
  -- Every row there is a person's: nothing has to be joined.
  execute format('select count(*) from %s where %s', learning.source, learning.condition) into total;
  few := total <= 2000;
  walked := not few and total <= 50000;
  if others <> '' then
    execute format('select count(*) from public.profiles p where (%s) and exists (select from %s where k.user_id = p.id and %s)',
      others, learning.source, learning.condition) into without;
    total := total - without;
  end if;
end
$function$;
comment on function private.people_total(public.user_role,text,text,text) is 'Takes what people_where() takes, without a search and with a course or quiet; how many people that finds, and whether those whom learning_where() finds are few, to be looked up one by one, or so many that the list is walked in its order until the page is full. Of more than these each is asked for on the way.';

CREATE OR REPLACE FUNCTION public.members_by_address(addresses text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('profiles', 'list') then
    raise exception using errcode = '42501', message = 'You may not read the members.';
  end if;
  if coalesce(cardinality(addresses), 0) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Up to 2,000 addresses can be looked up.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('address', typed.address, 'id', found.id) order by typed.address), '[]')
    from (select distinct lower(btrim(a)) as address from unnest(addresses) a) typed
    cross join lateral (
      select p.id from public.profiles p where lower(p.email) = typed.address order by p.created_at limit 1) found);
end
$function$;
comment on function public.members_by_address(text[]) is 'Takes at most 2,000 addresses; [{address, id}] of those that members have, in small letters, once each. For callers who may list people alone: addresses could be probed by it. Raises 42501 and PT422 TOO_MANY.';
grant execute on function public.members_by_address(text[]) to authenticated, service_role;
