-- Why: an invite is an e-mail to an address that somebody typed. Whoever may invite could fill an inbox, or
-- use up the mail provider's patience, so the database counts what leaves: one e-mail a minute to an address,
-- and per sender in an hour as many as the longest list that can be invited at once has lines.

create table private.invite_mails (
  id bigint generated always as identity primary key,
  sender_id uuid not null references public.profiles on delete cascade,
  invite_id uuid not null references public.invites on delete cascade,
  sent_at timestamptz not null default clock_timestamp()
);
alter table private.invite_mails enable row level security;
create index invite_mails_sender_idx on private.invite_mails (sender_id, sent_at desc);
create index invite_mails_invite_idx on private.invite_mails (invite_id, sent_at desc);
comment on table private.invite_mails is
  'E-mails of invites of the last hour. No grants: written by claim_invite_mail(), which forgets the older ones of its caller.';

create function public.claim_invite_mail(invite_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- As many lines as check_invites() takes.
  hourly constant int := 2000;
  invite public.invites := private.my_invite(invite_id, 'resend');
  free_at timestamptz;
begin
  -- The sender first, then the address: two who invite the same person wait in one order.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));

  select max(m.sent_at) + interval '1 minute' into free_at
  from private.invite_mails m join public.invites i on i.id = m.invite_id
  where lower(i.email) = lower(invite.email);
  if free_at > clock_timestamp() then
    return jsonb_build_object('state', 'WAIT', 'for', 'ADDRESS', 'until', free_at);
  end if;

  delete from private.invite_mails m
  where m.sender_id = private.uid() and m.sent_at <= clock_timestamp() - interval '1 hour';
  select m.sent_at + interval '1 hour' into free_at
  from private.invite_mails m where m.sender_id = private.uid()
  order by m.sent_at desc offset hourly - 1 limit 1;
  if found then
    return jsonb_build_object('state', 'WAIT', 'for', 'SENDER', 'until', free_at);
  end if;

  insert into private.invite_mails (sender_id, invite_id) values (private.uid(), invite.id);
  return jsonb_build_object('state', 'READY');
end
$$;
comment on function public.claim_invite_mail(uuid) is
  'Asked before an invite is e-mailed, and counts that e-mail. Takes an invite; gives {state: READY}, or {state: WAIT, for, until}: for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when the caller has e-mailed 2,000 in the last hour. Raises 42501 for those who may not send the invite again.';

grant execute on function public.claim_invite_mail(uuid) to authenticated;
