-- Why: people whom staff had taken out of a cohort came back by its join link, or by an invite that they still had. A removal by staff
-- is lifted by staff alone (rules/cohorts#removed).

alter table public.cohort_members add column removed_by_staff boolean not null default false;
comment on column public.cohort_members.removed_by_staff is 'Whether somebody other than the person ended the membership. Only staff can add them again (rules/cohorts#removed). Written by a trigger.';
alter table public.cohort_members add constraint cohort_members_removed check (state = 'LEFT' or not removed_by_staff);

-- Who ended the memberships that have ended is read from the audit. If it does not say, it was staff.
alter table public.cohort_members disable trigger user;
update public.cohort_members m set removed_by_staff = true
where m.state = 'LEFT' and m.user_id is distinct from (
  select l.user_id from public.audit_logs l
  where l.target_type = 'cohort_member' and l.action = 'cohort_member.leave' and l.target_id = m.cohort_id::text
    and l.after ->> 'user_id' = m.user_id::text
  order by l.created_at desc, l.id desc limit 1);
alter table public.cohort_members enable trigger user;

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
      -- A pause that is entered for another day begins with that day.
      new.paused_at := case when new.paused_on = today then now() else private.local_moment(new.paused_on, '00:00', zone) end;
    end if;
  else
    if was = 'PAUSED' and new.state <> 'LEFT' then
      -- What opened before the pause stays open. By the shift alone, what opened on its first day would be shut until the
      -- same time on the day on which it ends.
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
comment on function private.change_membership() is 'Row trigger: records when a person left, and whether by somebody else, when they joined again, and when a pause began, and adds the days of a pause to the person''s shift when it ends. Raises PT409 LEFT for a shift, or an opening of everything, of a person who stays out (rules/cohorts#people, #pause, #removed).';

create function private.refuse_removed(way text, cohort uuid, person uuid)
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
comment on function private.refuse_removed(text,uuid,uuid) is 'Takes LINK or INVITE, a cohort and a person; if staff took the person out of the cohort, raises PT422 with that word and _REMOVED as hint, and a sentence that names whom to ask: staff of the cohort, whose names the person could read there (rules/cohorts#removed).';
revoke all on function private.refuse_removed(text,uuid,uuid) from public;

drop function private.join_cohort(uuid, uuid[]);
create function private.join_cohort(cohort uuid, people uuid[], invited_at timestamptz default null)
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
  return joined;
end
$function$;
comment on function private.join_cohort(uuid,uuid[],timestamp with time zone) is 'Takes a cohort, people, and when they were invited (null: staff add them now); those who are not in it join, also those who left, but nobody whom staff took out after they were invited. Returns those who joined. Raises PT409 COHORT_FULL.';
revoke all on function private.join_cohort(uuid,uuid[],timestamp with time zone) from public;

create or replace function public.join_by_link(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  met record;
begin
  if not private.active() then
    perform private.refuse('Not authenticated');
  end if;
  met := private.cohort_of_link(btrim(join_by_link.token));
  -- A person of the cohort gets the answer whatever the state of the link.
  if (met.cohort).id is null or not exists (
    select from public.cohort_members m where m.cohort_id = (met.cohort).id and m.user_id = me and m.state <> 'LEFT') then
    if met.state <> 'OPEN' then
      perform private.refuse_link(met.state);
    end if;
    if not private.address_proven() then
      perform private.refuse_link('UNVERIFIED');
    end if;
    insert into public.cohort_members as m (cohort_id, user_id, by_link) values ((met.cohort).id, me, true)
    on conflict on constraint cohort_members_pkey do update set state = 'ACTIVE', by_link = true where m.state = 'LEFT' and not m.removed_by_staff;
    perform private.refuse_removed('LINK', (met.cohort).id, me);
  end if;
  return jsonb_build_object('title', (met.cohort).title, 'starts_on', (met.cohort).starts_on, 'time_zone', (met.cohort).time_zone, 'courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by k.position, c.title), '[]')
    from public.cohort_courses k join public.courses c on c.id = k.course_id and private.course_is_published(c.status, c.deleted_at)
    where k.cohort_id = (met.cohort).id));
end
$function$;
comment on function public.join_by_link(text) is 'Takes the secret of a join link; the signed-in caller joins its cohort, if their email is verified. Gives {title, starts_on, time_zone, courses: [{slug, title}]}. Sent again, it changes nothing. Raises 42501, PT422 LINK_UNKNOWN, LINK_OFF, LINK_ENDED, LINK_FULL, LINK_UNVERIFIED, LINK_REMOVED, and PT409 COHORT_FULL if another person takes the last seat at the same moment (rules/cohorts#link).';

create or replace function private.redeem_invite(token text, person uuid, address text)
  returns public.invites
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  invite public.invites := private.usable_invite(token, address);
  cohort public.cohorts;
begin
  -- The invite stays open, so that a person who may invite can send it again.
  if not private.invite_admits(invite) then
    perform private.refuse_invite('WITHDRAWN');
  end if;
  -- If two redeem at once, the second waits for the first and then finds the invite redeemed.
  update public.invites i set redeemed_at = now(), redeemed_by_id = person
  where i.id = invite.id and private.invite_is_active(i.redeemed_at, i.cancelled_at, i.expires_at);
  if not found then
    select i.* into invite from public.invites i where i.id = invite.id;
    perform private.refuse_invite(private.invite_state(invite));
  end if;
  insert into public.entitlements (user_id, course_id, source, invite_id, granted_by_id)
  select person, g.id, 'INVITE', invite.id, invite.invited_by_id
  from private.invited_course_ids(invite) g (id)
  on conflict on constraint entitlements_grant_key do nothing;
  cohort := private.invited_cohort(invite);
  if cohort.id is not null then
    if private.cohort_is_full(cohort.id) and not exists (
      select from public.cohort_members m where m.cohort_id = cohort.id and m.user_id = person and m.state <> 'LEFT') then
      perform private.refuse_invite('FULL');
    end if;
    perform private.join_cohort(cohort.id, array[person], invite.created_at);
    perform private.refuse_removed('INVITE', cohort.id, person);
  end if;
  return invite;
end
$function$;
comment on function private.redeem_invite(text,uuid,text) is 'Takes a token, a person and their email; redeems the invite exactly once and grants those of its courses that its sender could still give, and adds the person to its cohort. Raises PT422 with a whole sentence and a code as hint: INVITE_UNKNOWN, _OTHER_ADDRESS, _REDEEMED, _CANCELLED, _EXPIRED, _WITHDRAWN, _FULL, _REMOVED; PT409 COHORT_FULL if another person takes the last seat at the same moment.';

create or replace function private.cohort_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'cohorts', (
    select jsonb_agg(jsonb_build_object('cohort', c.title, 'state', m.state, 'joined_at', m.joined_at, 'left_at', m.left_at, 'removed_by_staff', m.removed_by_staff, 'shift_days', m.shift_days,
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
