-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.people (
  id uuid not null,
  search_key text not null,
  name text,
  role public.user_role not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  name_key text not null,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_id_fkey FOREIGN KEY (id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.people enable row level security;
CREATE INDEX people_name_idx ON private.people USING btree (name, id);
CREATE INDEX people_name_search_idx ON private.people USING gin (name_key extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX people_newest_idx ON private.people USING btree (created_at DESC, id DESC);
CREATE INDEX people_search_idx ON private.people USING gin (search_key extensions.gin_trgm_ops) WITH (fastupdate=off);
comment on table private.people is 'What every person is found by: search_key with the phone, name_key without it (see person_key()), and what lists of people are narrowed and sorted by. Kept by a trigger on profiles, and gone with them. No grants: read by functions, never shown.';

create table public.profiles (
  id uuid not null,
  name text,
  email text not null,
  phone text,
  role public.user_role not null default 'MEMBER'::public.user_role,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  terms_accepted_at timestamp with time zone,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_length CHECK ((char_length(email) <= 320)),
  constraint profiles_name_length CHECK ((char_length(name) <= 100)),
  constraint profiles_name_visible CHECK ((name = private.visible_name(name))),
  constraint profiles_phone_length CHECK ((char_length(phone) <= 40)),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.profiles enable row level security;
CREATE INDEX profiles_address_idx ON public.profiles USING btree (lower(email));
CREATE INDEX profiles_disabled_idx ON public.profiles USING btree (created_at DESC, id DESC) WHERE (disabled_at IS NOT NULL);
CREATE INDEX profiles_name_idx ON public.profiles USING btree (name, id);
CREATE INDEX profiles_newest_idx ON public.profiles USING btree (created_at DESC, id DESC);
CREATE INDEX profiles_role_idx ON public.profiles USING btree (role, created_at DESC, id DESC);
CREATE INDEX profiles_role_name_idx ON public.profiles USING btree (role, name, id);
create policy profiles_select on public.profiles for select to authenticated
  using ((((id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('profiles'::text, 'read'::text, 'own'::public.permission_scope) AS can)) OR ( SELECT private.can('profiles'::text, 'read'::text) AS can)));
comment on policy profiles_select on public.profiles is 'One''s own profile; all of them, phone numbers too, for administrators. Moderators read people through functions that leave the phone out.';
create policy profiles_update on public.profiles for update to authenticated
  using (((id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('profiles'::text, 'update'::text, 'own'::public.permission_scope) AS can)))
  with check (((id = ( SELECT private.uid() AS uid)) AND ( SELECT private.can('profiles'::text, 'update'::text, 'own'::public.permission_scope) AS can)));
comment on policy profiles_update on public.profiles is 'One''s own; the column grant leaves nothing but the name to change.';
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
grant delete, insert, select, update on public.profiles to service_role;
CREATE TRIGGER profiles_audit_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('user', '{"key": "id", "omit": ["name", "email", "phone", "updated_at"], "verbs": [["role_change", "role", "changed"], ["disable", "disabled_at", "set"], ["enable", "disabled_at", "cleared"]], "delete": null, "insert": null, "identity": ["id"]}');
CREATE TRIGGER profiles_count_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_people();
CREATE TRIGGER profiles_count_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_people();
CREATE TRIGGER profiles_follow_person AFTER INSERT OR UPDATE OF name, email, phone, role, created_at, disabled_at ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.follow_person();
CREATE TRIGGER profiles_person_goes BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.erase_row();
CREATE TRIGGER profiles_signal_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('profiles');
CREATE TRIGGER profiles_signal_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('profiles');
CREATE TRIGGER profiles_signal_update AFTER UPDATE ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.signal_change('profiles');
CREATE TRIGGER profiles_tally_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');
CREATE TRIGGER profiles_tally_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');
CREATE TRIGGER profiles_tally_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tally('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');
CREATE TRIGGER profiles_touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.profiles is 'A person. Made by the transaction that creates the account, so that no account is ever without one.';

CREATE OR REPLACE FUNCTION private.check_not_self(person uuid, sentence text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if person = private.uid() then
    raise exception using errcode = 'PT409', message = sentence, hint = 'OWN_ACCOUNT';
  end if;
end
$function$;
comment on function private.check_not_self(uuid,text) is 'Raises PT409 OWN_ACCOUNT with the sentence when the person is the caller.';

CREATE OR REPLACE FUNCTION private.check_sign_up(address text, metadata jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.check_sign_up(text,jsonb) is 'Takes the address and the metadata of a sign-up; raises PT422 with a whole sentence when it is not to be: registration closed and no invite, or one whose sender could not invite any more; a name or phone that is too long, a name with invisible characters, an invite that cannot be used.';

CREATE OR REPLACE FUNCTION private.confirm_without_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.email_confirmed_at is null
     and not (select s.require_email_verification from public.settings s) then
    new.email_confirmed_at := 'epoch';
  end if;
  return new;
end
$function$;
comment on function private.confirm_without_verification() is 'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (rules/accounts#verification). The moment is 1970, which says that it is not proven.';
CREATE TRIGGER rookies_confirm_without_verification BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.confirm_without_verification();

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.create_profile() is 'Trigger on auth.users: makes the profile, always a MEMBER, in the same transaction. Refuses with PT422 and a whole sentence, which the auth service passes on (rules/accounts#sign-up-refusal).';
CREATE TRIGGER rookies_create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.create_profile();

CREATE OR REPLACE FUNCTION private.follow_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles p set email = coalesce(new.email, '') where p.id = new.id;
  return new;
end
$function$;
comment on function private.follow_email() is 'Trigger on auth.users: the profile''s address follows the account''s.';
CREATE TRIGGER rookies_follow_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email)::text IS DISTINCT FROM (new.email)::text)) EXECUTE FUNCTION private.follow_email();

CREATE OR REPLACE FUNCTION private.follow_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.people as k (id, search_key, name_key, name, role, created_at, disabled_at)
  values (new.id, private.person_key(new.name, new.email, new.phone), private.person_key(new.name, new.email, null),
    new.name, new.role, new.created_at, new.disabled_at)
  on conflict (id) do update set search_key = excluded.search_key, name_key = excluded.name_key, name = excluded.name,
    role = excluded.role, created_at = excluded.created_at, disabled_at = excluded.disabled_at;
  return null;
end
$function$;
comment on function private.follow_person() is 'Trigger on profiles: keeps private.people as the profile is.';

CREATE OR REPLACE FUNCTION private.found_by(query text, alias text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  patterns text[] := private.person_patterns(coalesce(query, ''));
  key text;
begin
  if cardinality(patterns) = 0 then
    return null;
  end if;
  -- A phone number that the caller may not read must not be found by searching for it.
  key := case when private.can('profiles', 'read') then 'search_key' else 'name_key' end;
  return (select string_agg(format('%I.%I like %L', alias, key, pattern), ' and ') from unnest(patterns) pattern);
end
$function$;
comment on function private.found_by(text,text) is 'Takes a search text and the alias of private.people in a query; gives the condition as SQL, every value quoted, or null for an empty text. Searches the phone only for callers who may read it.';

CREATE OR REPLACE FUNCTION private.keep_an_administrator(except_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.last_administrator(except_person) then
    raise exception using errcode = 'PT409', message = 'The last active administrator can be neither demoted nor disabled.', hint = 'LAST_ADMIN';
  end if;
end
$function$;
comment on function private.keep_an_administrator(uuid) is 'Takes the person who is about to stop being an active administrator; raises PT409 LAST_ADMIN when no other would be left.';

CREATE OR REPLACE FUNCTION private.people_from(query text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when private.found_by(query, 'p') is null then 'public.profiles' else 'private.people' end
$function$;
comment on function private.people_from(text) is 'Takes a search; the table p that people_where() is about: with a search the one that has what people are found by.';

CREATE OR REPLACE FUNCTION private.people_where(query text, role public.user_role, state text, course text DEFAULT NULL::text, quiet text DEFAULT NULL::text, few boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  learning record := private.learning_where(people_where.course, people_where.quiet);
begin
  return concat_ws(' and ', 'true', private.found_by(query, 'p'),
    'p.role = ' || quote_literal(people_where.role),
    case people_where.state when 'disabled' then 'p.disabled_at is not null' when 'active' then 'p.disabled_at is null' end,
    case when learning.source is not null then format(case when few then 'p.id = any (array(select k.user_id from %s where %s))'
      else 'p.id in (select k.user_id from %s where %s)' end, learning.source, learning.condition) end);
end
$function$;
comment on function private.people_where(text,public.user_role,text,text,text,boolean) is 'Takes a search, a role, active or disabled (null: any), what learning_where() takes, and whether that finds so few that they are looked up one by one; gives the condition on people_from() p as SQL, every value quoted. A statement of its own for each, so that each is planned by its own index. Lists, exports and bulk acts ask it alike.';

CREATE OR REPLACE FUNCTION private.person_key(name text, email text, phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ' ' || k.name || ' ' || lower(email) || ' ' || coalesce(regexp_replace(phone, '[^0-9+]', '', 'g'), '')
    || coalesce(' ' || nullif(array_to_string(private.pairs(k.name), ' '), ''), '')
  from lower(extensions.unaccent('extensions.unaccent', normalize(coalesce(person_key.name, ''), nfkc))) k (name)
$function$;
comment on function private.person_key(text,text,text) is 'What a person is found by: name without accents, address, and the digits of the phone, in small letters, each word, and each pair of a run, behind a space. Called immutable, although a dictionary could be edited, so that an index can hold it.';
grant execute on function private.person_key(text,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.person_patterns(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    -- One or two letters are in almost every name: they stand for the beginning of a word.
    select case when char_length(t.word) < 3 then '% ' else '%' end
      || replace(replace(replace(t.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from string_to_table(lower(extensions.unaccent('extensions.unaccent', normalize(left(person_patterns.query, 100), nfkc))), ' ') t (word)
    where t.word <> '' limit 6);
end
$function$;
comment on function private.person_patterns(text) is 'Takes a search text; gives patterns for person_key(), all of which have to match: its first six words, taken literally.';
grant execute on function private.person_patterns(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.rebuild_people()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.people;
  insert into private.people (id, search_key, name_key, name, role, created_at, disabled_at)
  select p.id, private.person_key(p.name, p.email, p.phone), private.person_key(p.name, p.email, null),
    p.name, p.role, p.created_at, p.disabled_at from public.profiles p;
$function$;
comment on function private.rebuild_people() is 'Rebuilds private.people, for rows that came past the trigger: when it was added, and when a data set was loaded without it.';

CREATE OR REPLACE FUNCTION private.visible_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])',
    '', 'g')
$function$;
comment on function private.visible_name(text) is 'Takes a name; gives it without the characters that cannot be seen or that change the direction of what stands beside it.';
grant execute on function private.visible_name(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sentence text;
begin
  perform private.check_sign_up(event -> 'user' ->> 'email', event -> 'user' -> 'user_metadata');
  return '{}';
exception when sqlstate 'PT422' then
  get stacked diagnostics sentence = message_text;
  return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', sentence));
end
$function$;
comment on function public.before_user_created(jsonb) is 'Hook of the auth service, asked before an account is made: {user: {email, user_metadata}} in, an empty object or {error: {http_code, message}} out. The checks are check_sign_up()''s. Only the auth service may call it.';
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.correct_person(user_id uuid, email text DEFAULT NULL::text, phone text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.correct_person(uuid,text,text) is 'Takes a person and a new address or phone; null leaves one as it is, an empty phone takes it away. A new address is unproven: the person is signed out everywhere and asked by mail to confirm it, where verification is required; otherwise they sign in with it at once (rules/accounts#correct-person). Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN or LAST_ADMIN, PT422 EMAIL_FORM or PHONE_FORM.';
grant execute on function public.correct_person(uuid,text,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.set_disabled(user_id uuid, disabled boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_not_self(user_id, 'Nobody disables their own account.');
  if disabled then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p
  set disabled_at = case when disabled then coalesce(p.disabled_at, now()) end
  where p.id = set_disabled.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function public.set_disabled(uuid,boolean) is 'Takes a person and whether their account is to be disabled. Raises as set_role does. A disabled person can read nothing from the next request on (rules/access#disabled).';
grant execute on function public.set_disabled(uuid,boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.set_role(user_id uuid, role public.user_role)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_not_self(user_id, 'Nobody changes their own role.');
  if set_role.role <> 'ADMIN' then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p set role = set_role.role where p.id = set_role.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function public.set_role(uuid,public.user_role) is 'Takes a person and a role. Only administrators, never on themselves, and one active administrator is always left. Raises 42501, PT409 (OWN_ACCOUNT, LAST_ADMIN) or PT404 (rules/access#last-administrator).';
grant execute on function public.set_role(uuid,public.user_role) to authenticated, service_role;
