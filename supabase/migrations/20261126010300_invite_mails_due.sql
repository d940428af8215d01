-- Why: the mail of an invite left only while the inviter's page stood open and the mail server answered. It is due work
-- now as well: what the page does not send within two minutes, or could not send, leaves by itself (rules/invites#invite-mail).

insert into private.due_kinds (kind, label, mail) values ('invite_mail', 'Mail an invite', true);

create function private.invite_mail_key(invite uuid, expires_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select invite || ':' || extract(epoch from expires_at)
$$;
comment on function private.invite_mail_key(uuid, timestamptz) is 'Takes an invite and its end; what its mail is known by: sent again, an invite ends later and has another.';

create function private.put_invite_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Who sends it from a page has done so by then.
  perform private.put_due('invite_mail', private.invite_mail_key(new.id, new.expires_at), now() + interval '2 minutes', new.id, new.invited_by_id);
  return null;
end
$$;
comment on function private.put_invite_mail() is 'Row trigger: the mail of an invite is due, and once more when it gets more time.';
create trigger invites_mail_insert after insert on public.invites for each row
  when (new.redeemed_at is null and new.cancelled_at is null and new.expires_at > now())
  execute function private.put_invite_mail();
create trigger invites_mail_update after update of expires_at on public.invites for each row
  when (new.expires_at is distinct from old.expires_at and new.redeemed_at is null and new.cancelled_at is null and new.expires_at > now())
  execute function private.put_invite_mail();

create function private.invite_mail_wait(sender uuid, address text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function private.invite_mail_wait(uuid, text) is
  'Takes a sender and an address; why a mail of theirs to it has to wait, and until when: {for, until}, for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when they have e-mailed 2,000 in the last hour. Null when it need not.';

create or replace function public.claim_invite_mail(invite_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
  mail_key constant text := private.invite_mail_key(invite.id, invite.expires_at);
  due private.due_work;
  wait jsonb;
begin
  -- The sender first, then the address: two who invite the same person wait in one order.
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-by ' || private.uid()::text, 0));
  perform pg_advisory_xact_lock(hashtextextended('invite-mails-to ' || lower(invite.email), 0));
  -- The motor may have it at this moment, or have sent it.
  select * into due from private.due_work w where w.key = 'invite_mail:' || mail_key for update;
  if due.outcome = 'DONE' then
    return jsonb_build_object('state', 'SENT');
  end if;
  wait := private.invite_mail_wait(private.uid(), invite.email);
  if wait is not null then
    return jsonb_build_object('state', 'WAIT') || wait;
  end if;
  delete from private.invite_mails m
  where m.sender_id = private.uid() and m.sent_at <= clock_timestamp() - interval '1 hour';
  insert into private.invite_mails (sender_id, invite_id) values (private.uid(), invite.id);
  update private.due_work w set locked_until = now() + interval '2 minutes' where w.id = due.id and w.done_at is null;
  return jsonb_build_object('state', 'READY', 'key', 'invite_mail:' || mail_key);
end
$$;
comment on function public.claim_invite_mail(uuid) is
  'Asked before an invite is e-mailed, counts that e-mail, and keeps the motor from it for two minutes. Takes an invite; gives {state: READY, key: what the mail is known by}, {state: SENT} when it has left already, or {state: WAIT, for, until}: for ADDRESS when an invite was e-mailed there less than a minute ago, for SENDER when the caller has e-mailed 2,000 in the last hour. Raises 42501 for those who may not send the invite again.';

create function public.invite_mailed(invite_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.due_ended(w.id, w.attempts + 1, 'DONE')
  from private.due_work w
  where w.key = 'invite_mail:' || private.invite_mail_key(invite.id, invite.expires_at) and w.done_at is null;
end
$$;
comment on function public.invite_mailed(uuid) is
  'Takes an invite whose mail has left; the motor does not send it again. Raises 42501 for those who may not send it.';
revoke execute on function public.invite_mailed(uuid) from public, anon;
grant execute on function public.invite_mailed(uuid) to authenticated, service_role;

create function private.due_invite_mail(work private.due_work) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.due_invite_mail(private.due_work) is
  'The mail of an invite: what invite_by_token() tells, {to, token} and {wait}: from when on it may leave. Null once the invite is closed, was sent again, or its sender may no longer invite.';

create or replace function public.due_work_list(state text default 'OPEN', kind text default null, page integer default 1, page_size integer default 50)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state by its own index: what is due first, what ended last.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read due work.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.motor_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$$;
comment on function public.due_work_list(text, text, integer, integer) is
  'Takes a state (OPEN: not done yet, the longest due first; FAILED: given up; DONE: ended, given up or not), a kind (null: any), a page and its size (at most 100). Gives {found: how many, counted to 1,001, work: [{id, kind, label, subject: a title or an invited address, person: {id, name, email}, due_at, next_at: when it is tried next, attempts, done_at, outcome: DONE, DROPPED or FAILED, error}], kinds: [{kind, label}], stopped: whether nothing turns the motor}. Raises 42501.';
