-- Messages to the people of a cohort.
set check_function_bodies = off;

-- TABLES

create table public.cohort_messages (
  id uuid not null default gen_random_uuid(),
  cohort_id uuid not null,
  sender_id uuid default private.uid(),
  title text not null,
  message text not null,
  people integer not null,
  mails integer not null,
  created_at timestamptz not null default now(),
  user_id uuid,
  constraint cohort_messages_pkey primary key (id),
  constraint cohort_messages_message_length check (
    btrim(message) <> ''
    and char_length(message) <= 2000
  ),
  constraint cohort_messages_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint cohort_messages_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_messages_sender_id_fkey foreign key (sender_id) references public.profiles(id) on delete set null,
  constraint cohort_messages_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.cohort_messages enable row level security;
create index cohort_messages_cohort_id_idx on public.cohort_messages (cohort_id, created_at desc, id desc);
create index cohort_messages_sender_id_idx on public.cohort_messages (sender_id);
create index cohort_messages_user_id_idx on public.cohort_messages (user_id);
grant select on public.cohort_messages to authenticated;
grant delete, insert, select, update on public.cohort_messages to service_role;
comment on table public.cohort_messages is 'Messages of staff to the people of a cohort, or to one of them. Written by send_cohort_message() (rules/cohorts#messages).';
comment on column public.cohort_messages.people is 'How many people it was sent to.';
comment on column public.cohort_messages.mails is 'How many of them also got it by mail.';
comment on column public.cohort_messages.user_id is 'The one person of the cohort to whom it was written; null: everybody in it.';

-- FUNCTIONS

create or replace function private.cohort_audience(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, by_mail boolean)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select m.user_id, coalesce(w.cohort_mails, true) and private.mail_address(m.user_id) is not null
  from public.cohort_members m
  join public.profiles p on p.id = m.user_id and p.disabled_at is null
  left join public.preferences w on w.user_id = m.user_id
  where m.cohort_id = cohort and m.state <> 'LEFT' and (only_person is null or m.user_id = only_person)
$function$;
comment on function private.cohort_audience(uuid,uuid) is 'Takes a cohort, and the only recipient of a message (null: everybody in the cohort); returns the people who get the message, and whether each gets it by mail, too. Leaves out people who left and disabled accounts.';

create or replace function private.cohort_begins(cohort public.cohorts)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select format(case private.cohort_state(cohort) when 'UPCOMING' then 'It begins on %s (%s). Its courses are in your library, and their lessons open on the days of its schedule.'
      when 'RUNNING' then 'It began on %s (%s). Its courses are in your library. Open one to begin.' end,
    private.day_words(cohort.starts_on), cohort.time_zone)
$function$;
comment on function private.cohort_begins(public.cohorts) is 'Takes a cohort; returns the text for a person who was added to it: when it begins or began, and what to do. Null for a draft, an archived cohort, and one that has ended.';

create or replace function private.due_cohort_added_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohort public.cohorts;
  recipient text := private.mail_address(work.user_id);
  begins text;
begin
  select c.* into cohort from public.cohorts c where c.id = work.subject_id;
  begins := private.cohort_begins(cohort);
  if begins is null or recipient is null or not exists (
    select from private.cohort_audience(cohort.id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'cohort', cohort.title, 'begins', begins, 'path', '/app/cohorts/' || cohort.slug,
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$function$;
comment on function private.due_cohort_added_mail(private.due_work) is 'Job: returns the mail to a person whom staff added to a cohort, {to, cohort: its title, begins: as cohort_begins() says it, path: of its page, unsubscribe}; null if the person left since, does not want mails of cohorts, is disabled, or has no confirmed email, or if the cohort has ended, is a draft, or is archived.';

create or replace function private.due_cohort_message_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sent public.cohort_messages;
  recipient text := private.mail_address(work.user_id);
begin
  select m.* into sent from public.cohort_messages m where m.id = work.subject_id;
  if sent.id is null or recipient is null or not exists (
    select from private.cohort_audience(sent.cohort_id, sent.user_id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'title', sent.title, 'message', sent.message,
    'cohort', (select c.title from public.cohorts c where c.id = sent.cohort_id),
    'sender', (select nullif(p.name, '') from public.profiles p where p.id = sent.sender_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$function$;
comment on function private.due_cohort_message_mail(private.due_work) is 'Job: returns the mail with which one person of a cohort gets a message to the cohort, {to, title, message, cohort, sender, unsubscribe: the secret that ends such mails for them}; null if the person left, does not want such mails, is disabled, or has no confirmed email.';

create or replace function private.tell_added(cohort uuid, people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
  told uuid[];
begin
  -- The memberships have audit records, so the notifications get none.
  perform private.record_at_once(true);
  with sent as (
    insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label)
    select left('You are in ' || c.title, 100), private.cohort_begins(c), null, a.user_id, '/app/cohorts/' || c.slug, 'See the cohort'
    from public.cohorts c cross join lateral private.cohort_audience(c.id) a
    join public.cohort_members m on m.cohort_id = c.id and m.user_id = a.user_id
    where c.id = cohort and private.cohort_begins(c) is not null and a.user_id = any (people) and a.user_id is distinct from private.uid()
      -- A cohort that became a draft and was published again does not notify the same people twice.
      and not exists (
        select from public.notifications n
        where n.recipient_id = a.user_id and n.action_url = '/app/cohorts/' || c.slug and n.created_at >= m.joined_at and n.sender_id is null)
    returning recipient_id
  )
  select array_agg(s.recipient_id) into told from sent s;
  perform private.enqueue_job('cohort_added_mail', m.cohort_id || ':' || m.user_id || ':' || extract(epoch from m.joined_at),
    -- A person who is removed from the cohort within two minutes gets no mail.
    now() + interval '2 minutes', m.cohort_id, m.user_id)
  from public.cohort_members m join private.cohort_audience(cohort) a on a.user_id = m.user_id and a.by_mail
  where m.cohort_id = cohort and m.user_id = any (told);
  perform private.record_at_once(recorded);
end
$function$;
comment on function private.tell_added(uuid,uuid[]) is 'Takes a cohort and people of it whom staff added; notifies them in the bell and by mail when the cohort begins and what to do. Nobody is notified about a draft or twice, and the caller is not notified (rules/cohorts#added).';

create or replace function public.cohort_message_list(
  cohort_id uuid,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  perform private.check_cohort_right('cohort_messages', 'read', cohort_message_list.cohort_id);
  return jsonb_build_object(
    'total', (select count(*) from public.cohort_messages m where m.cohort_id = cohort_message_list.cohort_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'message', m.message, 'created_at', m.created_at,
        'sender', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = m.sender_id), 'people', m.people, 'mails', m.mails,
        'to', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = m.user_id),
        'read', (select count(*) from public.notifications n join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
          where n.cohort_message_id = m.id)) order by m.created_at desc, m.id desc), '[]')
      from (select * from public.cohort_messages o where o.cohort_id = cohort_message_list.cohort_id
        order by o.created_at desc, o.id desc limit size offset (greatest(coalesce(page, 1), 1) - 1)::bigint * size) m));
end
$function$;
comment on function public.cohort_message_list(uuid,integer,integer) is 'Takes a cohort, a page from 1 and its size (at most 100); gives {total, messages: [{id, title, message, created_at, sender, people, mails, to: the one person to whom it was written, or null, read: by how many}]}, the newest first. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_message_list(uuid,integer,integer) to authenticated, service_role;

create or replace function public.cohort_message_readers(message_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- An unknown message is treated like a message to an unknown cohort, so the answer does not reveal which messages
  -- exist.
  perform private.check_cohort_right('cohort_messages', 'read', coalesce((
    select m.cohort_id from public.cohort_messages m where m.id = cohort_message_readers.message_id), cohort_message_readers.message_id));
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'read_at', r.read_at)
      order by r.read_at nulls last, p.name, p.id), '[]')
    from public.notifications n join public.profiles p on p.id = n.recipient_id
    left join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
    where n.cohort_message_id = message_id);
end
$function$;
comment on function public.cohort_message_readers(uuid) is 'Takes a message to a cohort; the people who got it, [{id, name, read_at: null for those who have not read it}], the first readers first. Raises 42501, also for an unknown message, or PT404 NO_COHORT if the caller may read all messages.';
grant execute on function public.cohort_message_readers(uuid) to authenticated, service_role;

create or replace function public.count_cohort_message(cohort_id uuid, user_id uuid default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_messages', 'create', count_cohort_message.cohort_id);
  return (select jsonb_build_object('people', count(*), 'mails', count(*) filter (where a.by_mail)) from private.cohort_audience(count_cohort_message.cohort_id, count_cohort_message.user_id) a);
end
$function$;
comment on function public.count_cohort_message(uuid,uuid) is 'Takes a cohort, and the only recipient of a message (null: everybody in the cohort); returns {people: how many would get a message, mails: how many of them also by mail}. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.count_cohort_message(uuid,uuid) to authenticated, service_role;

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
  own uuid := private.operation_row_id(send_cohort_message.operation_id, 'cohort message');
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
    -- This check comes before the insert, so that an unknown person gets the same error as a person outside the cohort.
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
comment on function public.send_cohort_message(uuid,text,text,uuid,uuid) is 'Takes a cohort, title and text, an operation id, and the only recipient (null: everybody in the cohort); sends the message to the bell of each, and by mail to those who want it; returns {id, people, mails}. Sent again under the same operation id, it sends nothing more. Raises 42501, PT404 NO_COHORT, PT409 SENT_ALREADY with another text, PT422 NOBODY, 23514 for texts that do not fit (rules/cohorts#messages).';
grant execute on function public.send_cohort_message(uuid,text,text,uuid,uuid) to authenticated, service_role;

-- TRIGGERS

create trigger cohort_messages_audit_delete after delete on public.cohort_messages
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_audit_insert after insert on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_audit_update after update on public.cohort_messages
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

create trigger cohort_messages_signal_delete after delete on public.cohort_messages
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_messages');

create trigger cohort_messages_signal_insert after insert on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_messages');

create trigger cohort_messages_signal_update after update on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_messages');

-- POLICIES

create policy cohort_messages_select on public.cohort_messages
  for select to authenticated
  using (
    (select private.can('cohort_messages', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_messages', 'read'))
  );
comment on policy cohort_messages_select on public.cohort_messages is 'All messages, or those to cohorts that the caller looks after.';
