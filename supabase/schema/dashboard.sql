-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.own_courses()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'title', c.title, 'status', c.status, 'learners', k.learners, 'quiet', k.quiet)
      order by c.updated_at desc, c.id), '[]')
    from (select c.* from public.courses c where c.id in (select private.my_course_ids('courses', 'read'))
      order by c.updated_at desc, c.id limit 10) c
    cross join lateral (
      select count(*) as learners, count(*) filter (where not k.finished and k.idle_since < now() - interval '14 days') as quiet
      from private.learner_courses k where k.course_id = c.id and k.open_until > now()) k);
end
$function$;
comment on function private.own_courses() is 'The ten courses that the caller made and that changed last [{id, title, status, learners, quiet}]: to how many each is open, and how many of those have not finished it and did nothing for 14 days. Empty for callers without that right on their own.';
grant execute on function private.own_courses() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stops()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    -- Who went quiet last, and how far they had come: the lesson after the ones they have is where they stopped.
    with quiet as materialized (
      select k.user_id from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now()
      order by k.idle_since desc limit 2000
    ), places as materialized (
      select c.course_id, c.completed, count(*) as learners
      from quiet join private.learner_courses c on c.user_id = quiet.user_id
      where c.open_until > now() and not c.finished and c.last_at > '-infinity'
      group by 1, 2 having count(*) >= 3
      order by 3 desc, 1, 2 limit 3
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'title', l.title, 'course_id', c.id, 'course', c.title,
      'learners', p.learners) order by p.learners desc, c.title, l.id), '[]')
    from places p join public.courses c on c.id = p.course_id and c.status = 'PUBLISHED' and c.deleted_at is null
    cross join lateral (
      select l.id, l.title from public.lessons l join public.modules m on m.id = l.module_id
      where m.course_id = p.course_id and m.deleted_at is null and l.deleted_at is null
      order by m.index, m.id, l.index, l.id offset p.completed limit 1) l);
end
$function$;
comment on function private.stops() is 'Lessons before which learners stopped, out of the 2,000 who went quiet last: at most three, each for three learners or more [{id, title, course_id, course, learners}], most learners first. Lessons are taken to be done in order.';

CREATE OR REPLACE FUNCTION private.to_do()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant int := 1000;
begin
  if not private.can('dashboard', 'read') then
    return null;
  end if;
  return jsonb_build_object(
    'quiet', (select count(*) from (select from private.learners k
      where k.idle_since < now() - interval '14 days' and k.open_until > now() limit most + 1) s),
    'ending', (select count(*) from (select from public.invites i
      where i.redeemed_at is null and i.cancelled_at is null and i.expires_at between now() and now() + interval '1 day' limit most + 1) s),
    'pending', (select count(*) from (select from public.purchases p where p.status = 'PENDING' limit most + 1) s),
    'unassigned', (select count(*) from (select from public.purchases p where p.needs_member and p.status = 'COMPLETED' limit most + 1) s),
    'events', jsonb_build_object(
      'open', (select count(*) from (select from private.purchase_notices n where n.dealt_at is null limit most + 1) s),
      'newest', private.open_purchase_notices(3)),
    'reports', (
      select jsonb_build_object('posts', count(distinct r.post_id), 'communities', count(distinct p.community_id),
        'community_id', min(p.community_id::text))
      from (select r.post_id from public.community_post_reports r where r.resolved_at is null limit most + 1) r
      join public.community_posts p on p.id = r.post_id),
    'stops', private.stops(),
    'due', jsonb_build_object('stopped', private.motor_stopped(),
      'failed', (select count(*) from (select from private.due_work w where w.outcome = 'FAILED' limit most + 1) s)));
end
$function$;
comment on function private.to_do() is 'What waits for an administrator: learners without activity for 14 days, invites that end within a day, pending purchases, paid ones of no known member, each counted to 1,001; of the payment provider''s events to look at {open: how many, newest: three, as open_purchase_notices() gives them}; {posts, communities, community_id} with open reports, stops(), and of due work {stopped: whether nothing turns the motor, failed: how many were given up}. Null for callers who may not read the whole dashboard.';
grant execute on function private.to_do() to authenticated, service_role;
