-- Why: an invite of somebody who was demoted, disabled or deleted since, or who lost the course, went on granting what
-- they could no longer give. What an invite gives is worked out when it is accepted, by what its sender could give at
-- that moment (rules/invites#sender-rights).

create function private.person_keeps(person uuid, resource text, action text, scope public.permission_scope default 'any') returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1
    from private.standings(person) st
    cross join lateral private.rights_of(st.role) rp
    where st.state in ('ACTIVE', 'MAINTENANCE')
      and rp.resource = person_keeps.resource
      and rp.action = person_keeps.action
      and rp.scope in ('any', person_keeps.scope)
  );
end
$$;
comment on function private.person_keeps(uuid, text, text, public.permission_scope) is
  'person_may(), maintenance aside: it is a pause, and takes nothing from what staff have begun. Sessions are not looked at.';

create function private.invite_admits(i public.invites) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.person_keeps(i.invited_by_id, 'invites', 'create', 'own')
$$;
comment on function private.invite_admits(public.invites) is
  'Takes an invite; true while its sender could still invite. One whose sender could not gives nothing.';

create function private.invited_course_ids(i public.invites) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  -- As check_invite() decides for who sends one.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create')) or c.created_by_id = i.invited_by_id);
  end if;
end
$$;
comment on function private.invited_course_ids(public.invites) is
  'Takes an invite; the courses that it gives at this moment: those that its sender could still invite to.';

create function private.invite_withheld(i public.invites) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  admits constant boolean := private.invite_admits(i);
  gives_role constant boolean := i.role = 'MEMBER' or (admits and private.person_keeps(i.invited_by_id, 'invites', 'give_role'));
  titles constant jsonb := (
    select coalesce(jsonb_agg(c.title order by c.title), '[]')
    from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
    where ic.invite_id = i.id and c.id not in (select private.invited_course_ids(i)));
begin
  if private.invite_state(i) not in ('ACTIVE', 'EXPIRED') or (admits and gives_role and titles = '[]') then
    return null;
  end if;
  return jsonb_build_object('all', not admits, 'role', case when not gives_role then i.role end, 'courses', titles);
end
$$;
comment on function private.invite_withheld(public.invites) is
  'Takes an invite; what it names and does not give any more, because its sender could not: {all: whether they may not invite at all, role: the one it named, courses: titles}. Null when it gives all, and when it was used or cancelled.';

create or replace function private.refuse_invite(state text) returns void
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.refuse_invite(text) is
  'Takes why an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED, WITHDRAWN); raises PT422 with its sentence and INVITE_ and that word as hint.';

create or replace function private.redeem_invite(token text, person uuid, address text) returns public.invites
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function private.redeem_invite(text, uuid, text) is
  'Takes a token, a person and their address; redeems the invite exactly once and grants those of its courses that its sender could still give. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN.';

create or replace function private.check_sign_up(address text, metadata jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
  -- Only the auth service signs people up; the database's owner may still add accounts by hand.
  closed constant boolean := session_user = 'supabase_auth_admin' and not (select s.allow_registration from public.settings s);
begin
  if token is null and closed then
    raise exception using errcode = 'PT422', message = 'Registration is closed. You need an invite to sign up.', hint = 'REGISTRATION_CLOSED';
  end if;
  if char_length(btrim(metadata ->> 'name')) > 100 then
    raise exception using errcode = 'PT422', message = 'Name must be less than 100 characters', hint = 'NAME_LENGTH';
  end if;
  if metadata ->> 'name' <> private.visible_name(metadata ->> 'name') then
    raise exception using errcode = 'PT422', message = 'Name must not contain invisible characters', hint = 'NAME_HIDDEN';
  end if;
  if char_length(btrim(metadata ->> 'phone')) > 40 then
    raise exception using errcode = 'PT422', message = 'Phone must be less than 40 characters', hint = 'PHONE_LENGTH';
  end if;
  if token is not null and not private.invite_admits(private.usable_invite(token, address)) and closed then
    perform private.refuse_invite('WITHDRAWN');
  end if;
end
$$;
comment on function private.check_sign_up(text, jsonb) is
  'Takes the address and the metadata of a sign-up; raises PT422 with a whole sentence when it is not to be: registration closed and no invite, or one whose sender could not invite any more; a name or phone that is too long, a name with invisible characters, an invite that cannot be used.';

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
  -- Where anybody may sign up, an invite that gives nothing any more keeps no one out.
  if token is not null and private.invite_admits(private.invite_of_token(token)) then
    perform private.redeem_invite(token, new.id, new.email);
  end if;
  return new;
end
$$;

create or replace function public.invite_by_token(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.invite_by_token(text) is
  'Takes a token. For an active one: address, inviter, titles of the courses it gives, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own address. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';

create or replace function public.my_open_invite() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invite_token uuid;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  if not private.address_proven() then
    return null;
  end if;
  select i.token into invite_token
  from public.invites i
  where lower(i.email) = (select lower(u.email) from auth.users u where u.id = private.uid())
    and private.invite_state(i) = 'ACTIVE' and private.invite_admits(i)
  order by i.created_at desc, i.id
  limit 1;
  if invite_token is null then
    return null;
  end if;
  return public.invite_by_token(invite_token::text) || jsonb_build_object('token', invite_token);
end
$$;

-- Sent again -----------------------------------------------------------------------------------------

create or replace function public.resend_invite(invite_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.resend_invite(uuid) is
  'Takes an invite; gives it 48 hours from now under the same link. One whose sender could not give all of it any more is the caller''s from then on, who can. Raises 42501 for those who may not, PT409 INVITE_CLOSED when it was used or cancelled.';

create or replace function public.change_invites(operation_id uuid, piece integer, act text, invite_ids uuid[] default null, query text default null, state text default null, mine boolean default false, after uuid default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  -- Every resent invite is e-mailed before the next piece begins.
  size int := case act when 'resend' then 100 else 2000 end;
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('change-invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  batch uuid[];
  result jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = change_invites.piece;
  if result is null then
    if cardinality(invite_ids) > size then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('At most %s invites at once, please.', size);
    end if;
    batch := private.invite_batch(act, invite_ids, query, change_invites.state, mine, after, size);
    -- In one order, so that two callers never wait for each other; a redemption comes before or after.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then now() + interval '48 hours' else i.expires_at end,
      cancelled_at = case act when 'cancel' then now() else i.cancelled_at end,
      invited_by_id = case when act = 'resend' and private.invite_withheld(i) is not null then private.uid() else i.invited_by_id end
    from jsonb_array_elements(result -> 'verdicts') v
    where i.id = (v ->> 0)::uuid and v ->> 1 = 'DONE';
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, change_invites.piece, result);
  end if;
  return result - 'verdicts' || jsonb_build_object('verdicts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'state', v ->> 1,
      'token', case when act = 'resend' and v ->> 1 = 'DONE' then i.token end) order by lower(i.email), i.id), '[]')
    from jsonb_array_elements(result -> 'verdicts') v join public.invites i on i.id = (v ->> 0)::uuid));
end
$$;

-- Lists say what staff would want to mend ----------------------------------------------------------------

create or replace function public.invite_list(query text default '', state text default null, sort text default 'newest', mine boolean default false, page integer default 1, page_size integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  condition text := private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false));
  ordered text := case invite_list.sort
    when 'oldest' then 'i.created_at, i.id' when 'email' then 'lower(i.email), i.id' when '-email' then 'lower(i.email) desc, i.id desc'
    when 'ending' then 'i.expires_at, i.id' else 'i.created_at desc, i.id desc' end;
  size int := least(greatest(coalesce(page_size, 50), 1), 100);
  total bigint;
  rows jsonb;
begin
  if not private.can('invites', 'read', 'own') then
    raise exception using errcode = '42501', message = 'You may not read invites.';
  end if;
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and private.can('invites', 'read') then
    total := private.invites_tallied(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The page's ids first; then fifty rows and not all those before them.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id, 'withheld', private.invite_withheld(i),
        'inviter', (select coalesce(nullif(btrim(s.name), ''), s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$$;
comment on function public.invite_list(text, text, text, boolean, integer, integer) is
  'Takes a part of an address, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses}]}, the token of active ones alone, courses as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';

create or replace function public.person_invites(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_person(person_invites.user_id);
  return (
    select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at desc, i.id desc), '[]')
    from (
      select i.id, i.email, i.role, i.created_at, i.expires_at, i.redeemed_at, i.cancelled_at, i.invited_by_id, i.redeemed_by_id,
        (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = i.invited_by_id) as inviter,
        private.invite_state(i) as state, private.invite_withheld(i) as withheld,
        (select coalesce(jsonb_agg(c.title order by c.title), '[]') from public.invite_courses ic
          join public.courses c on c.id = ic.course_id where ic.invite_id = i.id) as courses
      from private.invites_of(person_invites.user_id) i
      order by i.created_at desc, i.id desc limit 50) i);
end
$$;
comment on function public.person_invites(uuid) is
  'Takes a person; the newest 50 invites to their address or accepted by them: [{id, email, role, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, inviter, state, withheld: as invite_withheld(), courses: titles}], never a token. Callers who may only read their own invites are shown those. Raises 42501 and PT404 NO_PERSON.';
