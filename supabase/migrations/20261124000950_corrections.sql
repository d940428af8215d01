-- Why: what an administrator types as a phone is shown to the person and may be dialled: letters that
-- slipped in are refused before they are stored. And an address with a space around it is the address.

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
  if address is not null then
    if address !~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' or char_length(address) > 320 then
      raise exception using errcode = 'PT422', message = 'Please enter a valid email address', hint = 'EMAIL_FORM';
    end if;
    if exists (select 1 from auth.users u where lower(u.email) = address and u.id <> user_id) then
      raise exception using errcode = 'PT409', message = 'Another account has this email address', hint = 'EMAIL_TAKEN';
    end if;
    update auth.users u set email = address, updated_at = now() where u.id = user_id;
    update auth.identities i
    set identity_data = coalesce(i.identity_data, '{}') || jsonb_build_object('email', address), updated_at = now()
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
comment on function public.correct_person(uuid, text, text) is
  'Takes a person and a new address or phone; null leaves one as it is, an empty phone takes it away. The person signs in with the new address from then on. Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN, PT422 EMAIL_FORM or PHONE_FORM.';
