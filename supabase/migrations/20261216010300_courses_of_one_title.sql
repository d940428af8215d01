-- Why: Lists of courses with one title keep their order between two reads.

set check_function_bodies = off;

create or replace function public.course_titles()
  returns table(id uuid, title text, slug text, status public.course_status)
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
  select c.id, c.title, c.slug, c.status from public.courses c
  where c.deleted_at is null
    and ((select private.can('courses', 'list')) or c.id in (select private.my_course_ids('courses', 'list')))
  order by c.title, c.id;
end
$function$;

create or replace function public.assignment_figures(
  course_id uuid default null,
  cohort_id uuid default null
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  since constant timestamptz := now() - interval '90 days';
  only_cohorts uuid[];
begin
  if course_id is not null and cohort_id is null then
    if not private.can_on_course('submissions', 'list', assignment_figures.course_id) then
      only_cohorts := private.my_cohorts_with('submissions', 'list', assignment_figures.course_id);
      if only_cohorts is null then
        perform private.refuse('You may not read these figures.');
      end if;
    end if;
  elsif cohort_id is not null then
    perform private.check_cohort_right('submissions', 'list', assignment_figures.cohort_id);
    only_cohorts := array[assignment_figures.cohort_id];
  elsif not private.can('submissions', 'list') then
    perform private.refuse('You may not read these figures.');
  end if;
  return (
    select jsonb_build_object('since', since, 'assignments', coalesce(jsonb_agg(
      jsonb_build_object('lesson', jsonb_build_object('id', f.id, 'title', f.title), 'course', jsonb_build_object('id', f.course_id, 'title', f.course, 'slug', f.slug))
        || private.lesson_figures(f.id, only_cohorts, since) order by f.course, f.course_id, f.module_place, f.place), '[]'))
    from (
      select l.id, l.title, c.id as course_id, c.title as course, c.slug, m.index as module_place, l.index as place
      from public.lessons l
      join public.modules m on m.id = l.module_id and m.deleted_at is null
      join public.courses c on c.id = m.course_id and c.deleted_at is null
      where l.content_type = 'ASSIGNMENT' and l.deleted_at is null
        and (assignment_figures.course_id is null or c.id = assignment_figures.course_id)
        and (only_cohorts is null or c.id in (select k.course_id from public.cohort_courses k where k.cohort_id = any (only_cohorts)))
      order by c.title, c.id, m.index, l.index limit 100) f);
end
$function$;

create or replace function public.accept_invite(token text)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('token', token, 1000);
  caller auth.users;
  invite public.invites;
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'Not authenticated';
  end if;
  select u.* into caller from auth.users u where u.id = private.uid();
  invite := private.redeem_invite(token, caller.id, caller.email);
  if private.address_proven() then
    perform private.give_invited_role(caller.id, (private.claims() ->> 'session_id')::uuid);
  end if;
  return jsonb_build_object('courses', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', c.slug, 'title', c.title) order by c.title, c.id), '[]')
    from (select private.invited_course_ids(invite) union
      select k.course_id from public.cohort_courses k where k.cohort_id = (private.invited_cohort(invite)).id) g (id)
    join public.courses c on c.id = g.id and private.course_is_published(c.status, c.deleted_at)));
end
$function$;
