-- Why: What a person joins belongs to the sign-up, because the mail may be opened on another device

set check_function_bodies = off;

create table private.awaited_joins (
  user_id uuid not null,
  cohort_id uuid not null,
  link_hash bytea not null,
  asked_at timestamptz not null default now(),
  constraint awaited_joins_pkey primary key (user_id),
  constraint awaited_joins_link_hash_length check (octet_length(link_hash) = 32),
  constraint awaited_joins_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint awaited_joins_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);

alter table private.awaited_joins enable row level security;

create or replace function public.sign_up_confirmed(sign_up uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select 1 from auth.users u join public.profiles p on p.id = u.id
    where u.id = sign_up and u.email_confirmed_at > 'epoch' and p.created_at > now() - interval '1 day')
$function$;

create or replace function private.take_seat(cohort public.cohorts, state text, person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A person of the cohort is in it whatever the state of the link.
  if exists (select from public.cohort_members m where m.cohort_id = cohort.id and m.user_id = person and m.state <> 'LEFT') then
    return;
  end if;
  if state <> 'OPEN' then
    perform private.refuse_link(state);
  end if;
  insert into public.cohort_members as m (cohort_id, user_id, by_link) values (cohort.id, person, true)
  on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE', by_link = true where m.state = 'LEFT' and not m.removed_by_staff;
  perform private.refuse_removed('LINK', cohort.id, person);
end
$function$;

create or replace function private.await_join(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if current_setting('rookies.joining', true) = lower(address) then
    insert into private.awaited_joins (user_id, cohort_id, link_hash)
    select person, k.cohort_id, k.hash from private.cohort_links k
    where k.hash = decode(current_setting('rookies.joining_link', true), 'hex');
  end if;
end
$function$;

create or replace function private.cohort_of_hash(
  hash bytea,
  out cohort public.cohorts,
  out state text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  link private.cohort_links;
begin
  state := 'UNKNOWN';
  select k.* into link from private.cohort_links k where k.hash = cohort_of_hash.hash;
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
$function$;

create or replace function private.join_as_signed_up(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  wish private.awaited_joins;
  reason text;
  refusal text;
begin
  delete from private.awaited_joins w where w.user_id = person returning * into wish;
  if not found or exists (
    select from public.cohort_members m where m.cohort_id = wish.cohort_id and m.user_id = person and m.state <> 'LEFT') then
    return;
  end if;
  -- A refusal must not undo the confirmation of the email. So the person reads it in the bell.
  begin
    perform private.take_seat(h.cohort, h.state, person) from private.cohort_of_hash(wish.link_hash) h;
  exception when sqlstate 'PT409' or sqlstate 'PT422' then
    get stacked diagnostics refusal = message_text, reason = pg_exception_hint;
    perform private.record_at_once(true);
    insert into public.notifications (title, message, type, sender_id, recipient_id)
    select left('You could not join ' || c.title, 100), case reason
        when 'COHORT_FULL' then 'This cohort has no seats left.'
        when 'LINK_UNKNOWN' then 'The link by which you signed up was replaced, or the cohort takes no one at present.'
        else refusal end
      || case when reason <> 'LINK_REMOVED' then ' Please ask the person who sent you the link.' else '' end,
      'warning', null, person
    from public.cohorts c where c.id = wish.cohort_id;
    perform private.record_at_once(false);
  end;
end
$function$;

create or replace function private.link_hash(token text)
  returns bytea
  language sql
  immutable
  set search_path to ''
as $function$ select case when token ~ '^[0-9a-f]{64}$' then sha256(decode(token, 'hex')) end $function$;

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
  perform private.await_join(new.id, new.email);
  if new.email_confirmed_at > 'epoch' then
    perform private.join_as_signed_up(new.id);
  end if;
  return new;
end
$function$;

create or replace function private.on_mailbox_proved()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.give_invited_role(s.user_id, s.id), private.join_as_signed_up(s.user_id)
  from auth.sessions s where s.id = new.session_id and private.session_is_of_address(s.id);
  return null;
end
$function$;

create or replace function private.on_address_verified()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- reset_email_confirmation() reads this setting: a server may confirm an email and set it, in this order, in one transaction.
  perform set_config('rookies.confirmed', new.id::text, true);
  -- A corrected email is proven by the session that a mail to it opened, in on_mailbox_proved().
  if not exists (select 1 from private.corrected_addresses a where a.user_id = new.id) then
    perform private.give_invited_role(new.id), private.join_as_signed_up(new.id);
  end if;
  return new;
end
$function$;

create or replace function private.cohort_of_link(
  token text,
  out cohort public.cohorts,
  out state text
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$ select h.cohort, h.state from private.cohort_of_hash(private.link_hash(token)) h $function$;

create or replace function private.take_cohort_token()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  secret constant text := btrim(new.raw_user_meta_data ->> 'cohort_token');
  state text;
begin
  if tg_op = 'INSERT' then
    state := (private.cohort_of_link(secret)).state;
    if state <> 'OPEN' then
      perform private.refuse_link(state);
    end if;
    perform set_config('rookies.joining', lower(new.email), true), set_config('rookies.joining_link', encode(private.link_hash(secret), 'hex'), true);
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'cohort_token';
  return new;
end
$function$;

create or replace function public.cohort_by_link(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  met record := private.cohort_of_link(btrim(token));
begin
  if met.state = 'UNKNOWN' then
    return '{"state": "UNKNOWN"}';
  end if;
  return jsonb_build_object('state', met.state, 'slug', (met.cohort).slug, 'title', (met.cohort).title, 'starts_on', (met.cohort).starts_on,
    'ends_on', (met.cohort).ends_on, 'time_zone', (met.cohort).time_zone,
    'seats_left', case when (met.cohort).seats is not null then greatest(0, (met.cohort).seats - (
      select count(*) from public.cohort_members m where m.cohort_id = (met.cohort).id and m.state <> 'LEFT')) end,
    'courses', (select coalesce(jsonb_agg(c.title order by k.position, c.title), '[]')
      from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
      where k.cohort_id = (met.cohort).id));
end
$function$;

create or replace function public.join_by_link(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  me uuid := private.uid();
  met record;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  met := private.cohort_of_link(btrim(join_by_link.token));
  if met.state = 'OPEN' and not private.address_proven() and not exists (
    select from public.cohort_members m where m.cohort_id = (met.cohort).id and m.user_id = me and m.state <> 'LEFT') then
    perform private.refuse_link('UNVERIFIED');
  end if;
  perform private.take_seat(met.cohort, met.state, me);
  return jsonb_build_object('title', (met.cohort).title, 'starts_on', (met.cohort).starts_on, 'time_zone', (met.cohort).time_zone, 'courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by k.position, c.title), '[]')
    from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.cohort_id = (met.cohort).id));
end
$function$;

create index awaited_joins_cohort_id_idx on private.awaited_joins (cohort_id);

grant EXECUTE on function public.sign_up_confirmed(uuid) to anon;

grant EXECUTE on function public.sign_up_confirmed(uuid) to authenticated;

grant EXECUTE on function public.sign_up_confirmed(uuid) to service_role;

comment on table private.awaited_joins is 'Sign-ups by the join link of a cohort that wait for the email to be proven, with the hash of the link by which they came (rules/cohorts#link). No grants: written by await_join(), ended by join_as_signed_up().';

comment on function public.sign_up_confirmed(uuid) is 'Takes the id that Auth answered to a sign-up of the last day; true once its email is confirmed, on whichever device. An email that had an account gets an id that belongs to nobody, so the answer says nothing about other accounts (rules/accounts#sign-up-then-in, #who-has-an-account).';

comment on function private.take_seat(public.cohorts,text,uuid) is 'Takes the cohort and the state of a join link, as cohort_of_hash() gives them, and a person whose email is proven; adds the person. Raises PT422 as refuse_link() and refuse_removed() do, and PT409 COHORT_FULL.';

comment on function private.await_join(uuid,text) is 'Takes a new person and their email; if they signed up with a join link, which take_cohort_token() has checked in this transaction, stores that they join its cohort once the email is proven, on whichever device that happens.';

comment on function private.cohort_of_hash(bytea) is 'Takes the hash of a join link''s secret; its cohort, and the state of the link: OPEN, FULL, OFF or ENDED. UNKNOWN without a cohort for a link that was replaced or never made, and for a draft or an archived cohort.';

comment on function private.join_as_signed_up(uuid) is 'Takes a person whose email is proven; adds them to the cohort by whose join link they signed up, once, if the link still allows it. Otherwise the bell says why (rules/cohorts#link).';

comment on function private.link_hash(text) is 'Takes the secret of a join link; its hash, null for a text of another form.';

comment on function private.on_mailbox_proved() is 'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link proves the email. An invited role that waited for that takes effect, and so does a join link (rules/invites#role-needs-mailbox, rules/cohorts#link).';

comment on function private.on_address_verified() is 'Trigger on auth.users: gives the invited role once the email is confirmed, and joins the cohort by whose link the person signed up.';

comment on function public.cohort_by_link(text) is 'Takes the secret of a join link; what its page shows: {state: OPEN, FULL, OFF or ENDED, slug, title, starts_on, ends_on, time_zone, seats_left: null without a limit, courses: titles}, or {state: UNKNOWN}. Only for the edge function `cohort-link`.';
