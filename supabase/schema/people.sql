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
grant delete, insert, maintain, references, select, trigger, truncate, update on public.profiles to service_role;
CREATE TRIGGER profiles_audit_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit('user', 'user', 'id');
CREATE TRIGGER profiles_count_insert AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_people();
CREATE TRIGGER profiles_count_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_people();
CREATE TRIGGER profiles_follow_person AFTER INSERT OR UPDATE OF name, email, phone, role, created_at, disabled_at ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.follow_person();
CREATE TRIGGER profiles_touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
comment on table public.profiles is 'A person. Made by the transaction that creates the account, so that no account is ever without one.';

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
comment on function private.confirm_without_verification() is 'Trigger on auth.users: while verification is not required, an address counts as confirmed from the start (rules/accounts#verification). The moment is 1970, which says that nobody has proven it.';
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
  if token is not null then
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

CREATE OR REPLACE FUNCTION private.visible_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- Controls, the soft hyphen, the marks, embeddings and isolates that turn the direction of writing,
  -- zero-width and filling characters, tags. Two of them, the joiners, belong to the spelling of Persian and
  -- Indian names, and stay between two letters of those scripts, where they can be seen.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])',
    '', 'g')
$function$;
comment on function private.visible_name(text) is 'Takes a name; gives it without the characters that cannot be seen or that change the direction of what stands beside it.';
grant execute on function private.visible_name(text) to authenticated, service_role;
