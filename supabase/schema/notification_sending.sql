-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.notification_sums (
  type public.notification_type not null,
  is_global boolean not null,
  notifications bigint not null,
  constraint notification_sums_pkey PRIMARY KEY (type, is_global)
);
alter table private.notification_sums enable row level security;
comment on table private.notification_sums is 'How many notifications there are of each type, global and to single people. No grants: kept by count_notifications().';

CREATE OR REPLACE FUNCTION private.check_notification(action_url text, action_label text, publish_at timestamp with time zone, expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if btrim(coalesce(action_label, '')) <> '' and btrim(coalesce(action_url, '')) = '' then
    raise exception using errcode = 'PT422', hint = 'LABEL_WITHOUT_LINK', message = 'The button needs a link.';
  end if;
  if expires_at <= now() then
    raise exception using errcode = 'PT422', hint = 'ENDED', message = 'The end has to lie in the future.';
  end if;
  if expires_at <= publish_at then
    raise exception using errcode = 'PT422', hint = 'ENDS_FIRST', message = 'The end has to lie behind the beginning.';
  end if;
end
$function$;
comment on function private.check_notification(text,text,timestamp with time zone,timestamp with time zone) is 'Takes link, label, beginning and end of a notification; raises PT422 (LABEL_WITHOUT_LINK, ENDED, ENDS_FIRST) with a sentence for what does not go together.';

CREATE OR REPLACE FUNCTION private.count_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
comment on function private.count_notifications() is 'Statement trigger on notifications: keeps notification_sums.';

CREATE OR REPLACE FUNCTION private.export_notifications(filter jsonb, OUT columns text[], OUT source text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  columns := array['id', 'type', 'title', 'message', 'recipient', 'recipient_email', 'sender', 'important', 'link', 'link_label',
    'created', 'appears', 'ends', 'read'];
  source := format($sql$
    select n.created_at as at, n.id as key, jsonb_build_object('id', n.id, 'type', n.type, 'title', n.title, 'message', n.message,
      'recipient', case when n.is_global then 'All Members' else r.name end, 'recipient_email', r.email,
      'sender', coalesce(nullif(s.name, ''), s.email), 'important', n.important, 'link', n.action_url, 'link_label', n.action_label,
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

CREATE OR REPLACE FUNCTION private.notifications_found(query text, type public.notification_type, audience text, size integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Two words that many rows have, but none has both, would take seconds among a million rows in order of time.
  scope text := private.notifications_where('', notifications_found.type, notifications_found.audience);
  patterns text[] := private.notification_patterns(notifications_found.query);
  looked constant int := 200;
  newest text[];
  common text[];
  seen int;
  words text;
  ids uuid[];
begin
  execute format('select array(select lower(n.title || '' '' || n.message) from public.notifications n where %s order by n.created_at desc, n.id desc limit %s)',
    scope, looked) into newest;
  seen := (select count(*) from unnest(newest) t where t like all (patterns));
  common := array(select p from unnest(patterns) p where (select count(*) from unnest(newest) t where t like p) * 20 >= looked);
  -- What one in twenty has is asked of the rows that the other words find: what is added keeps the index from it.
  select string_agg(format('lower(n.title || '' '' || n.message)%s like %L',
    case when p = any (common) and not common @> patterns then ' || ''''' end, p), ' and ') into words from unnest(patterns) p;
  -- What one in a hundred has is found soonest from the newest on. What is rare is found by the index of letters,
  -- to which the added interval forces the planner.
  execute format('select array(select n.id from public.notifications n where %s and %s order by n.created_at %s desc, n.id desc limit %s)',
    scope, words, case when seen * 100 >= looked then '' else '+ interval ''0''' end, notifications_found.size) into ids;
  return ids;
end
$function$;
comment on function private.notifications_found(text,public.notification_type,text,integer) is 'Takes words, a type and an audience as notifications_where() does, and how many; gives the ids of the newest that match, newest first.';

CREATE OR REPLACE FUNCTION private.notifications_where(query text, type public.notification_type, audience text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return concat_ws(' and ', 'true',
    (select string_agg(format('lower(n.title || '' '' || n.message) like %L', pattern), ' and ')
      from unnest(private.notification_patterns(coalesce(notifications_where.query, ''))) pattern),
    'n.type = ' || quote_literal(notifications_where.type),
    case notifications_where.audience when 'global' then 'n.is_global' when 'specific' then 'not n.is_global' end);
end
$function$;
comment on function private.notifications_where(text,public.notification_type,text) is 'Takes words, a type, and global or specific (null: any); gives the condition on notifications n as SQL, every value quoted: each of the first six words in title or message.';

CREATE OR REPLACE FUNCTION private.send_notification(send_id uuid, notification public.notifications)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- What is due already is not scheduled.
    case when notification.publish_at > now() then notification.publish_at end, notification.expires_at)
  on conflict (id) do nothing
  returning id into sent;
  if sent is null then
    -- The same send again, as after a lost answer or a second click: once is enough. With another message, link or
    -- end it is not the same: the sender would believe in a text that did not go out.
    select n.id into sent from public.notifications n
    where n.id = send_id and n.sender_id = private.uid() and n.recipient_id is not distinct from notification.recipient_id
      and n.title = btrim(notification.title) and n.message = btrim(notification.message)
      and n.type = coalesce(notification.type, 'info') and n.important = coalesce(notification.important, false)
      and n.action_url is not distinct from nullif(btrim(notification.action_url), '')
      and n.action_label is not distinct from nullif(btrim(notification.action_label), '')
      and n.expires_at is not distinct from notification.expires_at
      -- A beginning that has passed was kept, or never was one.
      and (n.publish_at is not distinct from notification.publish_at or coalesce(n.publish_at, notification.publish_at) <= now());
    if sent is null then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  end if;
  return sent;
end
$function$;
comment on function private.send_notification(uuid,public.notifications) is 'Takes the id of the send (null for any) and what to send; answers the row''s id. The sender is the caller; the same send again, word for word, sends nothing and answers the same id. Raises 42501, PT422, PT409 SENT_ALREADY when something else went out under this id, 23503 for an unknown person, 23514 for texts and links that do not fit.';

CREATE OR REPLACE FUNCTION public.edit_notification(notification_id uuid, title text, message text, type public.notification_type, action_url text DEFAULT NULL::text, action_label text DEFAULT NULL::text, important boolean DEFAULT false, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old public.notifications;
begin
  if not private.can('notifications', 'update') then
    perform private.refuse('You may not edit notifications.');
  end if;
  select * into old from public.notifications n where n.id = edit_notification.notification_id for update;
  if old.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_NOTIFICATION', message = 'This notification is no longer there.';
  end if;
  -- What has appeared cannot be moved to the future: screens that have it would go on showing it.
  if old.publish_at is null or old.publish_at <= now() then
    publish_at := old.publish_at;
  elsif publish_at is null or publish_at <= now() then
    publish_at := now();
  end if;
  -- An end that stays as it is may lie in the past.
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
comment on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) is 'Takes a notification and all that it says from now on; open screens show the change, live. To whom it goes never changes, nor when it appeared once it has. Raises 42501; PT404 NO_NOTIFICATION; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; 23514 (rules/notifications#edit-and-delete).';
grant execute on function public.edit_notification(uuid,text,text,public.notification_type,text,text,boolean,timestamp with time zone,timestamp with time zone) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.notification_list(query text DEFAULT ''::text, type public.notification_type DEFAULT NULL::public.notification_type, audience text DEFAULT NULL::text, after text DEFAULT NULL::text, before text DEFAULT NULL::text, page_size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
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
    -- The search found all of them: a page is a part of these.
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
    -- The beginning: a whole page of it.
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
        -- Of a global one it would take counting everyone.
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
comment on function public.notification_list(text,public.notification_type,text,text,text,integer) is 'Takes words to look for in title and message, a type, an audience (global or specific), a place (`created_at,id`) behind which (`after`: older ones) or ahead of which (`before`: newer ones) to read, and a page''s size (at most 100). Gives {total: of a search up to 1,000, bounded: there are more, newer, older: whether there are any, sums: {total, global, specific, recent: of the last 24 hours}, notifications: [{id, title, message, type, is_global, important, action_url, action_label, publish_at, expires_at, created_at, updated_at, recipient: {id, name, email}, sender: {id, name, email}, read_at: when its one recipient read it}]}, newest first. Raises 42501.';
grant execute on function public.notification_list(text,public.notification_type,text,text,text,integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.send_global_notification(title text, message text, type public.notification_type DEFAULT 'info'::public.notification_type, sender_id uuid DEFAULT NULL::uuid, action_url text DEFAULT NULL::text, action_label text DEFAULT NULL::text, important boolean DEFAULT false, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, send_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  n public.notifications;
begin
  n.title := title; n.message := message; n.type := type; n.is_global := true; n.action_url := action_url; n.action_label := action_label;
  n.important := important; n.publish_at := publish_at; n.expires_at := expires_at;
  return private.send_notification(send_id, n);
end
$function$;
comment on function public.send_global_notification(text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes what to say to all members, from when until when, and an id that makes a second call harmless; answers the id of the one row. sender_id is accepted and ignored: the sender is the caller. Raises 42501; PT422 LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23514 for texts and links that do not fit (rules/notifications#sender).';
grant execute on function public.send_global_notification(text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.send_user_notification(recipient_id uuid, title text, message text, type public.notification_type DEFAULT 'info'::public.notification_type, sender_id uuid DEFAULT NULL::uuid, action_url text DEFAULT NULL::text, action_label text DEFAULT NULL::text, important boolean DEFAULT false, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone, expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, send_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
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
comment on function public.send_user_notification(uuid,text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) is 'Takes a person, what to say to them, from when until when, and an id that makes a second call harmless; answers the row''s id. sender_id is accepted and ignored. Raises 42501; PT422 NO_RECIPIENT, LABEL_WITHOUT_LINK, ENDED or ENDS_FIRST; PT409 SENT_ALREADY; 23503 for an unknown person; 23514 for texts and links that do not fit (rules/notifications#sender).';
grant execute on function public.send_user_notification(uuid,text,text,public.notification_type,uuid,text,text,boolean,timestamp with time zone,timestamp with time zone,uuid) to authenticated, service_role;
