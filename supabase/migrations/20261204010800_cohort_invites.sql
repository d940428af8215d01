-- Why: an invite can carry a cohort. It gives the cohort's courses only through the membership, so that the schedule counts for
-- everybody. People on a pasted list who have an account join at once (rules/cohorts#joining).

alter table public.invites add column cohort_id uuid references public.cohorts (id) on delete set null;
create index invites_cohort_id_idx on public.invites (cohort_id);
comment on column public.invites.cohort_id is 'The cohort that the invited person joins when the invite is redeemed.';

create function private.cohort_is_full(cohort uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.seats <= (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
    from public.cohorts c where c.id = cohort), false)
$$;
comment on function private.cohort_is_full(uuid) is 'Takes a cohort; true if it has no seat left (rules/cohorts#seats).';
revoke all on function private.cohort_is_full(uuid) from public;

create function private.person_may_add(person uuid, cohort uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.person_keeps(person, 'cohort_members', 'create')
    or (private.person_keeps(person, 'cohort_members', 'create', 'assigned')
      and exists (select from public.cohort_staff s where s.cohort_id = person_may_add.cohort and s.user_id = person))
$$;
comment on function private.person_may_add(uuid, uuid) is
  'Takes a person and a cohort; true if they may add people to it, also during maintenance.';
revoke all on function private.person_may_add(uuid, uuid) from public;

create function private.invited_cohort(i public.invites) returns public.cohorts
language sql stable security definer set search_path = '' as $$
  select c.* from public.cohorts c
  where c.id = i.cohort_id and c.archived_at is null and private.invite_admits(i) and private.person_may_add(i.invited_by_id, c.id)
$$;
comment on function private.invited_cohort(public.invites) is
  'Takes an invite; its cohort, if its sender may still add people to it at this moment. Otherwise every field is null.';
revoke all on function private.invited_cohort(public.invites) from public;

create function private.check_invite_cohort(cohort uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if cohort is not null and not (private.can_on_cohort('cohort_members', 'create', cohort)
    and exists (select from public.cohorts c where c.id = cohort and c.archived_at is null)) then
    perform private.refuse('You may not invite to this cohort.');
  end if;
end
$$;
comment on function private.check_invite_cohort(uuid) is
  'Takes a cohort (null: none); raises 42501 unless the caller may add people to it, also if it is archived or does not exist.';
revoke all on function private.check_invite_cohort(uuid) from public;

create or replace function private.invited_course_ids(i public.invites)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  -- The rule is the same as in check_invite() for a person who sends an invite.
  if private.invite_admits(i) then
    return query
      select ic.course_id
      from public.invite_courses ic join public.courses c on c.id = ic.course_id
      where ic.invite_id = i.id
        -- The membership gives these, by the schedule of the cohort.
        and not exists (select from public.cohort_courses k where k.cohort_id = i.cohort_id and k.course_id = ic.course_id)
        and ((select private.person_keeps(i.invited_by_id, 'entitlements', 'create')) or c.created_by_id = i.invited_by_id);
  end if;
end
$function$;
comment on function private.invited_course_ids(public.invites) is 'Takes an invite; the courses that it gives at this moment: those that its sender could still invite to, without those of its cohort.';

create or replace function private.invite_withheld(i public.invites)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  admits constant boolean := private.invite_admits(i);
  gives_role constant boolean := i.role = 'MEMBER' or (admits and private.person_keeps(i.invited_by_id, 'invites', 'give_role'));
  titles constant jsonb := (
    select coalesce(jsonb_agg(c.title order by c.title), '[]')
    from public.invite_courses ic join public.courses c on c.id = ic.course_id and c.deleted_at is null
    where ic.invite_id = i.id and c.id not in (select private.invited_course_ids(i))
      and not exists (select from public.cohort_courses k where k.cohort_id = i.cohort_id and k.course_id = c.id));
  withheld_cohort constant text := case when (private.invited_cohort(i)).id is null then (select c.title from public.cohorts c where c.id = i.cohort_id) end;
begin
  if private.invite_state(i) not in ('ACTIVE', 'EXPIRED') or (admits and gives_role and titles = '[]' and withheld_cohort is null) then
    return null;
  end if;
  return jsonb_build_object('all', not admits, 'role', case when not gives_role then i.role end, 'courses', titles, 'cohort', withheld_cohort);
end
$function$;
comment on function private.invite_withheld(public.invites) is 'Takes an invite; what it names and does not give any more, because its sender could not: {all: whether they may not invite at all, role: the one it named, courses: titles, cohort: its title}. Null when it gives all, and when it was used or cancelled.';

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
comment on function private.refuse_invite(text) is 'Takes why an invite cannot be redeemed (UNKNOWN, OTHER_ADDRESS, REDEEMED, CANCELLED, EXPIRED, WITHDRAWN, FULL); raises PT422 with its sentence and INVITE_ and that word as hint.';

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
  -- The invite stays open, so that a person who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- If two redeem at once, the second waits for the first and then finds the invite redeemed.
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
    perform private.join_cohort(cohort.id, array[person]);
  end if;
  return invite;
end
$function$;
comment on function private.redeem_invite(text,uuid,text) is 'Takes a token, a person and their email; redeems the invite exactly once and grants those of its courses that its sender could still give, and adds the person to its cohort. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN, _FULL; PT409 COHORT_FULL if another person takes the last seat at the same moment.';

create or replace function private.check_sign_up(address text, metadata jsonb)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  token text := nullif(btrim(metadata ->> 'invite_token'), '');
  -- Only the auth service signs people up; the database's owner may still add accounts by hand.
  closed constant boolean := session_user = 'supabase_auth_admin' and not (select s.allow_registration from public.settings s);
begin
  if address is not null and not private.is_email(address) then
    raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
  end if;
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
  if token is not null and private.cohort_is_full((private.invited_cohort(private.invite_of_token(token))).id) then
    perform private.refuse_invite('FULL');
  end if;
end
$function$;
comment on function private.check_sign_up(text,jsonb) is 'Takes the email and the metadata of a sign-up; raises PT422 with a whole sentence if it is refused: registration is closed and there is no usable invite, a name or phone is too long, a name has invisible characters, or the invite cannot be used.';

create or replace function public.accept_invite(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
    from (select private.invited_course_ids(invite) union
      select k.course_id from public.cohort_courses k where k.cohort_id = (private.invited_cohort(invite)).id) g (id)
    join public.courses c on c.id = g.id and private.course_is_published(c.status, c.deleted_at)));
end
$function$;
comment on function public.accept_invite(text) is 'Takes a token; redeems the invite for the signed-in caller, to whose email it must have been sent, and answers the courses it opened, also those of its cohort. Raises as redeem_invite does, and 42501 for visitors.';
grant execute on function public.accept_invite(text) to authenticated, service_role;

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
    'cohort', (select jsonb_build_object('title', k.title, 'starts_on', k.starts_on, 'time_zone', k.time_zone, 'full', private.cohort_is_full(k.id))
      from private.invited_cohort(invite) k where k.id is not null),
    'opens', (
      select min(c.slug)
      from private.invited_course_ids(invite) g (id) join public.courses c on c.id = g.id and c.deleted_at is null
      having count(*) = 1 and bool_and(private.course_is_published(c.status, c.deleted_at))),
    'withheld', private.invite_withheld(invite),
    'mine', coalesce((select lower(u.email) = lower(invite.email) from auth.users u where u.id = private.uid()), false));
end
$function$;
comment on function public.invite_by_token(text) is 'Takes a token. For an active one: email, inviter, titles of the courses it gives, the cohort that it opens {title, starts_on, time_zone, full}, opens: the slug of the course if it gives exactly one and that is published, else null, what it named and does not give any more (as invite_withheld()), expiry, and whether it is the caller''s own email. Otherwise the state alone (REDEEMED, EXPIRED, CANCELLED, UNKNOWN; WITHDRAWN for a visitor whom nothing but the invite would let in, and whose sender can no longer invite). The token is the right: visitors may call it.';
grant execute on function public.invite_by_token(text) to anon, authenticated, service_role;

create or replace function private.validate_invites(lines jsonb, most integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  any_course boolean := private.can('entitlements', 'create');
  any_invite boolean := private.can('invites', 'read');
  any_person boolean := private.can('profiles', 'list');
  any_cohort boolean := private.can('cohort_members', 'create');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- Room for 2,000 of the longest emails, with some courses each.
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
        lower(nullif(btrim(t.entry ->> 'cohort'), '')) as cohort_slug
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
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'cohort_id', r.cohort_id, 'cohort', r.cohort,
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when r.cohort_slug is not null and r.cohort_id is null then 'UNKNOWN_COHORT'
        when any_person and exists (select 1 from public.profiles p where lower(p.email) = r.address) then
          case when r.cohort_id is null then 'MEMBER'
            when exists (select 1 from public.profiles p join public.cohort_members m on m.user_id = p.id and m.state <> 'LEFT'
              where lower(p.email) = r.address and m.cohort_id = r.cohort_id) then 'IN_COHORT'
            else 'JOINS' end
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$function$;
comment on function private.validate_invites(jsonb,integer) is 'Takes lines [{email, role, courses: slugs, cohort: slug}] and how many are allowed; says of each what would come of it. It tells no caller what they may not read: another''s course is an unknown one to a creator, and only those who read all profiles or all invites learn that a person has an account or an invite of another sender. Raises 42501, PT422 TOO_MANY.';

create or replace function public.check_invites(lines jsonb)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  return (
    select jsonb_agg(v.verdict - 'course_ids' - 'cohort_id' order by v.place)
    from jsonb_array_elements(private.validate_invites(check_invites.lines, 2000)) with ordinality v (verdict, place));
end
$function$;
comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs, cohort: slug}]: [{line, email, role, courses: titles, unknown: slugs, cohort: title, state}] in their order, state being VALID, INVALID (no address), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, UNKNOWN_COHORT, MEMBER, JOINS (a member who will be added to the cohort), IN_COHORT or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';
grant execute on function public.check_invites(jsonb) to authenticated, service_role;

drop function public.create_invite(text,public.user_role,uuid[],uuid);
create or replace function public.create_invite(
  email text,
  role public.user_role default 'MEMBER',
  course_ids uuid[] default '{}'::uuid[],
  operation_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  address text := btrim(create_invite.email);
  gives uuid[] := (select coalesce(array_agg(distinct wanted.id order by wanted.id), '{}') from unnest(course_ids) wanted(id));
  own uuid := private.made_under(create_invite.operation_id, concat_ws(' ', 'invite', lower(address), role, gives, create_invite.cohort_id));
  invite public.invites;
begin
  perform private.check_invite(role, course_ids);
  perform private.check_invite_cohort(create_invite.cohort_id);
  if not coalesce(private.is_email(address), false) then
    perform private.refuse_field('email', 'Please enter a valid email address');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || private.uid()::text, hashtext(lower(address))));
  select i.* into invite from public.invites i where i.id = own and i.invited_by_id = private.uid();
  if invite.id is null then
    select i.* into invite from public.invites i
    where lower(i.email) = lower(address) and i.role = create_invite.role and i.invited_by_id = private.uid()
      and i.cohort_id is not distinct from create_invite.cohort_id
      and i.created_at > now() - interval '10 minutes'
      and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
      and (select coalesce(array_agg(c.course_id order by c.course_id), '{}')
           from public.invite_courses c where c.invite_id = i.id) = gives
    order by i.created_at desc limit 1;
  end if;
  if invite.id is null then
    insert into public.invites (id, email, role, invited_by_id, cohort_id)
    values (own, address, create_invite.role, private.uid(), create_invite.cohort_id)
    returning * into invite;
    insert into public.invite_courses (invite_id, course_id)
    select invite.id, wanted.id from unnest(gives) wanted(id);
  end if;
  return jsonb_build_object('id', invite.id, 'token', invite.token, 'email', invite.email, 'expires_at', invite.expires_at);
end
$function$;
comment on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) is 'Takes an email, a role to give, courses, an operation id, and a cohort to join; makes an invite that lasts 48 hours and answers it with its token. The same again under the same operation id, or from the same person within ten minutes, while that one is open, answers that one and makes nothing more. Raises 42501 as check_invite does, 23514 for an invalid email.';
grant execute on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) to authenticated, service_role;
revoke all on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) from public;
grant execute on function public.create_invite(text,public.user_role,uuid[],uuid,uuid) to authenticated, service_role;

create or replace function public.create_invites(operation_id uuid, piece integer, lines jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  -- The caller is part of the name, so that no other caller reads the operation's result.
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
    insert into public.invites (id, email, role, invited_by_id, cohort_id)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid(), (v ->> 'cohort_id')::uuid
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
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' - 'cohort_id' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;
comment on function public.create_invites(uuid,integer,jsonb) is 'Makes invites of up to 200 lines as check_invites() takes them and answers as it does, with id and token where the state is CREATED; members of a line with a cohort join it (JOINED); lines that cannot be made are left alone and say why. A piece sent again under the same operation and number answers what it came to the first time and makes nothing more. Raises 42501, PT409 COHORT_FULL, PT422 TOO_MANY (rules/members#bulk).';
grant execute on function public.create_invites(uuid,integer,jsonb) to authenticated, service_role;

create or replace function public.invite_list(
  query text default '',
  state text default null,
  sort text default 'newest',
  mine boolean default false,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
    total := private.invites_count(invite_list.state);
  else
    execute format('select count(*) from public.invites i where %s', condition) into total;
  end if;
  -- The ids of the page are read first, so that only its fifty rows are put together and none of those before them.
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
          where ic.invite_id = i.id),
        'cohort', (select k.title from public.cohorts k where k.id = i.cohort_id)) order by page.place), '[]')
    from page join public.invites i on i.id = page.id$sql$,
    condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size) into rows;
  return jsonb_build_object('total', total, 'invites', rows);
end
$function$;
comment on function public.invite_list(text,text,text,boolean,integer,integer) is 'Takes a part of an email, a status (ACTIVE, REDEEMED, EXPIRED, CANCELLED), a sort (newest, oldest, email, -email, ending), whether only one''s own are wanted, a page from 1 and its size (at most 100); gives {total, invites: [{id, email, role, state, token, created_at, expires_at, redeemed_at, cancelled_at, invited_by_id, redeemed_by_id, withheld: as invite_withheld(), inviter, courses, cohort}]}, the token of active ones alone, courses and cohort as titles. All for administrators, their own for creators and moderators (rules/invites#own-invites); raises 42501.';
grant execute on function public.invite_list(text,text,text,boolean,integer,integer) to authenticated, service_role;

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
  any_course boolean := private.can('entitlements', 'create');
begin
  return query
    select i.id, case
      when i.redeemed_at is not null then 'REDEEMED'
      when i.cancelled_at is not null then 'CANCELLED'
      when act = 'cancel' then 'READY'
      -- As in resend_invite(), the caller needs the right to give now what the invite gives.
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
comment on function private.invite_verdicts(text,uuid[]) is 'Takes resend or cancel, and invites; returns for each invite that the caller may do this to: READY, REDEEMED or CANCELLED, and for resending ROLE_DENIED, COURSE_DENIED or COHORT_DENIED if the caller could no longer give its role, courses or cohort. Other invites are left out.';

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
comment on function public.resend_invite(uuid) is 'Takes an invite; gives it 48 hours from now under the same link. If its sender could no longer give all of it, the caller becomes its sender. Raises 42501 for those who may not, PT409 INVITE_CLOSED when it was used or cancelled.';
grant execute on function public.resend_invite(uuid) to authenticated, service_role;
