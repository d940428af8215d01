-- Without a cohort, a due date counts in the school's zone, which administrators choose; what a person chose decides
-- only what they are shown and when mails come (rules/settings#time-zone).

alter table public.settings add column time_zone text not null default 'UTC',
  add constraint settings_time_zone_length check (char_length(time_zone) <= 100);
grant update (time_zone) on public.settings to authenticated;
comment on column public.settings.time_zone is 'The school''s zone, an IANA name, in which a due date counts for people without a cohort (rules/settings#time-zone).';
-- The zone of most cohorts so far.
update public.settings set time_zone = k.time_zone
from (
  select c.time_zone from public.cohorts c where private.is_time_zone(c.time_zone)
  group by c.time_zone order by count(*) desc, max(c.created_at) desc limit 1) k;


create function private.check_time_zone()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if new.time_zone is not null and (tg_op = 'INSERT' or new.time_zone is distinct from old.time_zone) and not private.is_time_zone(new.time_zone) then
    perform private.refuse_field('time_zone', 'There is no such time zone.');
  end if;
  new.updated_at := now();
  return new;
end
$function$;
revoke execute on function private.check_time_zone() from public;
comment on function private.check_time_zone() is 'Row trigger: refuses a time zone that the database does not know (PT422, hint time_zone), and sets updated_at.';
drop trigger preferences_check on public.preferences;
create trigger preferences_check before insert or update on public.preferences
  for each row execute function private.check_time_zone();
drop function private.check_preferences();
drop trigger settings_touch on public.settings;
create trigger settings_check before update on public.settings
  for each row execute function private.check_time_zone();

create or replace function private.person_dues(person uuid, moment timestamptz)
  returns table(
    lesson_id uuid,
    course_id uuid,
    due_at timestamptz,
    time_zone text,
    cohort_id uuid,
    paused boolean,
    extended boolean,
    shut_at timestamptz
  )
  language sql
  stable
as $function$
  with held as materialized (
    select g.course_id, g.cohort_id, c.starts_on + m.shift_days as first_day, c.time_zone,
      coalesce(m.state = 'PAUSED' and private.grant_is_open(g.expires_at, moment), false) as paused
    from public.entitlements g
    left join public.cohorts c on c.id = g.cohort_id
    left join public.cohort_members m on m.cohort_id = g.cohort_id and m.user_id = person
    -- The dates of a cohort stay when its access has ended, if the person has the course by another grant.
    where g.user_id = person and g.created_at <= moment and g.course_id in (select o.course_id from private.grants_open(person, moment) o)
  ), due as (
    -- The later date of two cohorts applies. While the person pauses in one of them, there is no date. An extension overrides
    -- both.
    select distinct on (a.lesson_id) a.lesson_id, h.course_id, h.cohort_id, a.late, a.cutoff_days,
      case when x.due_at is not null then x.due_at when not bool_or(h.paused) over (partition by a.lesson_id) then at.due_at end as due_at,
      coalesce(h.time_zone, (select s.time_zone from public.settings s)) as time_zone,
      x.due_at is null and bool_or(h.paused) over (partition by a.lesson_id) as paused, x.due_at is not null as extended
    from held h
    join public.modules m on m.course_id = h.course_id and m.deleted_at is null
    join public.lessons l on l.module_id = m.id and l.deleted_at is null and l.content_type = 'ASSIGNMENT'
    join public.assignments a on a.lesson_id = l.id
    left join public.cohort_dues d on d.cohort_id = h.cohort_id and d.lesson_id = l.id
    left join public.extensions x on x.lesson_id = l.id and x.user_id = person
    cross join lateral (
      select private.local_moment(h.first_day + coalesce(d.day, a.due_day), coalesce(d.at_time, a.due_time, '23:59:59'), h.time_zone) as due_at) at
    order by a.lesson_id, at.due_at desc nulls last, h.cohort_id
  )
  select d.lesson_id, d.course_id, d.due_at, d.time_zone, d.cohort_id, d.paused, d.extended,
    case when d.late = 'SHUT' then private.last_second(private.local_day(d.due_at, d.time_zone) + coalesce(d.cutoff_days, 0), d.time_zone) end
  from due d
$function$;

comment on function private.person_dues(uuid,timestamptz) is 'Takes a person and a moment; returns the assignments of the courses to which the person has access at that moment: when each is due (null: never, or while the person pauses), the time zone of that date, which without a cohort is the school''s, the cohort, whether the person pauses, whether the date is an extension, and the last second at which work is accepted (null: late work is accepted) (rules/assignments#due).';

create or replace function public.give_extension(
  lesson_id uuid,
  user_id uuid,
  due_at timestamptz default null,
  reason text default null,
  days integer default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
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
  insert into public.extensions as x (lesson_id, user_id, due_at, reason)
  values (give_extension.lesson_id, give_extension.user_id, wanted, btrim(coalesce(give_extension.reason, '')))
  on conflict on constraint extensions_pkey do update set due_at = excluded.due_at, reason = excluded.reason, given_by_id = excluded.given_by_id, given_at = now()
    where (x.due_at, x.reason) is distinct from (excluded.due_at, excluded.reason);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = give_extension.lesson_id and q.user_id = give_extension.user_id and q.answered_at is null;
  perform private.signal_people('submission', array[give_extension.user_id]);
  perform private.signal_staff('submissions');
  return jsonb_build_object('due_at', wanted, 'zone', coalesce(due.zone, (select s.time_zone from public.settings s)));
end
$function$;

create or replace function public.public_settings()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object(
      'site_name', s.site_name,
      'site_description', s.site_description,
      'contact_email', s.contact_email,
      'accent', s.accent,
      'time_zone', s.time_zone,
      'allow_registration', s.allow_registration,
      'require_email_verification', s.require_email_verification,
      'enable_two_factor', s.enable_two_factor,
      'maintenance_mode', s.maintenance_mode,
      'creators_admin_panel', s.creators_admin_panel)
    from public.settings s);
end
$function$;
