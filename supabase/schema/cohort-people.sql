-- The people of cohorts: joining, pausing, moving and leaving, links to join, and progress.
set check_function_bodies = off;

-- TYPES

create type public.cohort_member_state as enum ('ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED');

-- TABLES

create table private.awaited_joins (
  user_id uuid not null,
  cohort_id uuid not null,
  link_hash bytea not null,
  asked_at timestamptz not null default now(),
  constraint awaited_joins_pkey primary key (user_id),
  constraint awaited_joins_link_hash_length check (octet_length(link_hash) = 32),
  constraint awaited_joins_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint awaited_joins_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.awaited_joins enable row level security;
create index awaited_joins_cohort_id_idx on private.awaited_joins (cohort_id);
comment on table private.awaited_joins is 'Sign-ups by the join link of a cohort whose email is not confirmed yet, with the hash of the link by which they came (rules/cohorts#link). No grants: written by await_join(), deleted by join_as_signed_up().';

create table private.cohort_clearings (
  id bigint not null generated always as identity,
  cohort_id uuid not null,
  user_id uuid not null,
  reason text not null,
  note text not null,
  cleared_by_id uuid,
  cleared_at timestamptz not null default now(),
  facts text[] not null default '{}'::text[],
  constraint cohort_clearings_pkey primary key (id),
  constraint cohort_clearings_note_length check (char_length(note) <= 500),
  constraint cohort_clearings_reason_known check (
    reason = any (array['SILENT', 'NOT_STARTED', 'MISSED_DUES', 'RETURNED_TWICE', 'NOT_ANSWERED'])
  ),
  constraint cohort_clearings_cleared_by_id_fkey foreign key (cleared_by_id) references public.profiles(id) on delete set null,
  constraint cohort_clearings_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_clearings_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table private.cohort_clearings enable row level security;
create index cohort_clearings_cleared_by_id_idx on private.cohort_clearings (cleared_by_id);
create index cohort_clearings_cohort_id_idx on private.cohort_clearings (cohort_id);
create index cohort_clearings_person_idx on private.cohort_clearings (user_id, cohort_id, reason, cleared_at desc);
comment on table private.cohort_clearings is 'The notes with which staff cleared a reason for which a person had fallen behind. A note applies to the facts of that moment: until there are new facts, or until the person has been active and falls behind again. No grants: written by clear_behind().';
comment on column private.cohort_clearings.facts is 'The facts that were cleared, as behind_keys() names them. Empty for SILENT and NOT_STARTED, which are cleared until the person has been active.';

create table private.cohort_links (
  cohort_id uuid not null,
  hash bytea not null,
  active boolean not null default true,
  ends_on date,
  made_at timestamptz not null default now(),
  constraint cohort_links_pkey primary key (cohort_id),
  constraint cohort_links_ends_on_range check (ends_on <= '2200-12-31'::date),
  constraint cohort_links_hash_length check (octet_length(hash) = 32),
  constraint cohort_links_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_links_hash_key unique (hash)
);
alter table private.cohort_links enable row level security;
comment on table private.cohort_links is 'The link by which people join a cohort: its secret as a SHA-256 hash, whether it is switched on, and the last day, in the cohort''s zone, on which it works. A renewed link replaces the earlier one. No grants: written by make_cohort_link() and set_cohort_link().';

create table private.cohort_moves (
  cohort_id uuid not null,
  days integer not null,
  releases uuid[] not null,
  moved_at timestamptz not null default now(),
  dues uuid[] not null default '{}'::uuid[],
  constraint cohort_moves_pkey primary key (cohort_id),
  constraint cohort_moves_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade
);
alter table private.cohort_moves enable row level security;
comment on table private.cohort_moves is 'The last move of each cohort: by how many days, and, if the cohort had begun, which openings were moved. A move back by as many days moves exactly these openings, even those that are in the past by then. No grants: written by move_cohort().';
comment on column private.cohort_moves.dues is 'The assignments whose due dates this move changed.';

create table public.cohort_members (
  cohort_id uuid not null,
  user_id uuid not null,
  state public.cohort_member_state not null default 'ACTIVE',
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  shift_days integer not null default 0,
  open_all boolean not null default false,
  paused_on date,
  paused_at timestamptz,
  by_link boolean not null default false,
  reached_from date[],
  reached_at timestamptz[],
  updated_at timestamptz not null default now(),
  removed_by_staff boolean not null default false,
  constraint cohort_members_pkey primary key (cohort_id, user_id),
  constraint cohort_members_left check ((state = 'LEFT') = (left_at is not null)),
  constraint cohort_members_pause check (
    (state = 'PAUSED') = (paused_on is not null)
    and (paused_on is null) = (paused_at is null)
  ),
  constraint cohort_members_reached check (
    not cardinality(reached_from) is distinct from cardinality(reached_at)
  ),
  constraint cohort_members_removed check (state = 'LEFT' or not removed_by_staff),
  constraint cohort_members_shift_days_range check (
    shift_days >= '-3650'::integer
    and shift_days <= 3650
  ),
  constraint cohort_members_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint cohort_members_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.cohort_members enable row level security;
create index cohort_members_present_idx on public.cohort_members (cohort_id) where (state <> 'LEFT');
create index cohort_members_user_id_idx on public.cohort_members (user_id);
grant delete, select on public.cohort_members to authenticated;
grant insert (cohort_id, user_id, shift_days, open_all) on public.cohort_members to authenticated;
grant update (state, shift_days, open_all) on public.cohort_members to authenticated;
grant delete, insert, select, update on public.cohort_members to service_role;
comment on table public.cohort_members is 'The people of a cohort. The row of a person who leaves is kept (rules/cohorts#people).';
comment on column public.cohort_members.shift_days is 'By how many days openings and the end of access come later for this person; negative: earlier (rules/cohorts#shift).';
comment on column public.cohort_members.open_all is 'Whether all lessons are open to this person, regardless of the schedule.';
comment on column public.cohort_members.paused_on is 'The day, in the cohort''s zone, on which the pause began. When the pause ends, the days since then are added to the shift (rules/cohorts#pause).';
comment on column public.cohort_members.paused_at is 'The moment at which the pause began. Until it ends, nothing more opens to the person.';
comment on column public.cohort_members.by_link is 'Whether the person joined by the link of the cohort.';
comment on column public.cohort_members.reached_from is 'For each moment of reached_at, the first day of the cohort plus the shift that the person had then.';
comment on column public.cohort_members.reached_at is 'The moments at which earlier pauses began. Lessons that had opened by one of these moments stay open. A moment is left out if another one keeps all of its lessons open.';
comment on column public.cohort_members.removed_by_staff is 'Whether somebody other than the person ended the membership. Only staff can add them again (rules/cohorts#removed). Written by a trigger.';

-- FUNCTIONS

create or replace function private.await_join(person uuid, address text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if current_setting('rookies.joining', true) = lower(address) then
    insert into private.awaited_joins (user_id, cohort_id, link_hash)
    select person, k.cohort_id, k.hash from private.cohort_links k
    where k.hash = decode(current_setting('rookies.joining_link', true), 'hex');
  end if;
end
$function$;
comment on function private.await_join(uuid,text) is 'Takes a new person and their email; if they signed up with a join link, which take_cohort_token() has checked in this transaction, stores that they join its cohort once they confirm the email, on whichever device.';

create or replace function private.change_membership()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  zone text := (select c.time_zone from public.cohorts c where c.id = new.cohort_id);
  first_day date := (select c.starts_on from public.cohorts c where c.id = new.cohort_id);
  today date := private.local_day(now(), zone);
  was public.cohort_member_state := case when tg_op = 'UPDATE' then old.state end;
begin
  if new.state = 'PAUSED' then
    if was is distinct from 'PAUSED' then
      new.paused_on := coalesce(new.paused_on, today);
    end if;
    if was is distinct from 'PAUSED' or new.paused_on is distinct from old.paused_on then
      -- A pause that is entered for another day begins at the start of that day.
      new.paused_at := case when new.paused_on = today then now() else private.local_moment(new.paused_on, '00:00', zone) end;
    end if;
  else
    if was = 'PAUSED' and new.state <> 'LEFT' then
      -- Lessons that opened before the pause stay open. Without reached_from and reached_at, the longer shift would
      -- close those that opened on the first day of the pause until the same time on its last day.
      select r.reached_from, r.reached_at into new.reached_from, new.reached_at
      from private.moments_reached(old.reached_from, old.reached_at, first_day + old.shift_days, old.paused_at, zone) r;
      new.shift_days := new.shift_days + greatest(today - old.paused_on, 0);
    end if;
    new.paused_on := null;
    new.paused_at := null;
  end if;
  if new.state = 'LEFT' then
    if was = 'LEFT' and (new.shift_days, new.open_all) is distinct from (old.shift_days, old.open_all) then
      raise exception using errcode = 'PT409', hint = 'LEFT', message = 'This person left the cohort. Add them again first.';
    end if;
    new.left_at := coalesce(new.left_at, now());
    if was is distinct from 'LEFT' then
      new.removed_by_staff := private.uid() is distinct from new.user_id;
    end if;
  else
    new.left_at := null;
    new.removed_by_staff := false;
    if was = 'LEFT' then
      new.joined_at := now();
    end if;
  end if;
  return new;
end
$function$;
comment on function private.change_membership() is 'Row trigger: records when a person left, whether somebody else removed them, when they joined again, and when a pause began, and adds the days of a pause to the shift of the person when the pause ends. Raises PT409 LEFT if the shift or open_all of a person who has left is changed (rules/cohorts#people, #pause, #removed).';

create or replace function private.check_seats(cohort_ids uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  one record;
begin
  -- The lock is taken after the new rows are inserted. So if two people join at the same moment, the second transaction
  -- counts the row of the first.
  perform 1 from public.cohorts c where c.id = any (cohort_ids) order by c.id for no key update;
  for one in
    select c.title from public.cohorts c
    where c.id = any (cohort_ids) and c.seats < (
      select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
  loop
    raise exception using errcode = 'PT409', hint = 'COHORT_FULL',
      message = format('%s has no seats left. Nothing was changed.', one.title);
  end loop;
end
$function$;
comment on function private.check_seats(uuid[]) is 'Takes cohorts; raises PT409 COHORT_FULL if one of them has more people than seats (rules/cohorts#seats).';

create or replace function private.cohort_is_full(cohort uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select coalesce((select c.seats <= (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')
    from public.cohorts c where c.id = cohort), false)
$function$;
comment on function private.cohort_is_full(uuid) is 'Takes a cohort; true if it has no seat left (rules/cohorts#seats).';

create or replace function private.cohort_members_where(cohort uuid, query text, state text)
  returns text
  language sql
  stable
  set search_path to ''
as $function$
  select concat_ws(' and ', format('m.cohort_id = %L', cohort),
    case when state is null then 'm.state <> ''LEFT''' else format('m.state::text = %L', state) end,
    -- A caller who may not read the email of people who left cannot find them by it.
    case when state = 'LEFT' and private.reach_is_narrowed() then (
        select string_agg(format('private.person_key(p.name, '''', null) like %L', pattern), ' and ')
        from unnest(private.person_patterns(coalesce(query, ''))) pattern)
      else private.found_by(query, 'p') end)
$function$;
comment on function private.cohort_members_where(uuid,text,text) is 'Takes a cohort, a search as members() does, and a state (null: all who did not leave); returns the SQL condition on `public.cohort_members m join private.people p` that finds the people. Callers who see only people assigned to them find people who left only by name.';

create or replace function private.cohort_of_hash(
  hash bytea,
  out cohort public.cohorts,
  out state text
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  link private.cohort_links;
begin
  state := 'UNKNOWN';
  select k.* into link from private.cohort_links k where k.hash = cohort_of_hash.hash;
  select c.* into cohort from public.cohorts c where c.id = link.cohort_id and not c.draft and c.archived_at is null;
  if cohort.id is null then
    return;
  end if;
  state := case
    when not link.active then 'OFF'
    when private.local_day(now(), cohort.time_zone) > coalesce(link.ends_on, 'infinity')
      or private.local_day(now(), cohort.time_zone) > coalesce(cohort.access_ends_on, cohort.ends_on) then 'ENDED'
    when private.cohort_is_full(cohort.id) then 'FULL'
    else 'OPEN' end;
end
$function$;
comment on function private.cohort_of_hash(bytea) is 'Takes the hash of a join link''s secret; its cohort, and the state of the link: OPEN, FULL, OFF or ENDED. UNKNOWN without a cohort for a link that was replaced or never made, and for a draft or an archived cohort.';

create or replace function private.cohort_of_link(
  token text,
  out cohort public.cohorts,
  out state text
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $function$ select h.cohort, h.state from private.cohort_of_hash(private.link_hash(token)) h $function$;
comment on function private.cohort_of_link(text) is 'Takes the secret of a join link; its cohort, and the state of the link: OPEN, FULL, OFF or ENDED. UNKNOWN without a cohort for a secret that is not known, and for a draft or an archived cohort.';

create or replace function private.drop_cohort_token()
  returns trigger
  language plpgsql
  set search_path to ''
as $function$
begin
  new.identity_data := new.identity_data - 'cohort_token';
  return new;
end
$function$;
comment on function private.drop_cohort_token() is 'Trigger on auth.identities: Auth copies the metadata of a sign-up there, so the secret of a join link is removed there, too.';

create or replace function private.export_cohort_members(
  filter jsonb,
  out columns text[],
  out source text
)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  cohort constant uuid := nullif(filter ->> 'cohort', '')::uuid;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort);
  columns := array['id', 'name', 'email', 'state', 'joined', 'left', 'removed_by_staff', 'shift_days', 'open_all', 'paused_on', 'opened', 'opened_done', 'completed',
    'total', 'percent', 'last_activity', 'behind'];
  source := format($sql$
    with plan as materialized (
      select q.lesson_id, q.day, q.at_time from private.cohort_plan(%1$L) q
    ), size as materialized (
      select count(*) as lessons from plan
    ), behind as materialized (
      select b.user_id, string_agg(case b.reason when 'SILENT' then 'Silent' when 'NOT_STARTED' then 'Nothing completed' when 'MISSED_DUES' then 'Due dates missed'
          when 'RETURNED_TWICE' then 'Came back twice' else 'Question not answered' end || ' since ' || (v.facts ->> 'since') || coalesce(': ' || (
          select string_agg((f ->> 'title') || ' (' || (f ->> 'on') || ')', ', ') from jsonb_array_elements(v.facts -> 'facts') f), ''),
        '; ' order by b.days desc, b.reason) as text
      from public.cohorts c cross join lateral private.find_behind(c.id) b
      cross join lateral (select private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) as facts) v
      where c.id = %1$L
      group by b.user_id
    )
    select m.joined_at as at, m.user_id as key, (jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', initcap(m.state::text),
      'joined', m.joined_at, 'left', m.left_at, 'removed_by_staff', case when m.state = 'LEFT' then case when m.removed_by_staff then 'Yes' else 'No' end end, 'shift_days', m.shift_days, 'open_all', case when m.open_all then 'Yes' else 'No' end,
      'paused_on', m.paused_on, 'total', size.lessons,
      'behind', (select b.text from behind b where b.user_id = m.user_id), 'last_activity', (
        select nullif(max(k.last_at), '-infinity') from private.learner_courses k
        where k.user_id = m.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = m.cohort_id)))
      || (select jsonb_build_object('opened', count(*) filter (where t.is_open), 'opened_done', count(*) filter (where t.is_open and t.is_done),
          'completed', count(*) filter (where t.is_done), 'percent', private.progress_percent(count(*) filter (where t.is_done), size.lessons))
        from (
          select m.open_all or private.local_moment(c.starts_on + m.shift_days + q.day, q.at_time, c.time_zone) <= least(m.paused_at, now())
              or exists (select from unnest(m.reached_from, m.reached_at) r (first_day, at)
                where private.local_moment(r.first_day + q.day, q.at_time, c.time_zone) <= r.at) as is_open,
            exists (select from public.lesson_completions d where d.user_id = m.user_id and d.lesson_id = q.lesson_id) as is_done
          from plan q) t))
      -- For a person who left and whom the caller does not reach, only the name and the days are exported.
      - case when m.state = 'LEFT' and not private.reaches(f.id)
        then '{email,shift_days,open_all,opened,opened_done,completed,total,percent,last_activity}' else '{}' end::text[] as row
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id join public.profiles f on f.id = m.user_id
    join private.people p on p.id = f.id cross join size
    where %2$s$sql$,
    cohort, private.cohort_members_where(cohort, filter ->> 'search', nullif(filter ->> 'state', '')));
end
$function$;
comment on function private.export_cohort_members(jsonb) is 'Takes {cohort, search, state} as cohort_member_list() has them; gives columns and query of the export of a cohort''s people with their progress and the reasons for which they have fallen behind; people who joined last come first. Raises 42501 and PT404 NO_COHORT.';

create or replace function private.follow_cohort_members()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.cohort_id), array_agg(distinct o.user_id) into cohorts, people from old_rows o;
    if cohorts is not null then
      perform private.sync_cohort_grants(cohorts, people);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people from new_rows n;
  else
    select array_agg(distinct n.cohort_id), array_agg(distinct n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where (o.state, o.shift_days) is distinct from (n.state, n.shift_days);
  end if;
  if cohorts is not null then
    perform private.check_seats(cohorts);
    perform private.sync_cohort_grants(cohorts, people);
    perform private.sync_cohort_community(cohorts, people);
  end if;
  return null;
end
$function$;
comment on function private.follow_cohort_members() is 'Statement trigger on memberships: checks the seats, and updates the grants and the members of the community.';

create or replace function private.follow_who_left()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  cohorts uuid[];
  people uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.cohort_id), array_agg(o.user_id) into cohorts, people from old_rows o;
  else
    select array_agg(n.cohort_id), array_agg(n.user_id) into cohorts, people
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where n.state = 'LEFT' and o.state <> 'LEFT';
  end if;
  if cohorts is not null then
    perform private.leave_work(cohorts, people);
  end if;
  if tg_op = 'DELETE' or not exists (select from old_rows o where o.state = 'LEFT') then
    return null;
  end if;
  -- A person who comes back gets the work and questions from their earlier time in the cohort back into the cohort.
  with back as materialized (
    select o.cohort_id, o.user_id, o.joined_at, o.left_at
    from new_rows n join old_rows o on o.cohort_id = n.cohort_id and o.user_id = n.user_id
    where o.state = 'LEFT' and n.state <> 'LEFT'
  ), lesson as materialized (
    select b.*, l.id as lesson_id
    from back b join public.cohort_courses k on k.cohort_id = b.cohort_id
    join public.modules m on m.course_id = k.course_id join public.lessons l on l.module_id = m.id
  ), work as (
    update public.submissions s set cohort_id = b.cohort_id
    from lesson b
    where s.user_id = b.user_id and s.lesson_id = b.lesson_id and s.cohort_id is null and exists (
      select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.submitted_at between b.joined_at and b.left_at)
  )
  update public.questions q set cohort_id = b.cohort_id
  from lesson b
  where q.author_id = b.user_id and q.lesson_id = b.lesson_id and q.cohort_id is null and q.created_at between b.joined_at and b.left_at;
  return null;
end
$function$;
comment on function private.follow_who_left() is 'Statement trigger on memberships: removes the work and the questions of people who leave from the cohort, and puts them back when these people join again (rules/cohorts#left).';

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
      -- A person whom staff removed can join again only if staff add them, or by an invite that was made after the
      -- removal.
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
comment on function private.join_cohort(uuid,uuid[],timestamp with time zone) is 'Takes a cohort, people, and when they were invited (null: staff add them now); adds those who are not in it, also people who left, but nobody whom staff removed after they were invited. People whom staff add are notified. Returns who joined. Raises PT409 COHORT_FULL.';

create or replace function private.invited_to(cohort uuid)
  returns bigint
  language sql
  stable security definer
  set search_path to ''
as $function$
  select count(*) from public.invites i where i.cohort_id = cohort and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at)
$function$;
comment on function private.invited_to(uuid) is 'Takes a cohort; how many open invites to it there are.';

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
  -- An error must not roll back the confirmation of the email, so the reason is sent as a notification.
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
comment on function private.join_as_signed_up(uuid) is 'Takes a person who has confirmed their email; adds them to the cohort by whose join link they signed up, once, if the link still works. Otherwise a notification says why not (rules/cohorts#link).';

create or replace function private.keep_in_cohort()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  now_is public.cohort_member_state;
begin
  -- The lock makes a removal of the person wait until this row is visible to it; or this insert waits for the removal.
  select m.state into now_is from public.cohort_members m
  where m.cohort_id = new.cohort_id and m.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid for share;
  if now_is = 'LEFT' then
    new.cohort_id := null;
  end if;
  return new;
end
$function$;
comment on function private.keep_in_cohort() is 'Row trigger; its argument is the column of the person. Sets cohort_id to null for work or a question of a person who has left the cohort, even if they leave at the same moment (rules/cohorts#left).';

create or replace function private.leave_work(cohorts uuid[], people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  moved uuid[];
begin
  with changed as (
    update public.submissions s set cohort_id = null
    from unnest(cohorts, people) g (cohort_id, user_id)
    where s.cohort_id = g.cohort_id and s.user_id = g.user_id
    returning s.id
  )
  select array_agg(c.id) into moved from changed c;
  delete from public.review_claims c using public.submissions s
  where c.submission_id = any (moved) and s.id = c.submission_id and not private.person_may_review(c.reviewer_id, s);
  delete from private.review_offers o using public.submissions s
  where o.submission_id = any (moved) and s.id = o.submission_id and not private.person_may_review(o.reviewer_id, s);
  -- A question for the cohort stays in it, because others of the cohort read and answer it.
  update public.questions q set cohort_id = null
  from unnest(cohorts, people) g (cohort_id, user_id)
  where q.cohort_id = g.cohort_id and q.author_id = g.user_id and q.audience <> 'COHORT';
end
$function$;
comment on function private.leave_work(uuid[],uuid[]) is 'Takes cohorts and, at the same places, people who have left them; removes their work and their questions from the cohort, except questions whose audience is the cohort. Ends claims on this work and offers of it for reviewers who may no longer review it (rules/cohorts#left).';

create or replace function private.link_hash(token text)
  returns bytea
  language sql
  immutable
  set search_path to ''
as $function$ select case when token ~ '^[0-9a-f]{64}$' then sha256(decode(token, 'hex')) end $function$;
comment on function private.link_hash(text) is 'Takes the secret of a join link; returns its hash, or null if the text does not have the form of a secret.';

create or replace function private.link_view(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object('active', k.active, 'ends_on', k.ends_on, 'made_at', k.made_at,
    'joined', (select count(*) from public.cohort_members m where m.cohort_id = k.cohort_id and m.by_link))
  from private.cohort_links k where k.cohort_id = link_view.cohort
$function$;
comment on function private.link_view(uuid) is 'Takes a cohort; returns what staff see of its join link, {active, ends_on, made_at, joined: how many people by this or an earlier link}, null if there is none.';

create or replace function private.moments_reached(
  first_days date[],
  stopped timestamptz[],
  first_day date,
  stopped_at timestamptz,
  zone text,
  out reached_from date[],
  out reached_at timestamptz[]
)
  returns record
  language sql
  stable
  set search_path to ''
as $function$
  with stop as (
    select s.first_day, s.at, (s.at at time zone zone) - s.first_day::timestamp as shown
    from (
      select u.first_day, u.at from unnest(first_days, stopped) u (first_day, at)
      union select moments_reached.first_day, moments_reached.stopped_at
    ) s
  )
  select array_agg(s.first_day order by s.at), array_agg(s.at order by s.at)
  from stop s
  -- A moment is left out if another one keeps all of its lessons open. Clock changes shift clocks by less than a day,
  -- so a difference of two days on the clocks decides which moment was further in the schedule.
  where not exists (
    select from stop o where (o.first_day = s.first_day and o.at > s.at) or o.shown >= s.shown + interval '2 days')
$function$;
comment on function private.moments_reached(date[],timestamp with time zone[],date,timestamp with time zone,text) is 'Takes the first days and moments of earlier pauses, the first day and moment of one more, and the time zone of the cohort; returns all of them without moments whose lessons another one keeps open.';

create or replace function private.person_may_add(person uuid, cohort uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select private.person_keeps(person, 'cohort_members', 'create')
    or (private.person_keeps(person, 'cohort_members', 'create', 'assigned')
      and exists (select from public.cohort_staff s where s.cohort_id = person_may_add.cohort and s.user_id = person))
$function$;
comment on function private.person_may_add(uuid,uuid) is 'Takes a person and a cohort; true if they may add people to it, also during maintenance.';

create or replace function private.refuse_link(state text)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT422', hint = 'LINK_' || refuse_link.state, message = case refuse_link.state
    when 'FULL' then 'This cohort has no seats left.'
    when 'OFF' then 'This link has been switched off.'
    when 'ENDED' then 'This link has ended.'
    when 'UNVERIFIED' then 'Please confirm your email first. Then open this link again.'
    else 'This link is not valid.' end;
end
$function$;
comment on function private.refuse_link(text) is 'Takes the reason for which a cohort cannot be joined by a link (UNKNOWN, OFF, ENDED, FULL, UNVERIFIED); raises PT422 with a sentence, and LINK_ followed by the reason as hint.';

create or replace function private.refuse_removed(way text, cohort uuid, person uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.cohort_members m where m.cohort_id = refuse_removed.cohort and m.user_id = refuse_removed.person and m.removed_by_staff) then
    raise exception using errcode = 'PT422', hint = refuse_removed.way || '_REMOVED',
      message = format('You were taken out of this cohort, and only its staff can add you again. Please ask %s.', coalesce((
        select string_agg(o.name, ' or ' order by o.duty, o.name) from (
          select p.name, s.duty from public.cohort_staff s join public.profiles p on p.id = s.user_id and p.disabled_at is null and p.name <> ''
          where s.cohort_id = refuse_removed.cohort order by s.duty, p.name limit 3) o), 'an administrator'));
  end if;
end
$function$;
comment on function private.refuse_removed(text,uuid,uuid) is 'Takes LINK or INVITE, a cohort and a person; if staff removed the person from the cohort, raises PT422 with LINK_REMOVED or INVITE_REMOVED as hint and a sentence that names staff of the cohort whom to ask (rules/cohorts#removed).';

create or replace function private.seats_to_tell(cohort uuid)
  returns jsonb
  language sql
  stable security definer
  set search_path to ''
as $function$
  select jsonb_build_object(
    'left', greatest(0, c.seats - (select count(*) from public.cohort_members m where m.cohort_id = c.id and m.state <> 'LEFT')),
    'invited', private.invited_to(c.id))
  from public.cohorts c where c.id = cohort and c.seats is not null
$function$;
comment on function private.seats_to_tell(uuid) is 'Takes a cohort; returns {left: how many seats are free, invited: how many open invites there are, which reserve no seat}. Null for a cohort without a limit (rules/cohorts#seats).';

create or replace function private.take_cohort_token()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  secret constant text := btrim(new.raw_user_meta_data ->> 'cohort_token');
  state text;
begin
  if tg_op = 'INSERT' then
    state := (private.cohort_of_link(secret)).state;
    if state <> 'OPEN' then
      perform private.refuse_link(state);
    end if;
    perform set_config('rookies.joining', lower(new.email), true), set_config('rookies.joining_link', encode(private.link_hash(secret), 'hex'), true);
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'cohort_token';
  return new;
end
$function$;
comment on function private.take_cohort_token() is 'Trigger on auth.users: allows a sign-up with an open join link, and removes the secret of the link from the metadata, because every access token contains these.';

create or replace function private.take_seat(cohort public.cohorts, state text, person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- A person who is in the cohort already gets no error, whatever the state of the link.
  if exists (select from public.cohort_members m where m.cohort_id = cohort.id and m.user_id = person and m.state <> 'LEFT') then
    return;
  end if;
  if state <> 'OPEN' then
    perform private.refuse_link(state);
  end if;
  insert into public.cohort_members as m (cohort_id, user_id, by_link) values (cohort.id, person, true)
  on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE', by_link = true where m.state = 'LEFT' and not m.removed_by_staff;
  perform private.refuse_removed('LINK', cohort.id, person);
end
$function$;
comment on function private.take_seat(public.cohorts,text,uuid) is 'Takes the cohort and the state of a join link, as cohort_of_hash() gives them, and a person who has confirmed their email; adds the person to the cohort. Raises PT422 as refuse_link() and refuse_removed() do, and PT409 COHORT_FULL.';

create or replace function public.add_cohort_people(cohort_id uuid, people uuid[])
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('people', people, 5000);
  known uuid[] := people;
  joined uuid[];
begin
  perform private.check_cohort_right('cohort_members', 'create', add_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  if private.reach_is_narrowed() then
    known := array(select k from unnest(people) k where k in (select private.assigned_person_ids()));
  end if;
  joined := private.join_cohort(add_cohort_people.cohort_id, known);
  return jsonb_build_object('added', cardinality(joined), 'people', (select count(distinct p.id) from public.profiles p where p.id = any (known)));
end
$function$;
comment on function public.add_cohort_people(uuid,uuid[]) is 'Takes a cohort and people, 2,000 at most; adds those whom the caller reaches and who are not in it. Returns {added: how many, people: how many are in the cohort now}. The same call again adds nobody. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 TOO_MANY.';
grant execute on function public.add_cohort_people(uuid,uuid[]) to authenticated, service_role;

create or replace function public.change_cohort_people(
  cohort_id uuid,
  people uuid[],
  act text,
  days integer default 0,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('people', people, 5000)
    and private.at_most('act', act, 1000);
  name uuid := md5('cohort' || change_cohort_people.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  before public.cohort_member_state[];
  result jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'update', change_cohort_people.cohort_id);
  if cardinality(people) > 2000 then
    raise exception using errcode = 'PT422', hint = 'TOO_MANY', message = 'That is too much at once. Choose fewer people.';
  end if;
  before := case act when 'pause' then '{ACTIVE}' when 'resume' then '{PAUSED}' when 'graduate' then '{ACTIVE,PAUSED}'
    when 'return' then '{GRADUATED,LEFT}' when 'leave' then '{ACTIVE,PAUSED,GRADUATED}' when 'shift' then '{ACTIVE,PAUSED,GRADUATED}'
    when 'open' then '{ACTIVE,PAUSED,GRADUATED}' when 'close' then '{ACTIVE,PAUSED,GRADUATED}' end;
  if before is null or act = 'shift' and coalesce(days, 0) not between -3650 and 3650 then
    raise exception using errcode = 'PT422', hint = 'BAD_ACT', message = 'This cannot be done. Please open the list again.';
  end if;
  if name is not null then
    perform pg_advisory_xact_lock(hashtextextended(name::text, 0));
    select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
    if result is not null then
      return result;
    end if;
  end if;
  with held as materialized (
    -- Rows are locked in the same order everywhere, so that two changes wait for each other instead of ending in a
    -- deadlock.
    select m.user_id from public.cohort_members m
    where m.cohort_id = change_cohort_people.cohort_id and m.user_id = any (people) and m.state = any (before)
      and case act when 'open' then not m.open_all when 'close' then m.open_all when 'shift' then days <> 0 else true end
    order by m.user_id for update
  ), changed as (
    update public.cohort_members m set
      state = case act when 'pause' then 'PAUSED' when 'resume' then 'ACTIVE' when 'return' then 'ACTIVE' when 'graduate' then 'GRADUATED'
        when 'leave' then 'LEFT' else m.state::text end::public.cohort_member_state,
      shift_days = m.shift_days + case act when 'shift' then days else 0 end,
      open_all = case act when 'open' then true when 'close' then false else m.open_all end
    from held h where m.cohort_id = change_cohort_people.cohort_id and m.user_id = h.user_id
    returning m.user_id
  )
  select jsonb_build_object('changed', count(*)) into result from changed;
  if name is not null then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$function$;
comment on function public.change_cohort_people(uuid,uuid[],text,integer,uuid) is 'Takes a cohort, people of it, 2,000 at most, an act (pause, resume, leave, return, graduate, shift by days, open: everything at once, close: by the schedule again), and an operation id; applies the act to those whose state allows it, and returns {changed: how many}. The same operation id again returns the same answer and changes nothing. Raises 42501, PT404 NO_COHORT, PT409 COHORT_FULL, PT422 BAD_ACT and TOO_MANY (rules/cohorts#people).';
grant execute on function public.change_cohort_people(uuid,uuid[],text,integer,uuid) to authenticated, service_role;

create or replace function public.clear_behind(
  cohort_id uuid,
  user_id uuid,
  reason text,
  note text default ''
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.at_most('reason', reason, 10000)
    and private.at_most('note', note, 10000);
  perform private.check_cohort_right('cohort_members', 'update', clear_behind.cohort_id);
  -- The lock lets a repeated request, or two staff at the same moment, store only one note.
  perform pg_advisory_xact_lock(hashtextextended('clearing ' || clear_behind.user_id, 0));
  insert into private.cohort_clearings (cohort_id, user_id, reason, note, cleared_by_id, facts)
  select clear_behind.cohort_id, clear_behind.user_id, clear_behind.reason, btrim(coalesce(clear_behind.note, '')), private.uid(), private.behind_keys(b.facts)
  from private.find_behind(clear_behind.cohort_id, clear_behind.user_id) b where b.reason = clear_behind.reason;
  if not found then
    return;
  end if;
  perform private.record_act('cohort_member.clear', clear_behind.cohort_id::text,
    jsonb_build_object('user_id', clear_behind.user_id, 'reason', clear_behind.reason),
    (select c.title from public.cohorts c where c.id = clear_behind.cohort_id));
end
$function$;
comment on function public.clear_behind(uuid,uuid,text,text) is 'Takes a cohort, a person who has fallen behind in it, the reason as cohort_behind() names it, and a note of 500 characters at most; clears the reason until there are new facts, or until the person has been active and falls behind again. Does nothing if the person has not fallen behind for this reason. Raises 42501, PT404 NO_COHORT, 23514 (rules/cohorts#behind).';
grant execute on function public.clear_behind(uuid,uuid,text,text) to authenticated, service_role;

create or replace function public.cohort_behind(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_behind.cohort_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email)
      || private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.days desc, p.name, p.id, b.reason), '[]')
    from public.cohorts c cross join lateral private.find_behind(c.id) b join public.profiles p on p.id = b.user_id
    where c.id = cohort_behind.cohort_id);
end
$function$;
comment on function public.cohort_behind(uuid) is 'Takes a cohort; returns the people whom find_behind() finds, with the reason as in behind_view(), [{id, name, email, reason, days, usual, since, facts}]; those who have been behind longest come first. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_behind(uuid) to authenticated, service_role;

create or replace function public.cohort_by_link(token text)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  met record := private.cohort_of_link(btrim(token));
begin
  if met.state = 'UNKNOWN' then
    return '{"state": "UNKNOWN"}';
  end if;
  return jsonb_build_object('state', met.state, 'slug', (met.cohort).slug, 'title', (met.cohort).title, 'starts_on', (met.cohort).starts_on,
    'ends_on', (met.cohort).ends_on, 'time_zone', (met.cohort).time_zone,
    'seats_left', case when (met.cohort).seats is not null then greatest(0, (met.cohort).seats - (
      select count(*) from public.cohort_members m where m.cohort_id = (met.cohort).id and m.state <> 'LEFT')) end,
    'courses', (select coalesce(jsonb_agg(c.title order by k.position, c.title), '[]')
      from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
      where k.cohort_id = (met.cohort).id));
end
$function$;
comment on function public.cohort_by_link(text) is 'Takes the secret of a join link; what its page shows: {state: OPEN, FULL, OFF or ENDED, slug, title, starts_on, ends_on, time_zone, seats_left: null without a limit, courses: titles}, or {state: UNKNOWN}. Only for the edge function `cohort-link`.';
grant execute on function public.cohort_by_link(text) to service_role;

create or replace function public.cohort_link(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'create', cohort_link.cohort_id);
  return private.link_view(cohort_link.cohort_id);
end
$function$;
comment on function public.cohort_link(uuid) is 'Takes a cohort; returns its join link as link_view() does, never its secret. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_link(uuid) to authenticated, service_role;

create or replace function public.cohort_mates(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if cohort_mates.cohort_id not in (select private.my_cohort_ids()) then
    perform private.refuse('You are not in this cohort.');
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(p.name order by p.name, p.id), '[]')
      from public.cohort_members m join public.profiles p on p.id = m.user_id
      where m.cohort_id = cohort_mates.cohort_id and m.state <> 'LEFT' and p.id <> private.uid() and p.disabled_at is null and p.name <> ''),
    'staff', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'duty', s.duty) order by s.duty, p.name, p.id), '[]')
      from public.cohort_staff s join public.profiles p on p.id = s.user_id
      where s.cohort_id = cohort_mates.cohort_id and p.disabled_at is null and p.name <> ''));
end
$function$;
comment on function public.cohort_mates(uuid) is 'Takes a cohort of the caller; {people: names of the others, staff: [{name, duty}]}, sorted by name. Raises 42501 for a cohort to which the caller does not belong (rules/cohorts#mates).';
grant execute on function public.cohort_mates(uuid) to authenticated, service_role;

create or replace function public.cohort_member_list(
  cohort_id uuid,
  query text default '',
  state text default null,
  sort text default 'name',
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('query', query, 100000)
    and private.at_most('state', state, 1000)
    and private.at_most('sort', sort, 1000);
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  condition constant text := private.cohort_members_where(cohort_member_list.cohort_id, cohort_member_list.query, cohort_member_list.state);
  people constant text := 'public.cohort_members m join private.people p on p.id = m.user_id';
  ordered text := case cohort_member_list.sort when '-name' then 'p.name desc, m.user_id desc'
    when 'joined' then 'm.joined_at desc, m.user_id desc' when '-joined' then 'm.joined_at, m.user_id' else 'p.name, m.user_id' end;
  total bigint;
  rows jsonb;
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_member_list.cohort_id);
  execute format('select count(*) from %s where %s', people, condition) into total;
  execute format($sql$
    with page as materialized (
      select k.*, row_number() over () as place
      from (select m.* from %s where %s order by %s limit %s offset %s) k
    ), lessons as (
      select count(*) as total from private.cohort_plan(%L)
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', case when within.reach then f.email end, 'state', page.state,
        'joined_at', page.joined_at, 'left_at', page.left_at, 'removed_by_staff', page.removed_by_staff, 'shift_days', page.shift_days, 'open_all', page.open_all, 'paused_on', page.paused_on,
        'completed', case when within.reach then coalesce(done.completed, 0) end, 'lessons', lessons.total, 'last_at', case when within.reach then done.last_at end) order by page.place), '[]')
    from page cross join lessons join public.profiles f on f.id = page.user_id
    cross join lateral (select page.state <> 'LEFT' or private.reaches(f.id) as reach) within
    left join lateral (
      select sum(k.completed) as completed, nullif(max(k.last_at), '-infinity') as last_at
      from private.learner_courses k
      where k.user_id = page.user_id and k.course_id in (select o.course_id from public.cohort_courses o where o.cohort_id = page.cohort_id)
    ) done on true$sql$,
    people, condition, ordered, size, (greatest(coalesce(page, 1), 1) - 1)::bigint * size, cohort_member_list.cohort_id) into rows;
  return jsonb_build_object('total', total, 'people', rows);
end
$function$;
comment on function public.cohort_member_list(uuid,text,text,text,integer,integer) is 'Takes a cohort, a search as members() does, a state (ACTIVE, PAUSED, GRADUATED, LEFT; null: all who did not leave), a sort (name, -name, joined, -joined), a page from 1 and its size (at most 100); gives {total, people: [{id, name, email, state, joined_at, left_at, removed_by_staff, shift_days, open_all, paused_on, completed and lessons of the cohort''s courses, last_at}]}; email, completed and last_at are null for people who left and whom the caller does not reach. Raises 42501 and PT404 NO_COHORT (rules/cohorts#left).';
grant execute on function public.cohort_member_list(uuid,text,text,text,integer,integer) to authenticated, service_role;

create or replace function public.cohort_progress(cohort_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'read', cohort_progress.cohort_id);
  return (
    with c as materialized (
      select * from public.cohorts k where k.id = cohort_progress.cohort_id
    ), plan as materialized (
      select * from private.cohort_plan(cohort_progress.cohort_id)
    ), module as materialized (
      select p.module_id, p.course_id, count(*) as lessons, row_number() over (order by min(p.course_place), p.course_id, min(p.module_place)) as place
      from plan p group by p.module_id, p.course_id
    ), person as materialized (
      select m.*, least(m.paused_at, now()) as clock
      from public.cohort_members m where m.cohort_id = cohort_progress.cohort_id and m.state <> 'LEFT'
      order by m.joined_at limit 1000
    ), pace as materialized (
      -- Openings are computed once for all people with the same shift and pauses. Most people of a cohort have the
      -- same.
      select distinct p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock from person p
    ), opened as materialized (
      select q.*, p.lesson_id
      from pace q cross join c cross join plan p
      where q.open_all
        or private.local_moment(c.starts_on + q.shift_days + p.day, p.at_time, c.time_zone) <= q.clock
        or exists (select from unnest(q.reached_from, q.reached_at) r (first_day, at)
          where private.local_moment(r.first_day + p.day, p.at_time, c.time_zone) <= r.at)
    ), due as materialized (
      select o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock, count(*) as lessons from opened o group by 1, 2, 3, 4, 5
    ), done as materialized (
      select p.user_id, pl.module_id, d.lesson_id, p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock
      from person p
      join public.lesson_completions d on d.user_id = p.user_id
      join plan pl on pl.lesson_id = d.lesson_id
    ), in_module as (
      select d.user_id, d.module_id, count(*) as lessons from done d group by 1, 2
    ), kept_up as (
      select d.user_id, count(*) as lessons
      from done d join opened o on o.lesson_id = d.lesson_id
        and (o.shift_days, o.open_all, o.reached_from, o.reached_at, o.clock) is not distinct from (d.shift_days, d.open_all, d.reached_from, d.reached_at, d.clock)
      group by 1
    )
    select jsonb_build_object(
      'modules', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'title', m.title, 'course', o.title, 'lessons', t.lessons) order by t.place)
        from module t join public.modules m on m.id = t.module_id join public.courses o on o.id = t.course_id), '[]'),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'state', p.state, 'shift_days', p.shift_days,
            'open_all', p.open_all, 'opened', coalesce(due.lessons, 0), 'opened_done', coalesce(k.lessons, 0),
            'done', (select coalesce(jsonb_agg(coalesce(i.lessons, 0) order by t.place), '[]')
              from module t left join in_module i on i.user_id = p.user_id and i.module_id = t.module_id),
            'last_at', (select nullif(max(lc.last_at), '-infinity') from private.learner_courses lc
              where lc.user_id = p.user_id and lc.course_id in (select cc.course_id from public.cohort_courses cc where cc.cohort_id = cohort_progress.cohort_id)))
          order by f.name, f.id)
        from person p join public.profiles f on f.id = p.user_id
        left join kept_up k on k.user_id = p.user_id
        left join due on (due.shift_days, due.open_all, due.reached_from, due.reached_at, due.clock) is not distinct from (p.shift_days, p.open_all, p.reached_from, p.reached_at, p.clock)), '[]')));
end
$function$;
comment on function public.cohort_progress(uuid) is 'Takes a cohort; {modules: [{id, title, course, lessons}] in their order, people: [{id, name, email, state, shift_days, open_all, opened: lessons that the schedule has opened to them, opened_done: those of them that they completed, done: completed lessons in each module, last_at}]}, 1,000 at most. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.cohort_progress(uuid) to authenticated, service_role;

create or replace function public.join_by_link(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  me uuid := private.uid();
  met record;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  met := private.cohort_of_link(btrim(join_by_link.token));
  if met.state = 'OPEN' and not private.address_proven() and not exists (
    select from public.cohort_members m where m.cohort_id = (met.cohort).id and m.user_id = me and m.state <> 'LEFT') then
    perform private.refuse_link('UNVERIFIED');
  end if;
  perform private.take_seat(met.cohort, met.state, me);
  return jsonb_build_object('title', (met.cohort).title, 'starts_on', (met.cohort).starts_on, 'time_zone', (met.cohort).time_zone, 'courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by k.position, c.title), '[]')
    from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.cohort_id = (met.cohort).id));
end
$function$;
comment on function public.join_by_link(text) is 'Takes the secret of a join link; adds the signed-in caller to its cohort, if their email is verified. Returns {title, starts_on, time_zone, courses: [{slug, title}]}. The same call again changes nothing. Raises 42501, PT422 LINK_UNKNOWN, LINK_OFF, LINK_ENDED, LINK_FULL, LINK_UNVERIFIED, LINK_REMOVED, and PT409 COHORT_FULL if another person takes the last seat at the same moment (rules/cohorts#link).';
grant execute on function public.join_by_link(text) to authenticated, service_role;

create or replace function public.make_cohort_link(cohort_id uuid, ends_on date default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.check_cohort_right('cohort_members', 'create', make_cohort_link.cohort_id);
  insert into private.cohort_links as k (cohort_id, hash, ends_on)
  values (make_cohort_link.cohort_id, sha256(decode(token, 'hex')), make_cohort_link.ends_on)
  on conflict on constraint cohort_links_pkey do update set hash = excluded.hash, ends_on = excluded.ends_on, active = true, made_at = now();
  perform private.record_act('cohort.make_link', make_cohort_link.cohort_id::text, jsonb_build_object('ends_on', make_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = make_cohort_link.cohort_id));
  return private.link_view(make_cohort_link.cohort_id) || jsonb_build_object('token', token);
end
$function$;
comment on function public.make_cohort_link(uuid,date) is 'Takes a cohort and the last day of a link (null: none); makes a new link, which replaces the earlier one, and returns it as link_view() does, with its secret `token`, which cannot be read again. Raises 42501 and PT404 NO_COHORT.';
grant execute on function public.make_cohort_link(uuid,date) to authenticated, service_role;

create or replace function public.move_cohort(
  cohort_id uuid,
  days integer,
  dry_run boolean default true,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  name uuid := md5('move' || move_cohort.operation_id::text || coalesce(private.uid()::text, ''))::uuid;
  was public.cohorts;
  now_is public.cohorts;
  result jsonb;
  begun boolean;
  ahead uuid[];
  total bigint;
  dues uuid[];
  all_dues bigint;
begin
  perform private.check_cohort_right('releases', 'update', move_cohort.cohort_id);
  if days is null or days not between -3650 and 3650 then
    perform private.refuse_field('days', 'Choose at most ten years.');
  end if;
  select c.* into was from public.cohorts c where c.id = move_cohort.cohort_id for update;
  select b.result into result from private.bulk_pieces b where b.operation_id = name and b.piece = 0;
  if result is not null then
    return result;
  end if;
  begun := private.local_day(now(), was.time_zone) >= was.starts_on;
  select count(*), coalesce(array_agg(r.id) filter (where
      not begun or private.local_moment(was.starts_on + r.day, r.at_time, was.time_zone) > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and r.id = any (v.releases))), '{}')
  into total, ahead
  from public.releases r where r.cohort_id = was.id;
  select count(*), coalesce(array_agg(d.lesson_id) filter (where
      not begun or d.due_at > now()
      or exists (select from private.cohort_moves v where v.cohort_id = was.id and v.days = -move_cohort.days and d.lesson_id = any (v.dues))), '{}')
  into all_dues, dues
  from private.cohort_due_days(was.id) d;
  now_is := was;
  now_is.starts_on := was.starts_on + case when begun then 0 else move_cohort.days end;
  now_is.ends_on := was.ends_on + move_cohort.days;
  now_is.access_ends_on := was.access_ends_on + move_cohort.days;
  if now_is.ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'The last day would lie before the first.');
  end if;
  if now_is.access_ends_on < now_is.starts_on then
    perform private.refuse_field('days', 'Access would end before the first day.');
  end if;
  if begun and exists (select from public.releases r where r.id = any (ahead) and r.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would open before the first day.');
  end if;
  if begun and exists (select from private.cohort_due_days(was.id) d where d.lesson_id = any (dues) and d.day + move_cohort.days < 0) then
    perform private.refuse_field('days', 'Something would be due before the first day.');
  end if;
  if not dry_run and days <> 0 then
    -- The openings move first, because the update of the cohort below writes all grants once.
    if begun then
      update public.releases r set day = r.day + move_cohort.days where r.id = any (ahead);
      insert into public.cohort_dues as d (cohort_id, lesson_id, day)
      select was.id, k.lesson_id, k.day + move_cohort.days from private.cohort_due_days(was.id) k where k.lesson_id = any (dues)
      on conflict on constraint cohort_dues_pkey do update set day = excluded.day;
      -- A due date that is the same as in the assignment again needs no row, so that it follows later changes of the
      -- assignment.
      delete from public.cohort_dues d using public.assignments a
      where d.cohort_id = was.id and d.lesson_id = any (dues) and a.lesson_id = d.lesson_id and d.day = a.due_day and d.at_time is null;
    end if;
    -- A move of a cohort that has not begun moves all openings, so a move back needs no list of them.
    insert into private.cohort_moves as v (cohort_id, days, releases, dues)
    values (was.id, move_cohort.days, case when begun then ahead else '{}' end, case when begun then dues else '{}' end)
    on conflict on constraint cohort_moves_pkey do update set days = excluded.days, releases = excluded.releases, dues = excluded.dues, moved_at = now();
    update public.cohorts c set starts_on = now_is.starts_on, ends_on = now_is.ends_on, access_ends_on = now_is.access_ends_on
    where c.id = was.id;
  end if;
  result := jsonb_build_object('moves', cardinality(ahead), 'stays', total - cardinality(ahead),
    'dues_move', cardinality(dues), 'dues_stay', all_dues - cardinality(dues), 'begun', begun,
    'starts_on', now_is.starts_on, 'ends_on', now_is.ends_on, 'access_ends_on', now_is.access_ends_on,
    'people', (select count(*) from public.cohort_members m where m.cohort_id = was.id and m.state <> 'LEFT'));
  if dry_run then
    result := result || jsonb_build_object(
      'names', (select coalesce(jsonb_agg(f.name order by f.name, f.id), '[]') from (
        select p.id, private.shown_name(p.name, p.email) as name from public.cohort_members m join public.profiles p on p.id = m.user_id
        where m.cohort_id = was.id and m.state <> 'LEFT' order by p.name, p.id limit 5) f),
      'changes', (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'title', f.title, 'from', f.day, 'to', f.day + move_cohort.days) order by f.day, f.title, f.id), '[]') from (
        select k.* from (
          select r.id, 'OPENING' as kind, coalesce(l.title, m.title) as title, was.starts_on + r.day as day
          from public.releases r left join public.lessons l on l.id = r.lesson_id left join public.modules m on m.id = r.module_id
          where r.id = any (ahead)
          union all
          select d.lesson_id, 'DUE', l.title, was.starts_on + d.day
          from private.cohort_due_days(was.id) d join public.lessons l on l.id = d.lesson_id where d.lesson_id = any (dues)) k
        order by k.day, k.title, k.id limit 5) f));
  end if;
  if name is not null and not dry_run then
    insert into private.bulk_pieces (operation_id, piece, result) values (name, 0, result);
  end if;
  return result;
end
$function$;
comment on function public.move_cohort(uuid,integer,boolean,uuid) is 'Takes a cohort, by how many days everything comes later (negative: earlier), whether this is a dry run, which changes nothing, and an operation id: the same operation moves the cohort only once. A cohort that has not begun moves with its first day. In one that has begun, the openings and due dates that lie ahead, the last day and the end of access move. Returns {moves and stays: how many openings, dues_move and dues_stay: how many due dates, begun, starts_on, ends_on, access_ends_on, people}, and as a dry run also names: of the first five people, and changes: the first five openings and due dates [{kind: OPENING or DUE, title, from, to: days of the calendar}]. A move back by the same number of days undoes it. Raises 42501, PT404 NO_COHORT, PT422 with hint days (rules/cohorts#moving).';
grant execute on function public.move_cohort(uuid,integer,boolean,uuid) to authenticated, service_role;

create or replace function public.person_cohorts(user_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  if not private.can('cohort_members', 'read', 'assigned') then
    perform private.refuse('You may not read cohorts.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'time_zone', c.time_zone, 'starts_on', c.starts_on,
        'ends_on', c.ends_on, 'cohort_state', private.cohort_state(c), 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at,
        'shift_days', m.shift_days, 'open_all', m.open_all, 'paused_on', m.paused_on,
        'behind', (select coalesce(jsonb_agg(private.behind_view(b.reason, b.days, b.usual, b.since, b.facts, c.time_zone) order by b.reason), '[]')
          from private.find_behind(c.id, m.user_id) b),
        'cleared', (select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'note', x.note, 'at', x.cleared_at,
            'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = x.cleared_by_id)) order by x.cleared_at desc), '[]')
          from (select * from private.cohort_clearings k where k.cohort_id = c.id and k.user_id = m.user_id order by k.cleared_at desc limit 20) x))
      order by c.starts_on desc, c.id), '[]')
    from public.cohort_members m join public.cohorts c on c.id = m.cohort_id
    where m.user_id = person_cohorts.user_id and (select private.reaches(person_cohorts.user_id))
      and (private.can('cohort_members', 'read') or c.id in (select private.staffed_cohort_ids('cohort_members', 'read'))));
end
$function$;
comment on function public.person_cohorts(uuid) is 'Takes a person; their cohorts that the caller may read, the newest first: [{id, slug, title, time_zone, starts_on, ends_on, cohort_state, state, joined_at, left_at, shift_days, open_all, paused_on, behind: as behind_view() shows it [{reason, days, usual, since, facts}], cleared: the newest 20 [{reason, note, at, by}]}]. None of a person whom the caller does not reach. Raises 42501.';
grant execute on function public.person_cohorts(uuid) to authenticated, service_role;

create or replace function public.set_cohort_link(
  cohort_id uuid,
  active boolean,
  ends_on date default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_cohort_right('cohort_members', 'create', set_cohort_link.cohort_id);
  update private.cohort_links k set active = set_cohort_link.active, ends_on = set_cohort_link.ends_on where k.cohort_id = set_cohort_link.cohort_id;
  if not found then
    raise exception using errcode = 'PT404', hint = 'NO_LINK', message = 'This cohort has no join link.';
  end if;
  perform private.record_act('cohort.change_link', set_cohort_link.cohort_id::text,
    jsonb_build_object('active', set_cohort_link.active, 'ends_on', set_cohort_link.ends_on),
    (select c.title from public.cohorts c where c.id = set_cohort_link.cohort_id));
  return private.link_view(set_cohort_link.cohort_id);
end
$function$;
comment on function public.set_cohort_link(uuid,boolean,date) is 'Takes a cohort, whether its link is switched on, and its last day (null: none); changes both and returns link_view(). Raises 42501, PT404 NO_COHORT and NO_LINK.';
grant execute on function public.set_cohort_link(uuid,boolean,date) to authenticated, service_role;

-- TRIGGERS

create trigger cohort_members_audit_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_audit_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_audit_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

create trigger cohort_members_change before insert or update on public.cohort_members
  for each row execute function private.change_membership();

create trigger cohort_members_follow_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_follow_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_follow_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_cohort_members();

create trigger cohort_members_signal_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_signal_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_signal_update after update on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.signal_change('cohort_members');

create trigger cohort_members_touch before update on public.cohort_members
  for each row execute function private.touch_updated_at();

create trigger cohort_members_work_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.follow_who_left();

create trigger cohort_members_work_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_who_left();

create trigger submissions_in_cohort before insert on public.submissions
  for each row
  when (new.cohort_id is not null)
  execute function private.keep_in_cohort('user_id');

-- A hosted project may allow no triggers here.
do $$
begin
  create trigger rookies_drop_link before insert or update of identity_data on auth.identities
    for each row
    when ((new.identity_data -> 'cohort_token') is not null)
    execute function private.drop_cohort_token();
exception when insufficient_privilege then
  raise notice 'Used proofs of invites and secrets of links stay in auth.identities, which takes no triggers here. They open nothing.';
end
$$;

create trigger rookies_accept_link before insert or update of raw_user_meta_data on auth.users
  for each row
  when ((new.raw_user_meta_data -> 'cohort_token') is not null)
  execute function private.take_cohort_token();

-- POLICIES

create policy cohort_members_delete on public.cohort_members
  for delete to authenticated
  using ((select private.can('cohort_members', 'delete')));
comment on policy cohort_members_delete on public.cohort_members is 'Callers who may delete memberships. The row of a person who leaves is not deleted.';

create policy cohort_members_insert on public.cohort_members
  for insert to authenticated
  with check (
    (select private.can('cohort_members', 'create'))
    or (
      cohort_id in (select private.staffed_cohort_ids('cohort_members', 'create'))
      and user_id in (select private.assigned_person_ids())
    )
  );
comment on policy cohort_members_insert on public.cohort_members is 'Callers with a right on all cohorts can add everybody. Others can add only people who are assigned to them already, to cohorts that they look after, so that a moderator cannot gain access to a person by adding them.';

create policy cohort_members_select on public.cohort_members
  for select to authenticated
  using (
    (
      user_id = (select private.uid())
      and (select private.can('cohort_members', 'read', 'own'))
      and cohort_id in (select private.my_cohort_ids())
    )
    or (select private.can('cohort_members', 'read'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'read'))
  );
comment on policy cohort_members_select on public.cohort_members is 'The caller''s own memberships, all, or those of cohorts that the caller looks after.';

create policy cohort_members_update on public.cohort_members
  for update to authenticated
  using (
    (select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update'))
  )
  with check (
    (select private.can('cohort_members', 'update'))
    or cohort_id in (select private.staffed_cohort_ids('cohort_members', 'update'))
  );
comment on policy cohort_members_update on public.cohort_members is 'Callers who may change people of the cohort. Column grants keep cohort and person from being changed.';
