-- Why: a person can ask for more time with one press, and staff can give it. The date that they give overrides every other date
-- (rules/assignments#extension).

create function private.extension_may_be_given(person uuid, lesson uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  work public.submissions;
begin
  work.lesson_id := extension_may_be_given.lesson;
  work.user_id := extension_may_be_given.person;
  return private.can_on_course('extensions', 'give', private.course_of_lesson(extension_may_be_given.lesson))
    or private.can('extensions', 'give', 'assigned') and private.work_is_assigned(private.uid(), work);
end
$$;
comment on function private.extension_may_be_given(uuid, uuid) is
  'Takes a person and an assignment; true if the caller may give this person more time for it: to everybody, in the caller''s own courses, or to the people assigned to the caller.';
revoke all on function private.extension_may_be_given(uuid, uuid) from public;

create function private.check_extension(person uuid, lesson uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if person = private.uid() or not private.extension_may_be_given(person, lesson) then
    perform private.refuse('You may not give this person more time.');
  end if;
  if current_setting('transaction_read_only') = 'off' and not private.can('extensions', 'give') then
    -- The duty that gives the right is locked until the transaction ends.
    perform 1 from public.cohort_staff s where s.user_id = private.uid() order by s.cohort_id for key share;
    if not private.extension_may_be_given(person, lesson) then
      perform private.refuse('You may not give this person more time.');
    end if;
  end if;
  if not exists (select from public.profiles p where p.id = person) or not exists (
    select from public.lessons l where l.id = lesson and l.content_type = 'ASSIGNMENT' and l.deleted_at is null) then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment no longer exists.';
  end if;
end
$$;
comment on function private.check_extension(uuid, uuid) is
  'Takes a person and an assignment; raises 42501 unless the caller may give this person more time and is somebody else, and PT404 NO_LESSON for an unknown person or assignment. For an act, the duty that gives the right is locked until the transaction ends.';
revoke all on function private.check_extension(uuid, uuid) from public;

create function public.ask_extension(lesson_id uuid, note text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  asked private.extension_requests;
begin
  if me is null or not private.can('extensions', 'ask', 'own') then
    perform private.refuse('You may not ask for more time.');
  end if;
  perform private.check_hand_in(me, ask_extension.lesson_id);
  if exists (select from public.submissions s where s.user_id = me and s.lesson_id = ask_extension.lesson_id and s.state = 'PASSED') then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already.';
  end if;
  if not exists (select from private.due_of(me, ask_extension.lesson_id) d where d.due_at is not null) then
    raise exception using errcode = 'PT409', hint = 'NO_DUE', message = 'This has no due date.';
  end if;
  if char_length(ask_extension.note) > 500 then
    perform private.refuse_field('note', 'A note must be less than 500 characters');
  end if;
  insert into private.extension_requests as q (lesson_id, user_id, note) values (ask_extension.lesson_id, me, btrim(coalesce(ask_extension.note, '')))
  on conflict on constraint extension_requests_pkey do update set note = excluded.note,
    asked_at = case when q.answered_at is null then q.asked_at else now() end, answered_at = null
  returning q.* into asked;
  perform private.signal_staff('submissions');
  return jsonb_build_object('note', asked.note, 'asked_at', asked.asked_at, 'answered_at', asked.answered_at);
end
$$;
comment on function public.ask_extension(uuid, text) is
  'Takes an assignment and a note; asks staff for more time, or changes the note of a request that has no answer yet. Returns {note, asked_at, answered_at}. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED and NO_DUE, PT422 with hint note (rules/assignments#extension).';
revoke all on function public.ask_extension(uuid, text) from public;
grant execute on function public.ask_extension(uuid, text) to authenticated, service_role;

create function public.give_extension(lesson_id uuid, user_id uuid, due_at timestamptz default null, reason text default null, days integer default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  due record;
  wanted timestamptz := give_extension.due_at;
  zone text;
  given public.extensions;
begin
  perform private.check_extension(give_extension.user_id, give_extension.lesson_id);
  if (wanted is null) = (give_extension.days is null) then
    perform private.refuse_field('due_at', 'Choose when it is due.');
  end if;
  select d.* into due from private.due_of(give_extension.user_id, give_extension.lesson_id) d;
  if give_extension.days is not null then
    if due.due_at is null then
      perform private.refuse_field('days', 'This has no due date. Choose when it is due.');
    elsif give_extension.days not between 1 and 365 then
      perform private.refuse_field('days', 'Choose at most a year.');
    end if;
    -- Days are counted in the cohort's time zone, from today if the due date has passed.
    wanted := private.local_moment(greatest(due.day, private.local_day(now(), due.zone)) + give_extension.days, due.at_time, due.zone);
  end if;
  if wanted not between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00' then
    perform private.refuse_field('due_at', 'This day is too far away.');
  elsif wanted <= now() then
    perform private.refuse_field('due_at', 'More time cannot end in the past.');
  elsif char_length(give_extension.reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  perform private.signal_people('submission', array[give_extension.user_id]);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', coalesce(due.zone, 'UTC'));
end
$$;
comment on function public.give_extension(uuid, uuid, timestamptz, text, integer) is
  'Takes an assignment, a person, either a new due date or a number of days, and a reason; gives the person this due date, which overrides every other, and answers their request. Days are counted from the due date, or from today if it has passed, at the same time of day in the same time zone. Work that was late stays late. Returns {due_at, zone}. Raises 42501, also for the caller''s own work, PT404 NO_LESSON, PT422 with the field as hint (rules/assignments#extension).';
revoke all on function public.give_extension(uuid, uuid, timestamptz, text, integer) from public;
grant execute on function public.give_extension(uuid, uuid, timestamptz, text, integer) to authenticated, service_role;

create function public.end_extension(lesson_id uuid, user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_extension(end_extension.user_id, end_extension.lesson_id);
  delete from public.extensions x where x.lesson_id = end_extension.lesson_id and x.user_id = end_extension.user_id;
  if found then
    perform private.signal_people('submission', array[end_extension.user_id]);
    perform private.signal_staff('submissions');
  end if;
end
$$;
comment on function public.end_extension(uuid, uuid) is
  'Takes an assignment and a person; deletes their extension, so that the due date of their cohorts applies again. Raises 42501, PT404 NO_LESSON.';
revoke all on function public.end_extension(uuid, uuid) from public;
grant execute on function public.end_extension(uuid, uuid) to authenticated, service_role;

create function public.decline_extension(lesson_id uuid, user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_extension(decline_extension.user_id, decline_extension.lesson_id);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = decline_extension.lesson_id and q.user_id = decline_extension.user_id and q.answered_at is null;
  if found then
    perform private.signal_people('submission', array[decline_extension.user_id]);
    perform private.signal_staff('submissions');
    perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id));
  end if;
end
$$;
comment on function public.decline_extension(uuid, uuid) is
  'Takes an assignment and a person who asked for more time; marks the request as answered. The due date does not change. Raises 42501, PT404 NO_LESSON.';
revoke all on function public.decline_extension(uuid, uuid) from public;
grant execute on function public.decline_extension(uuid, uuid) to authenticated, service_role;

create function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $$
declare
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, 1000);
  lesson constant uuid := case when pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then (filter ->> 'lesson_id')::uuid end;
  only_person constant uuid := case when pg_input_is_valid(filter ->> 'user_id', 'uuid') then (filter ->> 'user_id')::uuid end;
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  given constant boolean := coalesce(filter ->> 'given' = 'true', false);
begin
  if not (private.can('extensions', 'give') or private.can('extensions', 'give', 'own') or private.can('extensions', 'give', 'assigned')) then
    perform private.refuse('You may not give more time.');
  end if;
  return (
    with found as materialized (
      select q.lesson_id, q.user_id, q.asked_at as at from private.extension_requests q
      where not given and q.answered_at is null and (lesson is null or q.lesson_id = lesson) and (only_person is null or q.user_id = only_person)
      union all
      select x.lesson_id, x.user_id, x.given_at from public.extensions x
      where given and (lesson is null or x.lesson_id = lesson) and (only_person is null or x.user_id = only_person)
    ), reached as materialized (
      select f.* from found f
      where (cohort is null or exists (
          select from public.cohort_members m
          join public.cohort_courses k on k.cohort_id = m.cohort_id
          join public.modules md on md.course_id = k.course_id
          join public.lessons n on n.module_id = md.id
          where m.cohort_id = cohort and m.user_id = f.user_id and m.state <> 'LEFT' and n.id = f.lesson_id))
        and (private.can('extensions', 'give') or private.extension_may_be_given(f.user_id, f.lesson_id))
    ), listed as (
      select r.* from reached r order by case when given then null else r.at end, r.at desc, r.lesson_id, r.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from reached), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'person', jsonb_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email)),
      'request', (
        select jsonb_build_object('note', q.note, 'asked_at', q.asked_at, 'answered_at', q.answered_at)
        from private.extension_requests q where q.lesson_id = f.lesson_id and q.user_id = f.user_id),
      'extension', (
        select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at,
          'by', (select coalesce(nullif(b.name, ''), b.email) from public.profiles b where b.id = x.given_by_id))
        from public.extensions x where x.lesson_id = f.lesson_id and x.user_id = f.user_id),
      'due', (select jsonb_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) from private.due_of(f.user_id, f.lesson_id) d))
      order by case when given then null else f.at end, f.at desc, f.lesson_id, f.user_id), '[]'))
    from listed f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = f.user_id);
end
$$;
comment on function public.extension_list(jsonb,integer,integer) is 'Takes a filter {given: true for extensions, otherwise requests without an answer, lesson_id, user_id, cohort_id: people of this cohort, in its courses}, a page and its size (at most 100); returns {total, rows: [{lesson: {id, title}, course: {id, title, slug}, person: {id, name}, request: {note, asked_at, answered_at} or null, extension: {due_at, reason, given_at, by} or null, due: {at, zone, extended} or null}]} for the people to whom the caller may give more time. The oldest request or the newest extension comes first. Raises 42501.';
revoke all on function public.extension_list(jsonb, integer, integer) from public;
grant execute on function public.extension_list(jsonb, integer, integer) to authenticated, service_role;
