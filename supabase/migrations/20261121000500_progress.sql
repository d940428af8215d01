-- Why: where somebody is in a video, and which of its seconds they have watched, come from several
-- devices, late and more than once. The table merges what arrives, whoever writes it, so that seconds
-- once watched stay watched; and it completes the lesson, once, when nine tenths of them are
-- (decisions, section 5).

alter table public.lesson_progress
  add column position_at timestamptz not null default now();
comment on column public.lesson_progress.position_at is
  'When the person was at this position, which may be long before it arrived.';
grant insert (position_at), update (position_at) on public.lesson_progress to authenticated;

create function private.merge_progress() returns trigger
language plpgsql set search_path = '' as $$
declare
  whole numeric;
begin
  new.position_at := least(new.position_at, now());
  if tg_op = 'UPDATE' then
    new.watched := old.watched + new.watched;
    -- Nobody watches a film in a thousand separate pieces: beyond them it is no watching.
    if (select count(*) from unnest(new.watched)) > 1000 then
      new.watched := old.watched;
    end if;
  elsif (select count(*) from unnest(new.watched)) > 1000 then
    new.watched := '{}';
  end if;
  if new.auto_completed_at is null then
    -- The player knows how long its film is; what the editor typed stands in until it says so.
    whole := coalesce(nullif(new.duration_sec, 0), (
      select nullif(l.duration_sec, 0) from public.lessons l where l.id = new.lesson_id));
    if (select sum(upper(piece) - lower(piece)) from unnest(new.watched) piece) >= whole * 0.9 then
      new.auto_completed_at := now();
    end if;
  end if;
  return new;
end
$$;
comment on function private.merge_progress() is
  'Row trigger: adds watched seconds to those known already, and stamps auto_completed_at the first time that 90 % of the seconds have been watched (decisions, section 5).';
create trigger lesson_progress_merge before insert or update on public.lesson_progress
  for each row execute function private.merge_progress();

create function private.complete_watched() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' or old.auto_completed_at is null then
    insert into public.lesson_completions (user_id, lesson_id) values (new.user_id, new.lesson_id)
    on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.complete_watched() is
  'Row trigger: marks the lesson complete when auto_completed_at has just been stamped, as the person themselves. It is stamped once, so an undo is never undone.';
create trigger lesson_progress_complete after insert or update on public.lesson_progress
  for each row when (new.auto_completed_at is not null) execute function private.complete_watched();

create function public.record_progress(
  lesson_id uuid,
  position_sec numeric,
  duration_sec numeric default null,
  ranges int4multirange default '{}',
  age_sec numeric default 0,
  as_user uuid default null
) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.uid();
  seen_at timestamptz := now()
    - make_interval(secs => least(greatest(coalesce(age_sec, 0), 0), 31536000)::double precision);
begin
  if me is null or me <> coalesce(as_user, me) then
    raise exception using errcode = '42501', message = 'permission denied for function record_progress';
  end if;
  insert into public.lesson_progress as p (user_id, lesson_id, position_sec, position_at, duration_sec, watched)
  values (me, record_progress.lesson_id, record_progress.position_sec, seen_at,
    record_progress.duration_sec, coalesce(ranges, '{}'))
  on conflict (user_id, lesson_id) do update set
    -- How long ago somebody was there is known only to within the time that a message takes: on a slow
    -- line the last place of a device seems older than the one before it. A place is late only when it
    -- is older than any message can be under way.
    position_sec = case when excluded.position_at >= p.position_at - interval '30 seconds'
      then excluded.position_sec else p.position_sec end,
    position_at = greatest(excluded.position_at, p.position_at),
    duration_sec = coalesce(excluded.duration_sec, p.duration_sec),
    watched = excluded.watched;
  return jsonb_build_object('completed', exists (
    select 1 from public.lesson_completions c
    where c.user_id = me and c.lesson_id = record_progress.lesson_id));
end
$$;
comment on function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid) is
  'Records where the caller is in a video: position and length in seconds, and the whole seconds played since. `age_sec` says how long ago that was, so that a late message moves nobody back; `as_user` refuses what another person queued in the same browser. Seconds merge, so the same message may come twice. Answers whether the lesson is complete now (decisions, section 5).';
grant execute on function public.record_progress(uuid, numeric, numeric, int4multirange, numeric, uuid) to authenticated;
