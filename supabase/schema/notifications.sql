-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.notification_mutes (
  user_id uuid not null default private.uid(),
  type public.notification_type not null,
  created_at timestamp with time zone not null default now(),
  constraint notification_mutes_pkey PRIMARY KEY (user_id, type),
  constraint notification_mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table public.notification_mutes enable row level security;
create policy notification_mutes_delete on public.notification_mutes for delete to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'mark'::text, 'own'::public.permission_scope) AS can)));
comment on policy notification_mutes_delete on public.notification_mutes is 'One''s own.';
create policy notification_mutes_insert on public.notification_mutes for insert to authenticated
  with check (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'mark'::text, 'own'::public.permission_scope) AS can)));
comment on policy notification_mutes_insert on public.notification_mutes is 'For oneself.';
create policy notification_mutes_select on public.notification_mutes for select to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'read'::text, 'own'::public.permission_scope) AS can)));
comment on policy notification_mutes_select on public.notification_mutes is 'One''s own.';
grant delete, select on public.notification_mutes to authenticated;
grant insert (user_id, type) on public.notification_mutes to authenticated;
grant delete, insert, select, update on public.notification_mutes to service_role;
comment on table public.notification_mutes is 'Types of notification that a person does not want to see. Important ones are shown all the same (rules/notifications#important).';

create table public.notification_reads (
  user_id uuid not null default private.uid(),
  notification_id uuid not null,
  read_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  constraint notification_reads_pkey PRIMARY KEY (id),
  constraint notification_reads_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE,
  constraint notification_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notification_reads_once UNIQUE (user_id, notification_id)
);
alter table public.notification_reads enable row level security;
CREATE INDEX notification_reads_notification_id_idx ON public.notification_reads USING btree (notification_id);
create policy notification_reads_insert on public.notification_reads for insert to authenticated
  with check (((user_id = ( SELECT private.uid() AS uid)) AND (EXISTS ( SELECT 1
   FROM public.notifications n
  WHERE ((n.id = notification_reads.notification_id) AND (((n.recipient_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'mark'::text, 'own'::public.permission_scope) AS can)) OR (n.is_global AND ( SELECT private.can('notifications'::text, 'mark'::text, 'assigned'::public.permission_scope) AS can))))))));
comment on policy notification_reads_insert on public.notification_reads is 'For oneself, what one can see.';
create policy notification_reads_select on public.notification_reads for select to authenticated
  using (((user_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'read'::text, 'own'::public.permission_scope) AS can)));
comment on policy notification_reads_select on public.notification_reads is 'One''s own.';
grant insert (user_id, notification_id) on public.notification_reads to authenticated;
grant select on public.notification_reads to authenticated;
grant delete, insert, select, update on public.notification_reads to service_role;
comment on table public.notification_reads is 'What a person has read. Marking one read never marks it for others (rules/notifications#own-read-state).';
comment on column public.notification_reads.id is 'Random, for what is deleted is told by its key to everybody who listens. Nobody chooses it.';

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  title text not null,
  message text not null,
  type public.notification_type not null default 'info'::public.notification_type,
  sender_id uuid default private.uid(),
  recipient_id uuid,
  is_global boolean not null default false,
  important boolean not null default false,
  action_url text,
  action_label text,
  publish_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_action_label_length CHECK (((btrim(action_label) <> ''::text) AND (char_length(action_label) <= 60))),
  constraint notifications_action_url_safe CHECK ((private.is_web_link(action_url) OR private.is_app_path(action_url))),
  constraint notifications_ends_after_beginning CHECK ((expires_at > COALESCE(publish_at, created_at))),
  constraint notifications_expires_at_range CHECK (((expires_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (expires_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint notifications_label_has_link CHECK (((action_label IS NULL) OR (action_url IS NOT NULL))),
  constraint notifications_message_length CHECK (((btrim(message) <> ''::text) AND (char_length(message) <= 2000))),
  constraint notifications_one_audience CHECK ((is_global = (recipient_id IS NULL))),
  constraint notifications_publish_at_range CHECK (((publish_at >= '1970-01-01 00:00:00+00'::timestamp with time zone) AND (publish_at <= '9999-12-31 23:59:59+00'::timestamp with time zone))),
  constraint notifications_title_length CHECK (((btrim(title) <> ''::text) AND (char_length(title) <= 100))),
  constraint notifications_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notifications_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES public.profiles(id) ON DELETE SET NULL
);
alter table public.notifications enable row level security;
CREATE INDEX notifications_begins_idx ON public.notifications USING btree (recipient_id, publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX notifications_ends_idx ON public.notifications USING btree (recipient_id, expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX notifications_global_idx ON public.notifications USING btree (COALESCE(publish_at, created_at) DESC, id DESC) WHERE is_global;
CREATE INDEX notifications_newest_global_idx ON public.notifications USING btree (created_at DESC, id DESC) WHERE is_global;
CREATE INDEX notifications_newest_idx ON public.notifications USING btree (created_at DESC, id DESC);
CREATE INDEX notifications_recipient_id_idx ON public.notifications USING btree (recipient_id, COALESCE(publish_at, created_at) DESC, id DESC);
CREATE INDEX notifications_sender_id_idx ON public.notifications USING btree (sender_id);
CREATE INDEX notifications_type_idx ON public.notifications USING btree (type, created_at DESC, id DESC);
CREATE INDEX notifications_words_idx ON public.notifications USING gin (lower(((title || ' '::text) || message)) extensions.gin_trgm_ops) WITH (fastupdate=off);
create policy notifications_delete on public.notifications for delete to authenticated
  using (( SELECT private.can('notifications'::text, 'delete'::text) AS can));
comment on policy notifications_delete on public.notifications is 'Administrators.';
create policy notifications_select on public.notifications for select to authenticated
  using ((((((recipient_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('notifications'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR (is_global AND ( SELECT private.can('notifications'::text, 'read'::text, 'assigned'::public.permission_scope) AS can))) AND ((publish_at IS NULL) OR (publish_at <= now())) AND ((expires_at IS NULL) OR (expires_at > now()))) OR ( SELECT private.can('notifications'::text, 'read'::text) AS can)));
comment on policy notifications_select on public.notifications is 'One''s own and global ones while they are due; all of them where the role table says so.';
grant delete, select on public.notifications to authenticated;
grant delete, insert, select, update on public.notifications to service_role;
CREATE TRIGGER notifications_audit_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER notifications_audit_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER notifications_audit_update AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('notification', '{"key": "id", "omit": ["title", "message", "action_label", "updated_at"], "place": {"title": "title", "unless": "recipient_id"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER notifications_count_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();
CREATE TRIGGER notifications_count_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();
CREATE TRIGGER notifications_count_update AFTER UPDATE ON public.notifications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.count_notifications();
CREATE TRIGGER notifications_signal_delete AFTER DELETE ON public.notifications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('notifications');
CREATE TRIGGER notifications_signal_insert AFTER INSERT ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('notifications');
CREATE TRIGGER notifications_signal_update AFTER UPDATE ON public.notifications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('notifications');
CREATE TRIGGER notifications_touch BEFORE UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.notifications is 'A message to one person or, with is_global, to all members: one row, however many they are.';

CREATE OR REPLACE FUNCTION private.unread_notifications(person uuid, joined timestamp with time zone, muted public.notification_type[])
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return least(100, (
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
      limit 100) e))::int;
end
$function$;
comment on function private.unread_notifications(uuid,timestamp with time zone,public.notification_type[]) is 'Takes a person, when they joined and what they mute; gives how many notifications are unread for them, 100 standing for more.';

CREATE OR REPLACE FUNCTION public.is_read(notification public.notifications)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
comment on function public.is_read(public.notifications) is 'A column that is computed for each person: false for what is unread as their bell counts it. True for what they have read, for global ones from before they joined, and for what they mute. Asked for by name, as in select=id,is_read.';
grant execute on function public.is_read(public.notifications) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_all_notifications_read()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.mark_all_notifications_read() is 'Marks all that the caller''s bell counts as unread; answers how many. Global ones from before the person joined never counted, muted types don''t (rules/notifications#since-joining).';
grant execute on function public.mark_all_notifications_read() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_notification_read(notification_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.notification_reads (user_id, notification_id)
  values (private.uid(), mark_notification_read.notification_id)
  on conflict do nothing;
end
$function$;
comment on function public.mark_notification_read(uuid) is 'Takes a notification and marks it read for the caller alone; again is no error. Raises 42501 for one the caller cannot see.';
grant execute on function public.mark_notification_read(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.notification_feed(size integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.notification_feed(integer) is 'Takes how many (10 unless told, 100 at most); gives the caller''s bell: {notifications: [{id, title, message, type, is_global, important, action_url, action_label, sent_at, expires_at, is_read}], newest first, their own and global ones; more: whether there are older ones; unread: up to 100, which stands for more than 99; muted: [type]; next_change_at: when one appears or goes without anybody doing anything, null for never; now: the database''s clock}. Muted types are left out and not counted unless important; a global one from before the person joined counts as read. Null for those who are not let in (rules/notifications#bell).';
grant execute on function public.notification_feed(integer) to anon, authenticated, service_role;
