-- Why: people who have fallen behind read about it in "This week" alone, which a person who stays away does not open. The bell tells
-- them too, once and kindly, with the lesson to go on with, and forgets it when it is over (rules/cohorts#behind).

alter table public.notifications add column behind_id uuid
  constraint notifications_behind_id_fkey references private.behind_people (id) on delete cascade
  constraint notifications_behind_once unique;
create unique index notifications_behind_of_person_idx on public.notifications (recipient_id) where behind_id is not null;
comment on column public.notifications.behind_id is
  'The reason for which the recipient has fallen behind, as the notification says. A person has at most one such notification. When the reason ends, it is deleted.';

create function private.lesson_to_go_on_with(person uuid, cohort uuid) returns uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select l.lesson_id
    from private.cohort_plan(lesson_to_go_on_with.cohort) l
    where l.course_id in (
        select g.course_id from private.grants_open(person, now()) g
        join public.courses c on c.id = g.course_id and private.course_is_published(c.status, c.deleted_at))
      and l.lesson_id not in (select d.lesson_id from public.lesson_completions d where d.user_id = person)
      and l.lesson_id not in (select u.lesson_id from private.unreleased_lessons(person, now()) u)
    order by l.course_place, l.module_place, l.lesson_place
    limit 1);
end
$$;
comment on function private.lesson_to_go_on_with(uuid, uuid) is
  'Takes a person and a cohort; the first lesson of the cohort that is open to the person and that they have not completed, null for none.';
revoke all on function private.lesson_to_go_on_with(uuid, uuid) from public;

create function private.tell_behind(fresh uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The audit log records what people do, and no person sends this notification.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, sender_id, recipient_id, action_url, action_label, behind_id)
  select case t.reason when 'NOT_STARTED' then 'A first lesson waits for you' when 'NOT_ANSWERED' then 'Your question is not forgotten'
      else 'A way to go on' end,
    case t.reason
      when 'NOT_STARTED' then format('"%s" began on %s. A first lesson is a good way in.', t.cohort, to_char(t.since, 'FMDD Mon'))
      when 'SILENT' then format('You were last here on %s. One lesson is enough to be back.', to_char(t.since, 'FMDD Mon'))
      when 'MISSED_DUES' then format('%s were due. Begin with one of them, or ask for more time there.', w.titles)
      when 'RETURNED_TWICE' then format('%s came back more than once. Take one remark after the other, and ask if one is not clear.', w.titles)
      when 'NOT_ANSWERED' then format('You asked in %s and have had no answer since %s. The people who look after your cohort see that.',
        w.titles, to_char(t.since, 'FMDD Mon')) end,
    null, t.user_id, p.path,
    case when p.path is not null then case t.reason when 'NOT_ANSWERED' then 'Open the question' when 'SILENT' then 'Resume' else 'Open the lesson' end end,
    t.id
  from (
    -- A person with several reasons is told one: the one for which it is clearest what to do next.
    select distinct on (b.user_id) b.*, c.title as cohort
    from private.behind_people b join public.cohorts c on c.id = b.cohort_id
    where b.id = any (fresh)
      -- People who were behind before were told then.
      and not exists (select from private.behind_people o where o.user_id = b.user_id and o.id <> all (fresh))
    order by b.user_id, array_position(array['MISSED_DUES', 'RETURNED_TWICE', 'NOT_STARTED', 'SILENT', 'NOT_ANSWERED'], b.reason), b.since, b.id
  ) t
  cross join lateral (
    select coalesce((array_agg(f.lesson_id order by f.at, f.id))[1], private.lesson_to_go_on_with(t.user_id, t.cohort_id)) as lesson_id,
      (array_agg(f.id order by f.at, f.id))[1] as fact_id, array_agg(format('"%s"', f.title) order by f.at, f.id) as named
    from (
      select x.id, x.at, l.id as lesson_id, l.title
      from jsonb_to_recordset(t.facts) x (id uuid, at timestamptz)
      left join public.questions q on t.reason = 'NOT_ANSWERED' and q.id = x.id
      join public.lessons l on l.id = case when t.reason = 'NOT_ANSWERED' then q.lesson_id else x.id end) f
  ) k
  cross join lateral (
    select array_to_string(s.parts[:s.size - 1], ', ') || case when s.size > 2 then ',' else '' end || case when s.size > 1 then ' and ' else '' end
      || s.parts[s.size] as titles
    from (
      select m.parts, cardinality(m.parts) as size
      from (select k.named[:3] || case when cardinality(k.named) > 3 then array[cardinality(k.named) - 3 || ' more'] end as parts) m) s
  ) w
  cross join lateral (
    select case when l.id is not null then
      format('/app/courses/%s/lesson/%s', c.slug, l.id) || case when t.reason = 'NOT_ANSWERED' then '?question=' || k.fact_id else '' end end as path
    from (select k.lesson_id) x
    left join public.lessons l on l.id = x.lesson_id
    left join public.modules m on m.id = l.module_id
    left join public.courses c on c.id = m.course_id
  ) p
  -- Do not ask people to take a lesson if they can open none.
  where p.path is not null or t.reason not in ('NOT_STARTED', 'SILENT')
  -- Another worker can have found the same person in another cohort.
  on conflict do nothing;
  perform private.record_at_once(false);
end
$$;
comment on function private.tell_behind(uuid[]) is
  'Takes rows of behind_people that were just added; adds a notification for each of their people who was not behind before, about one reason and with the lesson to go on with. It contains titles of lessons, and nothing else that people wrote.';
revoke all on function private.tell_behind(uuid[]) from public;

create function private.untell_behind() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recorded constant boolean := private.recorded_at_once();
begin
  -- The foreign key would delete the notification too, but the audit log would name the person as the one who deleted it.
  perform private.record_at_once(true);
  delete from public.notifications n where n.recipient_id = old.user_id and n.behind_id = old.id;
  perform private.record_at_once(recorded);
  return old;
end
$$;
comment on function private.untell_behind() is 'Row trigger: deletes the notification about a reason for having fallen behind that ended.';
revoke all on function private.untell_behind() from public;
create trigger behind_people_untell before delete on private.behind_people for each row execute function private.untell_behind();

create or replace function private.refresh_behind(cohort uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fresh uuid[];
begin
  -- If two workers look at the same cohort, the second one waits.
  perform pg_advisory_xact_lock(hashtextextended('behind ' || refresh_behind.cohort, 0));
  insert into private.behind_looks as k (cohort_id, looked_on)
  select c.id, private.local_day(now(), c.time_zone) from public.cohorts c where c.id = refresh_behind.cohort
  on conflict on constraint behind_looks_pkey do update set looked_on = excluded.looked_on;
  with found as materialized (
    select b.user_id, b.reason, b.usual, b.since, b.facts, (b.facts -> -1 ->> 'at')::timestamptz as newest_at from private.find_behind(refresh_behind.cohort) b
  ), gone as (
    -- A row that is locked is about to end by what its person did. Waiting for it could be a deadlock: its notification is
    -- deleted, too, and the sums of notifications are locked by those that were told before.
    delete from private.behind_people b
    where b.id in (
      select o.id from private.behind_people o
      where o.cohort_id = refresh_behind.cohort and not exists (select from found f where f.user_id = o.user_id and f.reason = o.reason)
      for update skip locked)
  ), free as materialized (
    -- Only what changes is locked, because the people of unchanged rows may become active at this moment.
    select o.id from private.behind_people o join found f on f.user_id = o.user_id and f.reason = o.reason
    where o.cohort_id = refresh_behind.cohort and (o.usual, o.since, o.facts) is distinct from (f.usual, f.since, f.facts)
    for update of o skip locked
  ), changed as (
    update private.behind_people b set usual = f.usual, since = f.since, facts = f.facts, newest_at = greatest(b.newest_at, f.newest_at)
    from found f
    where b.id in (select e.id from free e) and b.user_id = f.user_id and b.reason = f.reason
  ), made as (
    insert into private.behind_people (cohort_id, user_id, reason, usual, since, facts, newest_at)
    select refresh_behind.cohort, f.user_id, f.reason, f.usual, f.since, f.facts, f.newest_at from found f
    where not exists (
      select from private.behind_people b where b.cohort_id = refresh_behind.cohort and b.user_id = f.user_id and b.reason = f.reason)
    on conflict on constraint behind_people_once do nothing
    returning id
  )
  select array_agg(m.id) into fresh from made m;
  if fresh is not null then
    perform private.tell_behind(fresh);
  end if;
end
$$;
comment on function private.refresh_behind(uuid) is
  'Takes a cohort; stores who has fallen behind in it now, and that it was looked at today, and tells people who were not behind before. A person who stays behind keeps their row.';
