-- Why: a completion that arrives while its lesson is on its way into another course was counted where the
-- lesson had been, and never where it went. Which course a lesson is in has to be asked again once the
-- course is held: from then on nobody can move it.

create function private.recount_lessons(people uuid[], lessons uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  held uuid[] := '{}';
  who uuid[];
  courses uuid[];
begin
  loop
    -- A lesson that was removed for good no longer says whose it was: then all their courses are looked at.
    select array_agg(t.person), array_agg(coalesce(m.course_id, k.course_id)) into who, courses
    from unnest(people, lessons) t (person, lesson)
    left join public.lessons l on l.id = t.lesson
    left join public.modules m on m.id = l.module_id
    left join private.learner_courses k on m.course_id is null and k.user_id = t.person
    where coalesce(m.course_id, k.course_id) is not null;
    exit when courses is null or courses <@ held;
    perform private.hold_courses(courses, false);
    held := held || courses;
  end loop;
  if courses is not null then
    perform private.recount_pairs(who, courses);
  end if;
end
$$;
comment on function private.recount_lessons(uuid[], uuid[]) is
  'Takes people and, at the same places, lessons in which they did something; counts anew what each did in that lesson''s course.';

create or replace function private.follow_completions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id)) from new_rows n having count(*) > 0;
  else
    perform private.recount_lessons(array_agg(o.user_id), array_agg(o.lesson_id)) from old_rows o having count(*) > 0;
  end if;
  return null;
end
$$;

create or replace function private.follow_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recount_lessons(array_agg(n.user_id), array_agg(n.lesson_id))
  from new_rows n join old_rows o on o.user_id = n.user_id and o.lesson_id = n.lesson_id
  where date_trunc('minute', n.updated_at) <> date_trunc('minute', o.updated_at)
  having count(*) > 0;
  return null;
end
$$;

select private.rebuild_analytics();
