-- Why: what a person handed in is part of the data that they can export, and is deleted with their account
-- (rules/accounts#my-data, rules/accounts#erasure).

create function private.work_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'work', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'state', s.state, 'passed_at', s.passed_at, 'rounds', (
        select jsonb_agg(private.round_facts(r) - 'id' order by r.round) from public.submission_rounds r where r.submission_id = s.id)) order by c.title, m.index, l.index)
    from public.submissions s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'work_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.submission_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'extensions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at) order by x.given_at)
    from public.extensions x join public.lessons l on l.id = x.lesson_id where x.user_id = person)
  union all
  select 'extension_requests', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at) order by q.asked_at)
    from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.user_id = person)
  union all
  select 'saved_replies', (
    select jsonb_agg(jsonb_build_object('title', r.title, 'body', r.body) order by r.position, r.title) from public.saved_replies r where r.user_id = person)
  union all
  -- The owner of the work is left out, because this is another person.
  select 'reviews_given', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'verdict', v.verdict, 'comment', v.comment, 'published_at', v.published_at, 'withdrawn_at', v.withdrawn_at,
      'remarks', (select coalesce(jsonb_agg(k.body order by k.line_from, k.id), '[]') from public.review_remarks k where k.review_id = v.id)) order by v.published_at)
    from (select * from public.reviews v where v.reviewer_id = person order by v.published_at desc limit 1000) v
    join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id)
  union all
  select 'review_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'updated_at', d.updated_at) order by d.updated_at)
    from public.review_drafts d
    join public.submission_rounds r on r.id = d.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
    where d.reviewer_id = person)
$$;
comment on function private.work_data(uuid) is
  'Takes a person; returns lists by name (null: empty): what they handed in, with its reviews, their drafts, the extensions that they asked for and were given, their saved replies, and the newest 1,000 reviews that they gave.';
revoke all on function private.work_data(uuid) from public;

create or replace function public.my_data()
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $$
declare
  person uuid := private.uid();
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  perform private.record_my_data(person);
  return (
    select jsonb_object_agg(d.list, coalesce(d.rows, '[]')) || jsonb_build_object('exported_at', now())
    from (
      select * from private.account_data(person)
      union all select * from private.learning_data(person)
      union all select * from private.cohort_data(person)
      union all select * from private.work_data(person)
      union all select * from private.community_data(person)
      union all select * from private.message_data(person)
      union all select * from private.made_data(person)
      union all select * from private.record_data(person)) d);
end
$$;
comment on function public.my_data() is 'Everything that is kept about the caller, with names instead of ids: profile, consent, second factors, access, completions, progress, work handed in, notes, purchases, communities, posts, reports, notifications, what they mute, invites, sessions, what they made for others and their audit records; lists are empty, never missing, and of what staff make the newest 1,000. Each export is recorded as data.export. Raises PT429 TOO_SOON within a minute of the last one and TOO_MANY after ten in a day, 42501 for those who are not let in.';

create function private.erase_from_reviews(person uuid, pattern text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.reviews v set comment = left(private.without_person(v.comment, pattern), 20000) where v.reviewer_id = person and v.comment ~* pattern;
  update public.reviews v set withdraw_reason = left(private.without_person(v.withdraw_reason, pattern), 500)
  where v.withdrawn_by_id = person and v.withdraw_reason ~* pattern;
  update public.review_remarks k set body = left(private.without_person(k.body, pattern), 5000)
  from public.reviews v where v.id = k.review_id and v.reviewer_id = person and k.body ~* pattern;
  update public.extensions x set reason = left(private.without_person(x.reason, pattern), 500) where x.given_by_id = person and x.reason ~* pattern;
end
$$;
comment on function private.erase_from_reviews(uuid, text) is
  'Takes a person and the pattern of their name or email; replaces it in the reviews that they gave or took back and in the reasons of the extensions that they gave. What they handed in is deleted with their profile.';
revoke all on function private.erase_from_reviews(uuid, text) from public;

create or replace function private.erase_person(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $$
declare
  them public.profiles;
  confirmed constant boolean := exists (select 1 from auth.users u where u.id = person and u.email_confirmed_at is not null);
  called text;
begin
  select * into them from public.profiles p where p.id = person;
  if not found then
    return;
  end if;
  perform private.record_act('user.delete', person::text, jsonb_build_object('role', them.role,
    'means', case when private.uid() = person then 'own' else 'administrator' end));
  foreach called in array array_remove(array[private.address_pattern(them.email), private.name_pattern(them.name)], null) loop
    perform private.erase_from_files(person, called);
    perform private.erase_from_courses(person, called);
    perform private.erase_from_reviews(person, called);
  end loop;
  -- Nobody has proven that the email of an account that was never confirmed belongs to this person
  -- (rules/invites#free-again).
  perform private.erase_from_invites(person, case when confirmed then them.email end);
  if confirmed then
    perform private.erase_from_notifications(them.email);
  end if;
  perform private.erase_from_communities(person);
  perform private.erase_from_purchases(person);
  perform private.erase_from_auth(person);
  -- This comes last, because the functions above find audit records by the person. Browser and IP address are data
  -- about the person alone.
  update public.audit_logs l set user_id = null, user_agent = null, ip_address = null where l.user_id = person;
end
$$;
