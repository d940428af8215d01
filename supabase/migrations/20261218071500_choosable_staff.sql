-- Why: Find the people who can look after a cohort, so that the field for staff offers nobody else

set check_function_bodies = off;

create or replace function private.cohort_staff_roles()
  returns public.user_role[]
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return array(select p.role from public.role_permissions p where p.resource = 'cohorts' and p.action = 'read' and p.role <> 'MEMBER');
end
$function$;

create or replace function private.people_count(role public.user_role, state text)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return private.row_count('people', array(
    select r || s
    from unnest(enum_range(null::public.user_role)) r cross join unnest(array[' active', ' disabled']) s
    where (people_count.role is null or r = people_count.role)
      and case people_count.state when 'disabled' then s = ' disabled' when 'active' then s = ' active'
        when 'staff' then s = ' active' and r = any (private.cohort_staff_roles()) else true end));
end
$function$;

create or replace function private.check_cohort_staff()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- An after trigger, so that the policy has refused all callers who may not change the staff before the answer tells
  -- them a person's role. The lock on the profile makes a change of the role wait, so that no duty is given meanwhile.
  perform 1 from public.profiles p where p.id = new.user_id and p.role = any (private.cohort_staff_roles()) for share;
  if not found then
    raise exception using errcode = 'PT422', hint = 'NOT_STAFF', message = 'Only administrators and moderators can look after a cohort.';
  end if;
  return null;
end
$function$;

create or replace function private.people_total(
  role public.user_role,
  state text,
  course text,
  quiet text,
  out total bigint,
  out few boolean,
  out walked boolean
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_total.course, people_total.quiet);
  -- Most people are active members, so the others are counted and subtracted from all.
  others text := concat_ws(' or ', case when people_total.role = 'MEMBER' then 'p.role in (''ADMIN'', ''CREATOR'', ''MODERATOR'')' end,
    case when people_total.state = 'active' then 'p.disabled_at is not null' end);
  without bigint := 0;
begin
  few := false;
  walked := false;
  if coalesce(people_total.role, 'MEMBER') <> 'MEMBER' or people_total.state in ('disabled', 'staff') then
    execute format('select count(*) from public.profiles p where %s',
      private.people_where(null, role, state, course, quiet)) into total;
    return;
  end if;
  -- Each row stands for one person, so no join is needed.
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

create or replace function private.people_where(
  query text,
  role public.user_role,
  state text,
  course text default null,
  quiet text default null,
  few boolean default false
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  learning record := private.learning_where(people_where.course, people_where.quiet);
begin
  return concat_ws(' and ', 'true', case when private.reach_is_narrowed() then 'p.id in (select private.assigned_person_ids())' end,
    private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null'
      when 'staff' then format('p.disabled_at is null and p.role = any (%L::public.user_role[])', private.cohort_staff_roles()) end,
    case when learning.source is not null then format(case when few then 'p.id = any (array(select k.user_id from %s where %s))'
      else 'p.id in (select k.user_id from %s where %s)' end, learning.source, learning.condition) end);
end
$function$;

comment on function private.cohort_staff_roles() is 'Returns the roles of those who can look after a cohort (rules/cohorts#staff).';

comment on function private.people_count(public.user_role,text) is 'Takes a role, and active, disabled or staff, as people_where() does (null: any); how many people that are.';

comment on function private.people_where(text,public.user_role,text,text,text,boolean) is 'Takes a search, a role, active, disabled or staff (null: any; staff: active people whose role can look after a cohort), what learning_where() takes, and whether that finds so few that they are looked up one by one; gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index. It finds nobody whom the caller does not reach. Lists, exports and bulk acts ask it alike.';
