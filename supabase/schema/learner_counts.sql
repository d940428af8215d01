-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

create table private.learner_courses (
  user_id uuid not null,
  course_id uuid not null,
  completed integer not null default 0,
  last_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  granted_at timestamp with time zone,
  open_until timestamp with time zone,
  finished boolean not null default false,
  idle_since timestamp with time zone default GREATEST(last_at, granted_at),
  constraint learner_courses_pkey PRIMARY KEY (user_id, course_id),
  constraint learner_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES public.courses(id) ON DELETE CASCADE,
  constraint learner_courses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.learner_courses enable row level security;
CREATE INDEX learner_courses_completed_idx ON private.learner_courses USING btree (course_id, completed, user_id) WHERE (open_until IS NOT NULL);
CREATE INDEX learner_courses_idle_idx ON private.learner_courses USING btree (course_id, idle_since, user_id) INCLUDE (open_until) WHERE ((open_until IS NOT NULL) AND (NOT finished));
CREATE INDEX learner_courses_last_idx ON private.learner_courses USING btree (course_id, last_at, user_id);
CREATE INDEX learner_courses_open_idx ON private.learner_courses USING btree (course_id, open_until, user_id) WHERE (open_until IS NOT NULL);
CREATE TRIGGER learner_courses_count_delete AFTER DELETE ON private.learner_courses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.follow_learner_courses();
comment on table private.learner_courses is 'What a person has done in a course: completed lessons of those that are there, the last activity (-infinity: none), since when it is granted and until when it is open (infinity: without end; null: not granted), whether nothing is left to do. Kept by triggers. No grants: read by functions.';

create table private.learners (
  user_id uuid not null,
  completed integer not null default 0,
  last_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  granted_at timestamp with time zone,
  open_until timestamp with time zone,
  idle_since timestamp with time zone default GREATEST(last_at, granted_at),
  held_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint learners_pkey PRIMARY KEY (user_id),
  constraint learners_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
alter table private.learners enable row level security;
CREATE INDEX learners_completed_idx ON private.learners USING btree (completed, user_id);
CREATE INDEX learners_held_idx ON private.learners USING btree (held_until, user_id);
CREATE INDEX learners_idle_idx ON private.learners USING btree (idle_since, user_id) INCLUDE (open_until) WHERE (open_until IS NOT NULL);
CREATE INDEX learners_last_idx ON private.learners USING btree (last_at, user_id);
comment on table private.learners is 'The same over all courses that count: completed lessons, the last activity anywhere, and of the unfinished courses since when the first is granted and until when the last is open (null: none, or the account is disabled). Kept by triggers. No grants: read by functions.';
comment on column private.learners.held_until is 'Until when the last course is open to them, whether it counts or not (-infinity: no grant at all).';

CREATE OR REPLACE FUNCTION private.follow_courses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_courses(array_agg(n.id), false) from new_rows n having count(*) > 0;
  else
    perform private.recount_courses(array_agg(n.id), false)
    from old_rows o join new_rows n on n.id = o.id
    where o.status <> n.status or (o.deleted_at is null) <> (n.deleted_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.follow_courses() is 'Statement trigger on courses: one counts while it is published and not deleted.';

CREATE OR REPLACE FUNCTION private.follow_grants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_grants(array_agg(n.user_id), array_agg(n.course_id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_grants(array_agg(o.user_id), array_agg(o.course_id)) from old_rows o having count(*) > 0;
    if tg_op = 'UPDATE' then
      perform private.recount_grants(array_agg(n.user_id), array_agg(n.course_id)) from new_rows n having count(*) > 0;
    end if;
  end if;
  return null;
end
$function$;
comment on function private.follow_grants() is 'Statement trigger on entitlements: who may open what, and until when.';

CREATE OR REPLACE FUNCTION private.follow_learner_courses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.recount_learners(array_agg(distinct o.user_id)) from old_rows o having count(*) > 0;
  return null;
end
$function$;
comment on function private.follow_learner_courses() is 'Statement trigger: a course that was removed for good takes with it what was done there.';

CREATE OR REPLACE FUNCTION private.follow_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people uuid[];
  courses uuid[];
begin
  if tg_op = 'INSERT' then
    perform private.recount_courses(array_agg(distinct m.course_id), false)
    from new_rows n join public.modules m on m.id = n.module_id having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform private.recount_courses(array_agg(distinct m.course_id), true)
    from old_rows o join public.modules m on m.id = o.module_id having count(*) > 0;
  else
    perform private.recount_courses(array_agg(distinct c.id), true)
    from old_rows o join new_rows n on n.id = o.id
    join public.modules f on f.id = o.module_id join public.modules t on t.id = n.module_id
    cross join lateral (values (f.course_id), (t.course_id)) c (id)
    where (o.deleted_at is null) <> (n.deleted_at is null) or f.course_id <> t.course_id
    having count(*) > 0;
    -- Completions move with their lesson into another course.
    select array_agg(w.user_id), array_agg(c.id) into people, courses
    from old_rows o join new_rows n on n.id = o.id
    join public.modules f on f.id = o.module_id join public.modules t on t.id = n.module_id and t.course_id <> f.course_id
    cross join lateral (
      select lc.user_id from public.lesson_completions lc where lc.lesson_id = n.id
      union select lp.user_id from public.lesson_progress lp where lp.lesson_id = n.id
    ) w
    cross join lateral (values (f.course_id), (t.course_id)) c (id);
    if people is not null then
      perform private.recount_pairs(people, courses);
    end if;
  end if;
  return null;
end
$function$;
comment on function private.follow_lessons() is 'Statement trigger on lessons: what a course consists of.';

CREATE OR REPLACE FUNCTION private.follow_modules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.recount_courses(array_agg(distinct o.course_id), true) from old_rows o having count(*) > 0;
  else
    perform private.recount_courses(array_agg(distinct n.course_id), true)
    from old_rows o join new_rows n on n.id = o.id
    where (o.deleted_at is null) <> (n.deleted_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.follow_modules() is 'Statement trigger on modules: with a module its lessons go and come back.';

CREATE OR REPLACE FUNCTION private.follow_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.recount_learners(array_agg(n.id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_learners(array_agg(n.id))
    from old_rows o join new_rows n on n.id = o.id
    where (o.disabled_at is null) <> (n.disabled_at is null) having count(*) > 0;
  end if;
  return null;
end
$function$;
comment on function private.follow_people() is 'Statement trigger on profiles: every person has a row, and a disabled one no course to continue.';

CREATE OR REPLACE FUNCTION private.hold_courses(courses uuid[], exclusive boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  course uuid;
begin
  for course in select distinct c from unnest(courses) c where c is not null order by 1 loop
    if exclusive then
      perform pg_advisory_xact_lock(hashtextextended('learning ' || course, 0));
    else
      perform pg_advisory_xact_lock_shared(hashtextextended('learning ' || course, 0));
    end if;
  end loop;
end
$function$;
comment on function private.hold_courses(uuid[],boolean) is 'Takes courses and holds their counts until the transaction ends: alone to change what a course consists of, shared to count what a person did in it.';

CREATE OR REPLACE FUNCTION private.hold_learners(people uuid[], courses uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.hold_courses(courses, false);
  -- A course may be made and granted by one statement, whose triggers come in any order.
  perform private.recount_course_sizes(array(
    select c from unnest(courses) c where not exists (select 1 from private.course_sizes s where s.course_id = c)));
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
end
$function$;
comment on function private.hold_learners(uuid[],uuid[]) is 'Takes people and courses; holds the counts of both until the transaction ends.';

CREATE OR REPLACE FUNCTION private.rebuild_analytics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  truncate private.course_sizes, private.learner_courses, private.learners;
  perform private.recount_course_sizes(array(select c.id from public.courses c));
  with place as materialized (
    select l.id, m.course_id, m.deleted_at is null and l.deleted_at is null as there
    from public.lessons l join public.modules m on m.id = l.module_id
  ), done as (
    select lc.user_id, p.course_id, count(*) filter (where p.there)::int as completed, max(lc.completed_at) as last_at
    from public.lesson_completions lc join place p on p.id = lc.lesson_id group by 1, 2
  ), watched as (
    select lp.user_id, p.course_id, max(date_trunc('minute', lp.updated_at)) as last_at
    from public.lesson_progress lp join place p on p.id = lp.lesson_id group by 1, 2
  ), given as (
    select e.user_id, e.course_id, min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e group by 1, 2
  )
  insert into private.learner_courses (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select user_id, course_id, coalesce(d.completed, 0), greatest(d.last_at, w.last_at, '-infinity'), g.granted_at, g.open_until,
    coalesce(d.completed, 0) >= s.lessons
  from done d full join watched w using (user_id, course_id) full join given g using (user_id, course_id)
  join private.course_sizes s using (course_id);
  perform private.recount_learners(array(select p.id from public.profiles p));
end
$function$;
comment on function private.rebuild_analytics() is 'Recounts everything, for rows that came past the triggers: when they were added, and when a data set was loaded without them.';

CREATE OR REPLACE FUNCTION private.recount_course_sizes(courses uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.course_sizes as k (course_id, lessons, seconds, live)
  select c.id, there.lessons, there.seconds, c.status = 'PUBLISHED' and c.deleted_at is null
  from public.courses c
  cross join lateral (
    select count(*)::int as lessons, coalesce(sum(l.duration_sec), 0)::int as seconds
    from public.modules m join public.lessons l on l.module_id = m.id and l.deleted_at is null
    where m.course_id = c.id and m.deleted_at is null) there
  where c.id = any (courses)
  on conflict (course_id) do update set lessons = excluded.lessons, seconds = excluded.seconds, live = excluded.live
  where (k.lessons, k.seconds, k.live) is distinct from (excluded.lessons, excluded.seconds, excluded.live);
end
$function$;
comment on function private.recount_course_sizes(uuid[]) is 'Takes courses; recounts their lessons and seconds, and whether they count.';

CREATE OR REPLACE FUNCTION private.recount_courses(courses uuid[], lessons_changed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  people uuid[];
  before jsonb;
begin
  perform private.hold_courses(courses, true);
  select jsonb_object_agg(s.course_id, s.live) into before from private.course_sizes s where s.course_id = any (courses);
  perform private.recount_course_sizes(courses);
  with changed as (
    update private.learner_courses k set completed = now_is.completed, finished = now_is.completed >= s.lessons
    from private.course_sizes s, (
      select c.user_id, c.course_id, case when lessons_changed then coalesce(n.completed, 0) else c.completed end as completed
      from private.learner_courses c
      left join (
        select m.course_id, lc.user_id, count(*)::int as completed
        from public.modules m
        join public.lessons l on l.module_id = m.id and l.deleted_at is null
        join public.lesson_completions lc on lc.lesson_id = l.id
        where lessons_changed and m.course_id = any (courses) and m.deleted_at is null
        group by m.course_id, lc.user_id
      ) n on n.course_id = c.course_id and n.user_id = c.user_id
      where c.course_id = any (courses)
    ) now_is
    where k.user_id = now_is.user_id and k.course_id = now_is.course_id and s.course_id = k.course_id
      and (k.completed, k.finished) is distinct from (now_is.completed, now_is.completed >= s.lessons)
    returning k.user_id
  )
  select array_agg(distinct c.user_id) into people from changed c;
  -- A course that begins or ceases to count does so for everyone in it.
  people := people || array(
    select c.user_id from private.learner_courses c join private.course_sizes s on s.course_id = c.course_id
    where c.course_id = any (courses) and s.live is distinct from (before ->> s.course_id::text)::boolean);
  if people <> '{}' then
    perform private.recount_learners(people);
  end if;
end
$function$;
comment on function private.recount_courses(uuid[],boolean) is 'Takes courses that were changed, and whether lessons went, came back or moved; recounts their lessons, and the people for whom that changes something.';

CREATE OR REPLACE FUNCTION private.recount_grants(people uuid[], courses uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.hold_learners(people, courses);
  insert into private.learner_courses as k (user_id, course_id, granted_at, open_until, finished)
  select p.id, c.id, given.granted_at, given.open_until, s.lessons = 0
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set granted_at = excluded.granted_at, open_until = excluded.open_until
  where (k.granted_at, k.open_until) is distinct from (excluded.granted_at, excluded.open_until);
  perform private.recount_learners(people);
end
$function$;
comment on function private.recount_grants(uuid[],uuid[]) is 'As recount_pairs(), of the grants alone, which come in thousands: a person who has done anything in a course has a row already.';

CREATE OR REPLACE FUNCTION private.recount_learners(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.learners l where l.user_id = any (people) order by l.user_id for update;
  insert into private.learners as k (user_id, completed, last_at, granted_at, open_until, held_until)
  select p.id, coalesce(sum(c.completed) filter (where c.open_until is not null and s.live), 0)::int,
    coalesce(max(c.last_at), '-infinity'),
    min(c.granted_at) filter (where s.live and not c.finished and p.disabled_at is null),
    max(c.open_until) filter (where s.live and not c.finished and p.disabled_at is null),
    coalesce(max(c.open_until), '-infinity')
  from public.profiles p
  left join private.learner_courses c on c.user_id = p.id
  left join private.course_sizes s on s.course_id = c.course_id
  where p.id = any (people)
  group by p.id
  on conflict (user_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, held_until = excluded.held_until
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.held_until)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.held_until);
end
$function$;
comment on function private.recount_learners(uuid[]) is 'Takes people; rebuilds their rows from what they did in each course.';

CREATE OR REPLACE FUNCTION private.recount_pairs(people uuid[], courses uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.hold_learners(people, courses);
  insert into private.learner_courses as k (user_id, course_id, completed, last_at, granted_at, open_until, finished)
  select p.id, c.id, done.completed, greatest(done.last_at, watched.last_at, '-infinity'),
    given.granted_at, given.open_until, done.completed >= s.lessons
  from (select distinct t.person, t.course from unnest(people, courses) t (person, course)) pair
  -- People and courses that are being deleted have nothing to be counted.
  join public.profiles p on p.id = pair.person
  join public.courses c on c.id = pair.course
  join private.course_sizes s on s.course_id = c.id
  cross join lateral (
    select count(*) filter (where m.deleted_at is null and l.deleted_at is null)::int as completed, max(lc.completed_at) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_completions lc on lc.lesson_id = l.id and lc.user_id = p.id
    where m.course_id = c.id
  ) done
  cross join lateral (
    select max(date_trunc('minute', lp.updated_at)) as last_at
    from public.modules m
    join public.lessons l on l.module_id = m.id
    join public.lesson_progress lp on lp.lesson_id = l.id and lp.user_id = p.id
    where m.course_id = c.id
  ) watched
  cross join lateral (
    select min(e.created_at) as granted_at, max(coalesce(e.expires_at, 'infinity')) as open_until
    from public.entitlements e where e.user_id = p.id and e.course_id = c.id
  ) given
  on conflict (user_id, course_id) do update set completed = excluded.completed, last_at = excluded.last_at,
    granted_at = excluded.granted_at, open_until = excluded.open_until, finished = excluded.finished
  where (k.completed, k.last_at, k.granted_at, k.open_until, k.finished)
    is distinct from (excluded.completed, excluded.last_at, excluded.granted_at, excluded.open_until, excluded.finished);
  perform private.recount_learners(people);
end
$function$;
comment on function private.recount_pairs(uuid[],uuid[]) is 'Takes people and, at the same places, courses; recounts what each did in that course. Watching counts by the minute, so that a player''s reports rarely change anything.';
