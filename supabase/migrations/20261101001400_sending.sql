-- Why: a notification's sender is always its caller, and a global one is a single row; both are what a
-- function makes sure of and a grant cannot (product, section 7; decisions, sections 9 and 10).

create function public.send_global_notification(
  title text, message text, type public.notification_type default 'info', sender_id uuid default null,
  action_url text default null, action_label text default null,
  important boolean default false, publish_at timestamptz default null, expires_at timestamptz default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sent uuid;
begin
  if not private.can('notifications', 'create') then
    perform private.refuse('You may not send notifications.');
  end if;
  insert into public.notifications (title, message, type, sender_id, is_global, action_url, action_label, important, publish_at, expires_at)
  values (title, message, type, private.uid(), true, nullif(btrim(action_url), ''), nullif(btrim(action_label), ''),
    coalesce(important, false), publish_at, expires_at)
  returning id into sent;
  return sent;
end
$$;
comment on function public.send_global_notification(text, text, public.notification_type, uuid, text, text, boolean, timestamptz, timestamptz) is
  'Takes what to say to all members; answers the id of the one row. sender_id is accepted and ignored: the sender is the caller. Raises 42501, or 23514 for texts and links that do not fit.';

create function public.send_user_notification(
  recipient_id uuid, title text, message text, type public.notification_type default 'info', sender_id uuid default null,
  action_url text default null, action_label text default null,
  important boolean default false, publish_at timestamptz default null, expires_at timestamptz default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sent uuid;
begin
  if not private.can('notifications', 'create') then
    perform private.refuse('You may not send notifications.');
  end if;
  if recipient_id is null then
    raise exception using errcode = 'PT422', message = 'Please select a recipient', hint = 'NO_RECIPIENT';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, important, publish_at, expires_at)
  values (title, message, type, private.uid(), recipient_id, nullif(btrim(action_url), ''), nullif(btrim(action_label), ''),
    coalesce(important, false), publish_at, expires_at)
  returning id into sent;
  return sent;
end
$$;
comment on function public.send_user_notification(uuid, text, text, public.notification_type, uuid, text, text, boolean, timestamptz, timestamptz) is
  'Takes a person and what to say to them; answers the id. sender_id is accepted and ignored. Raises 42501, PT422 NO_RECIPIENT, 23503 for an unknown person, 23514 for texts and links that do not fit.';

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

create function public.mark_all_notifications_read() returns integer
language plpgsql security invoker set search_path = '' as $$
declare
  marked integer;
begin
  insert into public.notification_reads (user_id, notification_id)
  select private.uid(), n.id
  from public.notifications n
  where (n.recipient_id = private.uid() or n.is_global)
    and not exists (select 1 from public.notification_reads r where r.user_id = private.uid() and r.notification_id = n.id)
    and n.created_at >= (select p.created_at from public.profiles p where p.id = private.uid())
    and (n.publish_at is null or n.publish_at <= now()) and (n.expires_at is null or n.expires_at > now())
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end
$$;
comment on function public.mark_all_notifications_read() is
  'Marks all that is unread for the caller; answers how many. Global ones from before the person joined never counted as unread (decisions, section 2).';

grant execute on function
  public.send_global_notification(text, text, public.notification_type, uuid, text, text, boolean, timestamptz, timestamptz),
  public.send_user_notification(uuid, text, text, public.notification_type, uuid, text, text, boolean, timestamptz, timestamptz),
  public.mark_notification_read(uuid), public.mark_all_notifications_read() to authenticated;
