-- Why: a hosted project's auth service keeps a trigger's sentence to itself when the client names an API
-- version, and ours does. A hook is asked before the account is made and its sentence is passed on. The
-- triggers stay the guard, in the same transaction as the account; hook and trigger ask the same checks.

create function private.refuse_invite(state text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', hint = 'INVITE_' || state,
    message = case state
      when 'UNKNOWN' then 'This invite is not valid.'
      when 'OTHER_ADDRESS' then 'This invite was sent to another e-mail address.'
      when 'REDEEMED' then 'This invite has already been used.'
      when 'CANCELLED' then 'This invite has been cancelled.'
      else 'This invite has expired.' end;
end
$$;
comment on function private.refuse_invite(text) is
  'Takes why an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED); raises PT422 with its sentence and INVITE_ and that word as hint.';

create function private.usable_invite(token text, address text) returns public.invites
language plpgsql stable security definer set search_path = '' as $$
declare
  invite public.invites := private.invite_of_token(token);
begin
  if invite.id is null then
    perform private.refuse_invite('UNKNOWN');
  end if;
  if lower(invite.email) is distinct from lower(address) then
    perform private.refuse_invite('OTHER_ADDRESS');
  end if;
  if private.invite_state(invite) <> 'ACTIVE' then
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  return invite;
end
$$;
comment on function private.usable_invite(text, text) is
  'Takes a token and an address; gives the invite when that address could redeem it at this moment, raises as refuse_invite does otherwise. Redeems nothing.';

create or replace function private.redeem_invite(token text, person uuid, address text) returns public.invites
language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.usable_invite(token, address);
begin
  -- The condition decides the race: whoever comes second waits for the first and then finds it redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now();
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, ic.course_id, 'INVITE', invite.id, invite.invited_by_id
  from public.invite_courses ic where ic.invite_id = invite.id
  on conflict on constraint entitlements_grant_key do nothing;
  return invite;
end
$$;

create function private.check_sign_up(address text, metadata jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
begin
  -- Only the auth service signs people up; whoever owns the database may still add accounts by hand.
  if token is null and session_user = 'supabase_auth_admin'
     and not (select s.allow_registration from public.settings s) then
    raise exception using errcode = 'PT422', message = 'Registration is closed. You need an invite to sign up.', hint = 'REGISTRATION_CLOSED';
  end if;
  if char_length(btrim(metadata ->> 'name')) > 100 then
    raise exception using errcode = 'PT422', message = 'Name must be less than 100 characters', hint = 'NAME_LENGTH';
  end if;
  if char_length(btrim(metadata ->> 'phone')) > 40 then
    raise exception using errcode = 'PT422', message = 'Phone must be less than 40 characters', hint = 'PHONE_LENGTH';
  end if;
  if token is not null then
    perform private.usable_invite(token, address);
  end if;
end
$$;
comment on function private.check_sign_up(text, jsonb) is
  'Takes the address and the metadata of a sign-up; raises PT422 with a whole sentence when it is not to be: registration closed and no invite, a name or phone that does not fit, an invite that cannot be redeemed. Changes nothing (decisions, section 4).';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  token text := nullif(btrim(new.raw_user_meta_data ->> 'invite_token'), '');
begin
  perform private.check_sign_up(new.email, new.raw_user_meta_data);
  insert into public.profiles (id, name, email, phone, terms_accepted_at)
  values (new.id, nullif(btrim(new.raw_user_meta_data ->> 'name'), ''), coalesce(new.email, ''),
    nullif(btrim(new.raw_user_meta_data ->> 'phone'), ''),
    case when new.raw_user_meta_data ->> 'terms_accepted' = 'true' then now() end);
  if token is not null then
    perform private.redeem_invite(token, new.id, new.email);
  end if;
  return new;
end
$$;

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  sentence text;
begin
  perform private.check_sign_up(event -> 'user' ->> 'email', event -> 'user' -> 'user_metadata');
  return '{}';
exception when sqlstate 'PT422' then
  get stacked diagnostics sentence = message_text;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', sentence));
end
$$;
comment on function public.before_user_created(jsonb) is
  'Hook of the auth service, asked before an account is made: {user: {email, user_metadata}} in, an empty object or {error: {http_code, message}} out. The checks are check_sign_up()''s. Nobody but the auth service may call it.';

-- In public because the auth service's configuration names it there; the API roles hold no grant.
revoke execute on function public.before_user_created(jsonb) from service_role;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;
