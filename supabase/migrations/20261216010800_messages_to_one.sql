-- Why: Staff write to one person of a cohort in the product.

set check_function_bodies = off;

revoke EXECUTE on function public.count_cohort_message(uuid) from authenticated;

revoke EXECUTE on function public.send_cohort_message(uuid,text,text,uuid) from authenticated;

revoke EXECUTE on function public.count_cohort_message(uuid) from service_role;

revoke EXECUTE on function public.send_cohort_message(uuid,text,text,uuid) from service_role;

comment on function public.count_cohort_message(uuid) is null;

comment on function private.cohort_audience(uuid) is null;

comment on function public.send_cohort_message(uuid,text,text,uuid) is null;

alter table public.cohort_messages add column user_id uuid;

create or replace function public.count_cohort_message(cohort_id uuid, user_id uuid default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_messages', 'create', count_cohort_message.cohort_id);
  return (select jsonb_build_object('people', count(*), 'mails', count(*) filter (where a.by_mail)) from private.cohort_audience(count_cohort_message.cohort_id, count_cohort_message.user_id) a);
end
$function$;

create or replace function private.cohort_audience(cohort uuid, only_person uuid default null)
  returns table(user_id uuid, by_mail boolean)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select m.user_id, coalesce(w.cohort_mails, true) and private.mail_address(m.user_id) is not null
  from public.cohort_members m
  join public.profiles p on p.id = m.user_id and p.disabled_at is null
  left join public.preferences w on w.user_id = m.user_id
  where m.cohort_id = cohort and m.state <> 'LEFT' and (only_person is null or m.user_id = only_person)
$function$;

create or replace function public.send_cohort_message(
  cohort_id uuid,
  title text,
  message text,
  operation_id uuid default null,
  user_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('title', title, 1000)
    and private.at_most('message', message, 20000);
  own uuid := private.made_under(send_cohort_message.operation_id, 'cohort message');
  slug text;
  sent public.cohort_messages;
begin
  perform private.check_cohort_right('cohort_messages', 'create', send_cohort_message.cohort_id);
  select m.* into sent from public.cohort_messages m where m.id = own;
  if sent.id is not null then
    if (sent.cohort_id, sent.user_id, sent.title, sent.message) is distinct from
       (send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message)) then
      raise exception using errcode = 'PT409', hint = 'SENT_ALREADY', message = 'This was sent already, with another text.';
    end if;
  else
    -- Before the message is stored, because an id of nobody would fail otherwise than that of a stranger.
    if not exists (select from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY',
        message = case when send_cohort_message.user_id is null then 'Nobody is in this cohort yet.' else 'This person is not in the cohort any more.' end;
    end if;
    insert into public.cohort_messages (id, cohort_id, user_id, title, message, people, mails)
    select own, send_cohort_message.cohort_id, send_cohort_message.user_id, btrim(send_cohort_message.title), btrim(send_cohort_message.message),
      count(*), count(*) filter (where a.by_mail)
    from private.cohort_audience(send_cohort_message.cohort_id, send_cohort_message.user_id) a
    returning * into sent;
    -- The message has an audit record of its own, so the notifications that it makes need none.
    perform private.record_at_once(true);
    insert into public.notifications (title, message, sender_id, recipient_id, cohort_message_id)
    select sent.title, sent.message, private.uid(), a.user_id, sent.id from private.cohort_audience(sent.cohort_id, sent.user_id) a;
    perform private.record_at_once(false);
    perform private.enqueue_job('cohort_message_mail', sent.id || ':' || a.user_id, now(), sent.id, a.user_id)
    from private.cohort_audience(sent.cohort_id, sent.user_id) a where a.by_mail;
  end if;
  return jsonb_build_object('id', sent.id, 'people', sent.people, 'mails', sent.mails);
end
$function$;

create or replace function public.cohort_history(cohort_id uuid, before bigint default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  it constant text := cohort_history.cohort_id::text;
  -- An act on as many people as are changed at once is not divided.
  most constant int := 2500;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    with found as (
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort', 'cohort_course', 'cohort_member', 'cohort_staff', 'due') and l.target_id = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
      union all
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort_message', 'release') and coalesce(l.after, l.before) ->> 'cohort_id' = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
    ), act as (
      -- What one person did to several people or lessons at one moment is one act.
      select max(f.id) as id, min(f.id) as first, f.action, f.created_at, f.user_id, count(*) as records,
        (array_agg(f.before order by f.id))[1] as before, (array_agg(f.after order by f.id))[1] as after,
        (array_agg(f.subject order by f.id) filter (where f.subject is not null))[1:5] as subjects
      from (
        select r.*, case when r.target_type <> 'cohort'
            then coalesce(v.row ->> 'user_id', v.row ->> 'lesson_id', v.row ->> 'module_id', v.row ->> 'course_id') end as subject
        from found r cross join lateral (select coalesce(r.after, r.before) as row) v) f
      group by f.action, f.created_at, f.user_id
      order by 1 desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'first', a.first, 'action', a.action, 'created_at', a.created_at,
        'user_id', a.user_id, 'who', private.shown_name(p.name, p.email), 'before', a.before, 'after', a.after,
        'records', a.records, 'subjects', coalesce(to_jsonb(a.subjects), '[]')) order by a.id desc), '[]')
    from act a left join public.profiles p on p.id = a.user_id);
end
$function$;

create or replace function public.my_cohort_schedule(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  me constant uuid := private.uid();
  c public.cohorts;
  shift int;
begin
  if my_cohort_schedule.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  select o.* into c from public.cohorts o where o.id = my_cohort_schedule.cohort_id;
  select m.shift_days into shift from public.cohort_members m where m.cohort_id = c.id and m.user_id = me;
  return (
    with planned as materialized (
      select p.*, o.title as course, o.slug, u.lesson_id is null as is_open, done.lesson_id is not null as is_done,
        -- While the person pauses, a lesson that is not open has no moment.
        case when u.lesson_id is null then private.local_moment(c.starts_on + shift + p.day, p.at_time, c.time_zone) else u.opens_at end as opens_at
      from private.cohort_plan(c.id) p
      join public.courses o on o.id = p.course_id and private.course_is_published(o.status, o.deleted_at)
      left join private.unreleased_lessons(me, now()) u on u.lesson_id = p.lesson_id
      left join public.lesson_completions done on done.user_id = me and done.lesson_id = p.lesson_id
    ), opening as (
      -- Lessons of one module that open at one moment are one line.
      select q.day, q.opens_at, q.course, q.slug, q.module_id, (array_agg(q.lesson_id order by q.lesson_place))[1] as lesson_id,
        bool_and(q.is_open) as open, count(*) as lessons, count(*) filter (where q.is_done) as done,
        row_number() over (order by q.day, q.opens_at, min(q.course_place), min(q.module_place)) as place
      from planned q group by q.day, q.opens_at, q.course, q.slug, q.module_id
    )
    select jsonb_build_object(
      'openings', coalesce((
        select jsonb_agg(jsonb_build_object('day', o.day, 'opens_at', o.opens_at, 'open', o.open, 'lessons', o.lessons, 'done', o.done,
          'title', case when o.lessons = 1 then l.title else m.title end, 'id', o.lesson_id, 'course', o.course, 'slug', o.slug) order by o.place)
        from opening o join public.lessons l on l.id = o.lesson_id join public.modules m on m.id = o.module_id), '[]'),
      'dues', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.lesson_id, 'title', l.title, 'course', q.course, 'slug', q.slug, 'at', d.due_at, 'zone', d.time_zone,
          'day', private.local_day(d.due_at, c.time_zone) - c.starts_on - shift, 'open', q.is_open, 'state', s.state) order by d.due_at, d.lesson_id)
        from private.person_dues(me, now()) d
        join planned q on q.lesson_id = d.lesson_id
        join public.lessons l on l.id = d.lesson_id
        left join public.submissions s on s.user_id = me and s.lesson_id = d.lesson_id
        where d.cohort_id = c.id and d.due_at is not null), '[]'),
      'messages', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'message', n.message, 'created_at', n.created_at, 'sender', nullif(p.name, ''))
          order by n.created_at desc, n.id desc)
        from (select * from public.cohort_messages o where o.cohort_id = c.id and (o.user_id is null or o.user_id = me) order by o.created_at desc, o.id desc limit 50) n
        left join public.profiles p on p.id = n.sender_id), '[]')));
end
$function$;

create or replace function private.due_cohort_message_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  sent public.cohort_messages;
  recipient text := private.mail_address(work.user_id);
begin
  select m.* into sent from public.cohort_messages m where m.id = work.subject_id;
  if sent.id is null or recipient is null or not exists (
    select from private.cohort_audience(sent.cohort_id, sent.user_id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'title', sent.title, 'message', sent.message,
    'cohort', (select c.title from public.cohorts c where c.id = sent.cohort_id),
    'sender', (select nullif(p.name, '') from public.profiles p where p.id = sent.sender_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$function$;

create or replace function public.cohort_message_list(
  cohort_id uuid,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
begin
  perform private.check_cohort_right('cohort_messages', 'read', cohort_message_list.cohort_id);
  return jsonb_build_object(
    'total', (select count(*) from public.cohort_messages m where m.cohort_id = cohort_message_list.cohort_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'message', m.message, 'created_at', m.created_at,
        'sender', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = m.sender_id), 'people', m.people, 'mails', m.mails,
        'to', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = m.user_id),
        'read', (select count(*) from public.notifications n join public.notification_reads r on r.notification_id = n.id and r.user_id = n.recipient_id
          where n.cohort_message_id = m.id)) order by m.created_at desc, m.id desc), '[]')
      from (select * from public.cohort_messages o where o.cohort_id = cohort_message_list.cohort_id
        order by o.created_at desc, o.id desc limit size offset (greatest(coalesce(page, 1), 1) - 1)::bigint * size) m));
end
$function$;

alter table public.cohort_messages add constraint cohort_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

create index cohort_messages_user_id_idx on public.cohort_messages (user_id);

grant EXECUTE on function public.count_cohort_message(uuid,uuid) to authenticated;

grant EXECUTE on function public.send_cohort_message(uuid,text,text,uuid,uuid) to authenticated;

grant EXECUTE on function public.count_cohort_message(uuid,uuid) to service_role;

grant EXECUTE on function public.send_cohort_message(uuid,text,text,uuid,uuid) to service_role;

comment on column public.cohort_messages.user_id is 'The one person of the cohort to whom it was written; null: everybody in it.';

comment on function public.count_cohort_message(uuid,uuid) is 'Takes a cohort, and one of its people to whom alone a message would be written (null: everybody); {people: how many would get a message, mails: how many of them also by mail}. Raises 42501 and PT404 NO_COHORT.';

comment on function private.cohort_audience(uuid,uuid) is 'Takes a cohort, and a person to whom alone a message is written (null: everybody); the people who get it, without those who left and disabled accounts, and whether each also gets them by mail.';

comment on function public.send_cohort_message(uuid,text,text,uuid,uuid) is 'Takes a cohort, title and text, an operation id, and one of its people to whom alone it is written (null: everybody); sends the message to the bell of each, and by mail to those who want it; gives {id, people, mails}. Sent again under the same operation id, it sends nothing more. Raises 42501, PT404 NO_COHORT, PT409 SENT_ALREADY with another text, PT422 NOBODY, 23514 for texts that do not fit (rules/cohorts#messages).';

comment on table public.cohort_messages is 'Messages of staff to the people of a cohort, or to one of them. Written by send_cohort_message() (rules/cohorts#messages).';

comment on function public.cohort_message_list(uuid,integer,integer) is 'Takes a cohort, a page from 1 and its size (at most 100); gives {total, messages: [{id, title, message, created_at, sender, people, mails, to: the one person to whom it was written, or null, read: by how many}]}, the newest first. Raises 42501 and PT404 NO_COHORT.';

drop routine public.count_cohort_message(uuid);

drop routine private.cohort_audience(uuid);

drop routine public.send_cohort_message(uuid,text,text,uuid);
