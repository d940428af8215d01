-- Accounts: signing up, names and roles, proven addresses, the end of an account.
set check_function_bodies = off;

-- FUNCTIONS THAT ITS TABLES USE

create or replace function private.visible_name(name text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  -- The pattern has control characters, the soft hyphen, characters that change the direction of writing, zero-width
  -- and filling characters, and tags. Two joiners belong to the spelling of Persian and Indian names, so they stay
  -- between two letters of these scripts, and one of them also between the parts of an emoji.
  select regexp_replace(name,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])\u200c|\u200c(?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff])'
    '|(?<![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d'
    '|\u200d(?![\u0620-\u06ff\u0750-\u077f\u0900-\u0dff\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])',
    '', 'g')
$function$;
comment on function private.visible_name(text) is 'Takes a name; returns it without invisible characters and characters that change the direction of the text next to it.';
grant execute on function private.visible_name(text) to authenticated, service_role;

-- TABLES

create table public.profiles (
  id uuid not null,
  name text,
  email text not null,
  phone text,
  role public.user_role not null default 'MEMBER',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  terms_accepted_at timestamptz,
  constraint profiles_pkey primary key (id),
  constraint profiles_email_length check (char_length(email) <= 320),
  constraint profiles_name_length check (char_length(name) <= 100),
  constraint profiles_name_visible check (name = private.visible_name(name)),
  constraint profiles_phone_length check (char_length(phone) <= 40),
  constraint profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade
);
alter table public.profiles enable row level security;
-- Used to look up lists of two thousand emails.
create index profiles_address_idx on public.profiles (lower(email));
create index profiles_disabled_idx on public.profiles (created_at desc, id desc) where (disabled_at is not null);
create index profiles_name_idx on public.profiles (name, id);
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
create index profiles_role_idx on public.profiles (role, created_at desc, id desc);
-- Lists the people of a role by name without reading all people.
create index profiles_role_name_idx on public.profiles (role, name, id);
create index profiles_staff_idx on public.profiles (id) where (role <> 'MEMBER');
grant select on public.profiles to authenticated;
grant update (name) on public.profiles to authenticated;
grant delete, insert, select, update on public.profiles to service_role;
comment on table public.profiles is 'A person. The transaction that creates an account also creates its profile, so that every account has one.';

create table private.corrected_addresses (
  user_id uuid not null,
  since timestamptz not null default clock_timestamp(),
  account_confirmed boolean not null,
  constraint corrected_addresses_pkey primary key (user_id),
  constraint corrected_addresses_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.corrected_addresses enable row level security;
comment on table private.corrected_addresses is 'Accounts whose email was changed without a mail to the new email, for example when an administrator corrected it, and since when. A session that was opened with the earlier password does not confirm the new email of such an account. The row is deleted when a change of the email is confirmed by mail, or when the earlier password ends. Triggers on auth.users write the rows; no API role has a grant.';
comment on column private.corrected_addresses.account_confirmed is 'Whether an earlier email of the account had been confirmed; then the account keeps the invite with which it was made (rules/invites#free-again).';

create table private.unsubscribe_tokens (
  hash bytea not null,
  user_id uuid not null,
  mail text not null,
  made_at timestamptz not null default now(),
  constraint unsubscribe_tokens_pkey primary key (hash),
  constraint unsubscribe_tokens_hash_length check (octet_length(hash) = 32),
  constraint unsubscribe_tokens_known check (
    mail = any (array['cohort_mails', 'review_mails', 'morning_mails', 'reminder_mails'])
  ),
  constraint unsubscribe_tokens_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.unsubscribe_tokens enable row level security;
create index unsubscribe_tokens_made_at_idx on private.unsubscribe_tokens (made_at);
create index unsubscribe_tokens_user_id_idx on private.unsubscribe_tokens (user_id);
comment on table private.unsubscribe_tokens is 'The secrets of links with which a person ends a kind of mail, as SHA-256 hashes: one for each mail, made when it is sent, valid for a year. No grants: written by make_unsubscribe_token(), read by unsubscribe().';

create table public.preferences (
  user_id uuid not null default private.uid(),
  time_zone text,
  cohort_mails boolean not null default true,
  updated_at timestamptz not null default now(),
  review_mails boolean not null default true,
  morning_mails boolean not null default true,
  due_mails boolean not null default true,
  opening_mails boolean not null default true,
  start_mails boolean not null default true,
  quiet_from time without time zone not null default '22:00:00'::time without time zone,
  quiet_to time without time zone not null default '07:00:00'::time without time zone,
  constraint preferences_pkey primary key (user_id),
  constraint preferences_time_zone_length check (char_length(time_zone) <= 100),
  constraint preferences_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.preferences enable row level security;
grant insert (user_id, time_zone, cohort_mails, review_mails, morning_mails, due_mails, opening_mails, start_mails, quiet_from, quiet_to) on public.preferences to authenticated;
grant select on public.preferences to authenticated;
grant update (time_zone, cohort_mails, review_mails, morning_mails, due_mails, opening_mails, start_mails, quiet_from, quiet_to) on public.preferences to authenticated;
grant delete, insert, select, update on public.preferences to service_role;
comment on table public.preferences is 'The time zone that a person chose and which mails they want. Without a row, the defaults apply.';
comment on column public.preferences.time_zone is 'An IANA name: the time zone of the browser at the first visit, until the person chooses another one; null: before the first visit.';
comment on column public.preferences.cohort_mails is 'Whether messages to a cohort are also mailed to the person.';
comment on column public.preferences.review_mails is 'Whether the person gets a mail when their work was reviewed.';
comment on column public.preferences.morning_mails is 'Whether the person gets a mail in the morning about what waits in their inbox. Used only for people who have an inbox.';
comment on column public.preferences.due_mails is 'Whether reminders of work that is due are also mailed to the person.';
comment on column public.preferences.opening_mails is 'Whether reminders of lessons that open are also mailed to the person.';
comment on column public.preferences.start_mails is 'Whether reminders of cohorts that begin are also mailed to the person.';
comment on column public.preferences.quiet_from is 'The time of day, in the person''s time zone, from which no reminder is mailed until quiet_to. If both are the same, reminders are mailed at any hour.';

-- FOREIGN KEYS OF EARLIER TABLES

alter table public.list_changes add constraint list_changes_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;
alter table public.entitlements add constraint entitlements_granted_by_id_fkey foreign key (granted_by_id) references public.profiles(id) on delete set null;
alter table public.entitlements add constraint entitlements_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;
alter table private.recovery_codes add constraint recovery_codes_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;
alter table private.recovery_tries add constraint recovery_tries_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;
alter table private.due_work add constraint due_work_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade;

-- FUNCTIONS

create or replace function private.address_pattern(address text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select '(?<![[:alnum:]._+-])' || regexp_replace(nullif(btrim(address), ''), '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]-]|\.[[:alnum:]])'
$function$;
comment on function private.address_pattern(text) is 'Takes an email; returns a regular expression that finds the whole email in a text. Null for null.';

create or replace function private.address_proven()
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if private.session_aal() is null then
    return false;
  end if;
  return exists (
      select 1 from auth.users u
      where u.id = private.uid() and u.email_confirmed_at > 'epoch'
        -- For a corrected email, the person who confirmed it may not be the one who knows the earlier password.
        and not exists (select 1 from private.corrected_addresses a where a.user_id = u.id))
    or (exists (select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
        where a ->> 'method' in ('otp', 'magiclink', 'recovery', 'email/signup'))
      and private.session_is_of_address((private.claims() ->> 'session_id')::uuid));
end
$function$;
comment on function private.address_proven() is 'True if the caller has shown that they can read mail to their present email: by confirming it at any time, or, for a corrected email, by opening this session from a mail. An account that was made while verification was not required has not shown this (rules/accounts#address-proof).';

create or replace function private.check_not_self(person uuid, sentence text)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if person = private.uid() then
    raise exception using errcode = 'PT409', message = sentence, hint = 'OWN_ACCOUNT';
  end if;
end
$function$;
comment on function private.check_not_self(uuid,text) is 'Takes a person and a sentence; raises PT409 OWN_ACCOUNT with the sentence if the person is the caller.';

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
  -- When the account is inserted, take_cohort_token() has already removed the secret and set `rookies.joining` instead.
  by_link constant boolean := coalesce(link_state = 'OPEN', current_setting('rookies.joining', true) = lower(address), false);
  -- Registration can be closed for sign-ups through the auth service. The owner of the database may still add accounts.
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

create or replace function private.check_time_zone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.time_zone is not null and (tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  new.updated_at := now();
  return new;
end
$function$;
comment on function private.check_time_zone() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';

create or replace function private.confirm_without_verification()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.email_confirmed_at is null
     and not (select s.require_email_verification from public.settings s) then
    new.email_confirmed_at := 'epoch';
  end if;
  return new;
end
$function$;
comment on function private.confirm_without_verification() is 'Trigger on auth.users: while verification is not required, marks the email as confirmed when the account is made (rules/accounts#verification). The time is set to 1970, which means that no mail to this email was opened.';

-- The auth service stores the email; profiles have a copy so that lists can search it.
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
  -- If the invite no longer gives anything, the sign-up continues without it.
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
comment on function private.create_profile() is 'Trigger on auth.users: creates the profile, always with the role MEMBER, in the same transaction. Refuses with PT422 and a whole sentence, which the auth service passes on (rules/accounts#sign-up-refusal).';

-- Auth can delete an account softly: it keeps the row and replaces the email by a hash.
create or replace function private.delete_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from public.profiles p where p.id = new.id;
  return null;
end
$function$;
comment on function private.delete_profile() is 'Trigger on auth.users: deletes the profile of an account that the auth service marks as deleted without deleting the row.';

create or replace function private.due_address_mail(work private.due_work)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('to', u.email)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id and p.disabled_at is null
  where work.key = 'address_mail:' || a.user_id || ':' || extract(epoch from a.since) and a.user_id = work.user_id
$function$;
comment on function private.due_address_mail(private.due_work) is 'Job: returns {to}, the email to which the worker lets the auth service send a confirmation. Null once the email is confirmed or changed, or the account is disabled.';

create or replace function private.enqueue_address_mail(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('address_mail', a.user_id || ':' || extract(epoch from a.since), now(), null, a.user_id)
  from private.corrected_addresses a
  join auth.users u on u.id = a.user_id and u.email_confirmed_at is null
  join public.profiles p on p.id = a.user_id
  cross join public.settings s
  where a.user_id = person and s.require_email_verification
$function$;
comment on function private.enqueue_address_mail(uuid) is 'Takes a person; schedules the mail that asks them to confirm a corrected email, if verification is required and they have not confirmed it.';

create or replace function private.erase_from_auth(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from auth.flow_state f where f.user_id = person;
exception when insufficient_privilege then
  -- A hosted project may not allow access to this table. Its auth service deletes the rows within a day.
  return;
end
$function$;
comment on function private.erase_from_auth(uuid) is 'Takes a person; deletes their unfinished sign-ins. The auth service deletes the rest with the account.';

create or replace function private.erase_from_communities(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from public.community_post_reports r using public.community_posts p where p.id = r.post_id and p.author_id = person;
  update public.community_posts p
  set body = 'Deleted account', deleted_at = coalesce(p.deleted_at, now()), deleted_by_id = null, author_id = null
  where p.author_id = person;
  perform private.erase_from_questions(person);
end
$function$;
comment on function private.erase_from_communities(uuid) is 'Takes a person; deletes the reports about their posts, questions and answers, and replaces the texts of their posts. The posts stay as deleted ones, so that replies of other people keep their place.';

create or replace function private.erase_from_courses(person uuid, pattern text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update private.import_undos u
  set before = jsonb_set(u.before, '{course}', u.before -> 'course' || '{"author_name": null, "author_description": null}')
  from public.courses c
  where c.id = u.course_id and c.created_by_id = person and u.before #>> '{course,author_name}' ~* pattern;
  update public.courses c set author_name = null, author_description = null
  where c.created_by_id = person and c.author_name ~* pattern;
end
$function$;
comment on function private.erase_from_courses(uuid,text) is 'Takes a person and the pattern of their name; removes their name as author from courses that they made, and from stored states to which an import can be undone.';

create or replace function private.erase_from_files(person uuid, pattern text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  paths constant text[] := array(
    select f.path from public.lesson_files f where f.created_by_id = person
    union select u.path from private.uploads u where u.user_id = person);
  held constant uuid[] := array(select f.id from public.lesson_files f where f.path = any (paths));
  -- Files that were removed since are known only from audit records. The record of a removal may name nobody, so the
  -- ids come from the records of what the person did.
  recorded constant text[] := held::text[] || array(
    select distinct l.target_id from public.audit_logs l where l.user_id = person and l.target_type = 'lesson_file');
  lessons constant uuid[] := array(select distinct f.lesson_id from public.lesson_files f where f.path = any (paths));
begin
  update public.lesson_files f set name = left(private.without_person(f.name, pattern), 255), alt = left(private.without_person(f.alt, pattern), 500)
  where f.id = any (held) and (f.name ~* pattern or f.alt ~* pattern);
  update private.uploads u set name = private.without_person(u.name, pattern), alt = private.without_person(u.alt, pattern)
  where u.user_id = person and (u.name ~* pattern or u.alt ~* pattern);
  update public.lessons l set file_name = private.without_person(l.file_name, pattern)
  where l.id = any (lessons) and l.file_key = any (paths) and l.file_name ~* pattern;
  update public.lesson_attachments a set title = left(private.without_person(a.title, pattern), 100)
  where a.lesson_id = any (lessons) and substr(a.url, 14) = any (paths) and a.title ~* pattern;
  update public.audit_logs l
  set title = case when l.target_type = 'lesson' then l.title else private.without_person(l.title, pattern) end,
    before = private.record_without_person(l.before, pattern, l.target_type), after = private.record_without_person(l.after, pattern, l.target_type)
  where (l.user_id = person and l.target_type in ('lesson_file', 'lesson_attachment', 'lesson')
      or l.target_type = 'lesson_file' and l.target_id = any (recorded))
    and concat_ws(' ', l.title, l.before, l.after) ~* pattern;
end
$function$;
comment on function private.erase_from_files(uuid,text) is 'Takes a person and the pattern of their name or email; replaces matches in the names of files that they added, in every lesson that has these files, and in the audit records about the files. Must run while the audit records still name the person.';

create or replace function private.erase_from_invites(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pattern constant text := private.address_pattern(address);
  theirs constant uuid[] := array(
    select i.id from public.invites i where i.redeemed_by_id = person or lower(i.email) = lower(address));
begin
  update public.invites i set email = 'deleted-account@invalid', name = null,
    cancelled_at = case when i.redeemed_at is null then coalesce(i.cancelled_at, now()) else i.cancelled_at end
  where i.id = any (theirs);
  delete from private.due_work w where w.kind = 'invite_mail' and w.subject_id = any (theirs);
  -- Stored results of bulk invites, which are kept for a day, contain the email, too.
  update private.bulk_pieces b set result = regexp_replace(b.result::text, pattern, 'deleted-account@invalid', 'gi')::jsonb
  where b.result::text ~* pattern;
end
$function$;
comment on function private.erase_from_invites(uuid,text) is 'Takes a person and their email (null if it was never confirmed); removes the email and the name from invites that they accepted or that were sent to the email, and cancels open ones.';

create or replace function private.erase_from_notifications(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  pattern constant text := private.address_pattern(address);
begin
  update public.notifications n set source = null where n.sender_id = person and n.source is not null;
  update public.notifications n
  set title = left(private.without_person(n.title, pattern), 100), message = left(private.without_person(n.message, pattern), 2000)
  where lower(n.title || ' ' || n.message) like private.like_pattern(address) and n.title || ' ' || n.message ~* pattern;
  update public.cohort_messages m
  set title = left(private.without_person(m.title, pattern), 100), message = left(private.without_person(m.message, pattern), 2000)
  where lower(m.title || ' ' || m.message) like private.like_pattern(address) and m.title || ' ' || m.message ~* pattern;
end
$function$;
comment on function private.erase_from_notifications(uuid,text) is 'Takes a person and their email (null if it was never confirmed); removes the person as the source of notifications, and the email from notifications to others, such as those about invites that were not accepted, and from messages to cohorts.';

create or replace function private.erase_from_purchases(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.audit_logs l set before = l.before - array['reason', 'refund_reason'], after = l.after - array['reason', 'refund_reason']
  where l.target_type = 'purchase' and l.target_id in (select p.id::text from public.purchases p where p.user_id = person)
    and (l.before ?| array['reason', 'refund_reason'] or l.after ?| array['reason', 'refund_reason']);
  -- A purchase by hand must have a reason, so the reason is replaced, not removed.
  update public.purchases p
  set reason = case when p.reason is not null then 'Deleted account' end,
    refund_reason = case when p.refund_reason is not null then 'Deleted account' end
  where p.user_id = person and (p.reason is not null or p.refund_reason is not null);
  -- Only a confirmed email counts, because an unconfirmed one may belong to another person.
  update public.purchases p set buyer_email = null
  from public.profiles q join auth.users u on u.id = q.id
  where q.id = person and u.email_confirmed_at > 'epoch' and lower(p.buyer_email) = lower(q.email);
end
$function$;
comment on function private.erase_from_purchases(uuid) is 'Takes a person; removes the reasons for which their purchases were recorded or refunded by hand, in purchases and in audit records, and their email from purchases without a member.';

create or replace function private.erase_from_questions(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  touched constant uuid[] := array(select distinct a.question_id from public.answers a where a.author_id = person and a.deleted_at is null);
begin
  delete from private.question_reports r using public.questions q where q.id = r.question_id and q.author_id = person;
  delete from private.question_reports r using public.answers a where a.id = r.answer_id and a.author_id = person;
  update public.questions q
  set title = 'Deleted account', body = '', at_heading = null, deleted_at = coalesce(q.deleted_at, now()), deleted_by_id = null, author_id = null
  where q.author_id = person;
  -- A deleted answer cannot be the accepted one.
  update public.questions q set answer_id = null from public.answers a where a.id = q.answer_id and a.author_id = person;
  update public.answers a
  set body = 'Deleted account', deleted_at = coalesce(a.deleted_at, now()), deleted_by_id = null, author_id = null
  where a.author_id = person;
  perform private.tell_of_deleted_answers(t.id), private.refresh_question(t.id) from unnest(touched) t (id);
end
$function$;
comment on function private.erase_from_questions(uuid) is 'Takes a person; replaces the texts of their questions and answers, which stay as deleted ones so that the answers of other people keep their place, and deletes the reports about them.';

create or replace function private.erase_from_reviews(person uuid, pattern text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.reviews v set comment = left(private.without_person(v.comment, pattern), 20000) where v.reviewer_id = person and v.comment ~* pattern;
  update public.reviews v set withdraw_reason = left(private.without_person(v.withdraw_reason, pattern), 500)
  where v.withdrawn_by_id = person and v.withdraw_reason ~* pattern;
  update public.review_remarks k set body = left(private.without_person(k.body, pattern), 5000)
  from public.reviews v where v.id = k.review_id and v.reviewer_id = person and k.body ~* pattern;
  update public.extensions x set reason = left(private.without_person(x.reason, pattern), 500) where x.given_by_id = person and x.reason ~* pattern;
end
$function$;
comment on function private.erase_from_reviews(uuid,text) is 'Takes a person and the pattern of their name or email; replaces matches in the reviews that they gave or withdrew and in the reasons of the extensions that they gave. What they handed in is deleted with their profile.';

create or replace function private.erase_person(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  them public.profiles;
  confirmed constant boolean := exists (select 1 from auth.users u where u.id = person and u.email_confirmed_at is not null);
  called text;
begin
  select * into them from public.profiles p where p.id = person;
  if not found then
    return;
  end if;
  perform private.record_act('user.delete', person::text, jsonb_build_object('role', them.role,
    'means', case when private.uid() = person then 'own' else 'administrator' end));
  foreach called in array array_remove(array[private.address_pattern(them.email), private.name_pattern(them.name)], null) loop
    perform private.erase_from_files(person, called);
    perform private.erase_from_courses(person, called);
    perform private.erase_from_reviews(person, called);
  end loop;
  -- Only a confirmed email is erased elsewhere, because an unconfirmed one may belong to another person
  -- (rules/invites#free-again).
  perform private.erase_from_invites(person, case when confirmed then them.email end);
  perform private.erase_from_notifications(person, case when confirmed then them.email end);
  perform private.erase_from_communities(person);
  perform private.erase_from_purchases(person);
  perform private.erase_from_auth(person);
  -- This comes last, because the functions above find audit records by the person. Browser and IP address are removed,
  -- because they are data about the person.
  update public.audit_logs l set user_id = null, user_agent = null, ip_address = null where l.user_id = person;
end
$function$;
comment on function private.erase_person(uuid) is 'Takes a person who is about to be deleted; writes an audit record, and erases or replaces what would continue to name them (rules/accounts#erasure).';

create or replace function private.erase_row()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A profile may be deleted without its account. If it is deleted with the account, the person has been erased
  -- already.
  if tg_table_name = 'users' or exists (select 1 from auth.users u where u.id = old.id) then
    perform private.record_at_once(true);
    perform private.erase_person(old.id);
  end if;
  return old;
end
$function$;
comment on function private.erase_row() is 'Row trigger on auth.users and on profiles: erases the person before the row is deleted, and writes one audit record for the whole erasure.';

create or replace function private.is_email(address text)
  returns boolean
  language sql
  immutable
  set search_path to ''
as $function$
  -- Other characters than ASCII are refused before the address is lowered, because some of them would become ASCII
  -- letters.
  select octet_length(address) = char_length(address) and char_length(address) <= 254 and strpos(address, '@') <= 65
    and lower(address) ~ ('^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
      || '@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$')
$function$;
comment on function private.is_email(text) is 'True if an account can be made for an email: it has the form that the auth service and mail servers accept, by the same rule as isEmail() of the apps (rules/accounts#address). An existing account keeps its email even if this returns false.';

create or replace function private.is_time_zone(zone text)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
  set "TimeZone" to 'UTC'
as $function$
begin
  if zone = 'UTC' or zone ~ '^[A-Z][A-Za-z_-]*(/[A-Z][A-Za-z_-]*)+$' then
    -- The TimeZone setting accepts names in any case, and returns the correct spelling. Abbreviations have no slash.
    perform pg_catalog.set_config('TimeZone', zone, true);
    return pg_catalog.current_setting('TimeZone') = zone;
  end if;
  return exists (select from pg_catalog.pg_timezone_names z where z.name = zone)
    and not exists (select from pg_catalog.pg_timezone_abbrevs a where a.abbrev = upper(zone));
exception when invalid_parameter_value then
  return false;
end
$function$;
comment on function private.is_time_zone(text) is 'Takes a name; true if it is an IANA time zone that the database knows, and not also an abbreviation, such as CET, because PostgreSQL ignores clock changes for abbreviations (rules/cohorts#moments). UTC is allowed, because zone and abbreviation mean the same.';

-- At least one administrator who can sign in must remain. The lock makes two administrators who demote each other at
-- the same moment wait for each other.
create or replace function private.keep_an_administrator(except_person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if private.last_administrator(except_person) then
    raise exception using errcode = 'PT409', message = 'The last active administrator can be neither demoted nor disabled.', hint = 'LAST_ADMIN';
  end if;
end
$function$;
comment on function private.keep_an_administrator(uuid) is 'Takes the person who is about to stop being an active administrator; raises PT409 LAST_ADMIN if no other would be left.';

create or replace function private.last_administrator(person uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform pg_advisory_xact_lock(hashtext('rookies.administrators'));
  return exists (select 1 from public.profiles p where p.id = person and p.role = 'ADMIN' and p.disabled_at is null)
    and not exists (
      select 1 from public.profiles p join auth.users u on u.id = p.id cross join public.settings s
      where p.id <> person and p.role = 'ADMIN' and p.disabled_at is null
        and (u.email_confirmed_at is not null or not s.require_email_verification));
end
$function$;
comment on function private.last_administrator(uuid) is 'Takes a person; true if they are the only active administrator. Other callers wait until the transaction ends, so that two administrators cannot step down at the same moment.';

create or replace function private.limit_metadata()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'METADATA_SIZE', message = 'That is too much about one person.';
end
$function$;
comment on function private.limit_metadata() is 'Trigger on auth.users: refuses user metadata above 16 kB, because every token of the person contains them.';

create or replace function private.make_unsubscribe_token(person uuid, mail text)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  delete from private.unsubscribe_tokens u
  where u.hash = any (array(
    select o.hash from private.unsubscribe_tokens o where o.made_at < now() - interval '1 year' order by o.made_at limit 100 for update skip locked));
  insert into private.unsubscribe_tokens (hash, user_id, mail) values (sha256(decode(token, 'hex')), person, make_unsubscribe_token.mail);
  return token;
end
$function$;
comment on function private.make_unsubscribe_token(uuid,text) is 'Takes a person and a kind of mail (the name of its column in preferences); makes and returns a secret with which the person can end this kind of mail, valid for a year, and deletes up to 100 secrets that are older than a year.';

create or replace function private.name_pattern(name text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select '(?<![[:alnum:]])' || string_agg(regexp_replace(w.word, '([^[:alnum:]])', '\\\1', 'g'), '[\s._-]*' order by w.place) || '(?![[:alnum:]])'
  from regexp_split_to_table(btrim(name), '[\s._-]+') with ordinality w (word, place)
  where w.word <> ''
$function$;
comment on function private.name_pattern(text) is 'Takes a name; returns a regular expression that finds the whole name in a text, its words joined by a space, a dot, a dash, an underscore or nothing. Null for no name.';

create or replace function private.on_address_set()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.email_confirmed_at > 'epoch' then
    delete from private.corrected_addresses a where a.user_id = new.id;
    return null;
  end if;
  insert into private.corrected_addresses as a (user_id, account_confirmed) values (new.id, old.email_confirmed_at is not null)
  on conflict (user_id) do update set since = excluded.since, account_confirmed = a.account_confirmed or excluded.account_confirmed;
  delete from auth.sessions s where s.user_id = new.id;
  perform private.enqueue_address_mail(new.id);
  begin
    -- A link that was mailed to the old email and opened, but whose code was not exchanged yet, would otherwise open a
    -- session.
    delete from auth.flow_state f where f.user_id = new.id;
  exception when insufficient_privilege then
    -- A hosted project may not allow access to this table. Changing emails works without it.
    null;
  end;
  return null;
end
$function$;
comment on function private.on_address_set() is 'Trigger on auth.users, which runs after reset_email_confirmation(): updates corrected_addresses. A person whose email is unconfirmed now is signed out everywhere, and if verification is required, asked by mail to confirm it.';

-- An account that was made while verification was switched off counts as confirmed, so no confirmation follows that
-- could give the invited role. A session that was opened from a mail gives it instead.
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
comment on function private.on_mailbox_proved() is 'Trigger on auth.mfa_amr_claims: a session that was opened by a mailed code or link shows that the email is the person''s. So gives the invited role that waited for this, and adds the person to the cohort of a join link (rules/invites#role-needs-mailbox, rules/cohorts#link).';

create or replace function private.record_without_person(
  record jsonb,
  pattern text,
  target_type text
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
as $function$
  select jsonb_object_agg(f.key, case
    when (f.key in ('name', 'alt', 'file_name') or f.key = 'title' and target_type = 'lesson_attachment') and jsonb_typeof(f.value) = 'string'
    then to_jsonb(private.without_person(f.value #>> '{}', pattern)) else f.value end)
  from jsonb_each(record) f
$function$;
comment on function private.record_without_person(jsonb,text,text) is 'Takes the before or after of an audit record, a regular expression, and the type of the target; returns it without the person''s name or email in the names of files and attachments.';

create or replace function private.reset_email_confirmation()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This is a change that the person requested; the auth service makes it after the mailed links were opened.
  if session_user = 'supabase_auth_admin' and new.email_change = '' and lower(new.email) = lower(old.email_change) then
    new.email_confirmed_at := now();
  elsif current_setting('rookies.confirmed', true) is distinct from new.id::text then
    new.email_confirmed_at := case
      when old.email_confirmed_at is not null and not (select s.require_email_verification from public.settings s) then 'epoch'::timestamptz end;
    -- Open links and codes become invalid, because they were mailed to the earlier email or requested from there.
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
comment on function private.reset_email_confirmation() is 'Trigger on auth.users: if an email is changed without a mail to the new one, removes the confirmation, or, while verification is not required, sets it to 1970, so that the password still works. Two changes keep the confirmation: one that the person confirmed by mail, and one by a server with the secret key that confirms the email in the same transaction.';

create or replace function private.session_is_of_address(session uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select 1 from auth.sessions s left join private.corrected_addresses a on a.user_id = s.user_id
    where s.id = session and (a.since is null or s.created_at > a.since))
$function$;
comment on function private.session_is_of_address(uuid) is 'Takes a session; false if it began before the present email of the account was set, because then the mail that opened it was sent to an earlier email.';

create or replace function private.sync_confirmations()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.require_email_verification then
    update auth.users u set email_confirmed_at = null
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at = 'epoch';
    perform private.enqueue_address_mail(a.user_id) from private.corrected_addresses a;
  else
    update auth.users u set email_confirmed_at = 'epoch'
    from private.corrected_addresses a where a.user_id = u.id and u.email_confirmed_at is null and a.account_confirmed;
  end if;
  return null;
end
$function$;
comment on function private.sync_confirmations() is 'Trigger on settings: when verification becomes required, corrected emails that are not confirmed lose their confirmation, and their owners are asked by mail to confirm; when it is no longer required, such accounts can be used again.';

create or replace function private.sync_profile_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.profiles p set email = coalesce(new.email, '') where p.id = new.id;
  return new;
end
$function$;
comment on function private.sync_profile_email() is 'Trigger on auth.users: copies the account''s email to the profile.';

create or replace function private.void_mailed_links()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from auth.one_time_tokens t where t.user_id = new.id;
  return new;
exception when insufficient_privilege then
  -- A hosted project may not allow access to this table. Changing emails works without it.
  return new;
end
$function$;
comment on function private.void_mailed_links() is 'Trigger on auth.users: when the email changes, makes links and codes invalid that were mailed to the earlier email, such as those for a new password.';

create or replace function private.wants_mail(person uuid, mail text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce((
    select case wants_mail.mail when 'cohort_mails' then w.cohort_mails when 'review_mails' then w.review_mails when 'morning_mails' then w.morning_mails
      when 'reminder_mails' then w.due_mails or w.opening_mails or w.start_mails end
    from public.preferences w where w.user_id = person), true)
$function$;
comment on function private.wants_mail(uuid,text) is 'Takes a person and a kind of mail (the name of its column in preferences, or reminder_mails for any reminders); true if the person wants such mails, which is the default.';

create or replace function private.without_person(said text, pattern text)
  returns text
  language sql
  immutable
  set search_path to ''
as $function$
  select regexp_replace(said, pattern, 'deleted account', 'gi')
$function$;
comment on function private.without_person(text,text) is 'Takes a text and a regular expression for a name or email; returns the text with neutral words in place of each match.';

-- In the schema public, because visitors call it.
create or replace function public.sign_up_confirmed(sign_up uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  -- Only visitors get an answer, because the page of the sign-up has no session. So signed-in people learn nothing
  -- about ids that they know.
  select private.uid() is null and exists (
    select 1 from auth.users u join public.profiles p on p.id = u.id
    where u.id = sign_up and u.email_confirmed_at > 'epoch' and p.created_at > now() - interval '1 day')
$function$;
comment on function public.sign_up_confirmed(uuid) is 'Takes the id that Auth answered to a sign-up of the last day; true once its email is confirmed, on whichever device. For an email that had an account before, Auth returned a random id, so the answer reveals nothing about other accounts (rules/accounts#sign-up-then-in, #who-has-an-account).';
grant execute on function public.sign_up_confirmed(uuid) to anon, authenticated, service_role;

-- In the schema public, because the configuration of the auth service names it there; API roles have no grant.
create or replace function public.before_user_created(event jsonb)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
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
comment on function public.before_user_created(jsonb) is 'Hook that the auth service calls before it creates an account: takes {user: {email, user_metadata}}, returns an empty object or {error: {http_code, message}}. Checks the sign-up with check_sign_up(). Only the auth service may call it.';
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

create or replace function public.correct_person(
  user_id uuid,
  email text default null,
  phone text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('email', email, 1000)
    and private.at_most('phone', phone, 1000);
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
        message = 'Until this email is confirmed, there would be no active administrator. Make someone else an administrator first.';
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
comment on function public.correct_person(uuid,text,text) is 'Takes a person and a new email or phone; null leaves one as it is, an empty phone removes it. A new email is unconfirmed: the person is signed out everywhere. If verification is required, they are asked by mail to confirm it; otherwise they can sign in with it at once (rules/accounts#correct-person). Raises 42501, PT404 NO_PERSON, PT409 EMAIL_TAKEN or LAST_ADMIN, PT422 EMAIL_FORM or PHONE_FORM.';
grant execute on function public.correct_person(uuid,text,text) to authenticated, service_role;

create or replace function public.delete_my_account()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  if private.session_aal() is null then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The session must have been opened with the password within five minutes, because the app asks for the password
  -- again.
  if not exists (
    select 1 from jsonb_array_elements(coalesce(private.claims() -> 'amr', '[]')) a
    where a ->> 'method' = 'password' and (a ->> 'timestamp')::bigint > extract(epoch from now() - interval '5 minutes')
  ) then
    raise exception using errcode = 'PT403', message = 'Please enter your password again.', hint = 'PASSWORD_NEEDED';
  end if;
  if private.factor_missing() then
    raise exception using errcode = 'PT403', message = 'Confirm with your authenticator app first.', hint = 'SECOND_FACTOR_NEEDED';
  end if;
  perform private.keep_an_administrator(private.uid());
  delete from auth.users u where u.id = private.uid();
end
$function$;
comment on function public.delete_my_account() is 'Deletes the caller''s own account, also if it is disabled; purchases and audit records stay, without the person. Raises PT403 PASSWORD_NEEDED unless the session is a password sign-in of the last five minutes, PT403 SECOND_FACTOR_NEEDED while it has not shown the account''s second factor, PT409 LAST_ADMIN for the last administrator (rules/accounts#delete-account).';
grant execute on function public.delete_my_account() to authenticated, service_role;

create or replace function public.note_time_zone(zone text)
  returns text
  language plpgsql
  set search_path to ''
as $function$
begin
  perform private.at_most('zone', zone, 1000);
  insert into public.preferences as p (time_zone) values (note_time_zone.zone)
  on conflict on constraint preferences_pkey do update set time_zone = excluded.time_zone where p.time_zone is null;
  return (select p.time_zone from public.preferences p where p.user_id = private.uid());
exception when foreign_key_violation then
  -- The account was deleted at this moment, while its page was still open.
  return null;
end
$function$;
comment on function public.note_time_zone(text) is 'Takes the time zone of the caller''s browser; stores it unless the caller has one already, and returns the stored one. Raises 42501, PT422 with `time_zone` as hint (rules/accounts#preferences).';
grant execute on function public.note_time_zone(text) to authenticated, service_role;

create or replace function public.set_disabled(user_id uuid, disabled boolean)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'disable') then
    raise exception using errcode = '42501', message = 'You may not disable accounts.';
  end if;
  perform private.check_not_self(user_id, 'You cannot disable your own account.');
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
comment on function public.set_disabled(uuid,boolean) is 'Takes a person and whether their account is disabled from now on. Raises as set_role() does. A disabled person can read nothing from their next request on (rules/access#disabled).';
grant execute on function public.set_disabled(uuid,boolean) to authenticated, service_role;

create or replace function public.set_role(user_id uuid, role public.user_role)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not private.can('profiles', 'set_role') then
    raise exception using errcode = '42501', message = 'You may not change roles.';
  end if;
  perform private.check_not_self(user_id, 'You cannot change your own role.');
  if set_role.role <> 'ADMIN' then
    perform private.keep_an_administrator(user_id);
  end if;
  update public.profiles p set role = set_role.role where p.id = set_role.user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'This person no longer exists.', hint = 'NO_PERSON';
  end if;
end
$function$;
comment on function public.set_role(uuid,public.user_role) is 'Takes a person and a role; gives them this role. Only for administrators, who cannot change their own role; at least one active administrator must remain. Raises 42501, PT409 (OWN_ACCOUNT, LAST_ADMIN) or PT404 (rules/access#last-administrator).';
grant execute on function public.set_role(uuid,public.user_role) to authenticated, service_role;

create or replace function public.unsubscribe(token text, really boolean default false)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  known private.unsubscribe_tokens;
begin
  if token ~ '^[0-9a-f]{64}$' then
    select u.* into known from private.unsubscribe_tokens u
    where u.hash = sha256(decode(token, 'hex')) and u.made_at > now() - interval '1 year'
      and exists (select from public.profiles p where p.id = u.user_id and p.disabled_at is null);
  end if;
  if known.hash is null then
    return null;
  end if;
  if really and private.wants_mail(known.user_id, known.mail) then
    insert into public.preferences as p (user_id, cohort_mails, review_mails, morning_mails, due_mails, opening_mails, start_mails)
    select known.user_id, known.mail <> 'cohort_mails', known.mail <> 'review_mails', known.mail <> 'morning_mails', r.wanted, r.wanted, r.wanted
    from (select known.mail <> 'reminder_mails' as wanted) r
    on conflict (user_id) do update
      set cohort_mails = p.cohort_mails and excluded.cohort_mails, review_mails = p.review_mails and excluded.review_mails,
        morning_mails = p.morning_mails and excluded.morning_mails, due_mails = p.due_mails and excluded.due_mails,
        opening_mails = p.opening_mails and excluded.opening_mails, start_mails = p.start_mails and excluded.start_mails;
  end if;
  return jsonb_build_object('mail', known.mail, 'wanted', private.wants_mail(known.user_id, known.mail));
end
$function$;
comment on function public.unsubscribe(text,boolean) is 'Takes the secret of a mail, and whether to end this kind of mail for its recipient; returns {mail: its kind, wanted: whether the recipient still gets it}. Null for a secret that is unknown, older than a year, or of a disabled account. Only for the edge function `unsubscribe`.';
grant execute on function public.unsubscribe(text,boolean) to service_role;

-- TRIGGERS

create trigger preferences_check before insert or update on public.preferences
  for each row execute function private.check_time_zone();

create trigger profiles_person_goes before delete on public.profiles
  for each row execute function private.erase_row();

create trigger profiles_row_counts_delete after delete on public.profiles
  referencing old table as old_rows
  for each statement execute function private.update_row_counts('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');

create trigger profiles_row_counts_insert after insert on public.profiles
  referencing new table as new_rows
  for each statement execute function private.update_row_counts('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');

create trigger profiles_row_counts_update after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.update_row_counts('people', 'r.role || case when r.disabled_at is null then '' active'' else '' disabled'' end');

create trigger profiles_signal_delete after delete on public.profiles
  referencing old table as old_rows
  for each statement execute function private.signal_change('profiles');

create trigger profiles_signal_insert after insert on public.profiles
  referencing new table as new_rows
  for each statement execute function private.signal_change('profiles');

create trigger profiles_signal_update after update on public.profiles
  referencing new table as new_rows
  for each statement execute function private.signal_change('profiles');

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

create trigger settings_check before update on public.settings
  for each row execute function private.check_time_zone();

create trigger settings_follow_verification after update of require_email_verification on public.settings
  for each row
  when (old.require_email_verification is distinct from new.require_email_verification)
  execute function private.sync_confirmations();

-- A hosted project may allow no triggers here.
do $$
begin
  create trigger rookies_mailbox_proved after insert on auth.mfa_amr_claims
    for each row
    when (new.authentication_method = any (array['otp', 'magiclink', 'recovery', 'email/signup']))
    execute function private.on_mailbox_proved();
exception when insufficient_privilege then
  raise notice 'Invited roles wait for a verified address or for accept_invite(): auth.mfa_amr_claims takes no triggers here.';
end
$$;

create trigger rookies_address_set after update of email on auth.users
  for each row
  when (lower(old.email::text) is distinct from lower(new.email::text) and new.deleted_at is null)
  execute function private.on_address_set();

create trigger rookies_confirm_without_verification before insert on auth.users
  for each row execute function private.confirm_without_verification();

create trigger rookies_create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- The name sorts before rookies_follow_email, which would replace the email that has to be erased by the hash.
create trigger rookies_delete_profile after update of deleted_at on auth.users
  for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.delete_profile();

create trigger rookies_follow_email after update of email on auth.users
  for each row
  when (old.email::text is distinct from new.email::text)
  execute function private.sync_profile_email();

create trigger rookies_limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row
  when (octet_length(new.raw_user_meta_data::text) > 16384)
  execute function private.limit_metadata();

-- The name sorts after rookies_free_invite, which makes the invite of an account usable again that was never confirmed.
create trigger rookies_person_goes before delete on auth.users
  for each row execute function private.erase_row();

create trigger rookies_void_mailed_links after update of email on auth.users
  for each row
  when (old.email::text is distinct from new.email::text)
  execute function private.void_mailed_links();

-- Soft deletions are left out, because Auth replaces the email by a hash, which has no mailbox.
create trigger rookies_weigh_address before update of email on auth.users
  for each row
  when (lower(old.email::text) is distinct from lower(new.email::text) and new.deleted_at is null)
  execute function private.reset_email_confirmation();

-- POLICIES

create policy preferences_insert on public.preferences
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('preferences', 'create', 'own'))
  );
comment on policy preferences_insert on public.preferences is 'The caller''s own preferences.';

create policy preferences_select on public.preferences
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('preferences', 'read', 'own'))
  );
comment on policy preferences_select on public.preferences is 'The caller''s own preferences.';

create policy preferences_update on public.preferences
  for update to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('preferences', 'update', 'own'))
  )
  with check (
    user_id = (select private.uid())
    and (select private.can('preferences', 'update', 'own'))
  );
comment on policy preferences_update on public.preferences is 'The caller''s own preferences.';

create policy profiles_select on public.profiles
  for select to authenticated
  using (
    (id = (select private.uid()) and (select private.can('profiles', 'read', 'own')))
    or (select private.can('profiles', 'read'))
  );
comment on policy profiles_select on public.profiles is 'The caller''s own profile; all profiles, with phone numbers, for administrators. Moderators read people through functions that leave the phone out.';

create policy profiles_update on public.profiles
  for update to authenticated
  using (
    id = (select private.uid())
    and (select private.can('profiles', 'update', 'own'))
  )
  with check (
    id = (select private.uid())
    and (select private.can('profiles', 'update', 'own'))
  );
comment on policy profiles_update on public.profiles is 'The caller''s own profile. By the column grants, only the name can be changed.';
