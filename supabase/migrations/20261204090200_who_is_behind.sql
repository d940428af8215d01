-- Why: staff see on the dashboard who has fallen behind, without opening each cohort (rules/cohorts#behind).

create function public.who_is_behind() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  -- Who is behind is worked out from what people did, which takes time in each cohort.
  most constant int := 20;
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    with running as materialized (
      select c.id, c.title, row_number() over (
        order by exists (select from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()) desc, c.starts_on desc, c.id) as place
      from public.cohorts c
      -- A day of margin, because the day depends on the zone. cohort_state() then decides.
      where c.starts_on <= current_date + 1 and c.ends_on >= current_date - 1 and private.cohort_state(c) = 'RUNNING'
        and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read')))
    ), found as materialized (
      select r.id as cohort_id, r.title as cohort, b.*
      from running r cross join lateral private.find_behind(r.id) b where r.place <= most
    )
    select jsonb_build_object(
      'cohorts', (select count(*) from running),
      'looked_at', (select count(*) from running r where r.place <= most),
      'total', (select count(*) from found),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'cohort_id', f.cohort_id, 'cohort', f.cohort,
          'reason', f.reason, 'days', f.days, 'usual', f.usual, 'since', f.since) order by f.days desc, p.name, p.id, f.cohort_id)
        from (select * from found o order by o.days desc, o.user_id, o.cohort_id limit 10) f join public.profiles p on p.id = f.user_id), '[]')));
end
$$;
comment on function public.who_is_behind() is
  'The people who have fallen behind in the running cohorts that the caller may read, in 20 cohorts at most: first those that the caller looks after, then the latest ones. {cohorts: how many run, looked_at: in how many of them people were looked for, total: how many people have fallen behind, people: the ten who have been behind for longest, [{id, name, email, cohort_id, cohort: its title, reason, days, usual, since}]}. Raises 42501 (rules/cohorts#behind).';
revoke all on function public.who_is_behind() from public;
grant execute on function public.who_is_behind() to authenticated, service_role;
