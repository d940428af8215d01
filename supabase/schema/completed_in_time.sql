-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.undone_completions (
  user_id uuid not null,
  lesson_id uuid not null,
  undone_at timestamp with time zone not null default now(),
  constraint undone_completions_pkey PRIMARY KEY (user_id, lesson_id),
  constraint undone_completions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(id) ON DELETE CASCADE,
  constraint undone_completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.undone_completions enable row level security;
CREATE INDEX undone_completions_lesson_id_idx ON private.undone_completions USING btree (lesson_id);
comment on table private.undone_completions is 'When a person took a completion back last, until the next undo after eight days: completions are taken a week late at most. No grants: kept by a trigger, read by complete_late().';

CREATE OR REPLACE FUNCTION private.keep_undone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function private.keep_undone() is 'Statement trigger on completions: keeps when they were taken back.';

CREATE OR REPLACE FUNCTION public.complete_late(lesson_id uuid, age_sec numeric, as_user uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
comment on function public.complete_late(uuid,numeric,uuid) is 'Marks a lesson complete that the caller completed `age_sec` seconds ago (a week at most), where their access was open then and has ended by its own date since; it counts by that time. Never over a row that is there or a later undo. `as_user` refuses what another person queued in the same browser. Raises 42501, and PT403 with the reason as its message: COMPLETED_LONG_AGO, COMPLETED_OUTSIDE, COMPLETION_UNDONE, and NO_ACCESS for everything else alike, lessons that do not exist too (rules/learning#completed-in-time).';
grant execute on function public.complete_late(uuid,numeric,uuid) to authenticated, service_role;
