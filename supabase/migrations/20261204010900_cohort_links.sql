-- Why: a cohort can be joined by a link that staff hand out. It works while registration is off, always requires a verified email,
-- and gives only the role Member. A person takes a seat at the first visit with a verified email, so that sign-ups that nobody
-- confirms take none (rules/cohorts#link).

alter table public.cohort_members add column by_link boolean not null default false;
comment on column public.cohort_members.by_link is 'Whether the person joined by the link of the cohort.';

create table private.cohort_links (
  cohort_id uuid primary key references public.cohorts (id) on delete cascade,
  hash bytea not null constraint cohort_links_hash_key unique constraint cohort_links_hash_length check (octet_length(hash) = 32),
  active boolean not null default true,
  ends_on date constraint cohort_links_ends_on_range check (ends_on <= '2200-12-31'),
  made_at timestamptz not null default now()
);
alter table private.cohort_links enable row level security;
comment on table private.cohort_links is
  'The link by which people join a cohort: its secret as a SHA-256 hash, whether it is switched on, and the last day, in the cohort''s zone, on which it works. A renewed link replaces the earlier one. No grants: written by make_cohort_link() and set_cohort_link().';

create function private.link_view(cohort uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('active', k.active, 'ends_on', k.ends_on, 'made_at', k.made_at,
    'joined', (select count(*) from public.cohort_members m where m.cohort_id = k.cohort_id and m.by_link))
  from private.cohort_links k where k.cohort_id = link_view.cohort
$$;
comment on function private.link_view(uuid) is
  'Takes a cohort; what staff see of its link, {active, ends_on, made_at, joined: how many people by this or an earlier link}, null if there is none.';
revoke all on function private.link_view(uuid) from public;

create function public.cohort_link(cohort_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohort_members', 'create', cohort_link.cohort_id);
  return private.link_view(cohort_link.cohort_id);
end
$$;
comment on function public.cohort_link(uuid) is
  'Takes a cohort; its join link as link_view() gives it, never its secret. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.cohort_link(uuid) from public;
grant execute on function public.cohort_link(uuid) to authenticated, service_role;

create function public.make_cohort_link(cohort_id uuid, ends_on date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.check_cohort_right('cohort_members', 'create', make_cohort_link.cohort_id);
  insert into private.cohort_links as k (cohort_id, hash, ends_on)
  values (make_cohort_link.cohort_id, sha256(decode(token, 'hex')), make_cohort_link.ends_on)
  on conflict on constraint cohort_links_pkey do update set hash = excluded.hash, ends_on = excluded.ends_on, active = true, made_at = now();
  perform private.record_act('cohort.make_link', make_cohort_link.cohort_id::text, jsonb_build_object('ends_on', make_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = make_cohort_link.cohort_id));
  return private.link_view(make_cohort_link.cohort_id) || jsonb_build_object('token', token);
end
$$;
comment on function public.make_cohort_link(uuid, date) is
  'Takes a cohort and the last day of a link (null: none); makes the link, which replaces the earlier one, and gives it as link_view() does, with its secret `token`, which nobody can read again. Raises 42501 and PT404 NO_COHORT.';
revoke all on function public.make_cohort_link(uuid, date) from public;
grant execute on function public.make_cohort_link(uuid, date) to authenticated, service_role;

create function public.set_cohort_link(cohort_id uuid, active boolean, ends_on date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_cohort_right('cohort_members', 'create', set_cohort_link.cohort_id);
  update private.cohort_links k set active = set_cohort_link.active, ends_on = set_cohort_link.ends_on where k.cohort_id = set_cohort_link.cohort_id;
  if not found then
    raise exception using errcode = 'PT404', hint = 'NO_LINK', message = 'This cohort has no join link.';
  end if;
  perform private.record_act('cohort.change_link', set_cohort_link.cohort_id::text,
    jsonb_build_object('active', set_cohort_link.active, 'ends_on', set_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = set_cohort_link.cohort_id));
  return private.link_view(set_cohort_link.cohort_id);
end
$$;
comment on function public.set_cohort_link(uuid, boolean, date) is
  'Takes a cohort, whether its link is switched on, and its last day (null: none); changes both and gives link_view(). Raises 42501, PT404 NO_COHORT and NO_LINK.';
revoke all on function public.set_cohort_link(uuid, boolean, date) from public;
grant execute on function public.set_cohort_link(uuid, boolean, date) to authenticated, service_role;

create function private.cohort_of_link(token text, out cohort public.cohorts, out state text) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.cohort_links;
begin
  state := 'UNKNOWN';
  if token !~ '^[0-9a-f]{64}$' then
    return;
  end if;
  select k.* into link from private.cohort_links k where k.hash = sha256(decode(token, 'hex'));
  select c.* into cohort from public.cohorts c where c.id = link.cohort_id and not c.draft and c.archived_at is null;
  if cohort.id is null then
    return;
  end if;
  state := case
    when not link.active then 'OFF'
    when private.local_day(now(), cohort.time_zone) > coalesce(link.ends_on, 'infinity')
      or private.local_day(now(), cohort.time_zone) > coalesce(cohort.access_ends_on, cohort.ends_on) then 'ENDED'
    when private.cohort_is_full(cohort.id) then 'FULL'
    else 'OPEN' end;
end
$$;
comment on function private.cohort_of_link(text) is
  'Takes the secret of a join link; its cohort, and the state of the link: OPEN, FULL, OFF or ENDED. UNKNOWN without a cohort for a secret that is not known, and for a draft or an archived cohort.';
revoke all on function private.cohort_of_link(text) from public;

create function private.refuse_link(state text) returns void
language plpgsql stable set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', hint = 'LINK_' || refuse_link.state, message = case refuse_link.state
    when 'FULL' then 'This cohort has no seats left.'
    when 'OFF' then 'This link has been switched off.'
    when 'ENDED' then 'This link has ended.'
    when 'UNVERIFIED' then 'Please confirm your email first. Then open this link again.'
    else 'This link is not valid.' end;
end
$$;
comment on function private.refuse_link(text) is
  'Takes why a cohort cannot be joined by a link (UNKNOWN, OFF, ENDED, FULL, UNVERIFIED); raises PT422 with its sentence and LINK_ and that word as hint.';
revoke all on function private.refuse_link(text) from public;

create function public.cohort_by_link(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  met record := private.cohort_of_link(btrim(token));
begin
  if met.state = 'UNKNOWN' then
    return '{"state": "UNKNOWN"}';
  end if;
  return jsonb_build_object('state', met.state, 'title', (met.cohort).title, 'starts_on', (met.cohort).starts_on,
    'ends_on', (met.cohort).ends_on, 'time_zone', (met.cohort).time_zone,
    'seats_left', case when (met.cohort).seats is not null then greatest(0, (met.cohort).seats - (
      select count(*) from public.cohort_members m where m.cohort_id = (met.cohort).id and m.state <> 'LEFT')) end,
    'courses', (select coalesce(jsonb_agg(c.title order by k.position, c.title), '[]')
      from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
      where k.cohort_id = (met.cohort).id));
end
$$;
comment on function public.cohort_by_link(text) is
  'Takes the secret of a join link; what its page shows: {state: OPEN, FULL, OFF or ENDED, title, starts_on, ends_on, time_zone, seats_left: null without a limit, courses: titles}, or {state: UNKNOWN}. Only for the edge function `cohort-link`.';
revoke all on function public.cohort_by_link(text) from public;
grant execute on function public.cohort_by_link(text) to service_role;

create function public.join_by_link(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  met record;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  met := private.cohort_of_link(btrim(join_by_link.token));
  -- A person of the cohort gets the answer whatever the state of the link.
  if (met.cohort).id is null or not exists (
    select from public.cohort_members m where m.cohort_id = (met.cohort).id and m.user_id = me and m.state <> 'LEFT') then
    if met.state <> 'OPEN' then
      perform private.refuse_link(met.state);
    end if;
    if not private.address_proven() then
      perform private.refuse_link('UNVERIFIED');
    end if;
    insert into public.cohort_members as m (cohort_id, user_id, by_link) values ((met.cohort).id, me, true)
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE', by_link = true where m.state = 'LEFT';
  end if;
  return jsonb_build_object('title', (met.cohort).title, 'starts_on', (met.cohort).starts_on, 'time_zone', (met.cohort).time_zone, 'courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by k.position, c.title), '[]')
    from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.cohort_id = (met.cohort).id));
end
$$;
comment on function public.join_by_link(text) is
  'Takes the secret of a join link; the signed-in caller joins its cohort, if their email is verified. Gives {title, starts_on, time_zone, courses: [{slug, title}]}. Sent again, it changes nothing. Raises 42501, PT422 LINK_UNKNOWN, LINK_OFF, LINK_ENDED, LINK_FULL, LINK_UNVERIFIED, and PT409 COHORT_FULL if another person takes the last seat at the same moment (rules/cohorts#link).';
revoke all on function public.join_by_link(text) from public;
grant execute on function public.join_by_link(text) to authenticated, service_role;

create or replace function private.check_sign_up(address text, metadata jsonb)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
  link constant text := nullif(btrim(metadata ->> 'cohort_token'), '');
  link_state constant text := case when link is not null then (private.cohort_of_link(link)).state end;
  -- For the account that is stored, take_cohort_token() has removed the secret and set `rookies.joining` instead.
  by_link constant boolean := coalesce(link_state = 'OPEN', current_setting('rookies.joining', true) = lower(address), false);
  -- Only the auth service signs people up; the database's owner may still add accounts by hand.
  closed constant boolean := session_user = 'supabase_auth_admin' and not (select s.allow_registration from public.settings s);
begin
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
  end if;
  if link_state <> 'OPEN' then
    perform private.refuse_link(link_state);
  end if;
  if token is null and not by_link and closed then
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
  if token is not null and private.cohort_is_full((private.invited_cohort(private.invite_of_token(token))).id) then
    perform private.refuse_invite('FULL');
  end if;
end
$function$;
comment on function private.check_sign_up(text,jsonb) is 'Takes the email and the metadata of a sign-up; raises PT422 with a whole sentence if it is refused: registration is closed and there is neither a usable invite nor an open join link, a name or phone is too long, a name has invisible characters, or the invite or link cannot be used.';

create function private.take_cohort_token() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  state text;
begin
  if tg_op = 'INSERT' then
    state := (private.cohort_of_link(btrim(new.raw_user_meta_data ->> 'cohort_token'))).state;
    if state <> 'OPEN' then
      perform private.refuse_link(state);
    end if;
    perform set_config('rookies.joining', lower(new.email), true);
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'cohort_token';
  return new;
end
$$;
comment on function private.take_cohort_token() is
  'Trigger on auth.users: a sign-up with an open join link is let in. The secret is removed from the metadata, because every access token carries these.';
revoke all on function private.take_cohort_token() from public;
create trigger rookies_accept_link before insert or update of raw_user_meta_data on auth.users
  for each row when ((new.raw_user_meta_data -> 'cohort_token') is not null) execute function private.take_cohort_token();

create function private.drop_cohort_token() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'cohort_token';
  return new;
end
$$;
comment on function private.drop_cohort_token() is
  'Trigger on auth.identities: Auth copies the metadata of a sign-up there, so the secret of a join link is removed there, too.';
revoke all on function private.drop_cohort_token() from public;
create trigger rookies_drop_link before insert or update of identity_data on auth.identities
  for each row when ((new.identity_data -> 'cohort_token') is not null) execute function private.drop_cohort_token();
