-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.corrected_addresses (
  user_id uuid not null,
  since timestamp with time zone not null default clock_timestamp(),
  account_confirmed boolean not null,
  constraint corrected_addresses_pkey PRIMARY KEY (user_id),
  constraint corrected_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.corrected_addresses enable row level security;
comment on table private.corrected_addresses is 'Accounts whose address was set without a mail to it, by an administrator''s correction for instance, and since when: what was opened with the password from before proves nothing of it. Gone with a change that is confirmed by mail, and with that password. Kept by triggers on auth.users; no API role holds a grant.';
comment on column private.corrected_addresses.account_confirmed is 'Whether the account had been confirmed at an address before; then it keeps the invite it was made with (rules/invites#free-again).';

CREATE OR REPLACE FUNCTION private.due_address_mail(work private.due_work)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('to', u.email)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id and p.disabled_at is null
  where work.key = 'address_mail:' || a.user_id || ':' || extract(epoch from a.since) and a.user_id = work.user_id
$function$;
comment on function private.due_address_mail(private.due_work) is 'The auth service is asked to mail a confirmation to that address: {to}. Null once it is confirmed or another one, or the account is disabled.';

CREATE OR REPLACE FUNCTION private.follow_verification()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.require_email_verification then
    update auth.users u set email_confirmed_at = null
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at = 'epoch';
    perform private.put_address_mail(a.user_id) from private.corrected_addresses a;
  else
    update auth.users u set email_confirmed_at = 'epoch'
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at is null and a.account_confirmed;
  end if;
  return null;
end
$function$;
comment on function private.follow_verification() is 'Trigger on settings: corrected addresses that are not confirmed have to be, and their owners are asked by mail, when verification becomes required; they shut no one out any more when it ceases to be.';

CREATE OR REPLACE FUNCTION private.last_administrator(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('rookies.administrators'));
  return exists (select 1 from public.profiles p where p.id = person and p.role = 'ADMIN' and p.disabled_at is null)
    and not exists (
      select 1 from public.profiles p join auth.users u on u.id = p.id cross join public.settings s
      where p.id <> person and p.role = 'ADMIN' and p.disabled_at is null
        and (u.email_confirmed_at is not null or not s.require_email_verification));
end
$function$;
comment on function private.last_administrator(uuid) is 'Takes a person; true when they are the only active administrator. Holds off until the transaction ends who else asks, so that two do not each see the other.';

CREATE OR REPLACE FUNCTION private.on_address_set()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.email_confirmed_at > 'epoch' then
    delete from private.corrected_addresses a where a.user_id = new.id;
    return null;
  end if;
  insert into private.corrected_addresses as a (user_id, account_confirmed) values (new.id, old.email_confirmed_at is not null)
  on conflict (user_id) do update set since = excluded.since, account_confirmed = a.account_confirmed or excluded.account_confirmed;
  delete from auth.sessions s where s.user_id = new.id;
  perform private.put_address_mail(new.id);
  begin
    -- A link of the old address that was followed, and whose code was not exchanged yet, would open a session.
    delete from auth.flow_state f where f.user_id = new.id;
  exception when insufficient_privilege then
    -- A project that keeps this table to itself must still be able to change an address.
    null;
  end;
  return null;
end
$function$;
comment on function private.on_address_set() is 'Trigger on auth.users, behind weigh_address(): keeps the list of corrected addresses. Whose address became unproven is signed out everywhere, and asked by mail to confirm it where that is required.';
CREATE TRIGGER rookies_address_set AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((lower((old.email)::text) IS DISTINCT FROM lower((new.email)::text)) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION private.on_address_set();

CREATE OR REPLACE FUNCTION private.put_address_mail(person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.put_due('address_mail', a.user_id || ':' || extract(epoch from a.since), now(), null, a.user_id)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id
  cross join public.settings s
  where a.user_id = person and s.require_email_verification
$function$;
comment on function private.put_address_mail(uuid) is 'Takes a person; the mail that asks them to confirm a corrected address is due, where verification is required and they have not.';

CREATE OR REPLACE FUNCTION private.session_is_of_address(session uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from auth.sessions s left join private.corrected_addresses a on a.user_id = s.user_id
    where s.id = session and (a.since is null or s.created_at > a.since))
$function$;
comment on function private.session_is_of_address(uuid) is 'Takes a session; false when it began before the account''s address was set: a mail that opened it went to another one.';

CREATE OR REPLACE FUNCTION private.weigh_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A change that the person asked for is made by the auth service, once the mails of it were opened.
  if session_user = 'supabase_auth_admin' and new.email_change = '' and lower(new.email) = lower(old.email_change) then
    new.email_confirmed_at := now();
  elsif current_setting('rookies.confirmed', true) is distinct from new.id::text then
    new.email_confirmed_at := case
      when old.email_confirmed_at is not null and not (select s.require_email_verification from public.settings s) then 'epoch'::timestamptz end;
    -- What is under way was mailed to another address, or asked for from it.
    new.confirmation_token := '';
    new.recovery_token := '';
    new.reauthentication_token := '';
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
    new.email_change_confirm_status := 0;
  end if;
  return new;
end
$function$;
comment on function private.weigh_address() is 'Trigger on auth.users: an address that is set without a mail to it takes the confirmation away, or sets it to 1970 while verification is not required, so that the password goes on working. Two leave it: a change confirmed by mail, and a server with the secret key that confirms the address in the same transaction.';
CREATE TRIGGER rookies_weigh_address BEFORE UPDATE OF email ON auth.users FOR EACH ROW WHEN (((lower((old.email)::text) IS DISTINCT FROM lower((new.email)::text)) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION private.weigh_address();
