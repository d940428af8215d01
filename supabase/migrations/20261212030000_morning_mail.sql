-- Why: staff who do not open the product in the morning learn late who waits for them. Those whose inbox has anything get a mail at
-- 08:00 of their own time zone (rules/inbox#morning-mail).

alter table public.preferences add column morning_mails boolean not null default true;
comment on column public.preferences.morning_mails is 'Whether the person gets a mail in the morning about what waits in their inbox. It matters only to those who have one.';
grant insert (morning_mails) on public.preferences to authenticated;
grant update (morning_mails) on public.preferences to authenticated;

alter table private.unsubscribe_tokens drop constraint unsubscribe_tokens_known,
  add constraint unsubscribe_tokens_known check (mail = any (array['cohort_mails', 'review_mails', 'morning_mails']));

create or replace function private.wants_mail(person uuid, mail text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce((
    select case wants_mail.mail when 'cohort_mails' then w.cohort_mails when 'review_mails' then w.review_mails when 'morning_mails' then w.morning_mails end
    from public.preferences w where w.user_id = person), true)
$function$;

create or replace function public.unsubscribe(token text, really boolean default false)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
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
    insert into public.preferences as p (user_id, cohort_mails, review_mails, morning_mails)
    values (known.user_id, known.mail <> 'cohort_mails', known.mail <> 'review_mails', known.mail <> 'morning_mails')
    on conflict (user_id) do update
      set cohort_mails = p.cohort_mails and excluded.cohort_mails, review_mails = p.review_mails and excluded.review_mails,
        morning_mails = p.morning_mails and excluded.morning_mails;
  end if;
  return jsonb_build_object('mail', known.mail, 'wanted', private.wants_mail(known.user_id, known.mail));
end
$function$;

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'shift_days', m.shift_days,
      'open_all', m.open_all, 'paused_on', m.paused_on) order by m.joined_at)
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id where m.user_id = person)
  union all
  select 'cohort_duties', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'duty', s.duty, 'added_at', s.added_at) order by s.added_at)
    from public.cohort_staff s join public.cohorts c on c.id = s.cohort_id where s.user_id = person)
  union all
  select 'cohort_messages_sent', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'title', m.title, 'message', m.message, 'created_at', m.created_at) order by m.created_at)
    from (select * from public.cohort_messages m where m.sender_id = person order by m.created_at desc limit 1000) m
    join public.cohorts c on c.id = m.cohort_id)
  union all
  -- The author is left out, because it is another person.
  select 'cohort_remarks', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'reason', x.reason, 'note', x.note, 'cleared_at', x.cleared_at) order by x.cleared_at)
    from private.cohort_clearings x join public.cohorts c on c.id = x.cohort_id where x.user_id = person)
  union all
  select 'preferences', (
    select jsonb_agg(jsonb_build_object('time_zone', w.time_zone, 'cohort_mails', w.cohort_mails, 'review_mails', w.review_mails,
      'morning_mails', w.morning_mails, 'updated_at', w.updated_at))
    from public.preferences w where w.user_id = person)
$function$;

create or replace function private.session_aal()
  returns text
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  session text := private.claims() ->> 'session_id';
begin
  -- inbox_of() asks for a person who is not signed in. Clients have one of these two roles.
  if current_setting('rookies.asked_for', true) = private.uid()::text and current_setting('role') not in ('anon', 'authenticated') then
    return 'aal2';
  end if;
  if session ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return (
      select coalesce(s.aal::text, 'aal1') from auth.sessions s
      where s.id = session::uuid and s.user_id = private.uid()
        and private.session_is_open(s.not_after));
  end if;
  return null;
end
$function$;
comment on function private.session_aal() is 'How strong the caller''s session is, as the auth service keeps it: aal1 or aal2; null when it is over, when it is another person''s, or when the token names none. The claim `aal` of the token does not count. While inbox_of() asks for a person, aal2.';

create function private.inbox_of(person uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  inbox jsonb;
begin
  if private.person_may(person, 'inbox', 'enter', 'own') or private.person_may(person, 'inbox', 'enter', 'assigned') then
    perform set_config('request.jwt.claims', jsonb_build_object('sub', person)::text, true), set_config('rookies.asked_for', person::text, true);
    -- If this fails, the caller's transaction or savepoint takes both settings back.
    inbox := public.staff_inbox();
    perform set_config('request.jwt.claims', claims, true), set_config('rookies.asked_for', '', true);
  end if;
  return inbox;
end
$function$;
comment on function private.inbox_of(uuid) is 'Takes a person; returns what staff_inbox() returns to them once they have signed in, with a second factor where one is required. Null for a person without an inbox. No grants: only for jobs.';
revoke all on function private.inbox_of(uuid) from public;

insert into private.due_kinds (kind, label, mail) values
  ('morning', 'Plan the morning mails of staff', false),
  ('morning_mail', 'Email staff what waits for them', true);

create function private.morning(day date, zone text, out begins timestamptz, out ends timestamptz)
  language sql
  immutable
  set search_path to ''
as $function$
  select private.local_moment(day, '08:00', zone), private.local_moment(day, '12:00', zone)
$function$;
comment on function private.morning(date, text) is 'Takes a day and an IANA time zone; returns from when to when the morning mail of that day is sent there (rules/inbox#morning-mail).';
revoke all on function private.morning(date, text) from public;

create function private.plan_morning_mails(moment timestamptz default now())
  returns void
  language sql
  security definer
  set search_path to ''
as $function$
  select private.enqueue_job('morning_mail', p.id || ':' || t.day, t.begins, null, p.id)
  from public.profiles p
  left join public.preferences w on w.user_id = p.id
  cross join lateral (select coalesce(w.time_zone, 'UTC') as zone) z
  cross join lateral (select private.local_day(moment + interval '1 hour', z.zone) as day) d
  cross join lateral (select d.day, m.begins, m.ends from private.morning(d.day, z.zone) m) t
  where p.role <> 'MEMBER' and p.disabled_at is null and coalesce(w.morning_mails, true)
    and p.role in (select rp.role from public.role_permissions rp where rp.resource = 'inbox' and rp.action = 'enter')
    and t.begins <= moment + interval '1 hour' and moment < t.ends
    -- A person who has moved to another time zone can have had the mail of another day a moment ago.
    and not exists (
      select from private.due_work k
      where k.user_id = p.id and k.kind = 'morning_mail' and greatest(k.due_at, k.done_at) > t.begins - interval '12 hours')
$function$;

comment on function private.plan_morning_mails(timestamptz) is 'Takes a moment; adds the jobs of the morning mails that are due within the hour after it, or were due this morning and were not planned yet. A person gets at most one for each day of theirs, and within 12 hours. Whether anything waits is found out when the mail is due.';
revoke all on function private.plan_morning_mails(timestamptz) from public;

create function private.due_morning(work private.due_work)
  returns text
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  next_hour constant timestamptz := date_trunc('hour', now(), 'UTC') + interval '1 hour';
begin
  perform private.plan_morning_mails();
  perform private.enqueue_job('morning', to_char(next_hour at time zone 'UTC', 'YYYY-MM-DD HH24'), next_hour);
  return 'DONE';
end
$function$;
comment on function private.due_morning(private.due_work) is 'Job: plans the morning mails of the hour, and enqueues the job of the next hour.';
revoke all on function private.due_morning(private.due_work) from public;

create function private.panel_path(person uuid)
  returns text
  language sql
  stable security definer
  set search_path to ''
as $function$
  select case (select p.role from public.profiles p where p.id = person) when 'MODERATOR' then '/moderator' else '/admin' end
$function$;
comment on function private.panel_path(uuid) is 'Takes a person of staff; returns the path of their inbox.';
revoke all on function private.panel_path(uuid) from public;

create function private.morning_rows(person uuid, inbox jsonb, zone text)
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
      when k.kind = 'REPORT' then format('/admin/communities/%s?view=reports', k.more ->> 'community_id')
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      when k.kind = 'INVITE' then private.invites_path(person) end, i.panel)) order by r.place), '[]')
  from jsonb_array_elements(inbox -> 'rows') with ordinality r (facts, place)
  cross join lateral (select private.panel_path(person) as panel) i
  cross join lateral (select (r.facts ->> 'promise_at')::timestamptz as promise) w
  cross join lateral (
    select r.facts ->> 'kind' as kind, r.facts ->> 'subject_id' as subject, r.facts -> 'facts' as more,
      -- The mail must not contain emails, names of a payment provider, or texts that people wrote, and other titles do.
      case r.facts ->> 'kind' when 'QUESTION' then r.facts #>> '{facts,lesson}' when 'PURCHASE' then r.facts #>> '{facts,item}'
        when 'BEHIND' then null when 'EVENT' then null when 'INVITE' then null else r.facts ->> 'title' end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
  where r.place <= 10
$function$;
comment on function private.morning_rows(uuid, jsonb, text) is 'Takes a person, their inbox as inbox_of() returns it, and their time zone; returns its first ten rows for a mail, [{kind, title: null for some kinds, person: a name or null, place: a title or null, holder: the name of a colleague who has the row, or null, overdue_hours: null if it is not overdue, until: a local time, path}]. It contains neither emails nor what people wrote.';
revoke all on function private.morning_rows(uuid, jsonb, text) from public;

create function private.due_morning_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient constant text := private.mail_address(work.user_id);
  -- The zone can have changed since the mail was planned. The day stays the same.
  zone constant text := coalesce((select w.time_zone from public.preferences w where w.user_id = work.user_id), 'UTC');
  morning record;
  inbox jsonb;
begin
  morning := private.morning(split_part(work.key, ':', 3)::date, zone);
  if recipient is null or now() >= morning.ends or not private.wants_mail(work.user_id, 'morning_mails') then
    return null;
  end if;
  if now() < morning.begins then
    return jsonb_build_object('wait', morning.begins);
  end if;
  inbox := private.inbox_of(work.user_id);
  if inbox is null or inbox -> 'rows' = '[]' then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'counts', inbox -> 'counts', 'rows', private.morning_rows(work.user_id, inbox, zone),
    'path', private.panel_path(work.user_id), 'unsubscribe', private.make_unsubscribe_token(work.user_id, 'morning_mails'));
end
$function$;
comment on function private.due_morning_mail(private.due_work) is 'Job: returns the mail that tells a person of staff what waits in their inbox, {to, counts: {kind: how many, counted to 1,001}, rows: as morning_rows() has them, path: of the inbox, unsubscribe: the secret that ends such mails for them}. {wait} before 08:00 of the day in their time zone. Null from noon on, if nothing waits, or if the person has no inbox, does not want such mails, is disabled, or has no confirmed email.';
revoke all on function private.due_morning_mail(private.due_work) from public;

select private.enqueue_job('morning', 'first', now());
