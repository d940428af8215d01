-- Invites: who sends and accepts them, and their list.
set check_function_bodies = off;

-- TABLES

create table public.invites (
  id uuid not null default gen_random_uuid(),
  email text not null,
  token uuid not null default gen_random_uuid(),
  role public.user_role not null default 'MEMBER',
  expires_at timestamptz not null default (now() + '48:00:00'::interval),
  redeemed_at timestamptz,
  redeemed_by_id uuid,
  cancelled_at timestamptz,
  invited_by_id uuid default private.uid(),
  created_at timestamptz not null default now(),
  role_given_at timestamptz,
  cohort_id uuid,
  days integer,
  name text,
  constraint invites_pkey primary key (id),
  constraint invites_days_range check (days >= 1 and days <= 90),
  constraint invites_email_form check (
    email ~ '^[^@[:space:]]+@[^@[:space:]]+$'
    and char_length(email) <= 320
  ),
  constraint invites_name_length check (char_length(name) <= 100),
  constraint invites_name_visible check (name = private.visible_name(name)),
  constraint invites_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete set null,
  constraint invites_invited_by_id_fkey foreign key (invited_by_id) references public.profiles(id) on delete set null,
  constraint invites_redeemed_by_id_fkey foreign key (redeemed_by_id) references public.profiles(id) on delete set null,
  constraint invites_token_key unique (token)
);
alter table public.invites enable row level security;
create index invites_cancelled_idx on public.invites (created_at desc, id desc) where ((redeemed_at is null) and (cancelled_at is not null));
create index invites_cohort_id_idx on public.invites (cohort_id);
create index invites_email_idx on public.invites (lower(email));
create index invites_email_letters_idx on public.invites (((octet_length(email) - char_length(email))));
create index invites_email_trgm_idx on public.invites using gin (lower(email) extensions.gin_trgm_ops);
create index invites_newest_idx on public.invites (created_at desc, id desc);
create index invites_open_idx on public.invites (expires_at, id) where ((redeemed_at is null) and (cancelled_at is null));
create index invites_redeemed_by_id_idx on public.invites (redeemed_by_id);
-- Redeemed invites can be counted from this index alone.
create index invites_redeemed_idx on public.invites (created_at desc, id desc) where (redeemed_at is not null);
create index invites_sender_idx on public.invites (invited_by_id, created_at desc, id desc);
grant select on public.invites to authenticated;
grant delete, insert, select, update on public.invites to service_role;
comment on table public.invites is 'An invite by mail. Its status is computed: redeemed, cancelled, expired or active (rules/invites#invite-status).';
comment on column public.invites.role_given_at is 'When the invited role took effect, which needs a verified email and a sender who may still give the role.';
comment on column public.invites.cohort_id is 'The cohort that the invited person joins when the invite is redeemed.';
comment on column public.invites.days is 'How many days the invite lasts, also each time that it is sent again. Null: two, or until the end of the first day of its cohort if that is later.';
comment on column public.invites.name is 'The name of the invited person, from the pasted list. The mail greets them with it, and the sign-up form has it filled in.';

create table public.invite_courses (
  invite_id uuid not null,
  course_id uuid not null,
  constraint invite_courses_pkey primary key (invite_id, course_id),
  constraint invite_courses_course_id_fkey foreign key (course_id) references public.courses(id) on delete cascade,
  constraint invite_courses_invite_id_fkey foreign key (invite_id) references public.invites(id) on delete cascade
);
alter table public.invite_courses enable row level security;
create index invite_courses_course_id_idx on public.invite_courses (course_id);
grant select on public.invite_courses to authenticated;
grant delete, insert, select, update on public.invite_courses to service_role;
comment on table public.invite_courses is 'The courses that an invite grants when it is redeemed.';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.entitlements add constraint entitlements_invite_id_fkey foreign key (invite_id) references public.invites(id) on delete set null;

-- FUNCTIONS

create or replace function private.check_invite(role public.user_role, course_ids uuid[])
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
        and (private.can('entitlements', 'create', 'assigned') or c.id in (select private.my_course_ids('invites', 'create'))))
  ) then
    raise exception using errcode = '42501', message = 'You may not invite to this course.';
  end if;
end
$function$;
comment on function private.check_invite(public.user_role,uuid[]) is 'Takes a role and courses; raises 42501 unless the caller may send an invite with these: creators may give their own courses, moderators and administrators any course; a role other than MEMBER needs the right to give roles (rules/access#role-table).';

create or replace function private.check_invite_cohort(cohort uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if cohort is not null and not (private.can_on_cohort('cohort_members', 'create', cohort)
    and exists (select from public.cohorts c where c.id = cohort and c.archived_at is null)) then
    perform private.refuse('You may not invite to this cohort.');
  end if;
end
$function$;
comment on function private.check_invite_cohort(uuid) is 'Takes a cohort (null: none); raises 42501 unless the caller may add people to it, also if it is archived or does not exist.';

create or replace function private.export_invites(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- The token is left out, because a person who has it can accept the invite.
  columns := array['id', 'email', 'role', 'status', 'courses', 'cohort', 'inviter', 'created', 'expires', 'redeemed', 'cancelled'];
  source := format($sql$
    select i.created_at as at, i.id as key, jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role,
      'status', initcap(private.invite_state(i)), 'inviter', private.shown_name(s.name, s.email),
      'courses', (select string_agg(c.slug, ' ' order by c.slug)
        from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null where ic.invite_id = i.id),
      'cohort', (select k.slug from public.cohorts k where k.id = i.cohort_id),
      'created', i.created_at, 'expires', i.expires_at, 'redeemed', i.redeemed_at, 'cancelled', i.cancelled_at) as row
    from public.invites i left join public.profiles s on s.id = i.invited_by_id where %s$sql$,
    private.invites_where(filter ->> 'search', nullif(filter ->> 'status', ''), false));
end
$function$;
comment on function private.export_invites(jsonb) is 'Takes {search, status} as invite_list() has them; gives columns and query of the invites'' export. Without the tokens, because whoever has a token can accept the invite.';

create or replace function private.free_invite()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- An account that was confirmed and then got a corrected email is unconfirmed, too, but keeps its invite.
  if not exists (select 1 from private.corrected_addresses a where a.user_id = old.id and a.account_confirmed) then
    -- The mailed proof must not work again after the invite was redeemed once.
    delete from private.invite_proofs p using public.invites i where i.id = p.invite_id and i.redeemed_by_id = old.id;
    update public.invites i set redeemed_at = null, redeemed_by_id = null where i.redeemed_by_id = old.id;
  end if;
  return old;
end
$function$;
comment on function private.free_invite() is 'Trigger on auth.users: makes an invite usable again when the account that redeemed it is deleted and its email was never confirmed (rules/invites#free-again).';

create or replace function private.give_invited_role(person uuid, proving_session uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites;
  given boolean := false;
begin
  for invite in
    select i.* from public.invites i join auth.users u on u.id = person
    where i.redeemed_by_id = person and i.role <> 'MEMBER' and i.role_given_at is null
      -- Only an invite to this confirmed email gives its role.
      and lower(i.email) = lower(u.email)
    order by i.redeemed_at
  loop
    if private.person_keeps(invite.invited_by_id, 'invites', 'give_role') then
      -- A member gets any role. Staff get only ADMIN, because any other change would remove rights.
      update public.profiles p set role = invite.role
      where p.id = person and (p.role = 'MEMBER' or (invite.role = 'ADMIN' and p.role <> 'ADMIN'));
      given := given or found;
    end if;
    update public.invites i set role_given_at = now() where i.id = invite.id;
  end loop;
  if given then
    -- Only this session has shown that its user can read the mailbox, so password and other sessions, which may belong
    -- to another person, end.
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
comment on function private.give_invited_role(uuid,uuid) is 'Takes a person who has opened a mail to their email, and the session that was opened by the mail, if the email is not confirmed otherwise; gives the person the roles of invites to this email that they redeemed. A role is never lowered. If only that session shows that the email is theirs, the account is confirmed from now on, and its password and its other sessions end (rules/invites#role-needs-mailbox).';

create or replace function private.invite_admits(i public.invites)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select private.person_keeps(i.invited_by_id, 'invites', 'create', 'own')
$function$;
comment on function private.invite_admits(public.invites) is 'Takes an invite; true while its sender may still invite. An invite whose sender may no longer invite gives nothing.';

create or replace function private.invite_batch(
  act text,
  invite_ids uuid[],
  query text,
  state text,
  mine boolean,
  after uuid,
  most integer
)
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  batch uuid[];
begin
  if act is null or act not in ('resend', 'cancel') then
    raise exception using errcode = 'PT422', hint = 'UNKNOWN_ACT', message = 'Invites are sent again or cancelled.';
  end if;
  if not private.can('invites', act, 'own') then
    raise exception using errcode = '42501', message = 'You may not change invites.';
  end if;
  if invite_ids is not null then
    if cardinality(invite_ids) > 20000 then
      raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer invites.';
    end if;
    return invite_ids;
  end if;
  execute format('select array(select i.id from public.invites i where %s and ($1 is null or i.id > $1) order by i.id limit $2)',
    private.invites_where(query, state, coalesce(mine, false))) into batch using after, most;
  return batch;
end
$function$;
comment on function private.invite_batch(text,uuid[],text,text,boolean,uuid,integer) is 'Returns the ids of the invites to change: the given ones, at most 20,000, or a limited number of those that invite_list() finds for the search and status, in the order of their ids after `after`. Raises 42501 unless the caller may do this at least to their own invites, PT422 UNKNOWN_ACT, TOO_MANY.';

create or replace function private.invite_ends(days integer, cohort uuid)
  returns timestamptz
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case when invite_ends.days is not null then now() + make_interval(hours => 24 * invite_ends.days)
    else greatest(now() + interval '48 hours', (
      select private.local_moment(c.starts_on + 1, '00:00', c.time_zone) from public.cohorts c where c.id = cohort)) end
$function$;
comment on function private.invite_ends(integer,uuid) is 'Takes how many days an invite lasts (null: two, or until the end of the first day of its cohort if that is later) and its cohort (null: none); returns when it ends if it is sent now (rules/invites#invite-lasts).';

create or replace function private.invite_is_active(
  redeemed_at timestamptz,
  cancelled_at timestamptz,
  expires_at timestamptz
)
  returns boolean
  language sql
  stable parallel safe
as $function$
  select redeemed_at is null and cancelled_at is null and expires_at > now()
$function$;
comment on function private.invite_is_active(timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Takes when an invite was redeemed and when it was cancelled (null: never), and its end; true if it can be accepted (rules/invites#invite-status).';
grant execute on function private.invite_is_active(timestamp with time zone,timestamp with time zone,timestamp with time zone) to authenticated, service_role;

create or replace function private.invite_of_token(token text)
  returns public.invites
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  found_invite public.invites;
begin
  if token ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    select i.* into found_invite from public.invites i where i.token = invite_of_token.token::uuid;
  end if;
  return found_invite;
end
$function$;
comment on function private.invite_of_token(text) is 'Takes a token; returns the invite with this token, or a row of nulls. A malformed token is treated like an unknown one.';

create or replace function private.invite_state(i public.invites)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select case
    when i.redeemed_at is not null then 'REDEEMED'
    when i.cancelled_at is not null then 'CANCELLED'
    when i.expires_at <= now() then 'EXPIRED'
    else 'ACTIVE' end
$function$;
comment on function private.invite_state(public.invites) is 'Takes an invite; returns its status: REDEEMED, CANCELLED, EXPIRED or ACTIVE (rules/invites#invite-status).';

create or replace function private.invite_verdicts(act text, batch uuid[])
  returns table(id uuid, state text)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  any_invite boolean := private.can('invites', invite_verdicts.act);
  own_invite boolean := private.can('invites', invite_verdicts.act, 'own');
  any_role boolean := private.can('invites', 'give_role');
  any_course boolean := private.can('entitlements', 'create', 'assigned');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- As in resend_invite(), the caller must have the right to give what the invite gives.
      when i.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
      when exists (
        select 1 from public.invite_courses ic
        where ic.invite_id = i.id and not exists (
          select 1 from public.courses c
          where c.id = ic.course_id and c.deleted_at is null
            and (any_course or c.id in (select private.my_course_ids('invites', 'create'))))
      ) then 'COURSE_DENIED'
      when i.cohort_id is not null and not private.can_on_cohort('cohort_members', 'create', i.cohort_id) then 'COHORT_DENIED'
      else 'READY' end
    from public.invites i
    where i.id = any (batch) and (any_invite or (own_invite and i.invited_by_id = me));
end
$function$;
comment on function private.invite_verdicts(text,uuid[]) is 'Takes resend or cancel, and invites; returns for each invite to which the caller may do this: READY, REDEEMED or CANCELLED, and for resending ROLE_DENIED, COURSE_DENIED or COHORT_DENIED if the caller could no longer give its role, courses or cohort. Other invites are left out.';

create or replace function private.invited_cohort(i public.invites)
  returns public.cohorts
  language sql
  stable security definer
  set search_path to ''
as $function$
  select c.* from public.cohorts c
  where c.id = i.cohort_id and c.archived_at is null and private.invite_admits(i) and private.person_may_add(i.invited_by_id, c.id)
$function$;
comment on function private.invited_cohort(public.invites) is 'Takes an invite; returns its cohort, if its sender may still add people to it. Otherwise every field is null.';

create or replace function private.invited_course_ids(i public.invites)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- This is the same rule as in check_invite(), applied to the sender of the invite.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        -- The membership in the cohort grants the courses of the cohort, so these are left out here.
        and not exists (select from public.cohort_courses k where k.cohort_id = i.cohort_id and k.course_id = ic.course_id)
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create', 'assigned')) or c.created_by_id = i.invited_by_id);
  end if;
end
$function$;
comment on function private.invited_course_ids(public.invites) is 'Takes an invite; returns the courses that it gives now: those to which its sender may still invite, without the courses of its cohort.';

create or replace function private.invites_of(user_id uuid)
  returns setof public.invites
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select i.* from public.invites i
    where i.id in (
        select a.id from public.invites a join public.profiles p on lower(a.email) = lower(p.email) where p.id = invites_of.user_id
        union select r.id from public.invites r where r.redeemed_by_id = invites_of.user_id)
      and ((select private.can('invites', 'read'))
        or (i.invited_by_id = private.uid() and (select private.can('invites', 'read', 'own'))));
end
$function$;
comment on function private.invites_of(uuid) is 'Takes a person; returns the invites to their email and those that they accepted, if the caller may read them.';

create or replace function private.invites_where(query text, state text, mine boolean)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  wanted text := lower(btrim(left(coalesce(invites_where.query, ''), 320)));
begin
  return concat_ws(' and ', 'true',
    case when wanted <> '' then private.plain_like('i.email',
      '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%') end,
    case when invites_where.mine or not private.can('invites', 'read') then format('i.invited_by_id = %L', private.uid()) end,
    case invites_where.state
      when 'REDEEMED' then 'i.redeemed_at is not null'
      when 'CANCELLED' then 'i.redeemed_at is null and i.cancelled_at is not null'
      when 'EXPIRED' then 'i.redeemed_at is null and i.cancelled_at is null and i.expires_at <= now()'
      when 'ACTIVE' then 'private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)' end);
end
$function$;
comment on function private.invites_where(text,text,boolean) is 'Takes a part of an email, a status as invite_state() returns it (null: any), and whether only the caller''s own invites are wanted; returns the condition on invites i as SQL with every value quoted. Callers who may not read all invites always get only their own.';

create or replace function private.my_invite(invite_id uuid, action text)
  returns public.invites
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function private.my_invite(uuid,text) is 'Takes an invite and an action; returns the invite if the caller may do that to it. Raises 42501 otherwise, also for an unknown invite.';

create or replace function private.redeem_invite(token text, person uuid, address text)
  returns public.invites
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.usable_invite(token, address);
  cohort public.cohorts;
begin
  -- The invite is not closed, so that somebody who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- If two people redeem it at the same moment, the second waits for the first and then finds the invite redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at);
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, g.id, 'INVITE', invite.id, invite.invited_by_id
  from private.invited_course_ids(invite) g (id)
  on conflict on constraint entitlements_grant_key do nothing;
  cohort := private.invited_cohort(invite);
  if cohort.id is not null then
    if private.cohort_is_full(cohort.id) and not exists (
      select from public.cohort_members m where m.cohort_id = cohort.id and m.user_id = person and m.state <> 'LEFT') then
      perform private.refuse_invite('FULL');
    end if;
    perform private.join_cohort(cohort.id, array[person], invite.created_at);
    perform private.refuse_removed('INVITE', cohort.id, person);
  end if;
  return invite;
end
$function$;
comment on function private.redeem_invite(text,uuid,text) is 'Takes a token, a person and their email; redeems the invite exactly once: grants those of its courses that its sender may still give, and adds the person to its cohort. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN, _FULL, _REMOVED; PT409 COHORT_FULL if another person takes the last seat at the same moment.';

create or replace function private.refuse_invite(state text)
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'INVITE_' || state,
    message = case state
      when 'UNKNOWN' then 'This invite is not valid.'
      when 'OTHER_ADDRESS' then 'This invite was sent to another email.'
      when 'REDEEMED' then 'This invite has already been used.'
      when 'CANCELLED' then 'This invite has been cancelled.'
      when 'FULL' then 'The cohort of this invite has no seats left. Ask the person who invited you.'
      when 'WITHDRAWN' then 'This invite is no longer valid: the person who sent it can no longer invite people.'
      else 'This invite has expired.' end;
end
$function$;
comment on function private.refuse_invite(text) is 'Takes the reason for which an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED, WITHDRAWN, FULL); raises PT422 with a sentence, and INVITE_ followed by the reason as hint.';

create or replace function private.usable_invite(token text, address text)
  returns public.invites
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function private.usable_invite(text,text) is 'Takes a token and an email; returns the invite if this email can redeem it now; otherwise raises as refuse_invite() does. Does not redeem it.';

create or replace function private.validate_invites(lines jsonb, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  any_course boolean := private.can('entitlements', 'create', 'assigned');
  any_invite boolean := private.can('invites', 'read');
  lists_people boolean := private.can('profiles', 'list', 'assigned');
  narrowed boolean := private.reach_is_narrowed();
  any_cohort boolean := private.can('cohort_members', 'create');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- This is enough for 2,000 of the longest emails with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs,
        lower(nullif(btrim(t.entry ->> 'cohort'), '')) as cohort_slug,
        case when t.entry ->> 'days' ~ '^[0-9]{1,2}$' then least(greatest((t.entry ->> 'days')::int, 1), 90) end as days,
        nullif(left(btrim(private.visible_name(t.entry ->> 'name')), 100), '') as name
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, h.id as cohort_id, h.title as cohort, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
      left join public.cohorts h on h.slug = s.cohort_slug and h.archived_at is null
        and (any_cohort or h.id in (select private.staffed_cohort_ids('cohort_members', 'create')))
    ), seats as materialized (
      select k.id, private.seats_to_tell(k.id) as told from (select distinct r.cohort_id as id from read r where r.cohort_id is not null) k
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'cohort_id', r.cohort_id, 'cohort', r.cohort, 'seats', t.told, 'days', r.days, 'name', r.name,
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when r.cohort_slug is not null and r.cohort_id is null then 'UNKNOWN_COHORT'
        when lists_people and exists (select 1 from public.profiles p where lower(p.email) = r.address
          and (not narrowed or p.id in (select private.assigned_person_ids()))) then
          case when r.cohort_id is null then 'MEMBER'
            when exists (select 1 from public.profiles p join public.cohort_members m on m.user_id = p.id and m.state <> 'LEFT'
              where lower(p.email) = r.address and m.cohort_id = r.cohort_id) then 'IN_COHORT'
            else 'JOINS' end
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r left join seats t on t.id = r.cohort_id);
end
$function$;
comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs, cohort: slug, days, name}] and how many lines are allowed; returns for each line whether an invite can be made of it. The answer reveals nothing that the caller may not read: for a creator, a course of another person is unknown; that an email has an account is told only to callers who may list people and reach this person; and that another sender has invited it, only to callers who may read all invites. Raises 42501, PT422 TOO_MANY.';

create or replace function public.accept_invite(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
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
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by c.title, c.id), '[]')
    from (select private.invited_course_ids(invite) union
      select k.course_id from public.cohort_courses k where k.cohort_id = (private.invited_cohort(invite)).id) g (id)
    join public.courses c on c.id = g.id and private.course_is_published(c.status, c.deleted_at)));
end
$function$;
comment on function public.accept_invite(text) is 'Takes a token; redeems the invite for the signed-in caller, to whose email it must have been sent, and returns the courses that it opened, also those of its cohort. Raises as redeem_invite() does, and 42501 for visitors.';
grant execute on function public.accept_invite(text) to authenticated, service_role;

create or replace function public.cancel_invite(invite_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
comment on function public.cancel_invite(uuid) is 'Takes an invite and cancels it. Raises 42501 for callers who may not do this, and PT409 INVITE_CLOSED if it is closed already.';
grant execute on function public.cancel_invite(uuid) to authenticated, service_role;

create or replace function public.change_invites(
  operation_id uuid,
  piece integer,
  act text,
  invite_ids uuid[] default null,
  query text default null,
  state text default null,
  mine boolean default false,
  after uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('act', act, 1000)
    and private.at_most('invite_ids', invite_ids, 20000)
    and private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000);
  -- A piece of resent invites is small, because all of them are mailed before the next piece begins.
  size int := case act when 'resend' then 100 else 2000 end;
  -- The caller is part of the stored name, so that nobody else reads the result of this operation.
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
    -- Rows are locked in the order of their ids, so that two callers cannot deadlock. Somebody who redeems an invite
    -- does so before or after this.
    perform 1 from public.invites i where i.id = any (batch) order by i.id for update;
    select jsonb_build_object(
      'invites', coalesce(cardinality(batch), 0),
      'verdicts', coalesce(jsonb_agg(jsonb_build_array(v.id, case v.state when 'READY' then 'DONE' else v.state end) order by v.id), '[]'),
      'last', case when invite_ids is null and cardinality(batch) = size then batch[size] end)
    into result from private.invite_verdicts(act, batch) v;
    update public.invites i
    set expires_at = case act when 'resend' then private.invite_ends(i.days, i.cohort_id) else i.expires_at end,
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
$function$;
comment on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) is 'Sends invites again (they last for their days from now and keep their links; the edge function sends the mails), in pieces of 100, or cancels them, in pieces of 2,000: the given invites, or those that invite_list() finds, in the order of their ids after `after`. Returns {invites: how many it looked at, verdicts: [{id, email, state: DONE, or why the invite was not changed, as in count_invites(), token}], last: the `after` of the next piece, null at the end}. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT422 TOO_MANY, UNKNOWN_ACT (rules/members#bulk).';
grant execute on function public.change_invites(uuid,integer,text,uuid[],text,text,boolean,uuid) to authenticated, service_role;

create or replace function public.check_invites(lines jsonb)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('lines', lines, 1000000);
  return (
    select jsonb_agg(v.verdict - array['course_ids', 'cohort_id', 'name', 'days'] order by v.place)
    from jsonb_array_elements(private.validate_invites(check_invites.lines, 2000)) with ordinality v (verdict, place));
end
$function$;
comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs, cohort: slug, days: how many, name}]: [{line, email, role, courses: titles, unknown: slugs, cohort: title, seats: as seats_to_tell() says of the cohort, state}] in their order; state is VALID, INVALID (no email), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, UNKNOWN_COHORT, MEMBER, JOINS (a member who will be added to the cohort), IN_COHORT or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';
grant execute on function public.check_invites(jsonb) to authenticated, service_role;

create or replace function public.count_invites(
  act text,
  invite_ids uuid[] default null,
  query text default null,
  state text default null,
  mine boolean default false
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('act', act, 1000)
    and private.at_most('invite_ids', invite_ids, 20000)
    and private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000);
  batch uuid[] := private.invite_batch(act, invite_ids, query, count_invites.state, mine, null, null);
begin
  return jsonb_build_object('states', (
    select coalesce(jsonb_object_agg(v.state, v.invites), '{}')
    from (select w.state, count(*) as invites from private.invite_verdicts(act, batch) w group by w.state) v));
end
$function$;
comment on function public.count_invites(text,uuid[],text,text,boolean) is 'Takes resend or cancel, and invites by id or as invite_list() finds them; returns what change_invites() would do, {states: {READY: how many, REDEEMED, CANCELLED, ROLE_DENIED, COURSE_DENIED}}, only for invites to which the caller may do this. Changes nothing. Raises as invite_batch() does.';
grant execute on function public.count_invites(text,uuid[],text,text,boolean) to authenticated, service_role;

create or replace function public.create_invite(
  email text,
  role public.user_role default 'MEMBER',
  course_ids uuid[] default '{}'::uuid[],
  operation_id uuid default null,
  cohort_id uuid default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('email', email, 1000)
    and private.at_most('course_ids', course_ids, 1000);
  address text := btrim(create_invite.email);
  gives uuid[] := (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}') from unnest(course_ids) wanted(id));
  own uuid := private.operation_row_id(create_invite.operation_id, concat_ws(' ', 'invite', lower(address), role, gives, create_invite.cohort_id, create_invite.days));
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  perform private.check_invite_cohort(create_invite.cohort_id);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  if days not between 1 and 90 then
    perform private.refuse_field('days', 'Choose between 1 and 90 days.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i where i.id = own and i.invited_by_id = private.uid();
  if invite.id is null then
    select i.* into invite from public.invites i
    where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
      and i.cohort_id is not distinct from create_invite.cohort_id and i.days is not distinct from create_invite.days
      and i.created_at > now() - interval '10 minutes'
      and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
           from public.invite_courses c where c.invite_id = i.id) = gives
    order by i.created_at desc limit 1;
  end if;
  if invite.id is null then
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, expires_at)
    values (own, address, create_invite.role, private.uid(), create_invite.cohort_id, create_invite.days,
      private.invite_ends(create_invite.days, create_invite.cohort_id))
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select invite.id, wanted.id from unnest(gives) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;
comment on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) is 'Takes an email, a role to give, courses, an operation id, a cohort to join, and how many days it lasts (1 to 90; null: as invite_ends() says); makes an invite and returns it with its token. The same operation id again, or the same request of the same person within ten minutes, returns the first invite while it is open. Raises 42501 as check_invite() does, PT422 with hint email or days.';
grant execute on function public.create_invite(text,public.user_role,uuid[],uuid,uuid,integer) to authenticated, service_role;

create or replace function public.create_invites(operation_id uuid, piece integer, lines jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lines', lines, 1000000);
  -- The caller is part of the stored name, so that nobody else reads the result of this operation.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- The lines are checked again, because people may have signed up or been invited since the dry run.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid())
        when v.verdict ->> 'state' = 'JOINS' then '{"state": "JOINED"}' else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.validate_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, name, expires_at)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid(), (v ->> 'cohort_id')::uuid, (v ->> 'days')::int,
      v ->> 'name', private.invite_ends((v ->> 'days')::int, (v ->> 'cohort_id')::uuid)
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    perform private.join_cohort(j.cohort_id, j.people)
    from (
      select (v ->> 'cohort_id')::uuid as cohort_id, array_agg(p.id) as people
      from jsonb_array_elements(verdicts) v join public.profiles p on lower(p.email) = lower(v ->> 'email')
      where v ->> 'state' = 'JOINED' group by 1) j;
    -- Names are not stored in the result, because they are stored, and later erased, in the invites.
    select jsonb_agg(v.verdict - array['name', 'days'] order by v.place) into verdicts from jsonb_array_elements(verdicts) with ordinality v (verdict, place);
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' - 'cohort_id' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;
comment on function public.create_invites(uuid,integer,jsonb) is 'Makes invites from up to 200 lines as check_invites() takes them. Returns the same as check_invites(), with id and token for the state CREATED. A member in a line with a cohort is added to the cohort (JOINED). Other lines change nothing, and their state says why. If a piece is sent again under the same operation and number, its first result is returned. Raises 42501, PT409 COHORT_FULL, PT422 TOO_MANY (rules/members#bulk).';
grant execute on function public.create_invites(uuid,integer,jsonb) to authenticated, service_role;

create or replace function public.invite_by_token(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
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
    'name', invite.name,
    'cohort', (select jsonb_build_object('title', k.title, 'starts_on', k.starts_on, 'time_zone', k.time_zone,
        'courses', (select coalesce(jsonb_agg(c.title order by o.position, c.title), '[]')
          from public.cohort_courses o join public.courses c on c.id = o.course_id and private.course_is_published(c.status, c.deleted_at)
          where o.cohort_id = k.id),
        'full', private.cohort_is_full(k.id) and not exists (
          select from public.cohort_members m where m.cohort_id = k.id and m.user_id = private.uid() and m.state <> 'LEFT'))
      from private.invited_cohort(invite) k where k.id is not null),
    'opens', (
      select min(c.slug)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null
      having count(*) = 1 and bool_and(private.course_is_published(c.status, c.deleted_at))),
    'withheld', private.invite_withheld(invite),
    'mine', coalesce((select lower(u.email) = lower(invite.email) from auth.users u where u.id = private.uid()), false));
end
$function$;
comment on function public.invite_by_token(text) is 'Takes the token of an invite. For an active invite, returns email, inviter, titles of its courses, the name of the person from the pasted list, the cohort {title, starts_on, time_zone, courses: titles, full: whether no seat is left for the caller}, opens: the slug of the course if it gives exactly one and that is published, otherwise null, what it no longer gives (as invite_withheld()), its end, and whether the email is the caller''s own. For any other, returns only the state (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor who could sign up only by this invite, if its sender may no longer invite). Visitors may call it, because the token itself is the permission.';
grant execute on function public.invite_by_token(text) to anon, authenticated, service_role;

create or replace function public.invite_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  mine boolean default false,
  page integer default 1,
  page_size integer default 50,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  condition text := concat_ws(' and ', private.invites_where(invite_list.query, invite_list.state, coalesce(invite_list.mine, false)),
    'i.cohort_id = ' || quote_literal(invite_list.cohort_id));
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
  if btrim(coalesce(invite_list.query, '')) = '' and not coalesce(invite_list.mine, false) and invite_list.cohort_id is null
    and private.can('invites', 'read') then
    total := private.invites_count(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The ids of the page are read first, so that only the rows of this page are put together.
  execute format($sql$
    with page as materialized (
      select k.id, row_number() over () as place
      from (select i.id from public.invites i where %1$s order by %2$s limit %3$s offset %4$s) k
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'email', i.email, 'name', i.name, 'role', i.role, 'state', private.invite_state(i),
        'token', case when private.invite_state(i) = 'ACTIVE' then i.token end,
        'created_at', i.created_at, 'expires_at', i.expires_at, 'redeemed_at', i.redeemed_at, 'cancelled_at', i.cancelled_at,
        'invited_by_id', i.invited_by_id, 'redeemed_by_id', i.redeemed_by_id, 'withheld', private.invite_withheld(i),
        'inviter', (select private.shown_name(s.name, s.email) from public.profiles s where s.id = i.invited_by_id),
        'courses', (select coalesce(jsonb_agg(c.title order by c.title), '[]')
          from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
          where ic.invite_id = i.id),
        'cohort', (select k.title from public.cohorts k where k.id = i.cohort_id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$function$;
comment on function public.invite_list(text,text,text,boolean,integer,integer,uuid) is 'Takes a part of an email, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only the caller''s own are wanted, a page from 1 and its size (at most 100), and a cohort (null: any); gives {total, invites: [{id, email, name, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses, cohort}]}, with the token only for active invites, and courses and cohort as titles. Administrators get all invites, creators and moderators their own (rules/invites#own-invites); raises 42501.';
grant execute on function public.invite_list(text,text,text,boolean,integer,integer,uuid) to authenticated, service_role;

create or replace function public.my_open_invite()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
$function$;
comment on function public.my_open_invite() is 'Returns the newest open invite to the caller''s own, confirmed email, as its screen shows it, with its token; null if there is none. So a person who has an account can accept an invite that a second sign-up with the same email could not redeem (rules/invites#accept-signed-in). Raises 42501 for callers whom the gate refuses.';
grant execute on function public.my_open_invite() to authenticated, service_role;

create or replace function public.resend_invite(invite_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.my_invite(invite_id, 'resend');
begin
  perform private.check_invite(invite.role, array(select ic.course_id from public.invite_courses ic where ic.invite_id = invite.id));
  perform private.check_invite_cohort(invite.cohort_id);
  update public.invites i
  set expires_at = private.invite_ends(i.days, i.cohort_id),
    invited_by_id = case when private.invite_withheld(i) is null then i.invited_by_id else private.uid() end
  where i.id = invite.id and i.redeemed_at is null and i.cancelled_at is null
  returning * into invite;
  if not found then
    raise exception using errcode = 'PT409', message = 'This invite has been used or cancelled.', hint = 'INVITE_CLOSED';
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;
comment on function public.resend_invite(uuid) is 'Takes an invite; extends it by its number of days from now, with the same link. If its sender may no longer give everything in it, the caller becomes its sender. Raises 42501 for callers who may not do this, and PT409 INVITE_CLOSED if it was used or cancelled.';
grant execute on function public.resend_invite(uuid) to authenticated, service_role;

-- TRIGGERS

create trigger invites_audit_delete after delete on public.invites
  referencing old table as old_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger invites_audit_insert after insert on public.invites
  referencing new table as new_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger invites_audit_update after update on public.invites
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('invite', '{"key": "id", "omit": ["token", "email", "name", "updated_at"], "verbs": [["redeem", "redeemed_at", "set"], ["cancel", "cancelled_at", "set"], ["resend", "expires_at", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger invites_row_counts_delete after delete on public.invites
  referencing old table as old_rows
  for each statement execute function private.update_row_counts('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');

create trigger invites_row_counts_insert after insert on public.invites
  referencing new table as new_rows
  for each statement execute function private.update_row_counts('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');

create trigger invites_row_counts_update after update on public.invites
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.update_row_counts('invites', 'case when r.redeemed_at is not null then ''REDEEMED'' when r.cancelled_at is not null then ''CANCELLED'' else ''OPEN'' end');

create trigger invites_signal_delete after delete on public.invites
  referencing old table as old_rows
  for each statement execute function private.signal_change('invites');

create trigger invites_signal_insert after insert on public.invites
  referencing new table as new_rows
  for each statement execute function private.signal_change('invites');

create trigger invites_signal_update after update on public.invites
  referencing new table as new_rows
  for each statement execute function private.signal_change('invites');

create trigger rookies_free_invite before delete on auth.users
  for each row
  when (old.email_confirmed_at is null)
  execute function private.free_invite();

-- POLICIES

create policy invite_courses_select on public.invite_courses
  for select to authenticated
  using (
    (select private.active())
    and exists (select 1 from public.invites i where i.id = invite_courses.invite_id)
  );
comment on policy invite_courses_select on public.invite_courses is 'Courses of invites that the caller may read by the policy on invites.';

create policy invites_select on public.invites
  for select to authenticated
  using (
    (select private.can('invites', 'read'))
    or (invited_by_id = (select private.uid()) and (select private.can('invites', 'read', 'own')))
  );
comment on policy invites_select on public.invites is 'All invites, or those that the caller sent. Nobody else can list tokens.';
