-- Why: after a lost answer somebody may go on writing before they press Send again. The same send with another
-- message, link or end is not the same: told that it was sent, they would believe in a text that nobody got.

create or replace function private.send_notification(send_id uuid, notification public.notifications) returns uuid
language plpgsql security definer set search_path = '' as $$
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
    -- The same send again, as after a lost answer or a second click: once is enough.
    select n.id into sent from public.notifications n
    where n.id = send_id and n.sender_id = private.uid() and n.recipient_id is not distinct from notification.recipient_id
      and n.title = btrim(notification.title) and n.message = btrim(notification.message)
      and n.type = coalesce(notification.type, 'info') and n.important = coalesce(notification.important, false)
      and n.action_url is not distinct from nullif(btrim(notification.action_url), '')
      and n.action_label is not distinct from nullif(btrim(notification.action_label), '')
      and n.expires_at is not distinct from notification.expires_at
      -- A beginning that has passed meanwhile was kept, or never was one.
      and (n.publish_at is not distinct from notification.publish_at or coalesce(n.publish_at, notification.publish_at) <= now());
    if sent is null then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  end if;
  return sent;
end
$$;
comment on function private.send_notification(uuid, public.notifications) is
  'Takes the id of the send (null for any) and what to send; answers the row''s id. The sender is the caller; the same send again, word for word, sends nothing and answers the same id. Raises 42501, PT422, PT409 SENT_ALREADY when something else went out under this id, 23503 for an unknown person, 23514 for texts and links that do not fit.';
