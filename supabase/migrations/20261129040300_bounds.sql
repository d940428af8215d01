-- Why: what a client writes has bounds: a moment that no calendar shows, a title of megabytes, or a count that tells of
-- another person are refused before they are kept (rules/data#bounds).

-- Moments --------------------------------------------------------------------------------------------
-- Neither for ever nor a year that no program can show. What was written before the bounds is put into them.

update public.entitlements e set expires_at = case when e.expires_at > now() then null else '1970-01-01 00:00+00'::timestamptz end
where e.expires_at not between '1970-01-01 00:00+00' and '9999-12-31 23:59:59+00';
update public.notifications n set publish_at = null where n.publish_at not between '1970-01-01 00:00+00' and '9999-12-31 23:59:59+00';
update public.notifications n set expires_at = null where n.expires_at not between '1970-01-01 00:00+00' and '9999-12-31 23:59:59+00';
update public.notes n set updated_at = n.created_at where n.updated_at < '1970-01-01 00:00+00';
update public.lesson_progress p set position_at = p.updated_at where p.position_at < '1970-01-01 00:00+00';
update private.community_visits v set seen_at = '1970-01-01 00:00+00' where v.seen_at < '1970-01-01 00:00+00';

alter table public.entitlements add constraint entitlements_expires_at_range
  check (expires_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz);
alter table public.notifications
  add constraint notifications_publish_at_range
    check (publish_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz),
  add constraint notifications_expires_at_range
    check (expires_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz);
alter table public.notes add constraint notes_updated_at_range
  check (updated_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz);
alter table public.lesson_progress add constraint lesson_progress_position_at_range
  check (position_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz);
alter table private.community_visits add constraint community_visits_seen_at_range
  check (seen_at between '1970-01-01 00:00+00'::timestamptz and '9999-12-31 23:59:59+00'::timestamptz);

-- A grant that somebody makes ends later than now, whichever way it is written; what the schema's owner and the service
-- role bring over may have ended.
create function private.check_new_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.uid() is not null then
    perform private.check_end(new.expires_at);
  end if;
  return new;
end
$$;
comment on function private.check_new_end() is
  'Row trigger on new grants whose end is past, or too far away: raises as check_end() does for a signed-in caller.';
create trigger entitlements_check_end before insert on public.entitlements for each row
  when (new.expires_at <= now() or new.expires_at > '9999-12-31'::timestamptz) execute function private.check_new_end();

-- Another person's notes are not counted for the caller ----------------------------------------------

create or replace function private.check_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := least(new.updated_at, now());
  select c.title, l.title into new.course_title, new.lesson_title
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  where l.id = new.lesson_id;
  -- It runs before the policy, which refuses a note of another person: until then nothing may tell of theirs.
  if tg_op = 'INSERT' and new.user_id = coalesce(private.uid(), new.user_id) then
    -- Two at the same moment come one after the other, so that none escapes the count.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id, 0));
    if (select count(*) from public.notes n where n.user_id = new.user_id) >= 5000 then
      raise exception using errcode = 'PT409', hint = 'TOO_MANY_NOTES',
        message = 'You have 5,000 notes, and there is no room for more. Delete some to add others.';
    end if;
  end if;
  return new;
end
$$;

-- A sign-out that happened ---------------------------------------------------------------------------

create or replace function public.record_session(event text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  session text := private.claims() ->> 'session_id';
begin
  if private.uid() is null or session is null or event not in ('login', 'logout') then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  -- The end of a session is a fact of the auth service's, not of who reports it.
  if event = 'logout' and private.session_aal() is not null then
    raise exception using errcode = 'PT409', message = 'This session goes on.', hint = 'SESSION_OPEN';
  end if;
  insert into public.audit_logs (user_id, action, target_type, target_id, user_agent, ip_address)
  select p.id, 'auth.' || event, 'session', session, private.request_header('user-agent'), private.request_header('x-forwarded-for')
  from public.profiles p where p.id = private.uid()
  on conflict (action, target_id) where action in ('auth.login', 'auth.logout') do nothing;
end
$$;
comment on function public.record_session(text) is
  'Takes login or logout; records it once for the session of the caller''s token, however often it is called (rules/records#sign-in-records). Raises PT409 SESSION_OPEN for the sign-out of a session that goes on.';

-- Texts ----------------------------------------------------------------------------------------------

alter table public.profiles add constraint profiles_email_length check (char_length(email) <= 320);
alter table private.exports add constraint exports_filter_size check (octet_length(filter::text) <= 10000);
alter table private.bulk_pieces add constraint bulk_pieces_result_size check (octet_length(result::text) <= 16777216);
update private.uploads u set sha256 = null where char_length(u.sha256) > 128;
alter table private.uploads add constraint uploads_texts_size
  check (char_length(name) <= 255 and char_length(alt) <= 500 and char_length(type) <= 255 and char_length(path) <= 255 and char_length(sha256) <= 128);

delete from private.sent_lessons s
where jsonb_typeof(s.listed) <> 'object' or char_length(s.listed ->> 'content') > 500000 or octet_length((s.listed - 'content')::text) > 100000;
alter table private.sent_lessons add constraint sent_lessons_listed_size
  check (char_length(listed ->> 'content') <= 500000 and octet_length((listed - 'content')::text) <= 100000);

create or replace function public.send_lessons(sending uuid, lessons jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  long record;
begin
  if not (private.can('courses', 'create', 'own')) then
    raise exception using errcode = '42501', message = 'You may not create courses.';
  end if;
  if sending is null or jsonb_typeof(lessons) is distinct from 'array'
     or exists (select 1 from jsonb_array_elements(lessons) l where jsonb_typeof(l.value -> 'lesson') is distinct from 'object') then
    raise exception using errcode = 'PT422', message = 'There are no lessons to send.';
  end if;
  select l.module_no, l.place into long
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  where char_length(l.lesson ->> 'content') > 500000 or octet_length((l.lesson - 'content')::text) > 100000
  order by 1, 2 limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('Lesson %s of module %s is too long: a text has at most 500,000 characters, and all that stands around it 100 kB.',
        long.place + 1, long.module_no);
  end if;
  -- One person's pieces come one after the other, so that two never share the same room.
  perform pg_advisory_xact_lock(hashtextextended('send_lessons ' || private.uid()::text, 0));
  delete from private.sent_lessons s where s.sent_at < now() - interval '1 day';
  -- Two sendings besides this one, for two more tabs: never more than three courses are kept.
  delete from private.sent_lessons s where s.user_id = private.uid() and s.sending <> send_lessons.sending
    and s.sending not in (
      select o.sending from private.sent_lessons o where o.user_id = private.uid() and o.sending <> send_lessons.sending
      group by o.sending order by max(o.sent_at) desc limit 2);
  insert into private.sent_lessons (user_id, sending, module_no, place, listed, bytes)
  select private.uid(), send_lessons.sending, l.module_no, l.place, l.lesson,
    coalesce(octet_length(l.lesson ->> 'content'), 0) + coalesce(octet_length(l.lesson ->> 'description'), 0)
      -- Titles, links and the like are small; where they are not, they count as text.
      + greatest(octet_length((l.lesson - '{content,description}'::text[])::text) - 4096, 0)
  from jsonb_to_recordset(lessons) as l (module_no int, place int, lesson jsonb)
  -- A piece whose answer was lost is sent again.
  on conflict do nothing;
  if (select sum(s.bytes) > 32 * 1024 * 1024 or count(*) > 5000 from private.sent_lessons s
      where s.user_id = private.uid() and s.sending = send_lessons.sending) then
    raise exception using errcode = 'PT422', message = 'A course has at most 5,000 lessons and 32 MB of text.';
  end if;
end
$$;

create function private.limit_metadata() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT422', hint = 'METADATA_SIZE', message = 'That is too much about one person.';
end
$$;
comment on function private.limit_metadata() is
  'Trigger on auth.users: what a person says of themselves, which every token of theirs carries, stays below 16 kB.';
create trigger rookies_limit_metadata before insert or update of raw_user_meta_data on auth.users for each row
  when (octet_length(new.raw_user_meta_data::text) > 16384) execute function private.limit_metadata();

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
        when r.email !~ '^[^@[:space:],;<>"()]+@[^@[:space:],;<>"()]+\.[^@[:space:],;<>"().]+$' or char_length(r.email) > 320 then 'INVALID'
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
