-- Why: one row reaches one person, or everyone; whether it was read is each person's own
-- (rules/notifications#own-read-state).
--
-- A bell asks one question and gets all of its answer: the newest ten, how many are unread, and when that
-- changes by itself. Every read asks the clock, so a scheduled one appears when it is due and goes when it is
-- over, without a job that runs (rules/notifications#later). What is sent, read and deleted arrives
-- live, through the publication.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  title text not null constraint notifications_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  message text not null constraint notifications_message_length check (btrim(message) <> '' and char_length(message) <= 2000),
  type public.notification_type not null default 'info',
  sender_id uuid default private.uid() references public.profiles (id) on delete set null,
  recipient_id uuid references public.profiles (id) on delete cascade,
  is_global boolean not null default false,
  important boolean not null default false,
  action_url text constraint notifications_action_url_safe check (private.is_web_link(action_url) or private.is_app_path(action_url)),
  action_label text constraint notifications_action_label_length check (btrim(action_label) <> '' and char_length(action_label) <= 60),
  publish_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notifications_one_audience check (is_global = (recipient_id is null)),
  constraint notifications_ends_after_beginning check (expires_at > coalesce(publish_at, created_at)) not valid,
  constraint notifications_label_has_link check (action_label is null or action_url is not null) not valid
);
alter table public.notifications enable row level security;
comment on table public.notifications is 'A message to one person or, with is_global, to all members: one row, however many they are.';
create index notifications_sender_id_idx on public.notifications (sender_id);
create index notifications_recipient_id_idx on public.notifications (recipient_id, coalesce(publish_at, created_at) desc, id desc);
create index notifications_global_idx on public.notifications (coalesce(publish_at, created_at) desc, id desc) where is_global;
create index notifications_begins_idx on public.notifications (recipient_id, publish_at) where publish_at is not null;
create index notifications_ends_idx on public.notifications (recipient_id, expires_at) where expires_at is not null;
create index notifications_newest_idx on public.notifications (created_at desc, id desc);
create index notifications_newest_global_idx on public.notifications (created_at desc, id desc) where is_global;
create index notifications_type_idx on public.notifications (type, created_at desc, id desc);

-- Few rows are ever sent, and a search would read through every pending entry.
create index notifications_words_idx on public.notifications using gin (lower(title || ' ' || message) extensions.gin_trgm_ops)
  with (fastupdate = off);

create trigger notifications_touch before update on public.notifications
  for each row execute function private.touch_updated_at();

create table public.notification_reads (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, notification_id)
);
alter table public.notification_reads enable row level security;
comment on table public.notification_reads is 'What a person has read. Marking one read never marks it for others (rules/notifications#own-read-state).';
create index notification_reads_notification_id_idx on public.notification_reads (notification_id);

create policy notifications_select on public.notifications for select to authenticated
  using (
    (((recipient_id = (select private.uid()) and (select private.can('notifications', 'read', 'own')))
        or (is_global and (select private.can('notifications', 'read', 'assigned'))))
      and (publish_at is null or publish_at <= now()) and (expires_at is null or expires_at > now()))
    or (select private.can('notifications', 'read')));
comment on policy notifications_select on public.notifications is 'One''s own and global ones while they are due; all of them where the role table says so.';

create policy notifications_delete on public.notifications for delete to authenticated
  using ((select private.can('notifications', 'delete')));
comment on policy notifications_delete on public.notifications is 'Administrators.';
grant select, delete on public.notifications to authenticated;

-- Not granted on purpose: insert and update. Sending is a function, because the sender is always the caller.

create policy notification_reads_select on public.notification_reads for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('notifications', 'read', 'own')));
comment on policy notification_reads_select on public.notification_reads is 'One''s own.';

create policy notification_reads_insert on public.notification_reads for insert to authenticated
  with check (
    user_id = (select private.uid())
    and exists (select 1 from public.notifications n where n.id = notification_id
      and ((n.recipient_id = (select private.uid()) and (select private.can('notifications', 'mark', 'own')))
        or (n.is_global and (select private.can('notifications', 'mark', 'assigned'))))));
comment on policy notification_reads_insert on public.notification_reads is 'For oneself, what one can see.';
grant select on public.notification_reads to authenticated;
grant insert (user_id, notification_id) on public.notification_reads to authenticated;

create function public.mark_notification_read(notification_id uuid) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  insert into public.notification_reads (user_id, notification_id)
  values (private.uid(), mark_notification_read.notification_id)
  on conflict do nothing;
end
$$;
comment on function public.mark_notification_read(uuid) is
  'Takes a notification and marks it read for the caller alone; again is no error. Raises 42501 for one the caller cannot see.';
grant execute on function public.mark_notification_read(uuid) to authenticated;

create function public.mark_all_notifications_read() returns integer
language plpgsql security invoker set search_path = '' as $$
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
  where (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
    and (n.important or n.type <> all (muted))
    and not exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id)
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end
$$;
comment on function public.mark_all_notifications_read() is
  'Marks all that the caller''s bell counts as unread; answers how many. Global ones from before the person joined never counted, muted types don''t (rules/notifications#since-joining).';
grant execute on function public.mark_all_notifications_read() to authenticated;

alter publication supabase_realtime add table public.notifications, public.notification_reads;

create table public.notification_mutes (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  type public.notification_type not null,
  created_at timestamptz not null default now(),
  primary key (user_id, type)
);
alter table public.notification_mutes enable row level security;
comment on table public.notification_mutes is
  'Types of notification that a person does not want to see. Important ones are shown all the same (rules/notifications#important).';

create policy notification_mutes_select on public.notification_mutes for select to authenticated
  using (user_id = (select private.uid()) and (select private.can('notifications', 'read', 'own')));
comment on policy notification_mutes_select on public.notification_mutes is 'One''s own.';

create policy notification_mutes_insert on public.notification_mutes for insert to authenticated
  with check (user_id = (select private.uid()) and (select private.can('notifications', 'mark', 'own')));
comment on policy notification_mutes_insert on public.notification_mutes is 'For oneself.';

create policy notification_mutes_delete on public.notification_mutes for delete to authenticated
  using (user_id = (select private.uid()) and (select private.can('notifications', 'mark', 'own')));
comment on policy notification_mutes_delete on public.notification_mutes is 'One''s own.';
grant select, delete on public.notification_mutes to authenticated;
grant insert (user_id, type) on public.notification_mutes to authenticated;

-- Not granted on purpose: update. A type is muted or it is not.

create function public.notification_feed(size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
      and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
      and (n.important or n.type <> all (muted))
    order by coalesce(n.publish_at, n.created_at) desc, n.id desc limit asked + 1
  ), global_ones as (
    select n.*, coalesce(n.publish_at, n.created_at) as sent_at from public.notifications n
    where n.is_global
      and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
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
          'is_global', n.is_global, 'important', n.important, 'action_url', n.action_url, 'action_label', n.action_label,
          'sent_at', n.sent_at, 'expires_at', n.expires_at,
          'is_read', (n.is_global and n.sent_at < joined)
            or exists (select 1 from public.notification_reads r where r.user_id = me and r.notification_id = n.id))
        order by n.sent_at desc, n.id desc)
      from shown n), '[]'),
    'more', (select count(*) from newest) > asked,
    'unread', private.unread_notifications(me, joined, muted),
    'muted', to_jsonb(muted),
    -- Each is the first of an index.
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
$$;
comment on function public.notification_feed(int) is
  'Takes how many (10 unless told, 100 at most); gives the caller''s bell: {notifications: [{id, title, message, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, their own and global ones; more: whether there are older ones; unread: up to 100, which stands for more than 99; muted: [type]; next_change_at: when one appears or goes without anybody doing anything, null for never; now: the database''s clock}. Muted types are left out and not counted unless important; a global one from before the person joined counts as read. Null for those who are not let in (rules/notifications#bell).';
grant execute on function public.notification_feed(int) to anon, authenticated;

create function private.unread_notifications(person uuid, joined timestamptz, muted public.notification_type[]) returns int
language sql stable security definer set search_path = '' as $$
  select least(100, (
    -- Stops at a hundred: the badge says 99+.
    select count(*) from (
      select 1 from public.notifications n
      where n.recipient_id = person
        and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) o)
    + (select count(*) from (
      select 1 from public.notifications n
      where n.is_global and coalesce(n.publish_at, n.created_at) >= joined
        and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
        and (n.important or n.type <> all (muted))
        and not exists (select 1 from public.notification_reads r where r.user_id = person and r.notification_id = n.id)
      limit 100) e))::int
$$;
comment on function private.unread_notifications(uuid, timestamptz, public.notification_type[]) is
  'Takes a person, when they joined and what they mute; gives how many notifications are unread for them, 100 standing for more.';

create function public.is_read(notification public.notifications) returns boolean
language plpgsql stable security invoker set search_path = '' as $$
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
$$;
comment on function public.is_read(public.notifications) is
  'A column that is computed for each person: false for what is unread as their bell counts it. True for what they have read, for global ones from before they joined, and for what they mute. Asked for by name, as in select=id,is_read.';
grant execute on function public.is_read(public.notifications) to authenticated;
