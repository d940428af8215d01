-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table public.invite_courses (
  invite_id uuid not null,
  course_id uuid not null,
  constraint invite_courses_pkey PRIMARY KEY (invite_id, course_id),
  constraint invite_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint invite_courses_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES public.invites(id) ON DELETE CASCADE
);
alter table public.invite_courses enable row level security;
CREATE INDEX invite_courses_course_id_idx ON public.invite_courses USING btree (course_id);
create policy invite_courses_select on public.invite_courses for select to authenticated
  using ((( SELECT private.active() AS active) AND (EXISTS ( SELECT 1
   FROM public.invites i
  WHERE (i.id = invite_courses.invite_id)))));
comment on policy invite_courses_select on public.invite_courses is 'Follows the invite, whose own policy is asked.';
grant select on public.invite_courses to authenticated;
grant delete, insert, select, update on public.invite_courses to service_role;
comment on table public.invite_courses is 'The courses that an invite grants when it is redeemed.';

create table public.invites (
  id uuid not null default gen_random_uuid(),
  email text not null,
  token uuid not null default gen_random_uuid(),
  role public.user_role not null default 'MEMBER'::public.user_role,
  expires_at timestamp with time zone not null default (now() + '48:00:00'::interval),
  redeemed_at timestamp with time zone,
  redeemed_by_id uuid,
  cancelled_at timestamp with time zone,
  invited_by_id uuid default private.uid(),
  created_at timestamp with time zone not null default now(),
  role_given_at timestamp with time zone,
  constraint invites_pkey PRIMARY KEY (id),
  constraint invites_email_form CHECK (((email ~ '^[^@[:space:]]+@[^@[:space:]]+$'::text) AND (char_length(email) <= 320))),
  constraint invites_invited_by_id_fkey FOREIGN KEY (invited_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint invites_redeemed_by_id_fkey FOREIGN KEY (redeemed_by_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint invites_token_key UNIQUE (token)
);
alter table public.invites enable row level security;
CREATE INDEX invites_cancelled_idx ON public.invites USING btree (created_at DESC, id DESC) WHERE ((redeemed_at IS NULL) AND (cancelled_at IS NOT NULL));
CREATE INDEX invites_email_idx ON public.invites USING btree (lower(email));
CREATE INDEX invites_email_trgm_idx ON public.invites USING gin (lower(email) extensions.gin_trgm_ops);
CREATE INDEX invites_newest_idx ON public.invites USING btree (created_at DESC, id DESC);
CREATE INDEX invites_open_idx ON public.invites USING btree (expires_at, id) WHERE ((redeemed_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX invites_redeemed_by_id_idx ON public.invites USING btree (redeemed_by_id);
CREATE INDEX invites_redeemed_idx ON public.invites USING btree (created_at DESC, id DESC) WHERE (redeemed_at IS NOT NULL);
CREATE INDEX invites_sender_idx ON public.invites USING btree (invited_by_id, created_at DESC, id DESC);
create policy invites_select on public.invites for select to authenticated
  using ((( SELECT private.can('invites'::text, 'read'::text) AS can) OR ((invited_by_id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('invites'::text, 'read'::text, 'own'::public.permission_scope) AS can))));
comment on policy invites_select on public.invites is 'All, or those one has sent; no one else ever lists a token.';
grant select on public.invites to authenticated;
grant delete, insert, select, update on public.invites to service_role;
CREATE TRIGGER invites_audit_delete AFTER DELETE ON public.invites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('invite', '{"key": "id", "omit": ["token", "email", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER invites_audit_insert AFTER INSERT ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('invite', '{"key": "id", "omit": ["token", "email", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER invites_audit_update AFTER UPDATE ON public.invites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('invite', '{"key": "id", "omit": ["token", "email", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');
CREATE TRIGGER invites_ending_insert AFTER INSERT ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.put_invites_ending();
CREATE TRIGGER invites_ending_update AFTER UPDATE ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.put_invites_ending();
CREATE TRIGGER invites_mail_insert AFTER INSERT ON public.invites FOR EACH ROW WHEN (((new.redeemed_at IS NULL) AND (new.cancelled_at IS NULL) AND (new.expires_at > now()))) EXECUTE FUNCTION private.put_invite_mail();
CREATE TRIGGER invites_mail_update AFTER UPDATE OF expires_at ON public.invites FOR EACH ROW WHEN (((new.expires_at IS DISTINCT FROM old.expires_at) AND (new.redeemed_at IS NULL) AND (new.cancelled_at IS NULL) AND (new.expires_at > now()))) EXECUTE FUNCTION private.put_invite_mail();
CREATE TRIGGER invites_signal_delete AFTER DELETE ON public.invites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('invites');
CREATE TRIGGER invites_signal_insert AFTER INSERT ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('invites');
CREATE TRIGGER invites_signal_update AFTER UPDATE ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('invites');
CREATE TRIGGER invites_tally_delete AFTER DELETE ON public.invites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');
CREATE TRIGGER invites_tally_insert AFTER INSERT ON public.invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');
CREATE TRIGGER invites_tally_update AFTER UPDATE ON public.invites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');
comment on table public.invites is 'An invitation by e-mail. Its status is derived: redeemed, cancelled, expired or active (rules/invites#invite-status).';
comment on column public.invites.role_given_at is 'When the invited role took effect: only once the address is verified, and only if the sender could still give it.';

CREATE OR REPLACE FUNCTION private.check_invite(role public.user_role, course_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('invites', 'create', 'own') then
    raise exception using errcode = '42501', message = 'You may not invite people.';
  end if;
  if role <> 'MEMBER' and not private.can('invites', 'give_role') then
    raise exception using errcode = '42501', message = 'You may not give a role.';
  end if;
  if exists (
    select 1 from unnest(course_ids) wanted(id)
    where not exists (
      select 1 from public.courses c
      where c.id = wanted.id and c.deleted_at is null
        and (private.can('entitlements', 'create') or c.id in (select private.my_course_ids('invites', 'create'))))
  ) then
    raise exception using errcode = '42501', message = 'You may not invite to this course.';
  end if;
end
$function$;
comment on function private.check_invite(public.user_role,uuid[]) is 'Raises 42501 unless the caller may send an invite that gives this role and these courses: creators their own courses, moderators and administrators any, a role only who may give one (rules/access#role-table).';

CREATE OR REPLACE FUNCTION private.free_invite()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A correction takes the confirmation away from an account that has been confirmed all the same.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = old.id and a.account_confirmed) then
    update public.invites i set redeemed_at = null, redeemed_by_id = null where i.redeemed_by_id = old.id;
  end if;
  return old;
end
$function$;
comment on function private.free_invite() is 'Trigger on auth.users: an account deleted before it was ever confirmed gives its invite back (rules/invites#free-again).';
CREATE TRIGGER rookies_free_invite BEFORE DELETE ON auth.users FOR EACH ROW WHEN ((old.email_confirmed_at IS NULL)) EXECUTE FUNCTION private.free_invite();

CREATE OR REPLACE FUNCTION private.give_invited_role(person uuid, proving_session uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites;
  given boolean := false;
begin
  for invite in
    select i.* from public.invites i join auth.users u on u.id = person
    where i.redeemed_by_id = person and i.role <> 'MEMBER' and i.role_given_at is null
      -- A mailbox proves the role that was sent to it, and no other's.
      and lower(i.email) = lower(u.email)
    order by i.redeemed_at
  loop
    if private.person_keeps(invite.invited_by_id, 'invites', 'give_role') then
      -- Up from MEMBER, or to the top; never sideways or down, which would take rights away.
      update public.profiles p set role = invite.role
      where p.id = person and (p.role = 'MEMBER' or (invite.role = 'ADMIN' and p.role <> 'ADMIN'));
      given := given or found;
    end if;
    update public.invites i set role_given_at = now() where i.id = invite.id;
  end loop;
  if given then
    -- Only this session has shown the mailbox: the password may be another person's, and so may the other sessions.
    update auth.users u set email_confirmed_at = now(), encrypted_password = ''
    where u.id = person
      and (u.email_confirmed_at <= 'epoch' or exists (select 1 from private.corrected_addresses a where a.user_id = u.id));
    if found then
      delete from private.corrected_addresses a where a.user_id = person;
      delete from auth.sessions s where s.user_id = person and s.id is distinct from proving_session;
    end if;
  end if;
end
$function$;
comment on function private.give_invited_role(uuid,uuid) is 'Takes a person whose address is proven, and the session that proved it where that is not known of the account; gives them the roles of the invites to that address that they redeemed. Accepting never lowers a role. Where that session alone proved it, the account is confirmed from then on, and its password and its other sessions end (rules/invites#role-needs-mailbox).';

CREATE OR REPLACE FUNCTION private.invite_of_token(token text)
 RETURNS public.invites
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_invite public.invites;
begin
  if token ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    select i.* into found_invite from public.invites i where i.token = invite_of_token.token::uuid;
  end if;
  return found_invite;
end
$function$;
comment on function private.invite_of_token(text) is 'The invite with that token, all null without one; a malformed token is an unknown one.';

CREATE OR REPLACE FUNCTION private.invite_state(i public.invites)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when i.redeemed_at is not null then 'REDEEMED'
    when i.cancelled_at is not null then 'CANCELLED'
    when i.expires_at <= now() then 'EXPIRED'
    else 'ACTIVE' end
$function$;
comment on function private.invite_state(public.invites) is 'The derived status of an invite (rules/invites#invite-status).';

CREATE OR REPLACE FUNCTION private.my_invite(invite_id uuid, action text)
 RETURNS public.invites
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites;
begin
  select i.* into invite from public.invites i
  where i.id = invite_id
    and (private.can('invites', action) or (i.invited_by_id = private.uid() and private.can('invites', action, 'own')));
  if invite.id is null then
    raise exception using errcode = '42501', message = 'You may not change this invite.';
  end if;
  return invite;
end
$function$;
comment on function private.my_invite(uuid,text) is 'The invite, when the caller may do that to it; raises 42501 otherwise, for unknown ones alike.';

CREATE OR REPLACE FUNCTION private.on_address_verified()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Read by weigh_address(), for a server that confirms an address and sets it, in this order.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- Of a corrected address the session proves it that the mail has opened.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id);
  end if;
  return new;
end
$function$;
comment on function private.on_address_verified() is 'Trigger on auth.users: once the address is confirmed, an invited role takes effect.';
CREATE TRIGGER rookies_address_verified AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS DISTINCT FROM new.email_confirmed_at) AND (new.email_confirmed_at > '1970-01-01 00:00:00+00'::timestamp with time zone))) EXECUTE FUNCTION private.on_address_verified();

CREATE OR REPLACE FUNCTION private.redeem_invite(token text, person uuid, address text)
 RETURNS public.invites
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites := private.usable_invite(token, address);
begin
  -- Left open, so that somebody who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- The condition decides the race: the second waits for the first and then finds the invite redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now();
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, g.id, 'INVITE', invite.id, invite.invited_by_id
  from private.invited_course_ids(invite) g (id)
  on conflict on constraint entitlements_grant_key do nothing;
  return invite;
end
$function$;
comment on function private.redeem_invite(text,uuid,text) is 'Takes a token, a person and their address; redeems the invite exactly once and grants those of its courses that its sender could still give. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN.';

CREATE OR REPLACE FUNCTION private.refuse_invite(state text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception using errcode = 'PT422', hint = 'INVITE_' || state,
    message = case state
      when 'UNKNOWN' then 'This invite is not valid.'
      when 'OTHER_ADDRESS' then 'This invite was sent to another e-mail address.'
      when 'REDEEMED' then 'This invite has already been used.'
      when 'CANCELLED' then 'This invite has been cancelled.'
      when 'WITHDRAWN' then 'This invite no longer counts: who sent it can no longer invite people.'
      else 'This invite has expired.' end;
end
$function$;
comment on function private.refuse_invite(text) is 'Takes why an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED, WITHDRAWN); raises PT422 with its sentence and INVITE_ and that word as hint.';

CREATE OR REPLACE FUNCTION private.usable_invite(token text, address text)
 RETURNS public.invites
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.usable_invite(text,text) is 'Takes a token and an address; gives the invite when that address could redeem it at this moment, raises as refuse_invite does otherwise. Redeems nothing.';

CREATE OR REPLACE FUNCTION public.accept_invite(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller auth.users;
  invite public.invites;
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  select u.* into caller from auth.users u where u.id = private.uid();
  invite := private.redeem_invite(token, caller.id, caller.email);
  if private.address_proven() then
    perform private.give_invited_role(caller.id, (private.claims() ->> 'session_id')::uuid);
  end if;
  return jsonb_build_object('courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by c.title), '[]')
    from private.invited_course_ids(invite) g (id)
    join public.courses c on c.id = g.id and c.status = 'PUBLISHED' and c.deleted_at is null));
end
$function$;
comment on function public.accept_invite(text) is 'Takes a token; redeems the invite for the signed-in caller, whose address it must carry, and answers the courses it opened. Raises as redeem_invite does, and 42501 for visitors.';
grant execute on function public.accept_invite(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.cancel_invite(invite_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites := private.my_invite(invite_id, 'cancel');
begin
  update public.invites i set cancelled_at = now()
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null;
  if not found then
    raise exception using errcode = 'PT409', message = 'This invite has been used or cancelled.', hint = 'INVITE_CLOSED';
  end if;
end
$function$;
comment on function public.cancel_invite(uuid) is 'Takes an invite and ends it. Raises 42501 for those who may not, PT409 INVITE_CLOSED when there is nothing to cancel.';
grant execute on function public.cancel_invite(uuid) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.create_invite(email text, role public.user_role DEFAULT 'MEMBER'::public.user_role, course_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := btrim(create_invite.email);
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i
  where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
    and i.created_at > now() - interval '10 minutes'
    and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
    and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
         from public.invite_courses c where c.invite_id = i.id)
      = (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}')
         from unnest(course_ids) wanted(id))
  order by i.created_at desc limit 1;
  if invite.id is null then
    insert into public.invites (email, role, invited_by_id)
    values (address, create_invite.role, private.uid())
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select distinct invite.id, wanted.id from unnest(course_ids) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;
comment on function public.create_invite(text,public.user_role,uuid[]) is 'Takes an address, a role to give and courses; makes an invite that lasts 48 hours and answers it with its token. The same again from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, 23514 for an address that is none.';
grant execute on function public.create_invite(text,public.user_role,uuid[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.invite_by_token(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'withheld', private.invite_withheld(invite),
    'mine', coalesce((select lower(u.email) = lower(invite.email) from auth.users u where u.id = private.uid()), false));
end
$function$;
comment on function public.invite_by_token(text) is 'Takes a token. For an active one: address, inviter, titles of the courses it gives, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own address. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';
grant execute on function public.invite_by_token(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.resend_invite(invite_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.check_invite(invite.role, array(select ic.course_id from public.invite_courses ic where ic.invite_id = invite.id));
  update public.invites i
  set expires_at = now() + interval '48 hours',
    invited_by_id = case when private.invite_withheld(i) is null then i.invited_by_id else private.uid() end
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null
  returning * into invite;
  if not found then
    raise exception using errcode = 'PT409', message = 'This invite has been used or cancelled.', hint = 'INVITE_CLOSED';
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;
comment on function public.resend_invite(uuid) is 'Takes an invite; gives it 48 hours from now under the same link. One whose sender could not give all of it any more is the caller''s from then on, who can. Raises 42501 for those who may not, PT409 INVITE_CLOSED when it was used or cancelled.';
grant execute on function public.resend_invite(uuid) to authenticated, service_role;
