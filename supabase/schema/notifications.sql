-- Notifications: sending, the bell, what is read and muted.
set check_function_bodies = off;

-- TYPES

create type public.notification_type as enum ('success', 'warning', 'error', 'info');

-- TABLES

create table private.notification_sums (
  type public.notification_type not null,
  is_global boolean not null,
  notifications bigint not null,
  constraint notification_sums_pkey primary key (type, is_global)
);
alter table private.notification_sums enable row level security;
comment on table private.notification_sums is 'How many notifications there are of each type, global and to single people. No grants: written by count_notifications().';

create table public.notification_mutes (
  user_id uuid not null default private.uid(),
  type public.notification_type not null,
  created_at timestamptz not null default now(),
  constraint notification_mutes_pkey primary key (user_id, type),
  constraint notification_mutes_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.notification_mutes enable row level security;
grant delete, select on public.notification_mutes to authenticated;
grant insert (user_id, type) on public.notification_mutes to authenticated;
grant delete, insert, select, update on public.notification_mutes to service_role;
comment on table public.notification_mutes is 'Types of notification that a person does not want to see. Important notifications are shown even if their type is muted (rules/notifications#important).';

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  title text not null,
  message text not null,
  type public.notification_type not null default 'info',
  sender_id uuid default private.uid(),
  recipient_id uuid,
  is_global boolean not null default false,
  important boolean not null default false,
  action_url text,
  action_label text,
  publish_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cohort_message_id uuid,
  review_id uuid,
  answer_id uuid,
  behind_id uuid,
  reminder_id uuid,
  question_id uuid,
  source text,
  constraint notifications_pkey primary key (id),
  constraint notifications_action_label_length check (
    btrim(action_label) <> ''
    and char_length(action_label) <= 60
  ),
  constraint notifications_action_url_safe check (
    private.is_web_link(action_url)
    or private.is_app_path(action_url)
  ),
  constraint notifications_ends_after_beginning check (
    expires_at > coalesce(publish_at, created_at)
  ),
  constraint notifications_expires_at_range check (
    expires_at >= '1970-01-01 00:00:00+00'::timestamptz
    and expires_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint notifications_label_has_link check (action_label is null or action_url is not null),
  constraint notifications_message_length check (
    btrim(message) <> ''
    and char_length(message) <= 2000
  ),
  constraint notifications_one_audience check (is_global = (recipient_id is null)),
  constraint notifications_publish_at_range check (
    publish_at >= '1970-01-01 00:00:00+00'::timestamptz
    and publish_at <= '9999-12-31 23:59:59+00'::timestamptz
  ),
  constraint notifications_source_length check (btrim(source) <> '' and char_length(source) <= 250),
  constraint notifications_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint notifications_answer_id_fkey foreign key (answer_id) references public.answers(id) on delete cascade,
  constraint notifications_behind_id_fkey foreign key (behind_id) references private.behind_people(id) on delete cascade,
  constraint notifications_cohort_message_id_fkey foreign key (cohort_message_id) references public.cohort_messages(id) on delete cascade,
  constraint notifications_question_id_fkey foreign key (question_id) references public.questions(id) on delete cascade,
  constraint notifications_recipient_id_fkey foreign key (recipient_id) references public.profiles(id) on delete cascade,
  constraint notifications_reminder_id_fkey foreign key (reminder_id) references private.reminders(id) on delete cascade,
  constraint notifications_review_id_fkey foreign key (review_id) references public.reviews(id) on delete cascade,
  constraint notifications_sender_id_fkey foreign key (sender_id) references public.profiles(id) on delete set null,
  constraint notifications_answer_once unique (answer_id, recipient_id),
  constraint notifications_behind_once unique (behind_id),
  constraint notifications_cohort_message_once unique (cohort_message_id, recipient_id),
  constraint notifications_reminder_once unique (reminder_id),
  constraint notifications_review_once unique (review_id)
);
alter table public.notifications enable row level security;
create index notifications_begins_idx on public.notifications (recipient_id, publish_at) where (publish_at is not null);
create unique index notifications_behind_of_person_idx on public.notifications (recipient_id) where (behind_id is not null);
create index notifications_ends_idx on public.notifications (recipient_id, expires_at) where (expires_at is not null);
create index notifications_global_idx on public.notifications (coalesce(publish_at, created_at) desc, id desc) where is_global;
create index notifications_newest_global_idx on public.notifications (created_at desc, id desc) where is_global;
create index notifications_newest_idx on public.notifications (created_at desc, id desc);
create index notifications_pairs_idx on public.notifications using gin (private.pairs(lower(((title || ' ') || message)))) where (octet_length((title || message)) <> char_length((title || message)));
create index notifications_question_id_idx on public.notifications (question_id, recipient_id);
create index notifications_recipient_id_idx on public.notifications (recipient_id, coalesce(publish_at, created_at) desc, id desc);
create index notifications_sender_id_idx on public.notifications (sender_id);
create index notifications_type_idx on public.notifications (type, created_at desc, id desc);
-- fastupdate is off, because every search would have to read the list of pending entries, and few notifications are
-- sent.
create index notifications_words_idx on public.notifications using gin (lower(((title || ' ') || message)) extensions.gin_trgm_ops) with (fastupdate=off);
grant delete, select on public.notifications to authenticated;
grant delete, insert, select, update on public.notifications to service_role;
alter publication supabase_realtime add table public.notifications;
comment on table public.notifications is 'A message to one person or, with is_global, to all members: one row, however many they are.';
comment on column public.notifications.review_id is 'The review that the notification announces. If the review is withdrawn, the notification is deleted.';
comment on column public.notifications.answer_id is 'The first answer that the notification announces. If it is deleted, the next one takes its place, and without one the notification is deleted.';
comment on column public.notifications.behind_id is 'The reason for which the recipient has fallen behind, as the notification says. A person has at most one such notification. When the reason ends, it is deleted.';
comment on column public.notifications.question_id is 'The question whose answers the notification announces: all answers since the last notification that the person read, in one notification.';
comment on column public.notifications.source is 'The sender and the cohort as the bell shows them: Grace Kim · Autumn; null: nothing is shown. Set to null when the account of the sender is deleted.';
comment on column public.notifications.reminder_id is 'The reminder that the notification shows. The notification is deleted when the thing is done or moves, or the person leaves the cohort.';

create table public.notification_reads (
  user_id uuid not null default private.uid(),
  notification_id uuid not null,
  read_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  constraint notification_reads_pkey primary key (id),
  constraint notification_reads_notification_id_fkey foreign key (notification_id) references public.notifications(id) on delete cascade,
  constraint notification_reads_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade,
  constraint notification_reads_once unique (user_id, notification_id)
);
alter table public.notification_reads enable row level security;
create index notification_reads_notification_id_idx on public.notification_reads (notification_id);
grant insert (user_id, notification_id) on public.notification_reads to authenticated;
grant select on public.notification_reads to authenticated;
grant delete, insert, select, update on public.notification_reads to service_role;
alter publication supabase_realtime add table public.notification_reads;
comment on table public.notification_reads is 'Which notifications each person has read. A notification that one person marks as read stays unread for others (rules/notifications#own-read-state).';
comment on column public.notification_reads.id is 'A random key, because the key of a deleted row is sent to everybody who listens to the table. Callers cannot choose it.';

-- FUNCTIONS

create or replace function private.check_notification(
  action_url text,
  action_label text,
  publish_at timestamptz,
  expires_at timestamptz
)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if btrim(coalesce(action_label, '')) <> '' and btrim(coalesce(action_url, '')) = '' then
    raise exception using errcode = 'PT422', hint = 'LABEL_WITHOUT_LINK', message = 'A button needs a link.';
  end if;
  if expires_at <= now() then
    raise exception using errcode = 'PT422', hint = 'ENDED', message = 'The end must be in the future.';
  end if;
  if expires_at <= publish_at then
    raise exception using errcode = 'PT422', hint = 'ENDS_FIRST', message = 'The end must be after the start.';
  end if;
end
$function$;
comment on function private.check_notification(text,text,timestamp with time zone,timestamp with time zone) is 'Takes link, label, beginning and end of a notification; raises PT422 LABEL_WITHOUT_LINK, ENDED (the end is past) or ENDS_FIRST (it ends before it begins), with a sentence.';

create or replace function private.count_notifications()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op <> 'INSERT' then
    insert into private.notification_sums as s (type, is_global, notifications)
    select o.type, o.is_global, -count(*) from old_rows o group by 1, 2 order by 1, 2
    on conflict (type, is_global) do update set notifications = s.notifications + excluded.notifications;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.notification_sums as s (type, is_global, notifications)
    select n.type, n.is_global, count(*) from new_rows n group by 1, 2 order by 1, 2
    on conflict (type, is_global) do update set notifications = s.notifications + excluded.notifications;
  end if;
  return null;
end
$function$;
comment on function private.count_notifications() is 'Statement trigger on notifications: updates notification_sums.';

create or replace function private.export_notifications(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  columns := array['id', 'type', 'title', 'message', 'recipient', 'recipient_email', 'sender', 'important', 'link', 'link_label',
    'created', 'appears', 'ends', 'read'];
  source := format($sql$
    select n.created_at as at, n.id as key, jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message,
      'recipient', case when n.is_global then 'All Members' else r.name end, 'recipient_email', r.email,
      'sender', private.shown_name(s.name, s.email), 'important', n.important, 'link', n.action_url, 'link_label', n.action_label,
      'created', n.created_at, 'appears', coalesce(n.publish_at, n.created_at), 'ends', n.expires_at,
      'read', (select d.read_at from public.notification_reads d where d.user_id = n.recipient_id and d.notification_id = n.id)) as row
    from public.notifications n
    left join public.profiles r on r.id = n.recipient_id
    left join public.profiles s on s.id = n.sender_id
    where %s$sql$,
    private.notifications_where(filter ->> 'search', nullif(filter ->> 'type', '')::public.notification_type, filter ->> 'audience'));
end
$function$;
comment on function private.export_notifications(jsonb) is 'Takes {search, type, audience} as notification_list() has them; gives columns and query of the notifications'' export.';

create or replace function private.notice_source(sender uuid, cohort uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select nullif(concat_ws(' · ', (select nullif(btrim(p.name), '') from public.profiles p where p.id = sender),
    (select c.title from public.cohorts c where c.id = notice_source.cohort)), '')
$function$;
comment on function private.notice_source(uuid,uuid) is 'Takes the sender of a notification and its cohort (null: none); returns what the bell shows of both, such as Grace Kim · Autumn; null if neither is known.';

create or replace function private.notification_is_visible(
  publish_at timestamptz,
  expires_at timestamptz
)
  returns boolean
  language sql
  stable parallel safe
as $function$
  select (publish_at is null or publish_at <= now()) and (expires_at is null or expires_at > now())
$function$;
comment on function private.notification_is_visible(timestamp with time zone,timestamp with time zone) is 'Takes when a notification appears (null: at once) and when it ends (null: never); true if its recipients see it now.';
grant execute on function private.notification_is_visible(timestamp with time zone,timestamp with time zone) to authenticated, service_role;

create or replace function private.notifications_found(
  query text,
  type public.notification_type,
  audience text,
  size integer
)
  returns uuid[]
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  -- If each of two words is frequent but no row has both, reading a million rows in order of time takes seconds. So the
  -- newest rows are used to estimate how frequent the words are.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  pairs text[];
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- A word that at least one row in twenty has is only compared with rows that the other words find: `|| ''` keeps the
  -- planner from using the index for it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- The trigram index does not find words of two letters, but most Chinese, Japanese and Korean words have two. Another
  -- index has their pairs of letters.
  pairs := array(
    select substr(p, 2, 2) from unnest(patterns) p
    where p ~ ('^%[' || private.unspaced_letters() || ']{2}%$') and (p <> all (common) or common @> patterns));
  if seen * 100 < looked and pairs <> '{}' then
    words := words || format(' and octet_length(n.title || n.message) <> char_length(n.title || n.message)'
      ' and private.pairs(lower(n.title || '' '' || n.message)) @> %L', pairs);
  end if;
  -- If at least one row in a hundred matches, reading from the newest row on is fastest. Otherwise the trigram index
  -- is: the added interval keeps the planner from reading in order of time.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$function$;
comment on function private.notifications_found(text,public.notification_type,text,integer) is 'Takes words, a type and an audience as notifications_where() does, and how many; gives the ids of the newest that match, newest first.';

create or replace function private.notifications_where(
  query text,
  type public.notification_type,
  audience text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  return concat_ws(' and ', 'true',
    (select string_agg(format('lower(n.title || '' '' || n.message) like %L', pattern), ' and ')
      from unnest(private.notification_patterns(coalesce(notifications_where.query, ''))) pattern),
    'n.type = ' || quote_literal(notifications_where.type),
    case notifications_where.audience when 'global' then 'n.is_global' when 'specific' then 'not n.is_global' end);
end
$function$;
comment on function private.notifications_where(text,public.notification_type,text) is 'Takes words, a type, and global or specific (null: any); gives the condition on notifications n as SQL, every value quoted: each of the first six words has to be in title or message.';

create or replace function private.send_notification(
  send_id uuid,
  notification public.notifications
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sent uuid;
begin
  if not private.can('notifications', 'create') then
    perform private.refuse('You may not send notifications.');
  end if;
  perform private.check_notification(notification.action_url, notification.action_label, notification.publish_at, notification.expires_at);
  insert into public.notifications (id, title, message, type, sender_id, recipient_id, is_global, action_url, action_label, important, publish_at, expires_at)
  values (coalesce(send_id, gen_random_uuid()), btrim(notification.title), btrim(notification.message), coalesce(notification.type, 'info'),
    private.uid(), notification.recipient_id, notification.is_global, nullif(btrim(notification.action_url), ''),
    nullif(btrim(notification.action_label), ''), coalesce(notification.important, false),
    -- publish_at is stored only if it is in the future.
    case when notification.publish_at > now() then notification.publish_at end, notification.expires_at)
  on conflict (id) do nothing
  returning id into sent;
  if sent is null then
    -- The same notification can arrive again after a lost answer or a second click, and is stored once. The same id
    -- with another text, link or end is refused, so that the sender does not believe that the new text was sent.
    select n.id into sent from public.notifications n
    where n.id = send_id and n.sender_id = private.uid() and n.recipient_id is not distinct from notification.recipient_id
      and n.title = btrim(notification.title) and n.message = btrim(notification.message)
      and n.type = coalesce(notification.type, 'info') and n.important = coalesce(notification.important, false)
      and n.action_url is not distinct from nullif(btrim(notification.action_url), '')
      and n.action_label is not distinct from nullif(btrim(notification.action_label), '')
      and n.expires_at is not distinct from notification.expires_at
      -- A publish_at that has passed meanwhile equals one that was not stored, because it had passed already.
      and (n.publish_at is not distinct from notification.publish_at or coalesce(n.publish_at, notification.publish_at) <= now());
    if sent is null then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  end if;
  return sent;
end
$function$;
comment on function private.send_notification(uuid,public.notifications) is 'Takes the id of the operation (null: a random one) and the notification; sends it in the caller''s name and returns the id of the row. The same notification with the same id again sends nothing and returns the same id. Raises 42501, PT422, PT409 SENT_ALREADY if something else was sent with this id, 23503 for an unknown person, and 23514 for texts and links that are not valid.';

create or replace function private.unread_notifications(
  person uuid,
  joined timestamptz,
  muted public.notification_type[]
)
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return least(100, (
    -- Counts only to a hundred, because the badge shows 99+ beyond that.
    select count(*) from (
      select 1 from public.notifications n
      where n.recipient_id = person
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) o)
    + (select count(*) from (
      select 1 from public.notifications n
      where n.is_global and coalesce(n.publish_at, n.created_at) >= joined
        and private.notification_is_visible(n.publish_at, n.expires_at)
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) e))::int;
end
$function$;
comment on function private.unread_notifications(uuid,timestamp with time zone,public.notification_type[]) is 'Takes a person, when they joined and which types they mute; returns how many notifications are unread for them, at most 100, which means 100 or more.';

create or replace function public.edit_notification(
  notification_id uuid,
  title text,
  message text,
  type public.notification_type,
  action_url text default null,
  action_label text default null,
  important boolean default false,
  publish_at timestamptz default null,
  expires_at timestamptz default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000)
    and private.at_most('action_url', action_url, 1000)
    and private.at_most('action_label', action_label, 1000);
  old public.notifications;
begin
  if not private.can('notifications', 'update') then
    perform private.refuse('You may not edit notifications.');
  end if;
  select * into old from public.notifications n where n.id = edit_notification.notification_id for update;
  if old.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_NOTIFICATION', message = 'This notification is no longer there.';
  end if;
  -- The beginning of a visible notification cannot move to the future, because open screens would still show it.
  if old.publish_at is null or old.publish_at <= now() then
    publish_at := old.publish_at;
  elsif publish_at is null or publish_at <= now() then
    publish_at := now();
  end if;
  -- An end in the past is allowed if it is not changed.
  if expires_at is distinct from old.expires_at then
    perform private.check_notification(action_url, action_label, publish_at, expires_at);
  else
    perform private.check_notification(action_url, action_label, publish_at, null);
  end if;
  update public.notifications n set title = btrim(edit_notification.title), message = btrim(edit_notification.message),
    type = edit_notification.type, action_url = nullif(btrim(edit_notification.action_url), ''),
    action_label = nullif(btrim(edit_notification.action_label), ''), important = coalesce(edit_notification.important, false),
    publish_at = edit_notification.publish_at, expires_at = edit_notification.expires_at
  where n.id = old.id;
end
$function$;
comment on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) is 'Takes a notification and its new texts, link and times; open screens show the change at once. The recipients cannot change, and after the notification has appeared, neither can its beginning. Raises 42501; PT404 NO_NOTIFICATION; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; 23514 (rules/notifications#edit-and-delete).';
grant execute on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) to authenticated, service_role;

create or replace function public.is_read(notification public.notifications)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
begin
  return exists (select from public.notification_reads r where r.notification_id = notification.id and r.user_id = me)
    or (notification.is_global and exists (
      select from public.profiles p
      where p.id = me and p.created_at > coalesce(notification.publish_at, notification.created_at)))
    or (not notification.important and exists (
      select from public.notification_mutes m where m.user_id = me and m.type = notification.type));
end
$function$;
comment on function public.is_read(public.notifications) is 'A computed column of each notification: false if the caller''s bell counts it as unread; true for notifications that they have read, for global ones from before they joined, and for types that they mute. A query has to select it by name, as in select=id,is_read.';
grant execute on function public.is_read(public.notifications) to authenticated, service_role;

create or replace function public.mark_all_notifications_read()
  returns integer
  language plpgsql
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  joined timestamptz := (select p.created_at from public.profiles p where p.id = me);
  muted public.notification_type[] := array(select m.type from public.notification_mutes m where m.user_id = me);
  marked integer;
begin
  insert into public.notification_reads (user_id, notification_id)
  select me, n.id
  from (
    select o.* from public.notifications o where o.recipient_id = me
    union all
    select e.* from public.notifications e where e.is_global and coalesce(e.publish_at, e.created_at) >= joined
  ) n
  where private.notification_is_visible(n.publish_at, n.expires_at)
    and (n.important or n.type <> all (muted))
    and not exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id)
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end
$function$;
comment on function public.mark_all_notifications_read() is 'Marks all notifications that the caller''s bell counts as unread, and returns how many. The bell counts neither muted types nor global ones from before the person joined (rules/notifications#since-joining).';
grant execute on function public.mark_all_notifications_read() to authenticated, service_role;

create or replace function public.mark_notification_read(notification_id uuid)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  insert into public.notification_reads (user_id, notification_id)
  values (private.uid(), mark_notification_read.notification_id)
  on conflict do nothing;
end
$function$;
comment on function public.mark_notification_read(uuid) is 'Takes a notification and marks it as read, only for the caller. The same call again is no error. Raises 42501 for a notification that the caller cannot see.';
grant execute on function public.mark_notification_read(uuid) to authenticated, service_role;

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
    -- Each of these values is the first entry of an index.
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
comment on function public.notification_feed(integer) is 'Takes how many notifications (default 10, at most 100); returns the caller''s bell: {notifications: [{id, title, message, source, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, both the caller''s own and global ones; more: whether there are older ones; unread: at most 100, which means more than 99; muted: [type]; next_change_at: when the next notification appears or ends, null for never; now: the time of the database}. Notifications of muted types are left out and not counted unless they are important; global ones from before the person joined count as read. Null for callers whom the gate refuses (rules/notifications#bell).';
grant execute on function public.notification_feed(integer) to anon, authenticated, service_role;

create or replace function public.notification_list(
  query text default '',
  type public.notification_type default null,
  audience text default null,
  after text default null,
  before text default null,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('audience', audience, 1000)
    and private.at_most('after', after, 1000)
    and private.at_most('before', before, 1000);
  condition text := private.notifications_where(query, notification_list.type, audience);
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  bound constant int := 1000;
  place text[] := regexp_match(coalesce(before, after),
    '^(\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::?\d\d)?)),([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
  searched boolean := btrim(coalesce(query, '')) <> '';
  backwards boolean := before is not null and place is not null;
  found uuid[];
  counted bigint;
  ids uuid[];
  answer jsonb;
begin
  if not private.can('notifications', 'read') then
    raise exception using errcode = '42501', message = 'You may not read all notifications.';
  end if;
  if not searched then
    select coalesce(sum(s.notifications), 0) into counted from private.notification_sums s
    where (notification_list.type is null or s.type = notification_list.type)
      and (audience is null or audience not in ('global', 'specific') or s.is_global = (audience = 'global'));
  else
    found := private.notifications_found(query, notification_list.type, audience, bound + 1);
    counted := cardinality(found);
    -- The search found all matches, so the page is selected from these ids.
    if counted <= bound then
      condition := 'n.id = any ($1)';
    end if;
  end if;
  for attempt in 1..2 loop
    if searched and place is null then
      ids := found[1:size + 1];
    else
      execute format('select array(select n.id from public.notifications n where %s %s order by n.created_at %3$s, n.id %3$s limit %4$s)',
        condition,
        case when place is null then '' else format('and (n.created_at, n.id) %s (%L, %L)', case when backwards then '>' else '<' end, place[1], place[2]) end,
        case when backwards then 'asc' else 'desc' end, size + 1) into ids using found;
    end if;
    exit when not backwards or cardinality(ids) > size;
    -- Fewer newer rows exist than fill a page, so the first page is read from its beginning.
    backwards := false;
    place := null;
  end loop;
  select jsonb_build_object('total', case when searched then least(counted, bound) else counted end, 'bounded', searched and counted > bound,
    'newer', case when backwards then cardinality(ids) > size else place is not null end,
    'older', backwards or cardinality(ids) > size,
    'sums', (
      select jsonb_build_object('total', coalesce(sum(s.notifications), 0),
        'global', coalesce(sum(s.notifications) filter (where s.is_global), 0),
        'specific', coalesce(sum(s.notifications) filter (where not s.is_global), 0),
        'recent', (select count(*) from public.notifications r where r.created_at > now() - interval '24 hours'))
      from private.notification_sums s),
    'notifications', coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type,
        'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
        'publish_at', n.publish_at, 'expires_at', n.expires_at, 'created_at', n.created_at, 'updated_at', n.updated_at,
        'recipient', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name, 'email', r.email) end,
        'sender', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email) end,
        -- Global notifications have no read_at, because all people would have to be counted.
        'read_at', case when not n.is_global then (select d.read_at from public.notification_reads d
          where d.user_id = n.recipient_id and d.notification_id = n.id) end)
      order by n.created_at desc, n.id desc), '[]'))
  into answer
  from public.notifications n
  left join public.profiles r on r.id = n.recipient_id
  left join public.profiles s on s.id = n.sender_id
  where n.id = any (ids[1:size]);
  return answer;
end
$function$;
comment on function public.notification_list(text,public.notification_type,text,text,text,integer) is 'Takes words to look for in title and message, a type, an audience (global or specific), the row (`created_at,id`) after which (`after`: older ones) or before which (`before`: newer ones) the page begins, and the size of the page (at most 100). Returns {total: for a search at most 1,000, bounded: whether there are more, newer, older: whether there are newer or older ones, sums: {total, global, specific, recent: of the last 24 hours}, notifications: [{id, title, message, type, is_global, important, action_url, action_label, publish_at, expires_at, created_at, updated_at, recipient: {id, name, email}, sender: {id, name, email}, read_at: when its one recipient read it}]}, newest first. Raises 42501.';
grant execute on function public.notification_list(text,public.notification_type,text,text,text,integer) to authenticated, service_role;

create or replace function public.send_global_notification(
  title text,
  message text,
  type public.notification_type default 'info',
  sender_id uuid default null,
  action_url text default null,
  action_label text default null,
  important boolean default false,
  publish_at timestamptz default null,
  expires_at timestamptz default null,
  send_id uuid default null
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000)
    and private.at_most('action_url', action_url, 1000)
    and private.at_most('action_label', action_label, 1000);
  n public.notifications;
begin
  n.title := title; n.message := message; n.type := type; n.is_global := true; n.action_url := action_url; n.action_label := action_label;
  n.important := important; n.publish_at := publish_at; n.expires_at := expires_at;
  return private.send_notification(send_id, n);
end
$function$;
comment on function public.send_global_notification(text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes a notification to all members, from when until when it is shown, and an operation id, so that the same call again sends nothing; returns the id of the row. sender_id is ignored, because the sender is the caller. Raises 42501; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23514 for texts and links that do not fit (rules/notifications#sender).';
grant execute on function public.send_global_notification(text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) to authenticated, service_role;

create or replace function public.send_user_notification(
  recipient_id uuid,
  title text,
  message text,
  type public.notification_type default 'info',
  sender_id uuid default null,
  action_url text default null,
  action_label text default null,
  important boolean default false,
  publish_at timestamptz default null,
  expires_at timestamptz default null,
  send_id uuid default null
)
  returns uuid
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000)
    and private.at_most('action_url', action_url, 1000)
    and private.at_most('action_label', action_label, 1000);
  n public.notifications;
begin
  if not private.can('notifications', 'create') then
    perform private.refuse('You may not send notifications.');
  end if;
  if recipient_id is null then
    raise exception using errcode = 'PT422', message = 'Please select a recipient', hint = 'NO_RECIPIENT';
  end if;
  n.title := title; n.message := message; n.type := type; n.recipient_id := recipient_id; n.is_global := false;
  n.action_url := action_url; n.action_label := action_label;
  n.important := important; n.publish_at := publish_at; n.expires_at := expires_at;
  return private.send_notification(send_id, n);
end
$function$;
comment on function public.send_user_notification(uuid,text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes a person, a notification to them, from when until when it is shown, and an operation id, so that the same call again sends nothing; returns the id of the row. sender_id is ignored, because the sender is the caller. Raises 42501; PT422 NO_RECIPIENT, LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23503 for an unknown person; 23514 for texts and links that do not fit (rules/notifications#sender).';
grant execute on function public.send_user_notification(uuid,text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) to authenticated, service_role;

-- TRIGGERS

create trigger notifications_audit_delete after delete on public.notifications
  referencing old table as old_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger notifications_audit_insert after insert on public.notifications
  referencing new table as new_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger notifications_audit_update after update on public.notifications
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "source", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger notifications_count_delete after delete on public.notifications
  referencing old table as old_rows
  for each statement execute function private.count_notifications();

create trigger notifications_count_insert after insert on public.notifications
  referencing new table as new_rows
  for each statement execute function private.count_notifications();

create trigger notifications_count_update after update on public.notifications
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_notifications();

create trigger notifications_signal_delete after delete on public.notifications
  referencing old table as old_rows
  for each statement execute function private.signal_change('notifications');

create trigger notifications_signal_insert after insert on public.notifications
  referencing new table as new_rows
  for each statement execute function private.signal_change('notifications');

create trigger notifications_signal_update after update on public.notifications
  referencing new table as new_rows
  for each statement execute function private.signal_change('notifications');

create trigger notifications_touch before update on public.notifications
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy notification_mutes_delete on public.notification_mutes
  for delete to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notifications', 'mark', 'own'))
  );
comment on policy notification_mutes_delete on public.notification_mutes is 'The caller''s own rows.';

create policy notification_mutes_insert on public.notification_mutes
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('notifications', 'mark', 'own'))
  );
comment on policy notification_mutes_insert on public.notification_mutes is 'Rows in the caller''s own name.';

create policy notification_mutes_select on public.notification_mutes
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notifications', 'read', 'own'))
  );
comment on policy notification_mutes_select on public.notification_mutes is 'The caller''s own rows.';

create policy notification_reads_insert on public.notification_reads
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and exists (
      select 1
      from public.notifications n
      where n.id = notification_reads.notification_id
        and (
          (
            n.recipient_id = (select private.uid())
            and (select private.can('notifications', 'mark', 'own'))
          )
          or (n.is_global and (select private.can('notifications', 'mark', 'assigned')))
        )
    )
  );
comment on policy notification_reads_insert on public.notification_reads is 'Rows in the caller''s own name, for notifications that the caller can see.';

create policy notification_reads_select on public.notification_reads
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('notifications', 'read', 'own'))
  );
comment on policy notification_reads_select on public.notification_reads is 'The caller''s own rows.';

create policy notifications_delete on public.notifications
  for delete to authenticated
  using ((select private.can('notifications', 'delete')));
comment on policy notifications_delete on public.notifications is 'Administrators.';

create policy notifications_select on public.notifications
  for select to authenticated
  using (
    (
      (
        (
          recipient_id = (select private.uid())
          and (select private.can('notifications', 'read', 'own'))
        )
        or (is_global and (select private.can('notifications', 'read', 'assigned')))
      )
      and private.notification_is_visible(publish_at, expires_at)
    )
    or (select private.can('notifications', 'read'))
  );
comment on policy notifications_select on public.notifications is 'Notifications to the caller and global ones while they are visible; all notifications for callers with that right.';
