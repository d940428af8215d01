-- Why: with any id, creators gave more time to people who do not take the course, or banned them, and then read their name in the list,
-- or their email where they had no name. An act on a person needs a person whom the caller's course or cohort concerns, and no email
-- stands in for a name, except to administrators (rules/access#acts-on-people).

create function private.takes_course(person uuid, course uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.learner_courses k where k.user_id = person and k.course_id = course)
    or exists (
      select from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = takes_course.course
      where m.user_id = person and m.state <> 'LEFT');
end
$function$;
comment on function private.takes_course(uuid,uuid) is 'Takes a person and a course; true if the person takes it, or did: they hold or held a grant of it, have learned in it, or are in a cohort with it (rules/access#acts-on-people).';
revoke all on function private.takes_course(uuid,uuid) from public;

create or replace function private.extension_may_be_given(person uuid, lesson uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions;
begin
  work.lesson_id := extension_may_be_given.lesson;
  work.user_id := extension_may_be_given.person;
  return private.can_on_course('extensions', 'give', private.course_of_lesson(extension_may_be_given.lesson))
      and private.takes_course(extension_may_be_given.person, private.course_of_lesson(extension_may_be_given.lesson))
    or private.can('extensions', 'give', 'assigned') and private.work_is_assigned(private.uid(), work);
end
$function$;
comment on function private.extension_may_be_given(uuid,uuid) is 'Takes a person and an assignment; true if the caller may give this person more time for it: to everybody who takes or took the course, in the caller''s own courses, or to the people assigned to the caller.';

create function private.refuse_assignment()
  returns void
  language plpgsql
  set search_path to ''
as $function$
begin
  raise exception using errcode = 'PT404', hint = 'NO_LESSON', message = 'This assignment no longer exists.';
end
$function$;
comment on function private.refuse_assignment() is 'Raises PT404 NO_LESSON.';
revoke all on function private.refuse_assignment() from public;

create or replace function private.check_extension(person uuid, lesson uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if person = private.uid() or not private.extension_may_be_given(person, lesson) then
    -- Only callers who may give more time for all assignments learn that one does not exist.
    if private.can('extensions', 'give') and not exists (select from public.lessons l where l.id = lesson) then
      perform private.refuse_assignment();
    end if;
    perform private.refuse('You may not give this person more time.');
  end if;
  if current_setting('transaction_read_only') = 'off' and not private.can('extensions', 'give') then
    -- The duty that gives the right is locked until the transaction ends.
    perform 1 from public.cohort_staff s where s.user_id = private.uid() order by s.cohort_id for key share;
    if not private.extension_may_be_given(person, lesson) then
      perform private.refuse('You may not give this person more time.');
    end if;
  end if;
  if not exists (select from public.lessons l where l.id = lesson and l.content_type = 'ASSIGNMENT' and l.deleted_at is null) then
    perform private.refuse_assignment();
  end if;
end
$function$;
comment on function private.check_extension(uuid,uuid) is 'Takes a person and an assignment; raises 42501 unless the caller may give this person more time and is somebody else, also for an unknown person, and PT404 NO_LESSON for an unknown assignment. For an act, the duty that gives the right is locked until the transaction ends.';

create or replace function private.may_ban_from_questions(course uuid, person uuid)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return private.can_on_course('questions', 'moderate', course) and (private.takes_course(person, course)
      -- Free previews can be asked about without the course.
      or exists (
        select from public.questions q where q.author_id = person and private.course_of_lesson(q.lesson_id) = may_ban_from_questions.course)
      or exists (
        select from public.answers a join public.questions q on q.id = a.question_id
        where a.author_id = person and private.course_of_lesson(q.lesson_id) = may_ban_from_questions.course))
    or exists (
      select from public.cohort_members m join public.cohort_courses k on k.cohort_id = m.cohort_id and k.course_id = may_ban_from_questions.course
      where m.user_id = person and m.state <> 'LEFT' and m.cohort_id in (select private.staffed_cohort_ids('questions', 'moderate')));
end
$function$;
comment on function private.may_ban_from_questions(uuid,uuid) is 'Takes a course and a person; true if the caller may ban them from its questions: as moderator of all its questions, if the person takes or took the course or wrote there, or as moderator of a cohort in which the person takes the course.';

create function private.shown_name(name text, email text)
  returns text
  language sql
  stable
as $function$
  -- Without an email there is no account.
  select case when email is not null then coalesce(nullif(name, ''), case when private.can('profiles', 'read') then email end, 'Unnamed User') end
$function$;
comment on function private.shown_name(text,text) is 'Takes the name and the email of a person; returns the name. To administrators, an email stands in for a name that is missing; to others nothing does. Null without a person.';
revoke all on function private.shown_name(text,text) from public;

-- The same expression stood in each of these functions. dashboard() keeps it: it runs with the rights of its caller, and only
-- administrators get its part with names.
do $$
declare
  one record;
begin
  for one in
    select pg_get_functiondef(f.oid) as body from pg_proc f
    where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and f.proname <> 'dashboard' and f.prosrc ~ 'nullif\((btrim\()?\w+\.name\)?, ''''\), \w+\.email\)'
  loop
    execute regexp_replace(one.body, 'coalesce\(nullif\((?:btrim\()?(\w+)\.name\)?, ''''\), \1\.email\)', 'private.shown_name(\1.name, \1.email)', 'g');
  end loop;
end
$$;

create or replace function private.inbox_person(id uuid, name text, email text)
  returns json
  language sql
  stable
as $function$
  select case when id is not null then json_build_object('id', id, 'name', private.shown_name(name, email)) end
$function$;
