-- Why: The morning mail counted a person once for each reason and cohort, and came at 08:00 UTC to people whose zone the browser knows

set check_function_bodies = off;

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
end
$function$;

create or replace function private.inbox_behind_ids(rights text[])
  returns uuid[]
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'cohort_members update any' = any (rights);
  cohorts constant uuid[] := case when not everywhere then array(select k from private.staffed_cohort_ids('cohort_members', 'update') k) end;
  -- As many more people are read as are left out below.
  most bigint;
begin
  if not everywhere and cardinality(cohorts) = 0 then
    return '{}';
  end if;
  most := private.inbox_most() + 1 + (select count(*) from private.inbox_away(me) k where k.kind = 'BEHIND');
  return array(
    select q.id from (
      (select b.id, b.found_at from private.behind_people b where everywhere order by b.found_at, b.id limit most)
      union all
      select w.id, w.found_at
      from unnest(cohorts) c (id) cross join lateral (
        select b.id, b.found_at from private.behind_people b where b.cohort_id = c.id order by b.found_at, b.id limit most) w
      where not everywhere) q
    where case when q.id in (select k.subject_id from private.inbox_away(me) k where k.kind = 'BEHIND') then not exists (
      select from private.inbox_away(me) k join private.behind_people b on b.id = k.subject_id
      where k.kind = 'BEHIND' and k.subject_id = q.id and k.version = private.behind_version(b)) else true end
    order by q.found_at, q.id limit private.inbox_most() + 1);
end
$function$;

create or replace function private.due_morning_mail(work private.due_work)
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
  return jsonb_build_object('to', recipient,
    -- Of more rows than are counted, the people are not counted either.
    'counts', inbox -> 'counts' || case when (inbox #>> '{counts,BEHIND}')::int <= private.inbox_most() then jsonb_build_object('BEHIND', inbox -> 'behind') else '{}' end,
    'rows', private.morning_rows(work.user_id, inbox, zone),
    'path', private.panel_path(work.user_id), 'unsubscribe', private.make_unsubscribe_token(work.user_id, 'morning_mails'));
end
$function$;

create or replace function private.inbox_behind(rights text[])
  returns table(kind text, total integer, promise_at timestamptz, subject_id uuid, shown json)
  language plpgsql
  stable security definer rows 50
  set search_path to ''
  set jit to 'off'
  set plan_cache_mode to 'force_generic_plan'
as $function$
declare
  me constant uuid := private.uid();
  ids constant uuid[] := private.inbox_behind_ids(rights);
begin
  return query
    select 'BEHIND', cardinality(ids), r.promise_at, b.id,
      private.inbox_row('BEHIND', 'CLEAR', b.id, r.version, private.shown_name(p.name, p.email),
        json_build_object('id', p.id, 'name', private.shown_name(p.name, p.email), 'email', p.email),
        null, private.inbox_place(c.id, c.title), b.found_at, r.promise_at,
        private.behind_view(b.reason, private.local_day(now(), c.time_zone) - b.since, b.usual, b.since, b.facts, c.time_zone)::json, h.holder)
    from private.behind_people b
    cross join lateral (select private.behind_version(b) as version, b.found_at + private.inbox_promise() as promise_at) r
    join public.profiles p on p.id = b.user_id
    join public.cohorts c on c.id = b.cohort_id
    left join lateral private.inbox_holder('BEHIND', b.id, r.version, me) h on true
    where b.id = any (ids[1:50]);
end
$function$;

create or replace function private.inbox_of(person uuid)
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
    inbox := public.staff_inbox()::jsonb || jsonb_build_object('behind', (
      select count(distinct b.user_id) from private.behind_people b
      where b.id = any (private.inbox_behind_ids(array(select concat_ws(' ', r.resource, r.action, r.scope) from public.my_permissions() r)))));
    perform set_config('request.jwt.claims', claims, true), set_config('rookies.asked_for', '', true);
  end if;
  return inbox;
end
$function$;

create or replace function private.morning_rows(person uuid, inbox jsonb, zone text)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'title', k.title,
    'person', case when r.people = 1 then nullif(p.name, '') end, 'people', case when k.kind = 'BEHIND' then r.people else 1 end, 'reasons', r.reasons, 'place', coalesce(r.facts #>> '{course,title}', r.facts #>> '{cohort,title}'),
    'holder', case when r.holders = 1 and not coalesce((r.facts #>> '{holder,mine}')::boolean, true) then coalesce(nullif(h.name, ''), 'A colleague') end,
    'overdue_hours', case when w.promise <= now() then floor(extract(epoch from now() - w.promise) / 3600)::int end,
    'until', to_char(w.promise at time zone zone, 'FMDy, HH24:MI'),
    'path', coalesce(case
      when k.kind in ('WORK', 'APPEAL') then format('%s/reviews/%s', i.panel, k.subject)
      when k.kind in ('QUESTION', 'QUESTION_REPORT') then format('/app/courses/%s/lesson/%s?question=%s', k.more ->> 'slug', k.more ->> 'lesson_id', k.subject)
      when k.kind = 'BEHIND' and r.people > 1 then format('%s/cohorts/%s', i.panel, r.facts #>> '{cohort,id}')
      when k.kind = 'BEHIND' then format('%s/members/%s', i.panel, p.id)
      when k.kind = 'REPORT' then case when private.person_may(person, 'communities', 'update')
        then format('/admin/communities/%s?view=reports', k.more ->> 'community_id') else format('/app/communities/%s', k.more ->> 'slug') end
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      when k.kind = 'INVITE' then private.invites_path(person) end, i.panel)) order by r.place), '[]')
  from (
    -- The people who fell behind in one cohort are one line.
    select (array_agg(o.facts order by o.place))[1] as facts, min(o.place) as place, count(distinct o.facts #> '{person,id}') as people,
      coalesce(jsonb_agg(o.facts #> '{facts,reason}' order by o.place) filter (where o.facts ->> 'kind' = 'BEHIND'), '[]') as reasons,
      count(distinct coalesce(o.facts #>> '{holder,id}', '')) as holders
    from jsonb_array_elements(inbox -> 'rows') with ordinality o (facts, place)
    group by case when o.facts ->> 'kind' = 'BEHIND' then o.facts #>> '{cohort,id}' else o.place::text end
    order by min(o.place) limit 10) r
  cross join lateral (select private.panel_path(person) as panel) i
  cross join lateral (select (r.facts ->> 'promise_at')::timestamptz as promise) w
  cross join lateral (
    select r.facts ->> 'kind' as kind, r.facts ->> 'subject_id' as subject, r.facts -> 'facts' as more,
      -- Other titles contain emails, names of a payment provider, or texts that people wrote. The mail must not contain these.
      case
        when r.facts ->> 'kind' in ('WORK', 'APPEAL', 'QUESTION_REPORT', 'REPORT', 'MAIL') then r.facts ->> 'title'
        when r.facts ->> 'kind' = 'QUESTION' then r.facts #>> '{facts,lesson}'
        when r.facts ->> 'kind' = 'PURCHASE' then r.facts #>> '{facts,item}'
        when r.facts ->> 'kind' in ('BEHIND', 'EVENT', 'INVITE') then null end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
$function$;

grant EXECUTE on function public.note_time_zone(text) to authenticated;

grant EXECUTE on function public.note_time_zone(text) to service_role;

comment on function public.note_time_zone(text) is 'Takes the time zone of the caller''s browser; stores it unless they have one, and returns the one that they have. Raises 42501, PT422 with `time_zone` as hint (rules/accounts#preferences).';

comment on function private.inbox_behind_ids(text[]) is 'Takes the rights of the caller as staff_inbox() reads them; returns the rows of behind_people in cohorts whose people the caller may change, without those that the caller put away, by when they were found, 1,001 at most.';

comment on column public.preferences.time_zone is 'An IANA name: that of the browser at the first visit, until the person chooses another one; null: before that.';

comment on function private.due_morning_mail(private.due_work) is 'Job: returns the mail that tells a person of staff what waits in their inbox, {to, counts: {kind: how many, counted to 1,001; of BEHIND the people}, rows: as morning_rows() has them, path: of the inbox, unsubscribe: the secret that ends such mails for them}. {wait} before 08:00 of the day in their time zone. Null from noon on, if nothing waits, or if the person has no inbox, does not want such mails, is disabled, or has no confirmed email.';

comment on function private.inbox_of(uuid) is 'Takes a person; returns what staff_inbox() returns to them once they have signed in, with a second factor where one is required, and `behind`: how many people its rows of BEHIND are about, for a person can have several. Null for a person without an inbox. No grants: only for jobs.';

comment on function private.morning_rows(uuid,jsonb,text) is 'Takes a person, their inbox as inbox_of() returns it, and their time zone; returns its first ten rows for a mail, those of people who fell behind in one cohort as one, [{kind, title: null for some kinds, person: a name or null, people: how many fell behind, else 1, reasons: why, one for each row of theirs, place: a title or null, holder: the name of a colleague who has the row, or null, overdue_hours: null if it is not overdue, until: a local time, path}]. It contains neither emails nor what people wrote.';
