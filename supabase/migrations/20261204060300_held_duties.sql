-- Why: a duty can end between the check of an act and its commit, and the act was still done. Now an act locks the row of the
-- duty: the end of the duty waits for an act that has begun, and an act that begins after the end is refused.

create or replace function private.check_cohort_right(resource text, action text, cohort uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can_on_cohort(check_cohort_right.resource, check_cohort_right.action, check_cohort_right.cohort) then
    perform private.refuse('You may not do this in this cohort.');
  end if;
  -- Only acts lock the duty. A read may run in a read-only transaction, where no row can be locked.
  if check_cohort_right.action <> 'read' and current_setting('transaction_read_only') = 'off'
    and not private.can(check_cohort_right.resource, check_cohort_right.action) then
    perform 1 from public.cohort_staff s
    where s.cohort_id = check_cohort_right.cohort and s.user_id = private.uid() for key share;
    if not found then
      perform private.refuse('You may not do this in this cohort.');
    end if;
  end if;
  if not exists (select from public.cohorts c where c.id = check_cohort_right.cohort) then
    raise exception using errcode = 'PT404', hint = 'NO_COHORT', message = 'This cohort no longer exists.';
  end if;
end
$function$;
comment on function private.check_cohort_right(text,text,uuid) is 'Takes a resource, an action and a cohort; raises 42501 unless the caller has that right there, on all cohorts or as its staff, and PT404 NO_COHORT when there is no such cohort. For an act, a duty that gives the right is locked until the transaction ends.';
