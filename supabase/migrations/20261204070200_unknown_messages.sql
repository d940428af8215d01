-- Why: a caller who may not read a message to a cohort must not learn from the refusal whether it exists.

create or replace function public.cohort_message_readers(message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An unknown message is treated like one to an unknown cohort.
  perform private.check_cohort_right('cohort_messages', 'read', coalesce((
    select m.cohort_id from public.cohort_messages m where m.id = cohort_message_readers.message_id), cohort_message_readers.message_id));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email), 'read_at', r.read_at)
      order by r.read_at nulls last, p.name, p.id), '[]')
    from public.notifications n join public.profiles p on p.id = n.recipient_id
    left join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
    where n.cohort_message_id = message_id);
end
$$;
comment on function public.cohort_message_readers(uuid) is
  'Takes a message to a cohort; the people who got it, [{id, name, read_at: null for those who have not read it}], the first readers first. Raises 42501, also for an unknown message; callers who may read all messages get PT404 NO_COHORT for that.';
revoke all on function public.cohort_message_readers(uuid) from public;
grant execute on function public.cohort_message_readers(uuid) to authenticated, service_role;
