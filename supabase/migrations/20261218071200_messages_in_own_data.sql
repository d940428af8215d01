-- Why: A person's data include the messages that were written to them alone.

set check_function_bodies = off;

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'removed_by_staff', m.removed_by_staff, 'shift_days', m.shift_days,
      'open_all', m.open_all, 'paused_on', m.paused_on) order by m.joined_at)
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.user_id = person)
  union all
  select 'cohort_duties', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'duty', s.duty, 'added_at', s.added_at) order by s.added_at)
    from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id where s.user_id = person)
  union all
  select 'cohort_messages_sent', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.sender_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  select 'cohort_messages_received', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.user_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  -- The author is left out, because it is another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'review_mails', w.review_mails,
      'morning_mails', w.morning_mails, 'due_mails', w.due_mails, 'opening_mails', w.opening_mails, 'start_mails', w.start_mails,
      'quiet_from', w.quiet_from, 'quiet_to', w.quiet_to, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;

comment on function private.cohort_data(uuid) is 'Takes a person; the cohorts to which they belong or belonged, what staff noted about them there, those that they look after, the newest 1,000 messages that they sent to cohorts, and that were written to them alone, and their preferences, each list by its name (null: empty).';
