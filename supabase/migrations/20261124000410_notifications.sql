-- Why: unread notifications that are counted over the table are the ones that the bell counts: none that
-- went to everybody before the person joined, and none of a type that they mute.

create or replace function public.is_read(notification public.notifications) returns boolean
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
  'A column that is computed for each person: false for what is unread as their bell counts it. True for what they have read, for what went to everybody before they joined, and for what they mute. Asked for by name, as in select=id,is_read.';
