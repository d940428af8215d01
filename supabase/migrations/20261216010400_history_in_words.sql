-- Why: The history of a cohort has its people, staff, schedule and messages, and records name what they are about.

set check_function_bodies = off;

create or replace function public.audit_names(ids uuid[])
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('ids', ids, 500);
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    select coalesce(jsonb_object_agg(n.id, n.name), '{}')
    from (
      select p.id, private.shown_name(p.name, p.email) as name from public.profiles p where p.id = any (ids)
      union all
      select c.id, c.title from public.courses c where c.id = any (ids)
      union all
      select m.id, m.title from public.modules m where m.id = any (ids)
      union all
      select l.id, l.title from public.lessons l where l.id = any (ids)
      union all
      select o.id, o.title from public.cohorts o where o.id = any (ids)
      union all
      select o.id, o.name from public.communities o where o.id = any (ids)) n);
end
$function$;

create or replace function public.cohort_history(cohort_id uuid, before bigint default null)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  it constant text := cohort_history.cohort_id::text;
  -- An act on as many people as are changed at once is not divided.
  most constant int := 2500;
begin
  if not private.can('audit_logs', 'read') then
    raise exception using errcode = '42501', message = 'You may not read the audit.';
  end if;
  return (
    with found as (
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort', 'cohort_course', 'cohort_member', 'cohort_staff', 'due') and l.target_id = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
      union all
      (select l.* from public.audit_logs l
        where l.target_type in ('cohort_message', 'release') and coalesce(l.after, l.before) ->> 'cohort_id' = it
          and (cohort_history.before is null or l.id < cohort_history.before)
        order by l.id desc limit most)
    ), act as (
      -- What one person did to several people or lessons at one moment is one act.
      select max(f.id) as id, min(f.id) as first, f.action, f.created_at, f.user_id, count(*) as records,
        (array_agg(f.before order by f.id))[1] as before, (array_agg(f.after order by f.id))[1] as after,
        (array_agg(f.subject order by f.id) filter (where f.subject is not null))[1:5] as subjects
      from (
        select r.*, case when r.target_type not in ('cohort', 'cohort_message')
            then coalesce(v.row ->> 'user_id', v.row ->> 'lesson_id', v.row ->> 'module_id', v.row ->> 'course_id') end as subject
        from found r cross join lateral (select coalesce(r.after, r.before) as row) v) f
      group by f.action, f.created_at, f.user_id
      order by 1 desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'first', a.first, 'action', a.action, 'created_at', a.created_at,
        'user_id', a.user_id, 'who', private.shown_name(p.name, p.email), 'before', a.before, 'after', a.after,
        'records', a.records, 'subjects', coalesce(to_jsonb(a.subjects), '[]')) order by a.id desc), '[]')
    from act a left join public.profiles p on p.id = a.user_id);
end
$function$;

create or replace function private.content_place(
  kind text,
  id uuid,
  out title text,
  out course_id uuid
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  case content_place.kind
    when 'course' then
      select c.title, c.id into title, course_id from public.courses c where c.id = content_place.id;
    when 'module' then
      select m.title, m.course_id into title, course_id from public.modules m where m.id = content_place.id;
    when 'lesson' then
      select l.title, m.course_id into title, course_id
      from public.lessons l join public.modules m on m.id = l.module_id where l.id = content_place.id;
    when 'community' then
      select c.name into title from public.communities c where c.id = content_place.id;
    when 'cohort' then
      select c.title into title from public.cohorts c where c.id = content_place.id;
    -- The course stays null: its records are those of its content, not of what is handed in and asked.
    when 'submission' then
      select l.title into title from public.submissions s join public.lessons l on l.id = s.lesson_id where s.id = content_place.id;
    when 'round' then
      select l.title into title
      from public.submission_rounds r join public.submissions s on s.id = r.submission_id join public.lessons l on l.id = s.lesson_id
      where r.id = content_place.id;
    when 'question' then
      select l.title into title from public.questions q join public.lessons l on l.id = q.lesson_id where q.id = content_place.id;
    else null;
  end case;
end
$function$;

create or replace function public.decline_extension(lesson_id uuid, user_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.check_extension(decline_extension.user_id, decline_extension.lesson_id);
  update private.extension_requests q set answered_at = now()
  where q.lesson_id = decline_extension.lesson_id and q.user_id = decline_extension.user_id and q.answered_at is null;
  if found then
    perform private.signal_people('submission', array[decline_extension.user_id]);
    perform private.signal_staff('submissions');
    perform private.record_act('extension.decline', decline_extension.lesson_id::text, jsonb_build_object('user_id', decline_extension.user_id),
      (private.content_place('lesson', decline_extension.lesson_id)).title);
  end if;
end
$function$;

create or replace function public.hand_over(submission_id uuid, to_id uuid default null)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  work public.submissions := private.check_work_right('review', hand_over.submission_id);
  held jsonb;
begin
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean and not private.can('submissions', 'withdraw') then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  end if;
  if to_id is null then
    if not exists (
      select from private.reviewers_of(work) r (id)
      where r.id <> me and not private.would_tell_owner(r.id, work.id)
        and not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_once do nothing;
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.goes_to_others(to_id, work)
      or private.would_tell_owner(to_id, work.id) then
      raise exception using errcode = 'PT422', hint = 'NOT_REVIEWER', message = 'This person may not review this work.';
    end if;
    insert into private.review_offers as o (submission_id, reviewer_id, until, by_id) values (work.id, to_id, now() + interval '1 day', me)
    on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = excluded.by_id;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  perform private.signal_staff('submissions');
  perform private.record_act('submission.hand_over', work.id::text, jsonb_build_object('to_id', to_id), (private.content_place('submission', work.id)).title);
end
$function$;

create index audit_logs_cohort_idx on public.audit_logs (((coalesce(after, before) ->> 'cohort_id')), id desc) where (target_type = any (array['cohort_message', 'release']));

grant EXECUTE on function public.audit_names(uuid[]) to authenticated;

grant EXECUTE on function public.cohort_history(uuid,bigint) to authenticated;

grant EXECUTE on function public.audit_names(uuid[]) to service_role;

grant EXECUTE on function public.cohort_history(uuid,bigint) to service_role;

drop trigger submission_rounds_audit_delete on public.submission_rounds;
create trigger submission_rounds_audit_delete after delete on public.submission_rounds
  referencing old table as old_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

drop trigger submission_rounds_audit_insert on public.submission_rounds;
create trigger submission_rounds_audit_insert after insert on public.submission_rounds
  referencing new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

drop trigger submission_rounds_audit_update on public.submission_rounds;
create trigger submission_rounds_audit_update after update on public.submission_rounds
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('submission', '{"key": "submission_id", "omit": ["text", "code", "url", "repo_url", "files", "note", "commit_sha", "updated_at"], "about": ["submission_id", "round"], "place": {"in": "submission_id", "of": "submission"}, "verbs": [["waive_late", "late", "false"]], "delete": "delete", "insert": "hand_in", "update": null, "identity": ["id"]}');

drop trigger cohort_staff_audit_delete on public.cohort_staff;
create trigger cohort_staff_audit_delete after delete on public.cohort_staff
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_staff_audit_insert on public.cohort_staff;
create trigger cohort_staff_audit_insert after insert on public.cohort_staff
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_staff_audit_update on public.cohort_staff;
create trigger cohort_staff_audit_update after update on public.cohort_staff
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_staff', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "create", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_members_audit_delete on public.cohort_members;
create trigger cohort_members_audit_delete after delete on public.cohort_members
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_members_audit_insert on public.cohort_members;
create trigger cohort_members_audit_insert after insert on public.cohort_members
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_members_audit_update on public.cohort_members;
create trigger cohort_members_audit_update after update on public.cohort_members
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_member', '{"key": "cohort_id", "omit": ["paused_at", "reached_from", "reached_at", "updated_at"], "about": ["user_id", "cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["leave", "state", "LEFT"], ["pause", "state", "PAUSED"], ["graduate", "state", "GRADUATED"], ["resume", "paused_on", "cleared"], ["rejoin", "left_at", "cleared"], ["shift", "shift_days", "changed"], ["open_all", "open_all", "true"], ["close_all", "open_all", "false"]], "delete": "delete", "insert": "join", "identity": ["cohort_id", "user_id"]}');

drop trigger cohort_dues_audit_delete on public.cohort_dues;
create trigger cohort_dues_audit_delete after delete on public.cohort_dues
  referencing old table as old_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

drop trigger cohort_dues_audit_insert on public.cohort_dues;
create trigger cohort_dues_audit_insert after insert on public.cohort_dues
  referencing new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

drop trigger cohort_dues_audit_update on public.cohort_dues;
create trigger cohort_dues_audit_update after update on public.cohort_dues
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('due', '{"key": "cohort_id", "omit": ["updated_at"], "about": ["cohort_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["cohort_id", "lesson_id"]}');

drop trigger releases_audit_delete on public.releases;
create trigger releases_audit_delete after delete on public.releases
  referencing old table as old_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger releases_audit_insert on public.releases;
create trigger releases_audit_insert after insert on public.releases
  referencing new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger releases_audit_update on public.releases;
create trigger releases_audit_update after update on public.releases
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('release', '{"key": "id", "omit": ["updated_at"], "about": ["cohort_id", "module_id", "lesson_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [["move", "day", "changed"], ["move", "at_time", "changed"]], "delete": "delete", "insert": "create", "identity": ["id"]}');

drop trigger cohort_messages_audit_delete on public.cohort_messages;
create trigger cohort_messages_audit_delete after delete on public.cohort_messages
  referencing old table as old_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

drop trigger cohort_messages_audit_insert on public.cohort_messages;
create trigger cohort_messages_audit_insert after insert on public.cohort_messages
  referencing new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

drop trigger cohort_messages_audit_update on public.cohort_messages;
create trigger cohort_messages_audit_update after update on public.cohort_messages
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('cohort_message', '{"key": "id", "omit": ["title", "message", "updated_at"], "about": ["cohort_id"], "place": {"in": "cohort_id", "of": "cohort"}, "verbs": [], "delete": "delete", "insert": "send", "update": null, "identity": ["id"]}');

drop trigger reviews_audit_delete on public.reviews;
create trigger reviews_audit_delete after delete on public.reviews
  referencing old table as old_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

drop trigger reviews_audit_insert on public.reviews;
create trigger reviews_audit_insert after insert on public.reviews
  referencing new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

drop trigger reviews_audit_update on public.reviews;
create trigger reviews_audit_update after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

drop trigger answers_audit_delete on public.answers;
create trigger answers_audit_delete after delete on public.answers
  referencing old table as old_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

drop trigger answers_audit_insert on public.answers;
create trigger answers_audit_insert after insert on public.answers
  referencing new table as new_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

drop trigger answers_audit_update on public.answers;
create trigger answers_audit_update after update on public.answers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('answer', '{"key": "id", "omit": ["body", "updated_at"], "about": ["question_id"], "place": {"in": "question_id", "of": "question"}, "verbs": [["delete", "deleted_at", "set"], ["restore", "deleted_at", "cleared"], ["edit", "edited_at", "set"], ["edit", "edited_at", "changed"]], "delete": "delete", "insert": "write", "update": null, "identity": ["id"]}');

comment on function public.audit_names(uuid[]) is 'Takes at most 500 ids that stand in audit records; returns {id: what it is called now} of those that are people, courses, modules, lessons, cohorts and communities. Raises 42501 (rules/records#history).';

comment on function public.cohort_history(uuid,bigint) is 'Takes a cohort, and the id of an audit record before which to read (null: the newest); returns at most 50 acts on the cohort, its courses, people, staff, schedule, due dates and messages, newest first: [{id, first: the id of its oldest record, action, created_at, user_id, who, before, after: those of the oldest record, records: how many there are, subjects: the first five ids of the people, lessons, modules or courses that it changed}]. Raises 42501 (rules/records#history).';

comment on function private.content_place(text,uuid) is 'Takes course, module, lesson, community, cohort, submission, round or question and its id; gives its title and its course, of deleted ones too; for work and questions, the title of the lesson alone. Nulls for another kind or id.';
