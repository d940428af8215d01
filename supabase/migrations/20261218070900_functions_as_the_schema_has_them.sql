-- Why: What several changes of one function say together.

set check_function_bodies = off;

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
  perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id),
    (private.content_place('lesson', decline_extension.lesson_id)).title);
end
$function$;

create or replace function public.cohort(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohorts', 'read', cohort.cohort_id);
  return (
    select private.cohort_row(c) || jsonb_build_object(
      'members', (select jsonb_object_agg(n.state, n.people) from (
        select m.state, count(*) as people from public.cohort_members m where m.cohort_id = c.id group by m.state) n),
      'invited', private.invited_to(c.id),
      'lessons', (select count(*) from private.cohort_plan(c.id)),
      'openings', (select count(*) from public.releases r where r.cohort_id = c.id),
      'community', (select jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) from public.communities o where o.id = c.community_id),
      'last_move', (select jsonb_build_object('days', v.days, 'at', v.moved_at) from private.cohort_moves v where v.cohort_id = c.id),
      'my_duty', (select s.duty from public.cohort_staff s where s.cohort_id = c.id and s.user_id = private.uid()))
    from public.cohorts c where c.id = cohort.cohort_id);
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
    'until', w.promise, 'zone', zone,
    'path', coalesce(case
      when k.kind in ('WORK', 'APPEAL') then format('%s/reviews/%s', i.panel, k.subject)
      when k.kind in ('QUESTION', 'QUESTION_REPORT') then format('/app/courses/%s/lesson/%s?question=%s', k.more ->> 'slug', k.more ->> 'lesson_id', k.subject)
      when k.kind = 'BEHIND' and r.people > 1 then format('%s/cohorts/%s', i.panel, r.facts #>> '{cohort,id}')
      when k.kind = 'BEHIND' then format('%s/members/%s', i.panel, p.id)
      when k.kind = 'REPORT' then case when private.person_may(person, 'communities', 'update')
        then format('/admin/communities/%s?view=reports', k.more ->> 'community_id') else format('/app/communities/%s', k.more ->> 'slug') end
      when k.kind = 'PURCHASE' and k.more ->> 'status' = 'PENDING' and k.more ->> 'ref' ~ '^[\w-]+$' then format('/admin/purchases?q=%s', k.more ->> 'ref')
      when k.kind = 'MAIL' then '/admin/due-work?state=FAILED'
      -- It is answered in the inbox.
      when k.kind = 'EXTENSION' then null
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
        when r.facts ->> 'kind' in ('WORK', 'APPEAL', 'QUESTION_REPORT', 'EXTENSION', 'REPORT', 'MAIL') then r.facts ->> 'title'
        when r.facts ->> 'kind' = 'QUESTION' then r.facts #>> '{facts,lesson}'
        when r.facts ->> 'kind' = 'PURCHASE' then r.facts #>> '{facts,item}'
        when r.facts ->> 'kind' in ('BEHIND', 'EVENT', 'INVITE') then null end as title) k
  left join public.profiles p on p.id = (r.facts #>> '{person,id}')::uuid
  left join public.profiles h on h.id = (r.facts #>> '{holder,id}')::uuid
$function$;

comment on function public.cohort(uuid) is 'Takes a cohort; what cohort_list() says of it, and {members: how many by state, invited: how many open invites, lessons and openings: how many, community: {id, name, slug}, last_move: {days, at} or null, my_duty}. For those who may read the cohort; raises 42501 and PT404 NO_COHORT.';

comment on function private.morning_rows(uuid,jsonb,text) is 'Takes a person, their inbox as inbox_of() returns it, and their time zone; returns its first ten rows for a mail, those of people who fell behind in one cohort as one, [{kind, title: null for some kinds, person: a name or null, people: how many fell behind, else 1, reasons: why, one for each row of theirs, place: a title or null, holder: the name of a colleague who has the row, or null, overdue_hours: null if it is not overdue, until: when it is promised, zone: of the person, path}]. It contains neither emails nor what people wrote.';
