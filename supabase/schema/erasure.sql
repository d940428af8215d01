-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.address_pattern(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]._+-])' || regexp_replace(nullif(btrim(address), ''), '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]-]|\.[[:alnum:]])'
$function$;
comment on function private.address_pattern(text) is 'Takes an e-mail address; gives a pattern that finds it whole in any text. Null for none.';

CREATE OR REPLACE FUNCTION private.delete_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.profiles p where p.id = new.id;
  return null;
end
$function$;
comment on function private.delete_profile() is 'Trigger on auth.users: of an account that is deleted softly nothing of ours stays either.';
CREATE TRIGGER rookies_delete_profile AFTER UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION private.delete_profile();

CREATE OR REPLACE FUNCTION private.erase_from_auth(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.flow_state f where f.user_id = person;
exception when insufficient_privilege then
  -- A project that keeps this table to itself clears it within a day.
  return;
end
$function$;
comment on function private.erase_from_auth(uuid) is 'Takes a person; sign-ins of theirs that are under way are over. Everything else of the auth service goes with the account.';

CREATE OR REPLACE FUNCTION private.erase_from_communities(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.community_post_reports r using public.community_posts p where p.id = r.post_id and p.author_id = person;
  update public.community_posts p
  set body = 'Deleted account', deleted_at = coalesce(p.deleted_at, now()), deleted_by_id = null, author_id = null
  where p.author_id = person;
end
$function$;
comment on function private.erase_from_communities(uuid) is 'Takes a person; what they wrote in communities is gone, and what was reported about it. Their posts stay as deleted ones, so that the answers of others have a place.';

CREATE OR REPLACE FUNCTION private.erase_from_courses(person uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.import_undos u
  set before = jsonb_set(u.before, '{course}', u.before -> 'course' || '{"author_name": null, "author_description": null}')
  from public.courses c
  where c.id = u.course_id and c.created_by_id = person and u.before #>> '{course,author_name}' ~* pattern;
  update public.courses c set author_name = null, author_description = null
  where c.created_by_id = person and c.author_name ~* pattern;
end
$function$;
comment on function private.erase_from_courses(uuid,text) is 'Takes a person and the pattern of their name; courses that they made name them as author no more, nor does what undoing an import would bring back.';

CREATE OR REPLACE FUNCTION private.erase_from_files(person uuid, pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paths constant text[] := array(
    select f.path from public.lesson_files f where f.created_by_id = person
    union select u.path from private.uploads u where u.user_id = person);
  held constant uuid[] := array(select f.id from public.lesson_files f where f.path = any (paths));
  -- Of those that have gone since, the records alone are left, the last of which is nobody's.
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
comment on function private.erase_from_files(uuid,text) is 'Takes a person and the pattern of their name or address; files that they added, wherever a lesson has them, and the records of those are called so no more. Needs the records while they still say who did it.';

CREATE OR REPLACE FUNCTION private.erase_from_invites(person uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern constant text := private.address_pattern(address);
  theirs constant uuid[] := array(
    select i.id from public.invites i where i.redeemed_by_id = person or lower(i.email) = lower(address));
begin
  update public.invites i set email = 'deleted-account@invalid',
    cancelled_at = case when i.redeemed_at is null then coalesce(i.cancelled_at, now()) else i.cancelled_at end
  where i.id = any (theirs);
  delete from private.due_work w where w.kind = 'invite_mail' and w.subject_id = any (theirs);
  -- Answers to whole lists of invites, kept for a day.
  update private.bulk_pieces b set result = regexp_replace(b.result::text, pattern, 'deleted-account@invalid', 'gi')::jsonb
  where b.result::text ~* pattern;
end
$function$;
comment on function private.erase_from_invites(uuid,text) is 'Takes a person and their address, or null where nobody has shown that it is theirs; invites that they accepted or that went to it hold it no more, and open ones are cancelled.';

CREATE OR REPLACE FUNCTION private.erase_from_notifications(address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pattern constant text := private.address_pattern(address);
begin
  update public.notifications n
  set title = left(private.without_person(n.title, pattern), 100), message = left(private.without_person(n.message, pattern), 2000)
  where lower(n.title || ' ' || n.message) like private.like_pattern(address) and n.title || ' ' || n.message ~* pattern;
end
$function$;
comment on function private.erase_from_notifications(text) is 'Takes an address; notifications to others hold it no more, such as those that tell who has not accepted an invite.';

CREATE OR REPLACE FUNCTION private.erase_from_purchases(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.audit_logs l set before = l.before - array['reason', 'refund_reason'], after = l.after - array['reason', 'refund_reason']
  where l.target_type = 'purchase' and l.target_id in (select p.id::text from public.purchases p where p.user_id = person)
    and (l.before ?| array['reason', 'refund_reason'] or l.after ?| array['reason', 'refund_reason']);
  -- A purchase by hand has to have a reason.
  update public.purchases p
  set reason = case when p.reason is not null then 'Deleted account' end,
    refund_reason = case when p.refund_reason is not null then 'Deleted account' end
  where p.user_id = person and (p.reason is not null or p.refund_reason is not null);
  -- Of an account that was never confirmed nobody has shown that the address is theirs.
  update public.purchases p set buyer_email = null
  from public.profiles q join auth.users u on u.id = q.id
  where q.id = person and u.email_confirmed_at > 'epoch' and lower(p.buyer_email) = lower(q.email);
end
$function$;
comment on function private.erase_from_purchases(uuid) is 'Takes a person; why their purchases were recorded or refunded by hand is said no more, there and in the records, and sales without a member hold their address no more.';

CREATE OR REPLACE FUNCTION private.erase_person(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  end loop;
  -- Of an account that was never confirmed nobody has shown that the address is theirs (rules/invites#free-again).
  perform private.erase_from_invites(person, case when confirmed then them.email end);
  if confirmed then
    perform private.erase_from_notifications(them.email);
  end if;
  perform private.erase_from_communities(person);
  perform private.erase_from_purchases(person);
  perform private.erase_from_auth(person);
  -- Last, as what stands above finds records by the person. Where they were and with what they came is theirs alone.
  update public.audit_logs l set user_id = null, user_agent = null, ip_address = null where l.user_id = person;
end
$function$;
comment on function private.erase_person(uuid) is 'Takes a person who is about to be deleted; records it, and erases or replaces what would go on naming them (rules/accounts#erasure).';

CREATE OR REPLACE FUNCTION private.erase_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A profile goes with its account, which has been erased by then, or alone.
  if tg_table_name = 'users' or exists (select 1 from auth.users u where u.id = old.id) then
    perform private.record_at_once(true);
    perform private.erase_person(old.id);
  end if;
  return old;
end
$function$;
comment on function private.erase_row() is 'Row trigger on auth.users and on profiles: erases the person before the row goes. One record says it all, and none what goes with it.';
CREATE TRIGGER rookies_person_goes BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.erase_row();

CREATE OR REPLACE FUNCTION private.name_pattern(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '(?<![[:alnum:]])' || string_agg(regexp_replace(w.word, '([^[:alnum:]])', '\\\1', 'g'), '[\s._-]*' order by w.place) || '(?![[:alnum:]])'
  from regexp_split_to_table(btrim(name), '[\s._-]+') with ordinality w (word, place)
  where w.word <> ''
$function$;
comment on function private.name_pattern(text) is 'Takes a name; gives a pattern that finds it whole in any text, its words put together by a space, a dot, a dash, an underscore or nothing. Null for no name.';

CREATE OR REPLACE FUNCTION private.record_without_person(record jsonb, pattern text, target_type text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(f.key, case
    when (f.key in ('name', 'alt', 'file_name') or f.key = 'title' and target_type = 'lesson_attachment') and jsonb_typeof(f.value) = 'string'
    then to_jsonb(private.without_person(f.value #>> '{}', pattern)) else f.value end)
  from jsonb_each(record) f
$function$;
comment on function private.record_without_person(jsonb,text,text) is 'Takes the before or after of a record, a pattern, and what the record is about; gives it with what a file or an attachment is called without the person.';

CREATE OR REPLACE FUNCTION private.without_person(said text, pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(said, pattern, 'deleted account', 'gi')
$function$;
comment on function private.without_person(text,text) is 'Takes a text and a pattern of a name or address; gives the text with other words in its place.';
