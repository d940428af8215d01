-- Why: People who are added to a cohort hear of it, because nothing told them

set check_function_bodies = off;

create or replace function private.cohort_begins(cohort public.cohorts)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select format(case private.cohort_state(cohort) when 'UPCOMING' then 'It begins on %s (%s). Its courses are in your library, and their lessons open on the days of its schedule.'
      when 'RUNNING' then 'It began on %s (%s). Its courses are in your library. Open one to begin.' end,
    to_char(cohort.starts_on::timestamp, 'FMDay, FMMonth FMDD, YYYY'), cohort.time_zone)
$function$;

create or replace function private.due_cohort_added_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohort public.cohorts;
  recipient text := private.mail_address(work.user_id);
  begins text;
begin
  select c.* into cohort from public.cohorts c where c.id = work.subject_id;
  begins := private.cohort_begins(cohort);
  if begins is null or recipient is null or not exists (
    select from private.cohort_audience(cohort.id) a where a.user_id = work.user_id and a.by_mail) then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'cohort', cohort.title, 'begins', begins, 'path', '/app/cohorts/' || cohort.slug,
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'cohort_mails'));
end
$function$;

create or replace function private.tell_added(cohort uuid, people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
  told uuid[];
begin
  -- The audit has the memberships, so the notifications need no records.
  perform private.record_at_once(true);
  with sent as (
    insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label)
    select left('You are in ' || c.title, 100), private.cohort_begins(c), null, a.user_id, '/app/cohorts/' || c.slug, 'See the cohort'
    from public.cohorts c cross join lateral private.cohort_audience(c.id) a
    join public.cohort_members m on m.cohort_id = c.id and m.user_id = a.user_id
    where c.id = cohort and private.cohort_begins(c) is not null and a.user_id = any (people) and a.user_id is distinct from private.uid()
      -- A cohort can become a draft again, and be published again.
      and not exists (
        select from public.notifications n
        where n.recipient_id = a.user_id and n.action_url = '/app/cohorts/' || c.slug and n.created_at >= m.joined_at and n.sender_id is null)
    returning recipient_id
  )
  select array_agg(s.recipient_id) into told from sent s;
  perform private.enqueue_job('cohort_added_mail', m.cohort_id || ':' || m.user_id || ':' || extract(epoch from m.joined_at),
    -- Who is taken out again within two minutes gets no mail.
    now() + interval '2 minutes', m.cohort_id, m.user_id)
  from public.cohort_members m join private.cohort_audience(cohort) a on a.user_id = m.user_id and a.by_mail
  where m.cohort_id = cohort and m.user_id = any (told);
  perform private.record_at_once(recorded);
end
$function$;

create or replace function public.due_work_list(
  state text default 'OPEN',
  kind text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('state', state, 1000)
    and private.at_most('kind', kind, 1000);
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state has its own index: open jobs by when they are due, others by when they ended.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null and w.outcome <> ''FAILED''' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read background jobs.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email, s.title, a.title, o.title),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.cohort_messages s on s.id = w.subject_id
        left join public.submission_rounds r on r.id = w.subject_id
        left join public.submissions h on h.id = r.submission_id
        left join public.lessons a on a.id = h.lesson_id
        left join public.cohorts o on o.id = w.subject_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.worker_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;

create or replace function public.check_invites(lines jsonb)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
begin
  perform private.at_most('lines', lines, 1000000);
  return (
    select jsonb_agg(v.verdict - array['course_ids', 'cohort_id', 'name', 'days'] order by v.place)
    from jsonb_array_elements(private.validate_invites(check_invites.lines, 2000)) with ordinality v (verdict, place));
end
$function$;

create or replace function private.follow_cohorts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  moved uuid[];
  filled uuid[];
begin
  select array_agg(n.id) filter (where (o.draft, o.access_ends_on, o.time_zone, o.community_id)
      is distinct from (n.draft, n.access_ends_on, n.time_zone, n.community_id)),
    array_agg(n.id) filter (where n.seats is distinct from o.seats)
  into moved, filled
  from new_rows n join old_rows o on o.id = n.id;
  if filled is not null then
    perform private.check_seats(filled);
  end if;
  if moved is not null then
    perform private.sync_cohort_grants(moved);
    perform private.sync_cohort_community(moved);
  end if;
  perform private.tell_added(n.id, array(select m.user_id from public.cohort_members m where m.cohort_id = n.id and m.state <> 'LEFT'))
  from new_rows n join old_rows o on o.id = n.id where o.draft and not n.draft;
  return null;
end
$function$;

create or replace function public.create_invites(operation_id uuid, piece integer, lines jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('lines', lines, 1000000);
  -- The caller is part of the name, so that no other caller reads the operation's result.
  name uuid := md5('invites' || operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  verdicts jsonb;
begin
  perform private.check_invite('MEMBER', '{}');
  perform pg_advisory_xact_lock(hashtextextended(name::text, piece));
  select b.result into verdicts from private.bulk_pieces b where b.operation_id = name and b.piece = create_invites.piece;
  if verdicts is null then
    -- The lines are checked again, because people may have signed up or been invited since the dry run.
    select jsonb_agg(v.verdict || case when v.verdict ->> 'state' = 'VALID'
        then jsonb_build_object('state', 'CREATED', 'id', gen_random_uuid())
        when v.verdict ->> 'state' = 'JOINS' then '{"state": "JOINED"}' else '{}' end order by v.place)
    into verdicts
    from jsonb_array_elements(private.validate_invites(create_invites.lines, 200)) with ordinality v (verdict, place);
    insert into public.invites (id, email, role, invited_by_id, cohort_id, days, name, expires_at)
    select (v ->> 'id')::uuid, v ->> 'email', (v ->> 'role')::public.user_role, private.uid(), (v ->> 'cohort_id')::uuid, (v ->> 'days')::int,
      v ->> 'name', private.invite_ends((v ->> 'days')::int, (v ->> 'cohort_id')::uuid)
    from jsonb_array_elements(verdicts) v where v ->> 'state' = 'CREATED';
    insert into public.invite_courses (invite_id, course_id)
    select (v ->> 'id')::uuid, c.id::uuid
    from jsonb_array_elements(verdicts) v cross join lateral jsonb_array_elements_text(v -> 'course_ids') c (id)
    where v ->> 'state' = 'CREATED';
    perform private.join_cohort(j.cohort_id, j.people)
    from (
      select (v ->> 'cohort_id')::uuid as cohort_id, array_agg(p.id) as people
      from jsonb_array_elements(verdicts) v join public.profiles p on lower(p.email) = lower(v ->> 'email')
      where v ->> 'state' = 'JOINED' group by 1) j;
    -- The invites have the names, which are erased there.
    select jsonb_agg(v.verdict - array['name', 'days'] order by v.place) into verdicts from jsonb_array_elements(verdicts) with ordinality v (verdict, place);
    delete from private.bulk_pieces b where b.made_at < now() - interval '1 day';
    insert into private.bulk_pieces (operation_id, piece, result) values (name, create_invites.piece, verdicts);
  end if;
  return (
    select jsonb_agg(v.verdict - 'course_ids' - 'cohort_id' || jsonb_build_object('token', i.token) order by v.place)
    from jsonb_array_elements(verdicts) with ordinality v (verdict, place)
    left join public.invites i on i.id = (v.verdict ->> 'id')::uuid);
end
$function$;

create or replace function private.due_invites_ending(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  path constant text := private.invites_path(work.user_id);
  ending constant text[] := private.invites_ending(work.user_id, work.due_at);
begin
  if path is null or cardinality(ending) = 0 then
    return 'DROPPED';
  end if;
  insert into public.notifications (title, message, type, sender_id, recipient_id, action_url, action_label, expires_at)
  values (
    case when cardinality(ending) = 1 then 'An invite ends soon' else cardinality(ending) || ' invites end soon' end,
    case when cardinality(ending) = 1 then ending[1] || ' has not accepted your invite yet. Resend it to give it more time.'
      else 'Not accepted yet: ' || array_to_string(ending[1:3], ', ')
        || case when cardinality(ending) > 3 then ' and ' || cardinality(ending) - 3 || ' more' else '' end
        || '. Resend them to give them more time.' end,
    'warning', null, work.user_id, path, 'Open invites', date_trunc('day', work.due_at, 'UTC') + interval '48 hours');
  perform private.enqueue_job('invites_ending_mail', split_part(work.key, ':', 2) || ':' || split_part(work.key, ':', 3), work.due_at, null, work.user_id);
  return 'DONE';
end
$function$;

create or replace function private.join_cohort(
  cohort uuid,
  people uuid[],
  invited_at timestamptz default null
)
  returns uuid[]
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  joined uuid[];
begin
  with joining as (
    insert into public.cohort_members as m (cohort_id, user_id)
    select join_cohort.cohort, p.id from public.profiles p where p.id = any (people) order by p.id
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE'
      -- Staff lift a removal by adding the person, or by an invite that they made after it.
      where m.state = 'LEFT' and (not m.removed_by_staff or coalesce(join_cohort.invited_at > m.left_at, true))
    returning m.user_id
  )
  select coalesce(array_agg(j.user_id), '{}') into joined from joining j;
  if join_cohort.invited_at is null then
    perform private.tell_added(join_cohort.cohort, joined);
  end if;
  return joined;
end
$function$;

create or replace function private.join_as_signed_up(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recorded constant boolean := private.recorded_at_once();
  wish private.awaited_joins;
  reason text;
  refusal text;
begin
  delete from private.awaited_joins w where w.user_id = person returning * into wish;
  if not found or exists (
    select from public.cohort_members m where m.cohort_id = wish.cohort_id and m.user_id = person and m.state <> 'LEFT') then
    return;
  end if;
  -- A refusal must not undo the confirmation of the email. So the person reads it in the bell.
  begin
    perform private.take_seat(h.cohort, h.state, person) from private.cohort_of_hash(wish.link_hash) h;
  exception when sqlstate 'PT409' or sqlstate 'PT422' then
    get stacked diagnostics refusal = message_text, reason = pg_exception_hint;
    perform private.record_at_once(true);
    insert into public.notifications (title, message, type, sender_id, recipient_id)
    select left('You could not join ' || c.title, 100), case reason
        when 'COHORT_FULL' then 'This cohort has no seats left.'
        when 'LINK_UNKNOWN' then 'The link by which you signed up was replaced, or the cohort takes no one at present.'
        else refusal end
      || case when reason <> 'LINK_REMOVED' then ' Please ask the person who sent you the link.' else '' end,
      'warning', null, person
    from public.cohorts c where c.id = wish.cohort_id;
    perform private.record_at_once(recorded);
  end;
end
$function$;

insert into private.due_kinds select * from jsonb_populate_record(null::private.due_kinds, '{"kind": "cohort_added_mail", "mail": true, "label": "Email a person that they are in a cohort", "hourly": false}');

comment on function private.cohort_begins(public.cohorts) is 'Takes a cohort; what a person who was added to it reads: when it begins or began, and what to do. Null for a draft, an archived cohort, and one that has ended.';

comment on function private.due_cohort_added_mail(private.due_work) is 'Job: returns that staff added a person to a cohort as a mail, {to, cohort: its title, begins: as cohort_begins() says it, path: of its page, unsubscribe}; null if the person left since, does not want mails of cohorts, is disabled, or has no confirmed email, and if the cohort has ended, is a draft, or archived.';

comment on function private.tell_added(uuid,uuid[]) is 'Takes a cohort and people of it whom staff added; tells them in the bell and by mail when it begins and what to do. Says nothing of a draft, nothing to the caller, and nothing twice (rules/cohorts#added).';

comment on function public.check_invites(jsonb) is 'The dry run of create_invites(), of up to 2,000 lines [{email, role, courses: slugs, cohort: slug, days: how many, name}]: [{line, email, role, courses: titles, unknown: slugs, cohort: title, seats: as seats_to_tell() says of the cohort, state}] in their order, state being VALID, INVALID (no address), DOUBLED, UNKNOWN_ROLE, ROLE_DENIED, UNKNOWN_COURSE, UNKNOWN_COHORT, MEMBER, JOINS (a member who will be added to the cohort), IN_COHORT or INVITED. Changes nothing. Raises 42501, PT422 TOO_MANY.';

comment on function private.follow_cohorts() is 'Statement trigger on cohorts: refuses fewer seats than people, and updates the grants after a change of their end, of the zone, or of the draft; tells the people of a draft that is published.';

comment on function private.join_cohort(uuid,uuid[],timestamp with time zone) is 'Takes a cohort, people, and when they were invited (null: staff add them now); those who are not in it join, also those who left, but nobody whom staff took out after they were invited. Those whom staff add hear of it. Returns those who joined. Raises PT409 COHORT_FULL.';
