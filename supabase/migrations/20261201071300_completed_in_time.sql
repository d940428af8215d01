-- A lesson completed without a connection on the last day of access was refused when it arrived, and lost. It counts by
-- its own time, and both times are kept.
alter table public.lesson_completions add column received_at timestamptz;
alter table public.lesson_completions disable trigger user;
update public.lesson_completions set received_at = completed_at;
alter table public.lesson_completions enable trigger user;
alter table public.lesson_completions alter column received_at set default now(), alter column received_at set not null;
comment on column public.lesson_completions.received_at is
  'When it arrived: later than completed_at where it was made without a connection, and access had ended since.';

-- A completion that comes late must not stand over its undo, which leaves no row.
create table private.undone_completions (
  user_id uuid not null references public.profiles (id) on delete cascade,
  lesson_id uuid not null references public.lessons (id) on delete cascade,
  undone_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
alter table private.undone_completions enable row level security;
create index undone_completions_lesson_id_idx on private.undone_completions (lesson_id);
comment on table private.undone_completions is
  'When a person took a completion back last, until the next undo after eight days: completions are taken a week late at most. No grants: kept by a trigger, read by complete_late().';

create function private.keep_undone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.undone_completions u
  where u.user_id in (select o.user_id from old_rows o) and u.undone_at < now() - interval '8 days';
  -- What goes with its person or its lesson is no undo.
  insert into private.undone_completions as u (user_id, lesson_id)
  select o.user_id, o.lesson_id from old_rows o
  join public.profiles p on p.id = o.user_id
  join public.lessons l on l.id = o.lesson_id
  on conflict (user_id, lesson_id) do update set undone_at = now();
  return null;
end
$$;
comment on function private.keep_undone() is 'Statement trigger on completions: keeps when they were taken back.';

create trigger lesson_completions_undone after delete on public.lesson_completions
  referencing old table as old_rows for each statement execute function private.keep_undone();

create function public.complete_late(lesson_id uuid, age_sec numeric, as_user uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.uid();
  age numeric := greatest(coalesce(age_sec, 0), 0);
  done_at timestamptz;
  held record;
begin
  if me is null or me <> coalesce(as_user, me) or not private.can('lesson_completions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function complete_late';
  end if;
  if exists (select from public.lesson_completions d where d.user_id = me and d.lesson_id = complete_late.lesson_id) then
    return;
  end if;
  if age > 604800 then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_LONG_AGO',
      message = 'It was completed more than a week ago.';
  end if;
  done_at := now() - make_interval(secs => age::double precision);
  -- What was taken away left no grant; only one that ended by its own date is still there.
  select count(*) > 0 as ever, bool_or(e.expires_at is null or e.expires_at > now()) as live,
    bool_or(e.created_at <= done_at and e.expires_at > done_at) as in_time
  into held
  from public.lessons l
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null and c.status = 'PUBLISHED'
  join public.entitlements e on e.course_id = c.id and e.user_id = me
  where l.id = complete_late.lesson_id and l.deleted_at is null
    -- Those that the button completes.
    and l.content_type in ('VIDEO', 'FILE', 'TEXT', 'EXTERNAL_LINK');
  if not held.ever then
    raise exception using errcode = 'PT403', hint = 'NO_ACCESS', message = 'You no longer have access to it.';
  elsif held.live then
    done_at := now();
  elsif not held.in_time then
    raise exception using errcode = 'PT403', hint = 'COMPLETED_OUTSIDE', message = 'It was not open to you when you completed it.';
  elsif exists (select from private.undone_completions u
      where u.user_id = me and u.lesson_id = complete_late.lesson_id and u.undone_at >= done_at) then
    raise exception using errcode = 'PT403', hint = 'COMPLETION_UNDONE', message = 'You took that back later.';
  end if;
  insert into public.lesson_completions (user_id, lesson_id, completed_at) values (me, complete_late.lesson_id, done_at)
  on conflict do nothing;
end
$$;
comment on function public.complete_late(uuid, numeric, uuid) is
  'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), where their access was open then and has ended by its own date since; it counts by that time. Never over a row that is there or a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with the reason as its message: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, and NO_ACCESS for everything else alike, lessons that do not exist too (rules/learning#completed-in-time).';
revoke execute on function public.complete_late(uuid, numeric, uuid) from public, anon;
grant execute on function public.complete_late(uuid, numeric, uuid) to authenticated, service_role;

create or replace function private.learning_data(person uuid)
 RETURNS TABLE(list text, rows jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lesson as (
    select l.id, l.title, c.title as course
    from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id
  )
  select 'entitlements', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'source', e.source, 'created_at', e.created_at,
      'expires_at', e.expires_at) order by e.created_at)
    from public.entitlements e join public.courses c on c.id = e.course_id where e.user_id = person)
  union all
  select 'completions', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'completed_at', d.completed_at,
      'received_at', d.received_at) order by d.completed_at)
    from public.lesson_completions d join lesson l on l.id = d.lesson_id where d.user_id = person)
  union all
  select 'progress', (
    select jsonb_agg(jsonb_build_object('course', l.course, 'lesson', l.title, 'position_sec', w.position_sec,
      'duration_sec', w.duration_sec, 'watched_sec', w.watched::text, 'updated_at', w.updated_at) order by w.updated_at)
    from public.lesson_progress w join lesson l on l.id = w.lesson_id where w.user_id = person)
  union all
  -- Not joined with the lesson, which a note outlives.
  select 'notes', (
    select jsonb_agg(jsonb_build_object('course', n.course_title, 'lesson', n.lesson_title, 'at_seconds', n.at_seconds,
      'quote', n.quote, 'body', n.body, 'created_at', n.created_at, 'updated_at', n.updated_at) order by n.created_at)
    from public.notes n where n.user_id = person)
  union all
  select 'purchases', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'community', k.name, 'amount_cents', p.amount_cents,
      'currency', p.currency, 'provider', p.provider, 'provider_ref', p.provider_ref, 'status', p.status,
      'reason', p.reason, 'refund_reason', p.refund_reason, 'created_at', p.created_at) order by p.created_at)
    from public.purchases p
    left join public.courses c on c.id = p.course_id
    left join public.communities k on k.id = p.community_id
    where p.user_id = person)
$function$;
