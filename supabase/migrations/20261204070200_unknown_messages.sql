-- Why: who may not read a message to a cohort must not learn from the refusal whether there is one.

create or replace function public.cohort_message_readers(message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- An unknown message is that of an unknown cohort.
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
  'Takes a message to a cohort; those to whom it went, [{id, name, read_at: null for those who did not read it}], who read it first. Raises 42501, also for an unknown message, of which those who may read all get PT404 NO_COHORT.';
revoke all on function public.cohort_message_readers(uuid) from public;
grant execute on function public.cohort_message_readers(uuid) to authenticated, service_role;
