-- Why: staff write to a cohort: to the bell of each of its people, and by mail to those who want it. Each person chooses the
-- mails that they get and their time zone (rules/cohorts#messages, rules/accounts#preferences).

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'cohort_messages', 'create', 'any'),
  ('ADMIN', 'cohort_messages', 'read', 'any'),
  ('MODERATOR', 'cohort_messages', 'create', 'assigned'),
  ('MODERATOR', 'cohort_messages', 'read', 'assigned'),
  ('MEMBER', 'preferences', 'create', 'own'),
  ('MEMBER', 'preferences', 'read', 'own'),
  ('MEMBER', 'preferences', 'update', 'own');

-- Preferences -----------------------------------------------------------------------------------------------------

create function private.is_time_zone(zone text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from pg_catalog.pg_timezone_names z where z.name = zone)
$$;
comment on function private.is_time_zone(text) is 'Takes a name; true if it is an IANA time zone that the database knows.';
revoke all on function private.is_time_zone(text) from public;

create table public.preferences (
  user_id uuid primary key default private.uid() references public.profiles (id) on delete cascade,
  time_zone text constraint preferences_time_zone_length check (char_length(time_zone) <= 100),
  cohort_mails boolean not null default true,
  updated_at timestamptz not null default now()
);
alter table public.preferences enable row level security;
create policy preferences_select on public.preferences for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('preferences', 'read', 'own')));
comment on policy preferences_select on public.preferences is 'One''s own.';
create policy preferences_insert on public.preferences for insert to authenticated
  with check (user_id = (select private.uid()) and (select private.can('preferences', 'create', 'own')));
comment on policy preferences_insert on public.preferences is 'One''s own.';
create policy preferences_update on public.preferences for update to authenticated
  using (user_id = (select private.uid()) and (select private.can('preferences', 'update', 'own')))
  with check (user_id = (select private.uid()) and (select private.can('preferences', 'update', 'own')));
comment on policy preferences_update on public.preferences is 'One''s own.';
grant select on public.preferences to authenticated;
grant insert (user_id, time_zone, cohort_mails) on public.preferences to authenticated;
grant update (time_zone, cohort_mails) on public.preferences to authenticated;
grant select, insert, update, delete on public.preferences to service_role;
comment on table public.preferences is 'The time zone that a person chose and which mails they want. Without a row, the defaults hold.';
comment on column public.preferences.time_zone is 'An IANA name; null: that of the browser.';
comment on column public.preferences.cohort_mails is 'Whether messages to a cohort are also mailed to the person.';

create function private.check_preferences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.time_zone is not null and (tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.check_preferences() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';
create trigger preferences_check before insert or update on public.preferences for each row execute function private.check_preferences();

create or replace function private.check_cohort() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.slug := btrim(new.slug);
  new.title := btrim(new.title);
  if (tg_op = 'INSERT' or new.time_zone <> old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create table private.unsubscribe_tokens (
  hash bytea primary key constraint unsubscribe_tokens_hash_length check (octet_length(hash) = 32),
  user_id uuid not null references public.profiles (id) on delete cascade,
  mail text not null constraint unsubscribe_tokens_known check (mail = any (array['cohort_mails'])),
  made_at timestamptz not null default now()
);
alter table private.unsubscribe_tokens enable row level security;
create index unsubscribe_tokens_user_id_idx on private.unsubscribe_tokens (user_id);
create index unsubscribe_tokens_made_at_idx on private.unsubscribe_tokens (made_at);
comment on table private.unsubscribe_tokens is
  'The secrets of the addresses that end a kind of mail for a person, as SHA-256 hashes: one for each mail, made when it is sent, valid for a year. No grants: written by make_unsubscribe_token(), read by unsubscribe().';

create function private.make_unsubscribe_token(person uuid, mail text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  delete from private.unsubscribe_tokens u
  where u.hash = any (array(
    select o.hash from private.unsubscribe_tokens o where o.made_at < now() - interval '1 year' order by o.made_at limit 100 for update skip locked));
  insert into private.unsubscribe_tokens (hash, user_id, mail) values (sha256(decode(token, 'hex')), person, make_unsubscribe_token.mail);
  return token;
end
$$;
comment on function private.make_unsubscribe_token(uuid, text) is
  'Takes a person and a kind of mail (the name of its column in preferences); makes and returns a secret that can end that kind of mail for a year, and deletes up to 100 secrets that are older than a year.';
revoke all on function private.make_unsubscribe_token(uuid, text) from public;

create function public.unsubscribe(token text, really boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
    insert into public.preferences as p (user_id, cohort_mails) values (known.user_id, false)
    on conflict (user_id) do update set cohort_mails = false where p.cohort_mails;
  end if;
  return jsonb_build_object('mail', known.mail,
    'wanted', coalesce((select p.cohort_mails from public.preferences p where p.user_id = known.user_id), true));
end
$$;
comment on function public.unsubscribe(text, boolean) is
  'Takes the secret of a mail, and whether to end that kind of mail for its reader; {mail: its kind, wanted: whether the reader still gets it}. Null for a secret that is unknown, older than a year, or of a disabled account. Only for the edge function `unsubscribe`.';
revoke all on function public.unsubscribe(text, boolean) from public;
grant execute on function public.unsubscribe(text, boolean) to service_role;

-- Messages --------------------------------------------------------------------------------------------------------

create table public.cohort_messages (
  id uuid primary key default gen_random_uuid(),
  cohort_id uuid not null references public.cohorts (id) on delete cascade,
  sender_id uuid default private.uid() references public.profiles (id) on delete set null,
  title text not null constraint cohort_messages_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  message text not null constraint cohort_messages_message_length check (btrim(message) <> '' and char_length(message) <= 2000),
  people integer not null,
  mails integer not null,
  created_at timestamptz not null default now()
);
alter table public.cohort_messages enable row level security;
create index cohort_messages_cohort_id_idx on public.cohort_messages (cohort_id, created_at desc, id desc);
create index cohort_messages_sender_id_idx on public.cohort_messages (sender_id);
create policy cohort_messages_select on public.cohort_messages for select to authenticated
  using ((select private.can('cohort_messages', 'read')) or cohort_id in (select private.staffed_cohort_ids('cohort_messages', 'read')));
comment on policy cohort_messages_select on public.cohort_messages is 'All, or those to cohorts that the caller looks after.';
grant select on public.cohort_messages to authenticated;
grant select, insert, update, delete on public.cohort_messages to service_role;
comment on table public.cohort_messages is 'Messages of staff to the people of a cohort. Written by send_cohort_message() (rules/cohorts#messages).';
comment on column public.cohort_messages.people is 'How many people it was sent to.';
comment on column public.cohort_messages.mails is 'How many of them also got it by mail.';
select private.audit_table('public.cohort_messages', 'cohort_message', '{"insert": "send", "update": null, "omit": ["title", "message"]}');
select private.audit_options('public.cohort_messages', '{"about": ["cohort_id"]}');
select private.signal_table('public.cohort_messages');

alter table public.notifications add column cohort_message_id uuid references public.cohort_messages (id) on delete cascade,
  add constraint notifications_cohort_message_once unique (cohort_message_id, recipient_id);

insert into private.due_kinds (kind, label, mail) values ('cohort_message_mail', 'Email a message to a cohort', true);

create function private.cohort_audience(cohort uuid) returns table (user_id uuid, by_mail boolean)
language sql stable security definer set search_path = '' as $$
  select m.user_id, coalesce(w.cohort_mails, true) and private.mail_address(m.user_id) is not null
  from public.cohort_members m
  join public.profiles p on p.id = m.user_id and p.disabled_at is null
  left join public.preferences w on w.user_id = m.user_id
  where m.cohort_id = cohort and m.state <> 'LEFT'
$$;
comment on function private.cohort_audience(uuid) is
  'Takes a cohort; the people who get its messages, without those who left and disabled accounts, and whether each also gets them by mail.';
revoke all on function private.cohort_audience(uuid) from public;

create function public.count_cohort_message(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohort_messages', 'create', count_cohort_message.cohort_id);
  return (select jsonb_build_object('people', count(*), 'mails', count(*) filter (where a.by_mail)) from private.cohort_audience(count_cohort_message.cohort_id) a);
end
$$;
comment on function public.count_cohort_message(uuid) is
  'Takes a cohort; {people: how many would get a message, mails: how many of them also by mail}. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.count_cohort_message(uuid) from public;
grant execute on function public.count_cohort_message(uuid) to authenticated, service_role;

create function public.send_cohort_message(cohort_id uuid, title text, message text, operation_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  own uuid := private.made_under(send_cohort_message.operation_id, 'cohort message');
  slug text;
  sent public.cohort_messages;
begin
  perform private.check_cohort_right('cohort_messages', 'create', send_cohort_message.cohort_id);
  select m.* into sent from public.cohort_messages m where m.id = own;
  if sent.id is not null then
    if (sent.cohort_id, sent.title, sent.message) is distinct from (send_cohort_message.cohort_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message)) then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  else
    insert into public.cohort_messages (id, cohort_id, title, message, people, mails)
    select own, send_cohort_message.cohort_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message), count(*), count(*) filter (where a.by_mail)
    from private.cohort_audience(send_cohort_message.cohort_id) a
    returning * into sent;
    if sent.people = 0 then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody is in this cohort yet.';
    end if;
    -- The message has an audit record of its own, so the notifications that it makes need none.
    perform private.record_at_once(true);
    insert into public.notifications (title, message, sender_id, recipient_id, cohort_message_id)
    select sent.title, sent.message, private.uid(), a.user_id, sent.id from private.cohort_audience(sent.cohort_id) a;
    perform private.record_at_once(false);
    perform private.enqueue_job('cohort_message_mail', sent.id || ':' || a.user_id, now(), sent.id, a.user_id)
    from private.cohort_audience(sent.cohort_id) a where a.by_mail;
  end if;
  return jsonb_build_object('id', sent.id, 'people', sent.people, 'mails', sent.mails);
end
$$;
comment on function public.send_cohort_message(uuid, text, text, uuid) is
  'Takes a cohort, title and text, and an operation id; sends the message to the bell of each of its people, and by mail to those who want it; gives {id, people, mails}. Sent again under the same operation id, it sends nothing more. Raises 42501, PT404 NO_COHORT, PT409 SENT_ALREADY with another text, PT422 NOBODY, 23514 for texts that do not fit (rules/cohorts#messages).';
revoke all on function public.send_cohort_message(uuid, text, text, uuid) from public;
grant execute on function public.send_cohort_message(uuid, text, text, uuid) to authenticated, service_role;

create function private.due_cohort_message_mail(work private.due_work) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sent public.cohort_messages;
  recipient text := private.mail_address(work.user_id);
begin
  select m.* into sent from public.cohort_messages m where m.id = work.subject_id;
  if sent.id is null or recipient is null or not exists (
    select from private.cohort_audience(sent.cohort_id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'title', sent.title, 'message', sent.message,
    'cohort', (select c.title from public.cohorts c where c.id = sent.cohort_id),
    'sender', (select nullif(p.name, '') from public.profiles p where p.id = sent.sender_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$$;
comment on function private.due_cohort_message_mail(private.due_work) is
  'Job: returns a message to a cohort as the mail of one of its people, {to, title, message, cohort, sender, unsubscribe: the secret that ends such mails for them}; null if the person left, does not want such mails, is disabled, or has no confirmed email.';
revoke all on function private.due_cohort_message_mail(private.due_work) from public;

create function public.cohort_message_list(cohort_id uuid, page integer default 1, page_size integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  perform private.check_cohort_right('cohort_messages', 'read', cohort_message_list.cohort_id);
  return jsonb_build_object(
    'total', (select count(*) from public.cohort_messages m where m.cohort_id = cohort_message_list.cohort_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'message', m.message, 'created_at', m.created_at,
        'sender', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = m.sender_id), 'people', m.people, 'mails', m.mails,
        'read', (select count(*) from public.notifications n join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
          where n.cohort_message_id = m.id)) order by m.created_at desc, m.id desc), '[]')
      from (select * from public.cohort_messages o where o.cohort_id = cohort_message_list.cohort_id
        order by o.created_at desc, o.id desc limit size offset (greatest(coalesce(page, 1), 1) - 1)::bigint * size) m));
end
$$;
comment on function public.cohort_message_list(uuid, integer, integer) is
  'Takes a cohort, a page from 1 and its size (at most 100); gives {total, messages: [{id, title, message, created_at, sender, people, mails, read: by how many}]}, the newest first. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort_message_list(uuid, integer, integer) from public;
grant execute on function public.cohort_message_list(uuid, integer, integer) to authenticated, service_role;

create function public.cohort_message_readers(message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sent public.cohort_messages;
begin
  select m.* into sent from public.cohort_messages m where m.id = message_id;
  if sent.id is null then
    perform private.refuse('You may not read this message.');
  end if;
  perform private.check_cohort_right('cohort_messages', 'read', sent.cohort_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email), 'read_at', r.read_at)
      order by r.read_at nulls last, p.name, p.id), '[]')
    from public.notifications n join public.profiles p on p.id = n.recipient_id
    left join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
    where n.cohort_message_id = message_id);
end
$$;
comment on function public.cohort_message_readers(uuid) is
  'Takes a message to a cohort; the people who got it, [{id, name, read_at: null for those who have not read it}], the first readers first. Raises 42501.';
revoke all on function public.cohort_message_readers(uuid) from public;
grant execute on function public.cohort_message_readers(uuid) to authenticated, service_role;

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
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;
comment on function private.cohort_data(uuid) is 'Takes a person; the cohorts to which they belong or belonged, those that they look after, the newest 1,000 messages that they sent to cohorts, and their preferences, each list by its name (null: empty).';

create or replace function public.due_work_list(
  state text default 'OPEN',
  kind text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state has its own index: open jobs by when they are due, others by when they ended.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read background jobs.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email, s.title),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.cohort_messages s on s.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.worker_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;
comment on function public.due_work_list(text,text,integer,integer) is 'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended, given up or not), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title or an invited address, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether no worker runs}. Raises 42501.';
grant execute on function public.due_work_list(text,text,integer,integer) to authenticated, service_role;

create or replace function private.erase_from_notifications(address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pattern constant text := private.address_pattern(address);
begin
  update public.notifications n
  set title = left(private.without_person(n.title, pattern), 100), message = left(private.without_person(n.message, pattern), 2000)
  where lower(n.title || ' ' || n.message) like private.like_pattern(address) and n.title || ' ' || n.message ~* pattern;
  update public.cohort_messages m
  set title = left(private.without_person(m.title, pattern), 100), message = left(private.without_person(m.message, pattern), 2000)
  where lower(m.title || ' ' || m.message) like private.like_pattern(address) and m.title || ' ' || m.message ~* pattern;
end
$function$;
comment on function private.erase_from_notifications(text) is 'Takes an email; removes it from notifications to others, such as those about invites that were not accepted, and from messages to cohorts.';
