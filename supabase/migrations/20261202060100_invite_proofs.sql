-- Why: a person who signed up from the mail of an invite got a second mail, which proved nothing that the first had not
-- proven: the link of the first leads only from the mailbox. The link that staff copy is the same for everybody who has
-- seen it, so the link in the mail carries a proof of its own (rules/invites#invite-proof).

-- Proofs -----------------------------------------------------------------------------------------

create table private.invite_proofs (
  invite_id uuid primary key references public.invites (id) on delete cascade,
  expires_at timestamptz not null,
  hash bytea not null constraint invite_proofs_hash_length check (octet_length(hash) = 32)
);
alter table private.invite_proofs enable row level security;
comment on table private.invite_proofs is
  'The proof in the newest mail of an invite, as a SHA-256 hash. Deleted when an account is created with it. No grants: written by make_invite_proof(), read by use_invite_proof().';
comment on column private.invite_proofs.expires_at is
  'The end of the invite when the mail was sent. An invite that is sent again has another end, which ends the proof.';

create function public.make_invite_proof(invite_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  proof constant bytea := extensions.gen_random_bytes(32);
begin
  insert into private.invite_proofs as p (invite_id, expires_at, hash)
  select i.id, i.expires_at, sha256(proof) from public.invites i
  where i.id = make_invite_proof.invite_id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
  on conflict on constraint invite_proofs_pkey do update set expires_at = excluded.expires_at, hash = excluded.hash;
  return case when found then encode(proof, 'hex') end;
end
$$;
comment on function public.make_invite_proof(uuid) is
  'Takes an invite whose mail is about to be sent; returns the proof for the link in that mail, which replaces the one before. Null if the invite is closed. Only for the functions that send mails: a person who has the proof can sign up without a confirmation (rules/invites#invite-proof).';
revoke execute on function public.make_invite_proof(uuid) from public, anon, authenticated;
grant execute on function public.make_invite_proof(uuid) to service_role;

create function private.use_invite_proof(token text, proof text, address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.invite_of_token(btrim(token));
begin
  if proof ~ '^[0-9a-f]{64}$' and lower(invite.email) = lower(address)
     and private.invite_state(invite) = 'ACTIVE' and private.invite_admits(invite) then
    -- If two use it at once, the second waits for the first and then finds it used.
    delete from private.invite_proofs p
    where p.invite_id = invite.id and p.expires_at = invite.expires_at and p.hash = sha256(decode(proof, 'hex'));
    return found;
  end if;
  return false;
end
$$;
comment on function private.use_invite_proof(text,text,text) is
  'Takes the token of an invite, a proof and an email; uses the proof up if it is the one in the newest mail of this open invite to this email, and returns whether it is.';

create function private.take_invite_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and private.use_invite_proof(
       new.raw_user_meta_data ->> 'invite_token', new.raw_user_meta_data ->> 'invite_proof', new.email) then
    new.email_confirmed_at := coalesce(new.email_confirmed_at, now());
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'invite_proof';
  return new;
end
$$;
comment on function private.take_invite_proof() is
  'Trigger on auth.users: marks the email of a new account as confirmed if the metadata contain the proof of an invite to it, and removes the proof from what is stored. Auth writes the metadata of a sign-up a second time, after the insert.';

-- The name sorts before rookies_confirm_without_verification, which leaves a confirmed email alone.
create trigger rookies_accept_proof before insert or update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data -> 'invite_proof' is not null) execute function private.take_invite_proof();

create function private.drop_invite_proof() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'invite_proof';
  return new;
end
$$;
comment on function private.drop_invite_proof() is
  'Trigger on auth.identities: Auth copies the metadata of a sign-up there; the proof of an invite is removed.';

do $$
begin
  create trigger rookies_drop_proof before insert or update of identity_data on auth.identities
    for each row when (new.identity_data -> 'invite_proof' is not null) execute function private.drop_invite_proof();
exception when insufficient_privilege then
  raise notice 'Used proofs of invites stay in auth.identities, which takes no triggers here. They open nothing.';
end
$$;

-- Mails of the worker, sign-up, invites that are free again, and the course behind an invite ---------

create or replace function private.due_invite_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  return content || jsonb_build_object('to', invite.email, 'token', invite.token, 'proof', public.make_invite_proof(invite.id));
end
$function$;

comment on function private.due_invite_mail(private.due_work) is
  'Job: returns the mail of an invite, with what invite_by_token() returns, {to, token, proof: as make_invite_proof()} and {wait}: the moment before which it must not leave. Null if the invite is closed or was sent again, or if its sender may no longer invite.';

create or replace function private.create_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := nullif(btrim(new.raw_user_meta_data ->> 'invite_token'), '');
begin
  perform private.check_sign_up(new.email, new.raw_user_meta_data);
  insert into public.profiles (id, name, email, phone, terms_accepted_at)
  values (new.id, nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), coalesce(new.email, ''),
    nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''),
    case when new.raw_user_meta_data ->> 'terms_accepted' = 'true' then now() end);
  -- An invite that gives nothing any more does not prevent the sign-up.
  if token is not null and private.invite_admits(private.invite_of_token(token)) then
    perform private.redeem_invite(token, new.id, new.email);
    if new.email_confirmed_at > 'epoch' then
      perform private.give_invited_role(new.id);
    end if;
  end if;
  return new;
end
$function$;

create or replace function private.free_invite()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A corrected email is unconfirmed, although the account was confirmed before.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = old.id and a.account_confirmed) then
    -- Redeeming has ended the proof that was mailed.
    delete from private.invite_proofs p using public.invites i where i.id = p.invite_id and i.redeemed_by_id = old.id;
    update public.invites i set redeemed_at = null, redeemed_by_id = null where i.redeemed_by_id = old.id;
  end if;
  return old;
end
$function$;

create or replace function public.invite_by_token(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.invite_of_token(token);
  state text;
begin
  if invite.id is null then
    return jsonb_build_object('state', 'UNKNOWN');
  end if;
  state := case
    when private.invite_state(invite) = 'ACTIVE' and private.uid() is null and not private.invite_admits(invite)
      and not (select s.allow_registration from public.settings s) then 'WITHDRAWN'
    else private.invite_state(invite) end;
  if state <> 'ACTIVE' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object(
    'state', 'ACTIVE',
    'email', invite.email,
    'expires_at', invite.expires_at,
    'inviter', (select p.name from public.profiles p where p.id = invite.invited_by_id),
    'courses', coalesce((
      select jsonb_agg(c.title order by c.title)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null), '[]'),
    'opens', (
      select min(c.slug)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null
      having count(*) = 1 and bool_and(private.course_is_published(c.status, c.deleted_at))),
    'withheld', private.invite_withheld(invite),
    'mine', coalesce((select lower(u.email) = lower(invite.email) from auth.users u where u.id = private.uid()), false));
end
$function$;

comment on function public.invite_by_token(text) is
  'Takes a token. For an active one: email, inviter, titles of the courses it gives, opens: the slug of the course if it gives exactly one and that is published, else null, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own email. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';
