-- Why: people who want such mails also get a mail when their work was reviewed. It is sent when the reviewer can no longer take
-- the review back (rules/assignments#mails).

alter table public.preferences add column review_mails boolean not null default true;
comment on column public.preferences.review_mails is 'Whether the person gets a mail when their work was reviewed.';
grant insert (review_mails) on public.preferences to authenticated;
grant update (review_mails) on public.preferences to authenticated;

alter table private.unsubscribe_tokens drop constraint unsubscribe_tokens_known,
  add constraint unsubscribe_tokens_known check (mail = any (array['cohort_mails', 'review_mails']));

create function private.wants_mail(person uuid, mail text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case wants_mail.mail when 'cohort_mails' then w.cohort_mails when 'review_mails' then w.review_mails end
    from public.preferences w where w.user_id = person), true)
$$;
comment on function private.wants_mail(uuid, text) is
  'Takes a person and a kind of mail (the name of its column in preferences); true if the person wants such mails. This is the default for people who have not chosen.';
revoke all on function private.wants_mail(uuid, text) from public;

create or replace function public.unsubscribe(token text, really boolean default false)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  known private.unsubscribe_tokens;
begin
  if token ~ '^[0-9a-f]{64}$' then
    select u.* into known from private.unsubscribe_tokens u
    where u.hash = sha256(decode(token, 'hex')) and u.made_at > now() - interval '1 year'
      and exists (select from public.profiles p where p.id = u.user_id and p.disabled_at is null);
  end if;
  if known.hash is null then
    return null;
  end if;
  if really then
    insert into public.preferences as p (user_id, cohort_mails, review_mails)
    values (known.user_id, known.mail <> 'cohort_mails', known.mail <> 'review_mails')
    on conflict (user_id) do update
      set cohort_mails = p.cohort_mails and excluded.cohort_mails, review_mails = p.review_mails and excluded.review_mails
      where p.cohort_mails > excluded.cohort_mails or p.review_mails > excluded.review_mails;
  end if;
  return jsonb_build_object('mail', known.mail, 'wanted', private.wants_mail(known.user_id, known.mail));
end
$function$;
comment on function public.unsubscribe(text, boolean) is
  'Takes the secret of a mail, and whether to end that kind of mail for its reader; {mail: its kind, wanted: whether the reader still gets it}. Null for a secret that is unknown, older than a year, or of a disabled account. Only for the edge function `unsubscribe`.';
revoke all on function public.unsubscribe(text, boolean) from public;
grant execute on function public.unsubscribe(text, boolean) to service_role;

insert into private.due_kinds (kind, label, mail) values ('review_mail', 'Email a person that their work was reviewed', true);

create function private.due_review_mail(work private.due_work) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  recipient text := private.mail_address(work.user_id);
  given record;
begin
  select v.verdict, l.id as lesson_id, l.title, c.title as course, c.slug into given
  from public.reviews v
  join public.submission_rounds r on r.id = v.round_id
  -- A person who has handed in the next round has read the review of this one.
  join public.submissions s on s.id = r.submission_id and s.round = r.round
  join public.lessons l on l.id = s.lesson_id and l.deleted_at is null
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null
  where v.id = work.subject_id and v.withdrawn_at is null;
  if given is null or recipient is null or not private.wants_mail(work.user_id, 'review_mails') then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'lesson', given.title, 'course', given.course, 'passed', given.verdict = 'PASS',
    'path', format('/app/courses/%s/lesson/%s', given.slug, given.lesson_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'review_mails'));
end
$$;
comment on function private.due_review_mail(private.due_work) is
  'Job: returns the mail that tells a person that their work was reviewed, {to, lesson, course, passed, path: of the assignment, unsubscribe: the secret that ends such mails for them}. It contains nothing that the reviewer or the person wrote. Null if the review was taken back, the next round was handed in, the assignment is in the bin, or the person does not want such mails, is disabled, or has no confirmed email.';
revoke all on function private.due_review_mail(private.due_work) from public;

create or replace function private.tell_of_review(made public.reviews, work public.submissions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = work.lesson_id;
  -- The review has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case made.verdict when 'PASS' then 'Passed' else 'Your work came back' end,
    format(case made.verdict when 'PASS' then '"%s" has passed.' else '"%s" was reviewed. Please go on with it.' end, place.title),
    case made.verdict when 'PASS' then 'success' else 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), 'Open the review', made.id);
  perform private.record_at_once(false);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- A call of withdraw_review() that begins at the last moment ends within this minute, because it runs for 30 seconds at most.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;
comment on function private.tell_of_review(public.reviews, public.submissions) is
  'Takes a review that was just published, and the work; adds a notification for the owner, and plans a mail for the time when the review can no longer be taken back. The notification is deleted if the review is taken back.';

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'shift_days', m.shift_days,
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
  -- The author is left out, because it is another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'review_mails', w.review_mails,
      'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;
