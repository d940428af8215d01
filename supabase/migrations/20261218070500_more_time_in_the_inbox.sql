-- Why: A request for more time reached nobody, moved dates reached no open page, and creators were led to the moderators' invites

set check_function_bodies = off;

revoke EXECUTE on function public.decline_extension(uuid,uuid) from authenticated;

revoke EXECUTE on function public.ask_extension(uuid,text) from authenticated;

revoke EXECUTE on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) from authenticated;

revoke EXECUTE on function public.decline_extension(uuid,uuid) from service_role;

revoke EXECUTE on function public.ask_extension(uuid,text) from service_role;

revoke EXECUTE on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) from service_role;

comment on function public.decline_extension(uuid,uuid) is null;

comment on function public.ask_extension(uuid,text) is null;

comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer) is null;

alter table private.extension_requests add column days integer;

alter table private.extension_requests add column declined_because text;

alter table private.extension_requests add column id uuid not null default gen_random_uuid();

create or replace function private.open_extension_requests()
  returns setof private.extension_requests
  language sql
  stable
as $function$
  select q.* from private.extension_requests q
  join public.lessons l on l.id = q.lesson_id and l.content_type = 'ASSIGNMENT' and l.deleted_at is null
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null
  where q.answered_at is null
    and not exists (select from public.submissions s where s.lesson_id = q.lesson_id and s.user_id = q.user_id and s.state = 'PASSED')
$function$;

create or replace function private.person_may_give_time(person uuid, owner uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  work.lesson_id := lesson;
  work.user_id := owner;
  return person <> owner and (
    (private.person_may(person, 'extensions', 'give')
        or private.person_may(person, 'extensions', 'give', 'own') and private.work_is_of_own_course(person, work))
      and private.takes_course(owner, private.course_of_lesson(lesson))
    or private.person_may(person, 'extensions', 'give', 'assigned') and private.work_is_assigned(person, work));
end
$function$;

create or replace function private.refuse_answered()
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT409', hint = 'ANSWERED', message = 'Somebody has answered this already.';
end
$function$;

create or replace function private.tell_of_time(
  person uuid,
  lesson uuid,
  title text,
  sentence text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- The answer has an audit record, so the notification needs none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label)
  select tell_of_time.title, format('For "%s", ', l.title) || sentence, private.uid(), person, format('/app/courses/%s/lesson/%s', c.slug, l.id),
    'Open the assignment'
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = lesson;
  perform private.record_at_once(false);
end
$function$;

create or replace function private.asked_time(q private.extension_requests)
  returns jsonb
  language sql
  stable
  set search_path to ''
as $function$
  select jsonb_build_object('note', q.note, 'days', q.days, 'asked_at', q.asked_at, 'answered_at', q.answered_at, 'declined_because', q.declined_because)
$function$;

create or replace function public.ask_extension(
  lesson_id uuid,
  note text default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('note', note, 10000);
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
  if ask_extension.days not between 1 and 365 then
    perform private.refuse_field('days', 'Choose at most a year.');
  end if;
  insert into private.extension_requests as q (lesson_id, user_id, note, days)
  values (ask_extension.lesson_id, me, btrim(coalesce(ask_extension.note, '')), ask_extension.days)
  on conflict on constraint extension_requests_pkey do update set note = excluded.note, days = excluded.days,
    asked_at = case when q.answered_at is null then q.asked_at else now() end, answered_at = null, declined_because = null
  returning q.* into asked;
  perform private.signal_staff('submissions');
  return private.asked_time(asked);
end
$function$;

create or replace function public.decline_extension(
  lesson_id uuid,
  user_id uuid,
  reason text default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  said constant text := btrim(coalesce(decline_extension.reason, ''));
begin
  perform private.check_extension(decline_extension.user_id, decline_extension.lesson_id);
  if said = '' then
    perform private.refuse_field('reason', 'Please say why.');
  elsif char_length(said) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  update private.extension_requests q set answered_at = now(), declined_because = said
  where q.lesson_id = decline_extension.lesson_id and q.user_id = decline_extension.user_id and q.answered_at is null;
  if not found then
    perform private.refuse_answered();
  end if;
  perform private.tell_of_time(decline_extension.user_id, decline_extension.lesson_id, 'More time was declined', 'more time was declined: ' || said);
  perform private.signal_people('submission', array[decline_extension.user_id]);
  perform private.signal_staff('submissions');
  perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id));
end
$function$;

create or replace function public.give_extension(
  lesson_id uuid,
  user_id uuid,
  due_at timestamptz default null,
  reason text default null,
  days integer default null,
  answering boolean default false
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
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
    -- Days are counted in the time zone of the due date, from today if the due date has passed.
    wanted := private.local_moment(greatest(due.day, private.local_day(now(), due.zone)) + give_extension.days, due.at_time, due.zone);
  end if;
  if wanted not between '1970-01-01 00:00:00+00' and '9999-12-31 23:59:59+00' then
    perform private.refuse_field('due_at', 'This day is too far away.');
  elsif wanted <= now() then
    perform private.refuse_field('due_at', 'More time cannot end in the past.');
  elsif char_length(give_extension.reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  end if;
  zone := coalesce(due.zone, (select s.time_zone from public.settings s));
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  if found then
    perform private.tell_of_time(give_extension.user_id, give_extension.lesson_id, 'You were given more time',
      format('you have time until %s (%s).', to_char(wanted at time zone zone, 'FMDy FMDD Mon YYYY, HH24:MI'), zone));
  elsif give_extension.answering then
    -- Two people who answer at once do not give the days twice.
    perform private.refuse_answered();
  end if;
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', zone);
end
$function$;

create or replace function private.signal_dates()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array(
    select m.user_id from public.cohort_members m
    where m.state <> 'LEFT' and m.cohort_id in (select (to_jsonb(r) ->> tg_argv[0])::uuid from changed_rows r)));
  return null;
end
$function$;

create or replace function private.signal_dates_of_course()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array(
    select m.user_id from public.cohort_courses k join public.cohort_members m on m.cohort_id = k.cohort_id and m.state <> 'LEFT'
    where k.course_id = private.course_of_lesson(new.lesson_id)));
  return null;
end
$function$;

create or replace function private.signal_dates_of_person()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.signal_people('dates', array[coalesce(new.user_id, old.user_id)]);
  return null;
end
$function$;

create or replace function private.asked_version(q private.extension_requests)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select md5(concat_ws(' ', extract(epoch from q.asked_at), q.days, q.note))
$function$;

create or replace function private.inbox_extensions(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'extensions give any' = any (rights);
  lessons uuid[];
  people uuid[];
  ids uuid[];
begin
  if not rights && array['extensions give any', 'extensions give own', 'extensions give assigned'] then
    return;
  end if;
  if not everywhere then
    -- Few candidates, about each of whom extension_may_be_given() then decides.
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('extensions', 'give')));
    people := array(select p from private.assigned_person_ids() p);
  end if;
  ids := array(
    select q.id from private.open_extension_requests() q
    where q.user_id <> me and (everywhere or q.lesson_id = any (lessons) or q.user_id = any (people))
      and not exists (
        select from private.inbox_away(me) k where k.kind = 'EXTENSION' and k.subject_id = q.id and k.version = private.asked_version(q))
      and private.extension_may_be_given(q.user_id, q.lesson_id)
    order by q.asked_at, q.id limit private.inbox_most() + 1);
  return query
    select 'EXTENSION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('EXTENSION', 'GIVE', q.id, r.version, l.title, private.inbox_person(p.id, p.name, p.email), private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), q.asked_at, r.promise_at,
        json_build_object('lesson_id', l.id, 'days', q.days, 'note', q.note,
          'due', case when d.due_at is not null then json_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) end), h.holder)
    from private.extension_requests q
    cross join lateral (select private.asked_version(q) as version, q.asked_at + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = q.user_id
    left join lateral private.due_of(q.user_id, q.lesson_id) d on true
    left join public.cohorts k on k.id = d.cohort_id
    left join lateral private.inbox_holder('EXTENSION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$function$;

create or replace function public.assignment(lesson_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  task public.assignments;
  due record;
  work public.submissions;
  may_hand_in boolean;
  is_open boolean;
  opens jsonb;
begin
  if me is null or not private.can('submissions', 'read', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function assignment';
  end if;
  select a.* into task from public.assignments a join public.lessons l on l.id = a.lesson_id and l.content_type = 'ASSIGNMENT'
  where a.lesson_id = assignment.lesson_id;
  select s.* into work from public.submissions s where s.lesson_id = assignment.lesson_id and s.user_id = me;
  may_hand_in := private.why_not_hand_in(me, assignment.lesson_id, null) is null;
  is_open := may_hand_in;
  if not is_open then
    -- Staff and people with a free preview read it without handing in. The rights of staff require a session with a second
    -- factor while the setting asks for one, and access_of() does not know the session.
    opens := private.access_of(me, private.course_of_lesson(assignment.lesson_id), assignment.lesson_id, now());
    is_open := (opens ->> 'open')::boolean and (opens ->> 'reason' not in ('ROLE', 'OWN_COURSE', 'STAFF') or private.meets_required_aal());
  end if;
  -- What a person handed in stays readable to them, but not the brief and the rubric.
  if task.lesson_id is null or not is_open and work.id is null then
    raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment is not open to you.';
  end if;
  select d.* into due from private.due_of(me, assignment.lesson_id) d;
  return jsonb_build_object('lesson_id', task.lesson_id, 'open', is_open,
    'accepts', task.accepts, 'blind', task.blind, 'late', task.late, 'cutoff_days', task.cutoff_days,
    'due', case when due.zone is not null then jsonb_build_object('at', due.due_at, 'day', due.day, 'at_time', to_char(due.at_time, 'HH24:MI'), 'zone', due.zone,
      'extended', due.extended, 'paused', due.paused, 'shut_at', due.shut_at, 'shut', coalesce(private.passed_second(due.shut_at), false)) end,
    'can_hand_in', may_hand_in and work.state is distinct from 'PASSED'
      and not coalesce(private.passed_second(due.shut_at), false),
    'rubric', case when is_open then private.rubric_of(assignment.lesson_id) else '[]' end,
    'submission', case when work.id is not null then jsonb_build_object('id', work.id, 'state', work.state, 'round', work.round,
      'awaiting_since', work.awaiting_since, 'passed_at', work.passed_at) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r) order by r.round), '[]') from public.submission_rounds r where r.submission_id = work.id),
    'draft', (
      select jsonb_build_object('body', d.body, 'revision', d.revision, 'updated_at', d.updated_at, 'kept', d.kept)
      from public.submission_drafts d where d.user_id = me and d.lesson_id = assignment.lesson_id),
    'place', private.place_in_queue(work),
    'usual', private.usual_wait(coalesce(work.cohort_id, due.cohort_id), assignment.lesson_id),
    'extension_request', (
      select private.asked_time(q) from private.extension_requests q where q.user_id = me and q.lesson_id = assignment.lesson_id));
end
$function$;

create or replace function private.invites_path(person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case
    when not private.person_may(person, 'invites', 'resend', 'own') then null
    when private.person_may(person, 'dashboard', 'read', 'own') then '/admin/invites?status=ACTIVE&sort=ending'
    else '/moderator/members?view=invites' end
$function$;

create or replace function public.end_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_extension(end_extension.user_id, end_extension.lesson_id);
  delete from public.extensions x where x.lesson_id = end_extension.lesson_id and x.user_id = end_extension.user_id;
  if found then
    perform private.signal_staff('submissions');
  end if;
end
$function$;

create or replace function public.extension_list(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant bigint := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, 1000);
  lesson constant uuid := case when pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then (filter ->> 'lesson_id')::uuid end;
  only_person constant uuid := case when pg_input_is_valid(filter ->> 'user_id', 'uuid') then (filter ->> 'user_id')::uuid end;
  cohort constant uuid := case when pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then (filter ->> 'cohort_id')::uuid end;
  course constant uuid := case when pg_input_is_valid(filter ->> 'course_id', 'uuid') then (filter ->> 'course_id')::uuid end;
  given constant boolean := coalesce(filter ->> 'given' = 'true', false);
begin
  if not (private.can('extensions', 'give') or private.can('extensions', 'give', 'own') or private.can('extensions', 'give', 'assigned')) then
    perform private.refuse('You may not give more time.');
  end if;
  return (
    with found as materialized (
      select q.lesson_id, q.user_id, q.asked_at as at from private.open_extension_requests() q
      where not given and q.user_id <> private.uid() and (lesson is null or q.lesson_id = lesson) and (only_person is null or q.user_id = only_person)
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
        and (course is null or private.course_of_lesson(f.lesson_id) = course)
        and (private.can('extensions', 'give') or private.extension_may_be_given(f.user_id, f.lesson_id))
    ), listed as (
      select r.* from reached r order by case when given then null else r.at end, r.at desc, r.lesson_id, r.user_id limit size offset skipped
    )
    select jsonb_build_object('total', (select count(*) from reached), 'rows', coalesce(jsonb_agg(jsonb_build_object(
      'lesson', jsonb_build_object('id', l.id, 'title', l.title),
      'course', jsonb_build_object('id', c.id, 'title', c.title, 'slug', c.slug),
      'person', jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email)),
      'request', (
        select private.asked_time(q) from private.extension_requests q where q.lesson_id = f.lesson_id and q.user_id = f.user_id),
      'extension', (
        select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at,
          'by', (select private.shown_name(b.name, b.email) from public.profiles b where b.id = x.given_by_id))
        from public.extensions x where x.lesson_id = f.lesson_id and x.user_id = f.user_id),
      'due', (select jsonb_build_object('at', d.due_at, 'zone', d.zone, 'extended', d.extended) from private.due_of(f.user_id, f.lesson_id) d))
      order by case when given then null else f.at end, f.at desc, f.lesson_id, f.user_id), '[]'))
    from listed f
    join public.lessons l on l.id = f.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = f.user_id);
end
$function$;

create or replace function public.course_outline(slug text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('slug', slug, 1000);
  return (
    with me as materialized (
      select private.uid() as id where private.can('courses', 'read', 'assigned')
    ), course as materialized (
      select c.*, me.id as user_id,
        (select private.can('courses', 'update'))
          or (c.created_by_id = me.id and (select private.can('courses', 'update', 'own'))) as can_preview
      from me, public.courses c
      where c.deleted_at is null
        and (c.slug = course_outline.slug
          or (c.id = (select s.course_id from public.course_slugs s where s.slug = course_outline.slug)
            and not exists (select 1 from public.courses o where o.slug = course_outline.slug and o.deleted_at is null)))
    ), seen as (
      select course.*,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id
          and private.grant_is_open(e.expires_at)) and course.status = 'PUBLISHED' as entitled,
        exists (select 1 from public.entitlements e where e.user_id = course.user_id and e.course_id = course.id) as was_entitled,
        course.id in (select private.my_staffed_course_ids()) as staff
      from course
      where course.status = 'PUBLISHED' or course.can_preview
    ), closed as materialized (
      select u.* from seen, private.unreleased_lessons(seen.user_id, now()) u
      where seen.entitled and u.course_id = seen.id
    ), due as materialized (
      select d.lesson_id, d.due_at, d.time_zone
      from seen
      cross join lateral private.person_dues(seen.user_id, now()) d
      -- Few courses have an assignment, and person_dues() need not run for the others.
      where seen.entitled and d.course_id = seen.id and d.due_at is not null and exists (
        select from public.modules m join public.lessons l on l.module_id = m.id
        where m.course_id = seen.id and m.deleted_at is null and l.content_type = 'ASSIGNMENT' and l.deleted_at is null)
    )
    select jsonb_build_object(
      'id', seen.id, 'slug', seen.slug, 'title', seen.title, 'description', seen.description, 'status', seen.status,
      'thumbnail_url', seen.thumbnail_url, 'author_name', seen.author_name, 'author_description', seen.author_description,
      'entitled', seen.entitled, 'can_preview', seen.can_preview, 'ended', seen.was_entitled and not seen.entitled,
      'staff', seen.staff, 'in_cohort', exists (
        select from public.entitlements e where e.user_id = seen.user_id and e.course_id = seen.id and e.cohort_id is not null),
      'changes_at', (select min(c.opens_at) from closed c),
      'time_zone', (
        select k.time_zone from closed c join public.cohorts k on k.id = c.cohort_id order by c.opens_at nulls last, k.id limit 1),
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'lessons', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', l.id, 'title', l.title, 'type', l.content_type, 'provider', l.video_provider, 'sec', l.duration_sec,
                'free', l.free_preview, 'done', lc.lesson_id is not null,
                'open', (seen.entitled and closed.lesson_id is null) or seen.can_preview or seen.staff or l.free_preview)
                -- The field is often left out, because most lessons are untouched or complete.
                || case when lc.lesson_id is null and watched.percent >= 1
                  then jsonb_build_object('watched', least(99, floor(watched.percent))) else '{}' end
                || case when closed.lesson_id is not null then jsonb_build_object('opens_at', closed.opens_at) else '{}' end
                || case when due.lesson_id is not null and lc.lesson_id is null
                  then jsonb_build_object('due', jsonb_build_object('at', due.due_at, 'zone', due.time_zone)) else '{}' end
                || case when l.content_type = 'EXERCISE' and coalesce(x.version, 0) = 0 then jsonb_build_object('in_preparation', true) else '{}' end
                || case when x.version > 0 and x.language = 'PAGE' then jsonb_build_object('page', true) else '{}' end
              order by l.index)
            from public.lessons l
            left join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = seen.user_id
            left join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = seen.user_id
              and lp.video is not distinct from private.video_of(l.video_provider, l.video_asset_id)
            left join lateral (
              select 100 * private.watched_share(lp.watched, lp.duration_sec, l.duration_sec, l.video_start_sec) as percent
            ) watched on l.content_type = 'VIDEO'
            left join closed on closed.lesson_id = l.id
            left join due on due.lesson_id = l.id
            left join public.exercises x on x.lesson_id = l.id and l.content_type = 'EXERCISE'
            where l.module_id = m.id and l.deleted_at is null), '[]'))
          order by m.index)
        from public.modules m
        where m.course_id = seen.id and m.deleted_at is null), '[]'))
    from seen
  );
end
$function$;

create or replace function public.review(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', review.submission_id);
  hidden constant boolean := private.work_is_hidden(work);
  due record;
begin
  select d.* into due from private.due_of(work.user_id, work.lesson_id) d;
  return private.work_facts(work) || jsonb_build_object(
    'brief', (select l.content from public.lessons l where l.id = work.lesson_id),
    'accepts', (select a.accepts from public.assignments a where a.lesson_id = work.lesson_id),
    'rubric', private.rubric_of(work.lesson_id),
    'can_review', private.can_on_work('review', work),
    'can_withdraw', private.can('submissions', 'withdraw'),
    'due', case when due.zone is not null and not hidden then jsonb_build_object('at', due.due_at, 'zone', due.zone, 'extended', due.extended, 'shut_at', due.shut_at) end,
    'extension', (
      select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at)
      from public.extensions x where x.lesson_id = work.lesson_id and x.user_id = work.user_id and not hidden),
    'extension_request', case when not hidden then (
      select private.asked_time(q) from private.open_extension_requests() q where q.lesson_id = work.lesson_id and q.user_id = work.user_id
        and private.extension_may_be_given(q.user_id, q.lesson_id)) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r)
        -- Dates of a person tell who it is, and so can the name of a file.
        || case when hidden then '{"due_at_then": null, "due_zone": null, "late": false, "waived_at": null}'::jsonb else '{}' end
        || case when hidden and r.files is not null then jsonb_build_object('files', (
          select jsonb_agg(jsonb_build_object('path', f.value ->> 'path', 'bytes', f.value -> 'bytes',
            'name', 'File ' || f.place || coalesce(lower(substring(f.value ->> 'name' from '\.[A-Za-z0-9]{1,8}$')), '')) order by f.place)
          from jsonb_array_elements(r.files) with ordinality f (value, place))) else '{}' end
        || jsonb_build_object('mine', exists (
          select from public.reviews v where v.round_id = r.id and v.withdrawn_at is null and v.reviewer_id = private.uid()))
        order by r.round), '[]')
      from public.submission_rounds r where r.submission_id = work.id),
    'withdrawn', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'round', r.round, 'verdict', v.verdict, 'published_at', v.published_at,
        'withdrawn_at', v.withdrawn_at, 'reason', v.withdraw_reason,
        'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = v.withdrawn_by_id)) order by v.withdrawn_at), '[]')
      from public.reviews v join public.submission_rounds r on r.id = v.round_id where r.submission_id = work.id and v.withdrawn_at is not null),
    'draft', (
      select jsonb_build_object('round', r.round, 'round_id', d.round_id, 'body', d.body, 'updated_at', d.updated_at)
      from public.review_drafts d join public.submission_rounds r on r.id = d.round_id
      where r.submission_id = work.id and d.reviewer_id = private.uid() order by r.round desc limit 1));
end
$function$;

create or replace function private.inbox_row_words(kind text, subject uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case inbox_row_words.kind
    when 'WORK' then (select format('Work on "%s" waits for a review.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'APPEAL' then (select format('Work on "%s" needs a second opinion.', l.title) from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = subject)
    when 'QUESTION' then (select format('A question about "%s" waits for an answer.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'QUESTION_REPORT' then (select format('A question about "%s" was reported, or an answer to it.', l.title) from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'EXTENSION' then (select format('Somebody asks for more time for "%s".', l.title) from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.id = subject)
    when 'BEHIND' then (select format('Somebody has fallen behind in "%s".', c.title) from private.behind_people b join public.cohorts c on c.id = b.cohort_id where b.id = subject)
    when 'REPORT' then (select format('A post in "%s" was reported.', c.name) from public.community_posts p join public.communities c on c.id = p.community_id where p.id = subject)
    when 'PURCHASE' then 'A purchase needs attention.'
    when 'EVENT' then 'An event of the payment provider needs attention.'
    when 'MAIL' then 'A background job failed.'
    when 'INVITE' then 'An invite is about to end.' end
$function$;

create or replace function private.inbox_version(kind text, subject uuid)
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return case
    when inbox_version.kind in ('WORK', 'APPEAL') then (select s.round::text from public.submissions s where s.id = subject)
    when inbox_version.kind = 'QUESTION' then (select extract(epoch from q.waiting_since)::text from public.questions q where q.id = subject)
    when inbox_version.kind = 'QUESTION_REPORT' then (
      select extract(epoch from r.last_at)::text from private.inbox_open_reports() r where r.question_id = subject)
    when inbox_version.kind = 'EXTENSION' then (select private.asked_version(q) from private.open_extension_requests() q where q.id = subject)
    when inbox_version.kind = 'BEHIND' then (select private.behind_version(b) from private.behind_people b where b.id = subject)
    when inbox_version.kind = 'REPORT' then (
      select nullif(count(*), 0)::text from public.community_post_reports r where r.post_id = subject and r.resolved_at is null)
    when inbox_version.kind = 'PURCHASE' then (select p.status::text from public.purchases p where p.id = subject)
    when inbox_version.kind = 'EVENT' then (select md5(n.reasons::text) from private.purchase_notices n where n.id = subject)
    when inbox_version.kind = 'MAIL' then (select extract(epoch from w.done_at)::text from private.due_work w where w.id = subject)
    when inbox_version.kind = 'INVITE' then (select extract(epoch from i.expires_at)::text from public.invites i where i.id = subject) end;
end
$function$;

create or replace function private.morning_rows(person uuid, inbox jsonb, zone text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'title', k.title,
    'person', nullif(p.name, ''), 'place', coalesce(r.facts #>> '{course,title}', r.facts #>> '{cohort,title}'),
    'holder', case when not coalesce((r.facts #>> '{holder,mine}')::boolean, true) then coalesce(nullif(h.name, ''), 'A colleague') end,
    'overdue_hours', case when w.promise <= now() then floor(extract(epoch from now() - w.promise) / 3600)::int end,
    'until', to_char(w.promise at time zone zone, 'FMDy, HH24:MI'),
    'path', coalesce(case
      when k.kind in ('WORK', 'APPEAL') then format('%s/reviews/%s', i.panel, k.subject)
      when k.kind in ('QUESTION', 'QUESTION_REPORT') then format('/app/courses/%s/lesson/%s?question=%s', k.more ->> 'slug', k.more ->> 'lesson_id', k.subject)
      when k.kind = 'BEHIND' then format('%s/members/%s', i.panel, p.id)
      when k.kind = 'REPORT' then case when private.person_may(person, 'communities', 'update')
        then format('/admin/communities/%s?view=reports', k.more ->> 'community_id') else format('/app/communities/%s', k.more ->> 'slug') end
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      -- It is answered in the inbox.
      when k.kind = 'EXTENSION' then null
      when k.kind = 'INVITE' then private.invites_path(person) end, i.panel)) order by r.place), '[]')
  from jsonb_array_elements(inbox -> 'rows') with ordinality r (facts, place)
  cross join lateral (select private.panel_path(person) as panel) i
  cross join lateral (select (r.facts ->> 'promise_at')::timestamptz as promise) w
  cross join lateral (
    select r.facts ->> 'kind' as kind, r.facts ->> 'subject_id' as subject, r.facts -> 'facts' as more,
      -- Other titles contain emails, names of a payment provider, or texts that people wrote. The mail must not contain these.
      case
        when r.facts ->> 'kind' in ('WORK', 'APPEAL', 'QUESTION_REPORT', 'EXTENSION', 'REPORT', 'MAIL') then r.facts ->> 'title'
        when r.facts ->> 'kind' = 'QUESTION' then r.facts #>> '{facts,lesson}'
        when r.facts ->> 'kind' = 'PURCHASE' then r.facts #>> '{facts,item}'
        when r.facts ->> 'kind' in ('BEHIND', 'EVENT', 'INVITE') then null end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
  where r.place <= 10
$function$;

create or replace function private.reaches_inbox_row(person uuid, kind text, subject uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (private.person_may(person, 'inbox', 'enter') or private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned'))
    and case reaches_inbox_row.kind
      when 'WORK' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'APPEAL' then exists (
        select from public.submissions s where s.id = subject and s.state = 'WAITING' and private.person_may_review(person, s) and not private.goes_to_others(person, s))
      when 'EXTENSION' then exists (
        select from private.open_extension_requests() q where q.id = subject and private.person_may_give_time(person, q.user_id, q.lesson_id))
      when 'BEHIND' then exists (
        select from private.behind_people b where b.id = subject and (private.person_may(person, 'cohort_members', 'update')
          or private.person_may(person, 'cohort_members', 'update', 'assigned')
            and exists (select from public.cohort_staff s where s.cohort_id = b.cohort_id and s.user_id = person)))
      when 'QUESTION' then exists (
        select from public.questions q
        where q.id = subject and q.deleted_at is null and q.merged_into_id is null and q.author_id is distinct from person
          and private.inbox_moderates(person, q))
      when 'QUESTION_REPORT' then exists (
        select from public.questions q where q.id = subject and q.merged_into_id is null and private.inbox_moderates(person, q))
      when 'REPORT' then exists (
        select from public.community_posts p where p.id = subject and p.deleted_at is null and (private.person_may(person, 'community_posts', 'delete')
          or exists (select from public.community_members m where m.community_id = p.community_id and m.user_id = person and m.role = 'MODERATOR'
            and private.membership_is_active(m.left_at, m.banned))))
      when 'PURCHASE' then private.person_may(person, 'purchases', 'assign') and exists (select from public.purchases p where p.id = subject)
      when 'EVENT' then private.person_may(person, 'purchases', 'dismiss') and exists (select from private.purchase_notices n where n.id = subject)
      when 'MAIL' then private.person_may(person, 'due_work', 'retry') and exists (select from private.due_work w where w.id = subject)
      when 'INVITE' then exists (
        select from public.invites i where i.id = subject and (private.person_may(person, 'invites', 'resend')
          or private.person_may(person, 'invites', 'resend', 'own') and i.invited_by_id = person))
      else false end;
end
$function$;

create or replace function public.staff_inbox()
  returns json
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  rights constant text[] := array(select concat_ws(' ', p.resource, p.action, p.scope) from public.my_permissions() p);
begin
  if not rights && array['inbox enter any', 'inbox enter own', 'inbox enter assigned'] then
    perform private.refuse('You have no inbox.');
  end if;
  return (
    with row as materialized (
      select * from private.inbox_work(rights)
      union all select * from private.inbox_questions(rights)
      union all select * from private.inbox_question_reports(rights)
      union all select * from private.inbox_extensions(rights)
      union all select * from private.inbox_behind(rights)
      union all select * from private.inbox_reports(rights)
      union all select * from private.inbox_purchases(rights)
      union all select * from private.inbox_events(rights)
      union all select * from private.inbox_jobs(rights)
      union all select * from private.inbox_invites(rights)
    )
    select json_build_object(
      'rows', (select coalesce(json_agg(row.shown order by row.promise_at, row.subject_id), '[]') from row),
      'counts', (
        select json_object_agg(k.kind, coalesce(t.total, 0))
        from unnest(array['WORK', 'APPEAL', 'QUESTION', 'QUESTION_REPORT', 'EXTENSION', 'BEHIND', 'REPORT', 'PURCHASE', 'EVENT', 'MAIL', 'INVITE']) k (kind)
        left join (select row.kind, max(row.total) as total from row group by row.kind) t on t.kind = k.kind),
      'changes_at', (select min(k.until) from private.inbox_marks k where k.user_id = me and k.until > now()),
      'stopped', 'due_work read any' = any (rights) and private.worker_stopped()));
end
$function$;

create or replace function private.work_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'work', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'lesson', l.title, 'state', s.state, 'passed_at', s.passed_at, 'rounds', (
        select jsonb_agg(private.round_facts(r) - 'id' order by r.round) from public.submission_rounds r where r.submission_id = s.id)) order by c.title, m.index, l.index)
    from public.submissions s
    join public.lessons l on l.id = s.lesson_id join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
    where s.user_id = person)
  union all
  select 'work_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'kept', d.kept, 'updated_at', d.updated_at) order by d.updated_at)
    from public.submission_drafts d join public.lessons l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'extensions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at) order by x.given_at)
    from public.extensions x join public.lessons l on l.id = x.lesson_id where x.user_id = person)
  union all
  select 'extension_requests', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'note', q.note, 'days', q.days, 'asked_at', q.asked_at, 'answered_at', q.answered_at,
      'declined_because', q.declined_because) order by q.asked_at)
    from private.extension_requests q join public.lessons l on l.id = q.lesson_id where q.user_id = person)
  union all
  select 'saved_replies', (
    select jsonb_agg(jsonb_build_object('title', r.title, 'body', r.body) order by r.position, r.title) from public.saved_replies r where r.user_id = person)
  union all
  -- The owner of the work is left out, because this is another person.
  select 'reviews_given', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'verdict', v.verdict, 'comment', v.comment, 'published_at', v.published_at, 'withdrawn_at', v.withdrawn_at,
      'remarks', (select coalesce(jsonb_agg(k.body order by k.line_from, k.id), '[]') from public.review_remarks k where k.review_id = v.id)) order by v.published_at)
    from (select * from public.reviews v where v.reviewer_id = person order by v.published_at desc limit 1000) v
    join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id)
  union all
  select 'review_drafts', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'draft', d.body, 'updated_at', d.updated_at) order by d.updated_at)
    from public.review_drafts d
    join public.submission_rounds r on r.id = d.round_id join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
    where d.reviewer_id = person)
$function$;

alter table private.extension_requests add constraint extension_requests_days_range CHECK (((days >= 1) AND (days <= 365)));

alter table private.extension_requests add constraint extension_requests_declined_because_length CHECK ((char_length(declined_because) <= 500));

alter table private.extension_requests add constraint extension_requests_id_key UNIQUE (id);

grant EXECUTE on function public.ask_extension(uuid,text,integer) to authenticated;

grant EXECUTE on function public.decline_extension(uuid,uuid,text) to authenticated;

grant EXECUTE on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) to authenticated;

grant EXECUTE on function public.ask_extension(uuid,text,integer) to service_role;

grant EXECUTE on function public.decline_extension(uuid,uuid,text) to service_role;

grant EXECUTE on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) to service_role;

create trigger assignments_signal_dates after update on public.assignments
  for each row
  when ((new.due_day, new.due_time, new.late, new.cutoff_days) is distinct from (old.due_day, old.due_time, old.late, old.cutoff_days))
  execute function private.signal_dates_of_course();

create trigger cohort_dues_signal_dates_delete after delete on public.cohort_dues
  referencing old table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_dues_signal_dates_insert after insert on public.cohort_dues
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_dues_signal_dates_update after update on public.cohort_dues
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger cohort_members_signal_dates after update on public.cohort_members
  for each row
  when ((new.state, new.shift_days, new.open_all, new.paused_on) is distinct from (old.state, old.shift_days, old.open_all, old.paused_on))
  execute function private.signal_dates_of_person();

create trigger cohorts_signal_dates after update on public.cohorts
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('id');

create trigger extensions_signal_dates after insert or delete or update on public.extensions
  for each row execute function private.signal_dates_of_person();

create trigger releases_signal_dates_delete after delete on public.releases
  referencing old table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger releases_signal_dates_insert after insert on public.releases
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger releases_signal_dates_update after update on public.releases
  referencing new table as changed_rows
  for each statement execute function private.signal_dates('cohort_id');

create trigger extension_requests_forget_inbox_row after delete on private.extension_requests
  for each row execute function private.forget_inbox_row();

comment on column private.extension_requests.days is 'How many more days the person asked for; null in requests from before people could say it.';

comment on column private.extension_requests.declined_because is 'What staff wrote to the person when they declined the latest request; null if they did not decline it.';

comment on function private.open_extension_requests() is 'Returns the requests for more time that wait for an answer: without those for work that has passed, and for what is in the bin. Checks no rights.';

comment on function private.person_may_give_time(uuid,uuid,uuid) is 'Takes a person, who wants more time, and an assignment; as extension_may_be_given(), for any person, and never for oneself.';

comment on function private.refuse_answered() is 'Raises PT409 ANSWERED: the request for more time has its answer.';

comment on function private.tell_of_time(uuid,uuid,text,text) is 'Takes a person who asked for more time, the assignment, a title, and a sentence that goes on after its name; tells them the answer in the bell.';

comment on function private.asked_time(private.extension_requests) is 'Takes a request for more time; returns it as its person and the people who may answer it see it, {note, days, asked_at, answered_at, declined_because: null if it was not declined}.';

comment on function public.ask_extension(uuid,text,integer) is 'Takes an assignment, a note, and a number of days; asks staff for so much more time, or changes a request that has no answer yet. Returns asked_time(). Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT409 PASSED and NO_DUE, PT422 with the field as hint (rules/assignments#extension).';

comment on function public.decline_extension(uuid,uuid,text) is 'Takes an assignment, a person who asked for more time, and a sentence to them; answers the request, and tells them in the bell. The due date does not change. Raises 42501, PT404 NO_LESSON, PT409 ANSWERED, PT422 with hint reason.';

comment on function public.give_extension(uuid,uuid,timestamp with time zone,text,integer,boolean) is 'Takes an assignment, a person, either a new due date or a number of days, a reason, and whether this is only to answer a request; gives the person this due date, which overrides every other, and answers their request, which the bell tells them. Days are counted from the due date, or from today if it has passed, at the same time of day in the same time zone. Work that was late stays late. Returns {due_at, zone}. Raises 42501, also for the caller''s own work, PT404 NO_LESSON, PT409 ANSWERED, PT422 with the field as hint (rules/assignments#extension).';

comment on function private.signal_dates() is 'Statement trigger: signals to the people of the cohorts, whose ids are in the column of its argument, that something opens or is due at another moment.';

comment on function private.signal_dates_of_course() is 'Row trigger: signals to the people of all cohorts that take the course that an assignment is due at another moment.';

comment on function private.signal_dates_of_person() is 'Row trigger: signals to a person that something opens or is due at another moment for them.';

comment on function private.asked_version(private.extension_requests) is 'Takes a request for more time; returns the version of its row in the inbox, another one once the person asks again or changes what they asked for.';

comment on function private.inbox_extensions(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the requests of others for more time that the caller may answer, the first 50, with how many there are, counted to 1,001.';

comment on function public.assignment(uuid) is 'Takes an assignment; returns what its page shows the caller in addition to the lesson: {lesson_id, open, accepts, blind, late, cutoff_days, due: {at: null for never, day, at_time: HH:MM, zone, extended, paused, shut_at, shut} or null without access, can_hand_in, rubric: [{id, title, essential, levels}], submission: {id, state, round, awaiting_since, passed_at} or null, rounds: [round_facts()], draft: {body, revision, updated_at, kept} or null, place: {place, of} in the queue or null, usual: {reviews, median_hours, p90_hours} or null, extension_request: asked_time() or null}. What the caller handed in stays readable when the lesson closes, but not the rubric. Raises 42501, PT404 NO_LESSON.';

comment on function public.extension_list(jsonb,integer,integer) is 'Takes a filter {given: true for extensions, otherwise requests of others that wait for an answer, lesson_id, user_id, course_id, cohort_id: people of this cohort, in its courses}, a page and its size (at most 100); returns {total, rows: [{lesson: {id, title}, course: {id, title, slug}, person: {id, name}, request: asked_time() or null, extension: {due_at, reason, given_at, by} or null, due: {at, zone, extended} or null}]} for the people to whom the caller may give more time. The oldest request or the newest extension comes first. Raises 42501.';

comment on function public.course_outline(text) is 'Takes a slug, an old one too. Answers any active member for every published course with what the outline shows: titles, types, seconds, completion, the whole percent that the caller watched of a video they did not finish (left out where that is nothing, or not known), whether each lesson may be opened, where the schedule of a cohort has not opened it yet, `opens_at` (null while the person pauses), and for an assignment that has a due date and has not passed, `due` {at, zone}, for an exercise of which no version is proved, `in_preparation`, and for one of the language PAGE, which people complete themselves, `page`. `in_cohort`: whether the caller takes it in a cohort. `changes_at`: when the next lesson opens, null for none; `time_zone`: that of the cohort that opens it; `staff`: whether the caller looks after a cohort with this course. Never a body, a video id or a link. Null for unknown slugs and for drafts one may not edit, alike (rules/learning#outline).';

comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: asked_time() or null: a request that the caller may answer, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were taken back [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round for which there is one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing here says whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';

comment on function public.staff_inbox() is 'Returns what waits for the caller, {rows: [{kind: WORK, APPEAL, QUESTION, QUESTION_REPORT, EXTENSION, BEHIND, REPORT, PURCHASE, EVENT, MAIL or INVITE, act: REVIEW, ANSWER, GIVE, CLEAR, MODERATE, OPEN, ASSIGN, DISMISS, RETRY or RESEND, subject_id, version: another one once there is something new, title, person: {id, name} or null, course: {id, title} or null, cohort: {id, title} or null, since, promise_at, facts: more about it by kind, holder: to whom it was handed over {id, name, by: a name, mine, note: for the two of them, at} or null}], at most 50 of each kind, by their promise, counts: {kind: how many, counted to 1,001}, changes_at: when the next snoozed row comes back, stopped: whether no worker does background jobs, for those who read them}. Each kind only for callers who may do its act, in their scope. What the caller put away is left out. Raises 42501 (rules/inbox#rows).';

drop routine public.decline_extension(uuid,uuid);

drop routine public.ask_extension(uuid,text);

drop routine public.give_extension(uuid,uuid,timestamp with time zone,text,integer);
