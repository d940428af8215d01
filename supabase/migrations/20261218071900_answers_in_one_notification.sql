-- Why: Announce all new answers to a question in one notification, and say in the bell from whom and which cohort it comes

set check_function_bodies = off;

comment on function private.erase_from_notifications(text) is null;

alter table public.notifications add column question_id uuid;

alter table public.notifications add column source text;

-- Each notification from before this migration announces one answer, and is still deleted with it.
select private.record_at_once(true);
update public.notifications n set question_id = a.question_id from public.answers a where a.id = n.answer_id;
select private.record_at_once(false);

create or replace function private.erase_from_notifications(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pattern constant text := private.address_pattern(address);
begin
  update public.notifications n set source = null where n.sender_id = person and n.source is not null;
  update public.notifications n
  set title = left(private.without_person(n.title, pattern), 100), message = left(private.without_person(n.message, pattern), 2000)
  where lower(n.title || ' ' || n.message) like private.like_pattern(address) and n.title || ' ' || n.message ~* pattern;
  update public.cohort_messages m
  set title = left(private.without_person(m.title, pattern), 100), message = left(private.without_person(m.message, pattern), 2000)
  where lower(m.title || ' ' || m.message) like private.like_pattern(address) and m.title || ' ' || m.message ~* pattern;
end
$function$;

create or replace function private.tell_of_deleted_answers(question uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  perform private.record_at_once(true);
  update public.notifications n
  set answer_id = o.first_id, title = w.title, message = w.message, action_url = w.action_url, action_label = w.action_label
  from public.questions q
  cross join lateral (
    select r.id, r.recipient_id, (
      select x.id from public.answers x, public.answers f
      where f.id = r.answer_id and x.question_id = q.id and x.deleted_at is null and x.author_id is distinct from r.recipient_id
        and (x.created_at, x.id) >= (f.created_at, f.id)
      order by x.created_at, x.id limit 1) as first_id
    from public.notifications r
    where r.question_id = q.id and not exists (
      select from public.notification_reads d where d.notification_id = r.id and d.user_id = r.recipient_id)) o
  cross join lateral private.words_on_answers(q, o.recipient_id, o.first_id) w
  where q.id = question and n.id = o.id and o.first_id is not null and (n.answer_id, n.title) is distinct from (o.first_id, w.title);
  delete from public.notifications n using public.answers a
  where n.question_id = question and a.id = n.answer_id and a.deleted_at is not null;
  perform private.record_at_once(recorded);
end
$function$;

create or replace function private.words_on_answers(
  q public.questions,
  person uuid,
  first_answer uuid,
  out title text,
  out message text,
  out action_url text,
  out action_label text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  asked constant boolean := person is not distinct from q.author_id;
  answers int;
  place record;
begin
  select count(*) into answers
  from public.answers f join public.answers x on x.question_id = q.id and (x.created_at, x.id) >= (f.created_at, f.id)
  where f.id = first_answer and x.deleted_at is null and x.author_id is distinct from person;
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  title := case when answers = 1 and asked then 'Your question was answered'
    when answers = 1 then 'A question that you follow was answered'
    else format('%s answers to %s', answers, case when asked then 'your question' else 'a question that you follow' end) end;
  message := format(case when answers = 1 then 'There is a new answer in the lesson "%s".' else 'There are new answers in the lesson "%s".' end, place.title);
  action_url := format('/app/courses/%s/lesson/%s?question=%s&answer=%s', place.slug, q.lesson_id, q.id, first_answer);
  action_label := case when answers = 1 then 'Read the answer' else 'Read the answers' end;
end
$function$;

create or replace function private.notice_source(sender uuid, cohort uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select nullif(concat_ws(' · ', (select nullif(btrim(p.name), '') from public.profiles p where p.id = sender),
    (select c.title from public.cohorts c where c.id = notice_source.cohort)), '')
$function$;

create or replace function private.erase_from_questions(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  touched constant uuid[] := array(select distinct a.question_id from public.answers a where a.author_id = person and a.deleted_at is null);
begin
  delete from private.question_reports r using public.questions q where q.id = r.question_id and q.author_id = person;
  delete from private.question_reports r using public.answers a where a.id = r.answer_id and a.author_id = person;
  update public.questions q
  set title = 'Deleted account', body = '', at_heading = null, deleted_at = coalesce(q.deleted_at, now()), deleted_by_id = null, author_id = null
  where q.author_id = person;
  -- A deleted answer cannot be the accepted one.
  update public.questions q set answer_id = null from public.answers a where a.id = q.answer_id and a.author_id = person;
  update public.answers a
  set body = 'Deleted account', deleted_at = coalesce(a.deleted_at, now()), deleted_by_id = null, author_id = null
  where a.author_id = person;
  perform private.tell_of_deleted_answers(t.id), private.refresh_question(t.id) from unnest(touched) t (id);
end
$function$;

create or replace function private.erase_person(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  perform private.erase_from_notifications(person, case when confirmed then them.email end);
  perform private.erase_from_communities(person);
  perform private.erase_from_purchases(person);
  perform private.erase_from_auth(person);
  -- This comes last, because the functions above find audit records by the person. Browser and IP address are data
  -- about the person alone.
  update public.audit_logs l set user_id = null, user_agent = null, ip_address = null where l.user_id = person;
end
$function$;

create or replace function private.tell_of_time(
  person uuid,
  lesson uuid,
  title text,
  sentence text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The answer has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, source, sender_id, recipient_id, action_url, action_label)
  select tell_of_time.title, format('For "%s", ', l.title) || sentence,
    private.notice_source(private.uid(), (select d.cohort_id from private.person_dues(person, now()) d where d.lesson_id = l.id)), private.uid(), person, format('/app/courses/%s/lesson/%s', c.slug, l.id),
    'Open the assignment'
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = lesson;
  perform private.record_at_once(false);
end
$function$;

create or replace function public.send_cohort_message(
  cohort_id uuid,
  title text,
  message text,
  operation_id uuid default null,
  user_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000);
  own uuid := private.made_under(send_cohort_message.operation_id, 'cohort message');
  slug text;
  sent public.cohort_messages;
begin
  perform private.check_cohort_right('cohort_messages', 'create', send_cohort_message.cohort_id);
  select m.* into sent from public.cohort_messages m where m.id = own;
  if sent.id is not null then
    if (sent.cohort_id, sent.user_id, sent.title, sent.message) is distinct from
       (send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message)) then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  else
    -- Before the message is stored, because an id of nobody would fail otherwise than that of a stranger.
    if not exists (select from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY',
        message = case when send_cohort_message.user_id is null then 'Nobody is in this cohort yet.' else 'This person is not in the cohort any more.' end;
    end if;
    insert into public.cohort_messages (id, cohort_id, user_id, title, message, people, mails)
    select own, send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message),
      count(*), count(*) filter (where a.by_mail)
    from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id) a
    returning * into sent;
    -- The message has an audit record of its own, so the notifications that it makes need none.
    perform private.record_at_once(true);
    insert into public.notifications (title, message, source, sender_id, recipient_id, cohort_message_id)
    select sent.title, sent.message, private.notice_source(private.uid(), sent.cohort_id), private.uid(), a.user_id, sent.id from private.cohort_audience(sent.cohort_id, sent.user_id) a;
    perform private.record_at_once(false);
    perform private.enqueue_job('cohort_message_mail', sent.id || ':' || a.user_id, now(), sent.id, a.user_id)
    from private.cohort_audience(sent.cohort_id, sent.user_id) a where a.by_mail;
  end if;
  return jsonb_build_object('id', sent.id, 'people', sent.people, 'mails', sent.mails);
end
$function$;

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
  insert into public.notifications (title, message, source, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case made.verdict when 'PASS' then 'Passed' when 'AGAIN' then 'Your work came back' end,
    format(case made.verdict when 'PASS' then '"%s" has passed.' when 'AGAIN' then '"%s" was reviewed. Please go on with it.' end, place.title),
    private.notice_source(made.reviewer_id, work.cohort_id),
    case made.verdict when 'PASS' then 'success' when 'AGAIN' then 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), 'Open the review', made.id);
  perform private.record_at_once(false);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- A call of withdraw_review() that begins at the last moment ends within this minute, because it runs for 30 seconds at most.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;

create or replace function private.tell_of_answer(a public.answers, q public.questions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  readers constant uuid[] := array(
    select private.readers_of_question(q, array(
      select x.user_id from public.question_follows x where x.question_id = q.id and x.user_id is distinct from a.author_id)));
begin
  -- The answer has an audit record, so the notifications need none. They contain nothing that people wrote.
  perform private.record_at_once(true);
  with told as (
    update public.notifications n set title = w.title, message = w.message, action_url = w.action_url, action_label = w.action_label,
      created_at = clock_timestamp()
    from unnest(readers) f (id)
    cross join lateral (
      select o.id, o.answer_id from public.notifications o
      where o.question_id = q.id and o.recipient_id = f.id
        and not exists (select from public.notification_reads r where r.notification_id = o.id and r.user_id = f.id)
      order by o.created_at desc limit 1) unread
    cross join lateral private.words_on_answers(q, f.id, unread.answer_id) w
    where n.id = unread.id
    returning n.recipient_id
  )
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, answer_id, question_id)
  select w.title, w.message, null, f.id, w.action_url, w.action_label, a.id, q.id
  from unnest(readers) f (id) cross join lateral private.words_on_answers(q, f.id, a.id) w
  where f.id not in (select t.recipient_id from told t)
  on conflict on constraint notifications_answer_once do nothing;
  perform private.record_at_once(false);
end
$function$;

create or replace function public.merge_questions(question_id uuid, into_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  q public.questions;
  t public.questions;
begin
  -- In the order of their ids, so that two merges at the same moment do not deadlock.
  if merge_questions.question_id < merge_questions.into_id then
    q := private.lock_question(merge_questions.question_id);
    t := private.lock_question(merge_questions.into_id);
  else
    t := private.lock_question(merge_questions.into_id);
    q := private.lock_question(merge_questions.question_id);
  end if;
  if not private.moderates_question(q) or not private.moderates_question(t) then
    perform private.refuse('You may not merge these questions.');
  end if;
  if q.id = t.id then
    perform private.refuse_field('into_id', 'Choose another question.');
  end if;
  -- Otherwise people would see answers that were not written for them.
  if q.lesson_id <> t.lesson_id or q.audience <> t.audience
    or q.audience = 'COHORT' and q.cohort_id is distinct from t.cohort_id
    or q.audience = 'STAFF' and q.author_id is distinct from t.author_id then
    raise exception using errcode = 'PT422', hint = 'OTHER_READERS', message = 'Only questions of one lesson that the same people can read can be merged.';
  end if;
  update public.questions x set merged_into_id = t.id, answer_id = null, state = 'CLOSED', waiting_since = null, closes_at = null where x.id = q.id;
  update public.answers a set question_id = t.id where a.question_id = q.id;
  update public.notifications n set question_id = t.id where n.question_id = q.id;
  update public.questions x set answer_id = q.answer_id where x.id = t.id and x.answer_id is null and q.answer_id is not null;
  -- The followers of the merged question follow the other one, too.
  insert into public.question_follows (question_id, user_id, followed_at)
  select t.id, f.user_id, f.followed_at from public.question_follows f where f.question_id = q.id on conflict do nothing;
  -- Questions that were merged into this one earlier lead to the other one.
  update public.questions x set merged_into_id = t.id where x.merged_into_id = q.id;
  perform private.refresh_question(q.id);
  perform private.refresh_question(t.id);
  return private.question_view(t.id, true);
end
$function$;

create or replace function public.delete_answer(answer_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  counted constant int := private.count_question_act();
  a public.answers;
  q public.questions;
begin
  select x.* into a from public.answers x where x.id = delete_answer.answer_id and x.deleted_at is null;
  select x.* into q from public.questions x where x.id = a.question_id;
  if private.may_delete_words(a.author_id, q) is not true then
    perform private.refuse('You may not delete this answer.');
  end if;
  q := private.lock_question_of(delete_answer.answer_id);
  select x.* into a from public.answers x where x.id = delete_answer.answer_id;
  if q.answer_id = a.id then
    update public.questions x set answer_id = null where x.id = q.id;
  end if;
  update public.answers x set deleted_at = now(), deleted_by_id = private.uid() where x.id = a.id and x.deleted_at is null;
  if a.author_id is distinct from private.uid() then
    update private.question_reports r set resolved_at = now(), resolved_by_id = private.uid() where r.answer_id = a.id and r.resolved_at is null;
  end if;
  perform private.tell_of_deleted_answers(q.id);
  perform private.refresh_question(q.id);
end
$function$;

create or replace function public.notification_feed(size integer default 10)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  asked int := least(greatest(coalesce(notification_feed.size, 10), 1), 100);
  joined timestamptz;
  muted public.notification_type[];
  answer jsonb;
begin
  if not private.can('notifications', 'read', 'own') or not private.can('notifications', 'read', 'assigned') then
    return null;
  end if;
  select p.created_at into joined from public.profiles p where p.id = me;
  muted := array(select m.type from public.notification_mutes m where m.user_id = me order by m.type);
  with own as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.recipient_id = me
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), global_ones as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.is_global
      and private.notification_is_visible(n.publish_at, n.expires_at)
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), newest as (
    select * from (select * from own union all select * from global_ones) n order by n.sent_at desc, n.id desc limit asked + 1
  ), shown as (
    select * from newest n order by n.sent_at desc, n.id desc limit asked
  )
  select jsonb_build_object(
    'notifications', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
          'source', n.source, 'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
          'sent_at', n.sent_at, 'expires_at', n.expires_at,
          'is_read', (n.is_global and n.sent_at < joined)
            or exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id))
        order by n.sent_at desc, n.id desc)
      from shown n), '[]'),
    'more', (select count(*) from newest) > asked,
    'unread', private.unread_notifications(me, joined, muted),
    'muted', to_jsonb(muted),
    -- An index returns each of these first.
    'next_change_at', least(
      (select min(n.publish_at) from public.notifications n where n.recipient_id = me and n.publish_at > now()),
      (select min(n.publish_at) from public.notifications n where n.recipient_id is null and n.publish_at > now()),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id = me and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now())),
      (select min(n.expires_at) from public.notifications n
        where n.recipient_id is null and n.expires_at > now() and (n.publish_at is null or n.publish_at <= now()))),
    'now', now())
  into answer;
  return answer;
end
$function$;

alter table public.notifications add constraint notifications_source_length CHECK (((btrim(source) <> ''::text) AND (char_length(source) <= 250)));

alter table public.notifications add constraint notifications_question_id_fkey FOREIGN KEY (question_id) REFERENCES public.questions(id) ON DELETE CASCADE;

create index notifications_question_id_idx on public.notifications (question_id, recipient_id);

drop trigger notifications_audit_delete on public.notifications;
create trigger notifications_audit_delete after delete on public.notifications
  referencing old table as old_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger notifications_audit_insert on public.notifications;
create trigger notifications_audit_insert after insert on public.notifications
  referencing new table as new_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger notifications_audit_update on public.notifications;
create trigger notifications_audit_update after update on public.notifications
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

comment on column public.notifications.question_id is 'The question whose answers the notification announces: all that came since the person read about them last, in one notification.';

comment on column public.notifications.source is 'From whom and from which cohort the notification comes, as the bell says it: Grace Kim · Autumn; null: it does not say. Deleted with the account of the sender.';

comment on function private.erase_from_notifications(uuid,text) is 'Takes a person and their email, or null if nobody has proven that it is theirs; removes the person as the source of notifications, and the email from notifications to others, such as those about invites that were not accepted, and from messages to cohorts.';

comment on function private.tell_of_deleted_answers(uuid) is 'Takes a question of which answers were just deleted; notifications that nobody has read announce the others, and those that are left without an answer are deleted.';

comment on function private.words_on_answers(public.questions,uuid,uuid) is 'Takes a question, a person, and the first answer that they have not read; returns the texts of the notification about it and the answers of others that came after it, and the link to the first.';

comment on function private.notice_source(uuid,uuid) is 'Takes who sends a notification and the cohort that it is about (null: none); returns what the bell says of both, such as Grace Kim · Autumn; null if nothing is known.';

comment on column public.notifications.answer_id is 'The first answer that the notification announces. If it is deleted, the next one takes its place, and without one the notification is deleted.';

comment on function private.tell_of_answer(public.answers,public.questions) is 'Takes a new answer and its question; tells each person who follows the question and may still read it, except the author of the answer. A notification about the question that the person has not read announces this answer, too; otherwise they get a new one (rules/questions#following).';

comment on function public.delete_answer(uuid) is 'Takes an answer; deletes it, also from notifications, and if staff do so, settles its reports. If it was accepted, no answer is. For its author, and for staff who look after the question. Raises PT429 TOO_MANY after 600 acts in an hour, 42501. Definer, because only functions write answers (rules/questions#own).';

comment on function public.notification_feed(integer) is 'Takes how many (10 unless told, 100 at most); gives the caller''s bell: {notifications: [{id, title, message, source, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, their own and global ones; more: whether there are older ones; unread: up to 100, which stands for more than 99; muted: [type]; next_change_at: when the next one appears or ends by its own date, null for never; now: the database''s clock}. Muted types are left out and not counted unless important; a global one from before the person joined counts as read. Null for those who are not let in (rules/notifications#bell).';

drop routine private.erase_from_notifications(text);
