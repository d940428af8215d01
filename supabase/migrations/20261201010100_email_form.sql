-- Why: an address that no account can have was invited, mailed, and ended at a form whose address cannot be changed. What an
-- address is stands in one place, and what cannot sign up is refused before a mail leaves (rules/accounts#address).

create function private.is_email(address text) returns boolean
language sql immutable set search_path = '' as $$
  -- The letters of ASCII alone: some others are lowered to them.
  select octet_length(address) = char_length(address) and char_length(address) <= 254 and strpos(address, '@') <= 65
    and lower(address) ~ ('^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
      || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$')
$$;
comment on function private.is_email(text) is
  'Whether an account can be made for an address: what the sign-in service and mail servers take, as isEmail() of the apps has it (rules/accounts#address). Accounts that have another one keep it.';

create or replace function private.check_sign_up(address text, metadata jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
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
end
$$;

create or replace function public.create_invite(email text, role public.user_role default 'MEMBER', course_ids uuid[] default '{}') returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;

create or replace function private.validate_invites(lines jsonb, most integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  any_course boolean := private.can('entitlements', 'create');
  any_invite boolean := private.can('invites', 'read');
  any_person boolean := private.can('profiles', 'list');
  any_role boolean := private.can('invites', 'give_role');
begin
  perform private.check_invite('MEMBER', '{}');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and most then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = format('Between 1 and %s lines at once, please.', most);
  end if;
  -- As much as 2,000 of the longest addresses, with some courses each.
  if octet_length(lines::text) > 2000000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That list is too long. Please invite in several parts.';
  end if;
  return (
    with said as (
      select t.line, btrim(coalesce(t.entry ->> 'email', '')) as email,
        upper(coalesce(nullif(btrim(t.entry ->> 'role'), ''), 'MEMBER')) as role,
        case when jsonb_typeof(t.entry -> 'courses') = 'array' then array(
          select distinct lower(btrim(s.slug)) from jsonb_array_elements_text(t.entry -> 'courses') s (slug) where btrim(s.slug) <> ''
        ) else '{}' end as slugs
      from jsonb_array_elements(lines) with ordinality t (entry, line)
    ), read as (
      select s.*, lower(s.email) as address,
        row_number() over (partition by lower(s.email) order by s.line) > 1 as doubled, coalesce(k.ids, '{}') as course_ids,
        coalesce(k.titles, '[]') as titles, array(select unnest(s.slugs) except select unnest(k.slugs) order by 1) as unknown
      from said s
      left join lateral (
        select array_agg(c.id) as ids, jsonb_agg(c.title order by c.title) as titles, array_agg(c.slug) as slugs
        from public.courses c
        where c.slug = any (s.slugs) and c.deleted_at is null
          and (any_course or c.id in (select private.my_course_ids('invites', 'create')))
      ) k on true
    )
    select jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'role', r.role,
      'course_ids', to_jsonb(r.course_ids), 'courses', r.titles, 'unknown', to_jsonb(r.unknown),
      'state', case
        when not private.is_email(r.email) then 'INVALID'
        when r.doubled then 'DOUBLED'
        when r.role not in ('ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER') then 'UNKNOWN_ROLE'
        when r.role <> 'MEMBER' and not any_role then 'ROLE_DENIED'
        when cardinality(r.unknown) > 0 then 'UNKNOWN_COURSE'
        when any_person and exists (select 1 from public.profiles p where lower(p.email) = r.address) then 'MEMBER'
        when exists (select 1 from public.invites i where lower(i.email) = r.address
          and i.redeemed_at is null and i.cancelled_at is null and i.expires_at > now()
          and (any_invite or i.invited_by_id = private.uid())) then 'INVITED'
        else 'VALID' end) order by r.line)
    from read r);
end
$$;

create or replace function public.correct_person(user_id uuid, email text default null, phone text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(btrim(correct_person.email));
  number text := btrim(correct_person.phone);
begin
  if not private.can('profiles', 'correct') then
    raise exception using errcode = '42501', message = 'You may not correct accounts.';
  end if;
  if not exists (select 1 from public.profiles p where p.id = user_id) then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
  if address is not null and not exists (select 1 from auth.users u where u.id = user_id and lower(u.email) = address) then
    if not private.is_email(btrim(correct_person.email)) then
      raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = address) then
      raise exception using errcode = 'PT409', message = 'Another account has this email address', hint = 'EMAIL_TAKEN';
    end if;
    if (select s.require_email_verification from public.settings s) and private.last_administrator(user_id) then
      raise exception using errcode = 'PT409', hint = 'LAST_ADMIN',
        message = 'Until this address is confirmed there would be no active administrator. Make another one first.';
    end if;
    update auth.users u
    set email = address, updated_at = now(),
      raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('email', address, 'email_verified', false)
    where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', address, 'email_verified', false), updated_at = now()
    where i.user_id = correct_person.user_id and i.provider = 'email';
  end if;
  if number is not null then
    if number <> '' and (number !~ '^[0-9+(][0-9+ ()./#x-]*$' or number !~ '([0-9].*){3}' or char_length(number) > 40) then
      raise exception using errcode = 'PT422', message = 'Please enter a valid phone number', hint = 'PHONE_FORM';
    end if;
    update public.profiles p set phone = nullif(number, '') where p.id = user_id;
  end if;
end
$$;
