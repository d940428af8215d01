-- Why: one row reaches one person, or everybody; whether it was read is each person's own.

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
  constraint notifications_one_audience check (is_global = (recipient_id is null))
);
alter table public.notifications enable row level security;
create index notifications_recipient_id_idx on public.notifications (recipient_id, created_at desc);
create index notifications_global_idx on public.notifications (created_at desc) where is_global;
create index notifications_sender_id_idx on public.notifications (sender_id);
create index notifications_created_at_idx on public.notifications (created_at desc, id);
create trigger notifications_touch before update on public.notifications
  for each row execute function private.touch_updated_at();
comment on table public.notifications is 'A message to one person or, with is_global, to all members: one row, however many they are.';

create table public.notification_reads (
  user_id uuid not null default private.uid() references public.profiles (id) on delete cascade,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, notification_id)
);
alter table public.notification_reads enable row level security;
create index notification_reads_notification_id_idx on public.notification_reads (notification_id);
comment on table public.notification_reads is 'What a person has read. Marking one read never marks it for others (decisions, section 2).';

create policy notifications_select on public.notifications for select to authenticated
  using (
    ((recipient_id = (select private.uid()) or is_global)
      and (select private.can('notifications', 'read', 'own'))
      and (publish_at is null or publish_at <= now()) and (expires_at is null or expires_at > now()))
    or (select private.can('notifications', 'read')));
comment on policy notifications_select on public.notifications is 'One''s own and global ones while they are due; all of them for whom the role table says so.';
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
    user_id = (select private.uid()) and (select private.can('notifications', 'mark', 'own'))
    and exists (select 1 from public.notifications n where n.id = notification_id));
comment on policy notification_reads_insert on public.notification_reads is 'For oneself, what one can see.';
grant select on public.notification_reads to authenticated;
grant insert (user_id, notification_id) on public.notification_reads to authenticated;
