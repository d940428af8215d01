-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.due_invite_mail(work private.due_work)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites;
  content jsonb;
  wait jsonb;
begin
  select * into invite from public.invites i
  where i.id = work.subject_id and work.key = 'invite_mail:' || private.invite_mail_key(i.id, i.expires_at);
  content := public.invite_by_token(invite.token::text);
  if content ->> 'state' is distinct from 'ACTIVE' or not private.person_may(invite.invited_by_id, 'invites', 'resend', 'own') then
    return null;
  end if;
  wait := private.invite_mail_wait(invite.invited_by_id, invite.email);
  if wait is not null then
    return jsonb_build_object('wait', wait -> 'until');
  end if;
  insert into private.invite_mails (sender_id, invite_id) values (invite.invited_by_id, invite.id);
  return content || jsonb_build_object('to', invite.email, 'token', invite.token);
end
$function$;
comment on function private.due_invite_mail(private.due_work) is 'The mail of an invite: what invite_by_token() tells, {to, token} and {wait}: from when on it may leave. Null once the invite is closed, was sent again, or its sender may no longer invite.';

CREATE OR REPLACE FUNCTION private.invite_mail_key(invite uuid, expires_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select invite || ':' || extract(epoch from expires_at)
$function$;
comment on function private.invite_mail_key(uuid,timestamp with time zone) is 'Takes an invite and its end; what its mail is known by: sent again, an invite ends later and has another.';

CREATE OR REPLACE FUNCTION private.invite_mail_wait(sender uuid, address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- As many lines as check_invites() takes.
  hourly constant int := 2000;
  free_at timestamptz;
begin
  select max(m.sent_at) + interval '1 minute' into free_at
  from private.invite_mails m join public.invites i on i.id = m.invite_id
  where lower(i.email) = lower(address);
  if free_at > clock_timestamp() then
    return jsonb_build_object('for', 'ADDRESS', 'until', free_at);
  end if;
  select m.sent_at + interval '1 hour' into free_at
  from private.invite_mails m
  where m.sender_id = sender and m.sent_at > clock_timestamp() - interval '1 hour'
  order by m.sent_at desc offset hourly - 1 limit 1;
  return case when found then jsonb_build_object('for', 'SENDER', 'until', free_at) end;
end
$function$;
comment on function private.invite_mail_wait(uuid,text) is 'Takes a sender and an address; why a mail of theirs to it has to wait, and until when: {for, until}, for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when they have e-mailed 2,000 in the last hour. Null when it need not.';

CREATE OR REPLACE FUNCTION private.put_invite_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Who sends it from a page has done so by then.
  perform private.put_due('invite_mail', private.invite_mail_key(new.id, new.expires_at), now() + interval '2 minutes', new.id, new.invited_by_id);
  return null;
end
$function$;
comment on function private.put_invite_mail() is 'Row trigger: the mail of an invite is due, and once more when it gets more time.';

CREATE OR REPLACE FUNCTION public.invite_mailed(invite_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.due_ended(w.id, w.attempts + 1, 'DONE')
  from private.due_work w
  where w.key = 'invite_mail:' || private.invite_mail_key(invite.id, invite.expires_at) and w.done_at is null;
end
$function$;
comment on function public.invite_mailed(uuid) is 'Takes an invite whose mail has left; the motor does not send it again. Raises 42501 for those who may not send it.';
grant execute on function public.invite_mailed(uuid) to authenticated, service_role;
