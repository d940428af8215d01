-- Why: whether a person has put a row of the inbox away stood in each of its parts. Now one function says it, which the planner puts
-- into each query (rules/inbox#done, #snooze).

create function private.inbox_away(me uuid) returns setof private.inbox_marks
language sql stable as $$
  select k.* from private.inbox_marks k where k.user_id = inbox_away.me and (k.until is null or k.until > now())
$$;
comment on function private.inbox_away(uuid) is
  'Takes the caller; returns the rows of the inbox that they have put away, done or still snoozed, each with the version for which that holds. Checks no rights.';
revoke all on function private.inbox_away(uuid) from public;

create or replace function private.inbox_behind(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'cohort_members update any' = any (rights);
  cohorts constant uuid[] := case when not everywhere then array(select k from private.staffed_cohort_ids('cohort_members', 'update') k) end;
  -- As many more people are read as are left out below.
  most bigint;
  ids uuid[];
begin
  if not everywhere and cardinality(cohorts) = 0 then
    return;
  end if;
  most := private.inbox_most() + 1 + (select count(*) from private.inbox_away(me) k where k.kind = 'BEHIND');
  ids := array(
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
  return query
    select 'BEHIND', cardinality(ids), r.promise_at, b.id,
      private.inbox_row('BEHIND', 'CLEAR', b.id, r.version, coalesce(nullif(p.name, ''), p.email),
        json_build_object('id', p.id, 'name', coalesce(nullif(p.name, ''), p.email), 'email', p.email),
        null, private.inbox_place(c.id, c.title), b.found_at, r.promise_at,
        private.behind_view(b.reason, private.local_day(now(), c.time_zone) - b.since, b.usual, b.since, b.facts, c.time_zone)::json, h.holder)
    from private.behind_people b
    cross join lateral (select private.behind_version(b) as version, b.found_at + private.inbox_promise() as promise_at) r
    join public.profiles p on p.id = b.user_id
    join public.cohorts c on c.id = b.cohort_id
    left join lateral private.inbox_holder('BEHIND', b.id, r.version, me) h on true
    where b.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_events(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'purchases dismiss any' <> all (rights) then
    return;
  end if;
  ids := array(
    select n.id from private.purchase_notices n
    where n.dealt_at is null and not exists (
      select from private.inbox_away(me) k where k.kind = 'EVENT' and k.subject_id = n.id and k.version = md5(n.reasons::text))
    order by n.told_at, n.id limit private.inbox_most() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'EVENT', cardinality(ids), r.promise_at, n.id,
      private.inbox_row('EVENT', 'DISMISS', n.id, r.version, n.event_id, null, null, null, n.told_at, r.promise_at,
        json_build_object('provider', n.provider, 'type', n.type, 'reasons', n.reasons, 'ref', n.ref, 'times', n.times), h.holder)
    from private.purchase_notices n
    cross join lateral (select md5(n.reasons::text) as version, n.told_at + private.inbox_promise() as promise_at) r
    left join lateral private.inbox_holder('EVENT', n.id, r.version, me) h on true
    where n.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_invites(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'invites resend any' = any (rights);
  ids uuid[];
begin
  if not everywhere and 'invites resend own' <> all (rights) then
    return;
  end if;
  ids := array(
    select i.id from (
      select w.* from public.invites w where everywhere
      union all
      select w.* from public.invites w where not everywhere and w.invited_by_id = me) i
    where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day'
      and not exists (
        select from private.inbox_away(me) k where k.kind = 'INVITE' and k.subject_id = i.id and k.version = extract(epoch from i.expires_at)::text)
    order by i.expires_at, i.id limit private.inbox_most() + 1);
  return query
    select 'INVITE', cardinality(ids), i.expires_at, i.id,
      private.inbox_row('INVITE', 'RESEND', i.id, r.version, i.email, null, null, private.inbox_place(k.id, k.title), i.created_at, i.expires_at,
        json_build_object('by', case when p.id is not null then coalesce(nullif(p.name, ''), p.email) end), h.holder)
    from public.invites i
    cross join lateral (select extract(epoch from i.expires_at)::text as version) r
    left join public.cohorts k on k.id = i.cohort_id
    left join public.profiles p on p.id = i.invited_by_id
    left join lateral private.inbox_holder('INVITE', i.id, r.version, me) h on true
    where i.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_jobs(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  ids uuid[];
begin
  if 'due_work retry any' <> all (rights) then
    return;
  end if;
  ids := array(
    select w.id from private.due_work w
    where w.outcome = 'FAILED' and not exists (
      select from private.inbox_away(me) k where k.kind = 'MAIL' and k.subject_id = w.id and k.version = extract(epoch from w.done_at)::text)
    order by w.done_at, w.id limit private.inbox_most() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'MAIL', cardinality(ids), r.promise_at, w.id,
      private.inbox_row('MAIL', 'RETRY', w.id, r.version, d.label, private.inbox_person(p.id, p.name, p.email), null, null, w.done_at, r.promise_at,
        json_build_object('error', w.error, 'attempts', w.attempts), h.holder)
    from private.due_work w
    cross join lateral (select extract(epoch from w.done_at)::text as version, w.done_at + private.inbox_promise() as promise_at) r
    join private.due_kinds d on d.kind = w.kind
    left join public.profiles p on p.id = w.user_id
    left join lateral private.inbox_holder('MAIL', w.id, r.version, me) h on true
    where w.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_purchases(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  -- As many more purchases are read as are left out below.
  most bigint;
  ids uuid[];
begin
  if 'purchases assign any' <> all (rights) then
    return;
  end if;
  most := private.inbox_most() + 1 + (select count(*) from private.inbox_away(me) k where k.kind = 'PURCHASE');
  ids := array(
    select w.id from (
      (select p.id, p.created_at, p.status from public.purchases p where p.status = 'PENDING' order by p.created_at, p.id limit most)
      union all
      (select p.id, p.created_at, p.status from public.purchases p
       where p.needs_member and p.status = 'COMPLETED' order by p.created_at, p.id limit most)) w
    where case when w.id in (select k.subject_id from private.inbox_away(me) k where k.kind = 'PURCHASE') then not exists (
      select from private.inbox_away(me) k where k.kind = 'PURCHASE' and k.subject_id = w.id and k.version = w.status::text) else true end
    order by w.created_at, w.id limit private.inbox_most() + 1);
  return query
    select 'PURCHASE', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('PURCHASE', case p.status when 'PENDING' then 'OPEN' else 'ASSIGN' end, p.id, p.status::text,
        coalesce(c.title, m.name, p.provider_ref), private.inbox_person(b.id, b.name, b.email), private.inbox_place(c.id, c.title), null,
        p.created_at, r.promise_at,
        json_build_object('status', p.status, 'item', coalesce(c.title, m.name), 'amount_cents', p.amount_cents, 'currency', p.currency,
          'ref', p.provider_ref, 'buyer_email', p.buyer_email), h.holder)
    from public.purchases p
    cross join lateral (select p.created_at + private.inbox_promise() as promise_at) r
    left join public.courses c on c.id = p.course_id
    left join public.communities m on m.id = p.community_id
    left join public.profiles b on b.id = p.user_id
    left join lateral private.inbox_holder('PURCHASE', p.id, p.status::text, me) h on true
    where p.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_question_reports(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  modules uuid[];
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    modules := array(select k from private.my_module_ids('questions', 'moderate') k);
    if cardinality(cohorts) + cardinality(modules) = 0 then
      return;
    end if;
  end if;
  ids := array(
    select q.id
    from private.inbox_open_reports() r
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id and l.deleted_at is null
    join public.modules m on m.id = l.module_id and m.deleted_at is null
    join public.courses c on c.id = m.course_id and c.deleted_at is null
    where (everywhere or q.cohort_id = any (cohorts) or l.module_id = any (modules))
      and not exists (
        select from private.inbox_away(me) k where k.kind = 'QUESTION_REPORT' and k.subject_id = q.id and k.version = extract(epoch from r.last_at)::text)
    order by r.first_at, q.id limit private.inbox_most() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'QUESTION_REPORT', cardinality(ids), v.promise_at, q.id,
      private.inbox_row('QUESTION_REPORT', 'MODERATE', q.id, v.version, l.title, null, private.inbox_place(c.id, c.title),
        private.inbox_place(k.id, k.title), r.first_at, v.promise_at,
        json_build_object('slug', c.slug, 'lesson_id', l.id, 'reports', r.reports), h.holder)
    from private.inbox_open_reports() r
    cross join lateral (select extract(epoch from r.last_at)::text as version, r.first_at + private.inbox_promise() as promise_at) v
    join public.questions q on q.id = r.question_id
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join lateral private.inbox_holder('QUESTION_REPORT', q.id, v.version, me) h on true
    where q.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_questions(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'questions moderate any' = any (rights);
  cohorts uuid[];
  lessons uuid[];
  binned uuid[];
  -- As many more questions are read as are left out below.
  most bigint;
  ids uuid[];
begin
  if not everywhere then
    cohorts := array(select k from private.staffed_cohort_ids('questions', 'moderate') k);
    lessons := array(select l.id from public.lessons l where l.module_id in (select private.my_module_ids('questions', 'moderate')));
    if cardinality(cohorts) + cardinality(lessons) = 0 then
      return;
    end if;
  end if;
  binned := array(select b from private.binned_lesson_ids() b);
  most := private.inbox_most() + 1 + (select count(*) from private.inbox_away(me) k where k.kind = 'QUESTION');
  ids := array(
    select q.id from (
      -- Each branch has its own index, which returns the questions that have waited longest first.
      (select w.id, w.waiting_since from private.inbox_waiting(me, binned) w where everywhere order by w.waiting_since, w.id limit most)
      union all (
        select w.id, w.waiting_since
        from unnest(cohorts) c (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.cohort_id = c.id order by x.waiting_since, x.id limit most) w
        where not everywhere
        union
        select w.id, w.waiting_since
        from unnest(lessons) l (id) cross join lateral (
          select x.id, x.waiting_since from private.inbox_waiting(me, binned) x where x.lesson_id = l.id order by x.waiting_since, x.id limit most) w
        where not everywhere)) q
    where case when q.id in (select k.subject_id from private.inbox_away(me) k where k.kind = 'QUESTION') then not exists (
      select from private.inbox_away(me) k where k.kind = 'QUESTION' and k.subject_id = q.id and k.version = extract(epoch from q.waiting_since)::text) else true end
    order by q.waiting_since, q.id limit private.inbox_most() + 1);
  return query
    select 'QUESTION', cardinality(ids), r.promise_at, q.id,
      private.inbox_row('QUESTION', 'ANSWER', q.id, r.version, q.title, private.inbox_person(p.id, p.name, p.email),
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), q.waiting_since, r.promise_at,
        json_build_object('lesson', l.title, 'slug', c.slug, 'lesson_id', l.id, 'audience', q.audience, 'body', left(q.body, 1000),
          'cut', char_length(q.body) > 1000, 'answers', q.answers), h.holder)
    from public.questions q
    cross join lateral (
      select extract(epoch from q.waiting_since)::text as version, q.waiting_since + private.inbox_promise() as promise_at) r
    join public.lessons l on l.id = q.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    left join public.cohorts k on k.id = q.cohort_id
    left join public.profiles p on p.id = q.author_id
    left join lateral private.inbox_holder('QUESTION', q.id, r.version, me) h on true
    where q.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_reports(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  everywhere constant boolean := 'community_posts delete any' = any (rights);
  communities constant uuid[] := case when not everywhere then array(select k from private.joined_community_ids('MODERATOR') k) end;
  ids uuid[];
begin
  if not everywhere and cardinality(communities) = 0 then
    return;
  end if;
  ids := array(
    select r.post_id
    from (select o.post_id, min(o.created_at) as first_at, count(*)::text as version
      from public.community_post_reports o where o.resolved_at is null group by 1) r
    join public.community_posts p on p.id = r.post_id and p.deleted_at is null
    where (everywhere or p.community_id = any (communities)) and not exists (
      select from private.inbox_away(me) k where k.kind = 'REPORT' and k.subject_id = r.post_id and k.version = r.version)
    order by r.first_at, r.post_id limit private.inbox_most() + 1);
  if ids = '{}' then
    return;
  end if;
  return query
    select 'REPORT', cardinality(ids), r.promise_at, p.id,
      private.inbox_row('REPORT', 'MODERATE', p.id, r.reports::text, c.name, null, null, null, r.first_at, r.promise_at,
        json_build_object('community_id', c.id, 'slug', c.slug, 'reports', r.reports), h.holder)
    from public.community_posts p
    join public.communities c on c.id = p.community_id
    cross join lateral (
      select min(o.created_at) as first_at, min(o.created_at) + private.inbox_promise() as promise_at, count(*) as reports
      from public.community_post_reports o where o.post_id = p.id and o.resolved_at is null) r
    left join lateral private.inbox_holder('REPORT', p.id, r.reports::text, me) h on true
    where p.id = any (ids[1:50]);
end
$$;

create or replace function private.inbox_work(rights text[])
returns table (kind text, total int, promise_at timestamptz, subject_id uuid, shown json)
language plpgsql stable security definer rows 100 set search_path = '' set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  me constant uuid := private.uid();
  scope record;
  others uuid[];
  left_out bigint;
  work uuid[];
  appeals uuid[];
begin
  if not rights && array['submissions review any', 'submissions review own', 'submissions review assigned'] then
    return;
  end if;
  scope := private.queue_condition('{}');
  -- Few works are with other reviewers. A list of their ids costs less than joins.
  others := array(select c.submission_id from public.review_claims c where c.until > now() and c.reviewer_id <> me limit 1000)
    || array(select o.submission_id from private.review_offers o where o.until > now() and o.reviewer_id <> me limit 1000);
  -- As many more works are read as are left out below.
  left_out := cardinality(others)
    + (select count(*) from (select from private.inbox_away(me) k where k.kind in ('WORK', 'APPEAL') limit 1000) n);
  execute format($sql$
    select (array_agg(n.id) filter (where not n.appeal))[1:%4$s], (array_agg(n.id) filter (where n.appeal))[1:%4$s]
    from (
      select w.id, o.submission_id is not null and w.round > 1 as appeal
      from (
        select s.id, s.round, s.awaiting_since from public.submissions s
        where s.state = 'WAITING' and %1$s order by s.awaiting_since, s.id limit %3$s) w
      left join private.second_opinions o on o.submission_id = w.id and o.round = w.round
      where w.id not in (select x from unnest($4) x)
        and case when w.id in (select k.subject_id from private.inbox_away(%2$L) k where k.kind in ('WORK', 'APPEAL')) then not exists (
          select from private.inbox_away(%2$L) k
          where k.kind = case when o.submission_id is not null and w.round > 1 then 'APPEAL' else 'WORK' end
            and k.subject_id = w.id and k.version = w.round::text) else true end
        and case when o.not_by_id = %2$L then not private.goes_to_others(%2$L, (select s from public.submissions s where s.id = w.id)) else true end
      order by w.awaiting_since, w.id) n$sql$,
    scope.condition, me, private.inbox_most() + 1 + left_out, private.inbox_most() + 1)
  into work, appeals using scope.cohorts, scope.lessons, scope.others, others;
  return query
    select n.kind, cardinality(n.ids), r.promise_at, s.id,
      private.inbox_row(n.kind, 'REVIEW', s.id, s.round::text, l.title,
        -- Until a review is published, a blind assignment hides whose work it is.
        case when not a.blind then private.inbox_person(p.id, p.name, p.email) end,
        private.inbox_place(c.id, c.title), private.inbox_place(k.id, k.title), s.awaiting_since, r.promise_at,
        json_build_object('round', s.round, 'late', coalesce(d.late, false)), h.holder)
    from (values ('WORK', work), ('APPEAL', appeals)) n (kind, ids)
    join public.submissions s on s.id = any (n.ids[1:50])
    cross join lateral (select s.awaiting_since + private.review_promise() as promise_at) r
    join public.lessons l on l.id = s.lesson_id
    join public.assignments a on a.lesson_id = l.id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    join public.profiles p on p.id = s.user_id
    left join public.cohorts k on k.id = s.cohort_id
    left join public.submission_rounds d on d.submission_id = s.id and d.round = s.round
    left join lateral private.inbox_holder(n.kind, s.id, s.round::text, me) h on true;
end
$$;
