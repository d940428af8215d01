-- Why: a duty can end while an act that it carries is on its way. The act was let through and came after the end. Now the duty is
-- held until the act is done, so that its end waits, and an act that comes after the end is refused.

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
  -- Only acts hold it: what only reads may run where nothing can be locked.
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
comment on function private.check_cohort_right(text,text,uuid) is 'Raises 42501 unless the caller has a right on a cohort, on all or as its staff, and PT404 NO_COHORT when there is no such cohort. For an act, a duty that gives the right is held until the transaction ends.';
