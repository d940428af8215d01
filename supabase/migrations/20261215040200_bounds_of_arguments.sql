-- Why: an array of 200,000 ids kept the database busy for two seconds, and JSON with a number like 1e131071, which takes ten bytes and
-- is 131,072 digits long as text, for longer than the time limit of a request. Every function that clients can call now begins with the
-- bounds of its arguments (rules/data#bounds-of-arguments).

create function private.at_most(argument text, given text, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if char_length(given) > most then
    perform private.refuse_field(argument, 'This text is too long.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,text,integer) is 'Takes the name of an argument, its value and a number of characters; true, or raises PT422 with the name as hint if the text is longer.';

create function private.at_most(argument text, given anyarray, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  if cardinality(given) > most or pg_column_size(given) > (most + 1) * 1000 then
    perform private.refuse_field(argument, 'That is too much at once.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,anyarray,integer) is 'Takes the name of an argument, its value and a number of items; true, or raises PT422 with the name as hint for more items, or for more than 1,000 bytes an item.';

create function private.is_plain_json(given jsonb)
  returns boolean
  language sql
  immutable parallel safe
  set search_path to ''
as $function$
  select not exists (
    -- One array of all numbers, because returning them one by one takes quadratic time.
    select from jsonb_array_elements(jsonb_path_query_array(given, 'strict $.** ? (@.type() == "number")')) n
    where abs(n::numeric) > 1e15 or scale(n::numeric) > 20)
$function$;
comment on function private.is_plain_json(jsonb) is 'Takes JSON; false if it has a number beyond 1e15 or with more than 20 decimal places. Such a number is short in JSON and can be 100 kB long as text, and reading it can take seconds.';

create function private.at_most(argument text, given jsonb, most integer)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
as $function$
begin
  -- The size of the value in memory, because the value as text can be a thousand times as long.
  if pg_column_size(given) > most or not private.is_plain_json(given) then
    perform private.refuse_field(argument, 'That is too much at once.');
  end if;
  return true;
end
$function$;
comment on function private.at_most(text,jsonb,integer) is 'Takes the name of an argument, its value and a number of bytes; true, or raises PT422 with the name as hint if the JSON is larger or not is_plain_json().';

revoke all on function private.at_most(text,text,integer), private.at_most(text,anyarray,integer), private.at_most(text,jsonb,integer), private.is_plain_json(jsonb) from public;
grant execute on function private.at_most(text,text,integer), private.at_most(text,anyarray,integer), private.at_most(text,jsonb,integer), private.is_plain_json(jsonb)
  to authenticated, service_role;

-- The line is the first of the declarations where there are any, because some of these read the arguments.
do $do$
declare
  one record;
  calls text;
begin
  for one in
    select p.oid, pg_get_functiondef(p.oid) as definition, b.bounds
    from (values
    ('accept_invite', 'token 1000'),
    ('add_cohort_people', 'people 5000'),
    ('analytics', 'query 100000, quiet 1000, sort 1000'),
    ('answer_question', 'body 100000'),
    ('ask_extension', 'note 10000'),
    ('ask_question', 'title 1000, body 100000, at_heading 1000'),
    ('audit_list', 'kind 1000, action 1000, target 1000, person 1000, after 1000, before 1000'),
    ('begin_export', 'list 1000, filter 10000'),
    ('begin_uploads', 'bucket 1000, files 1000000'),
    ('begin_work_uploads', 'files 100000'),
    ('calendar_of', 'token 1000'),
    ('change_access', 'act 1000, course_ids 1000, people 20000, query 100000, state 1000, course 1000, quiet 1000'),
    ('change_cohort_people', 'people 5000, act 1000'),
    ('change_invites', 'act 1000, invite_ids 20000, query 100000, state 1000'),
    ('check_invites', 'lines 1000000'),
    ('claim_due_mails', 'only_kinds 100'),
    ('clear_behind', 'reason 10000, note 10000'),
    ('cohort_by_link', 'token 1000'),
    ('cohort_list', 'query 100000, state 1000, sort 1000'),
    ('cohort_member_list', 'query 100000, state 1000, sort 1000'),
    ('community_candidates', 'query 100000'),
    ('community_feed', 'slug 1000'),
    ('community_news', 'slug 1000'),
    ('community_people', 'slug 1000'),
    ('community_reports', 'slug 1000'),
    ('correct_person', 'email 1000, phone 1000'),
    ('count_access', 'act 1000, course_ids 1000, people 20000, query 100000, state 1000, course 1000, quiet 1000'),
    ('count_invites', 'act 1000, invite_ids 20000, query 100000, state 1000'),
    ('course_history', 'after 1000'),
    ('course_outline', 'slug 1000'),
    ('create_cohort', 'title 1000, slug 1000, time_zone 1000, course_ids 1000'),
    ('create_invite', 'email 1000, course_ids 1000'),
    ('create_invites', 'lines 1000000'),
    ('create_module', 'title 1000'),
    ('describe_file', 'path 1000, alt 10000'),
    ('due_work_list', 'state 1000, kind 1000'),
    ('edit_answer', 'body 100000'),
    ('edit_notification', 'title 1000, message 20000, action_url 1000, action_label 1000'),
    ('edit_question', 'title 1000, body 100000'),
    ('export_rows', 'after 1000'),
    ('extension_list', 'filter 10000'),
    ('finish_inbox_row', 'kind 1000, version 1000'),
    ('give_extension', 'reason 10000'),
    ('hand_in_run', 'files 400000'),
    ('hand_over_inbox_row', 'kind 1000, version 1000, note 10000'),
    ('import_course', 'payload 16000000, missing 1000, unchanged_since 1000'),
    ('import_difference', 'payload 16000000, source_path 1000'),
    ('inbox_colleagues', 'kind 1000'),
    ('invite_by_token', 'token 1000'),
    ('invite_list', 'query 100000, state 1000, sort 1000'),
    ('join_by_link', 'token 1000'),
    ('keep_link_states', 'states 4000000'),
    ('keep_round_commit', 'sha 1000'),
    ('managed_communities', 'query 100000'),
    ('managed_members', 'query 100000, state 1000'),
    ('mark_community_seen', 'slug 1000'),
    ('member_by_address', 'address 1000'),
    ('members', 'query 100000, state 1000, sort 1000, course 1000, quiet 1000'),
    ('members_by_address', 'addresses 5000'),
    ('my_notes', 'query 100000, before 1000'),
    ('next_review', 'filter 10000'),
    ('notification_list', 'query 100000, audience 1000, after 1000, before 1000'),
    ('publish_review', 'levels 20000, comment 100000, remarks 4000000'),
    ('purchase_list', 'query 100000'),
    ('questions_like', 'words 10000'),
    ('questions_to_merge', 'words 10000'),
    ('readable_work_files', 'paths 1000'),
    ('record_progress', 'video 1000'),
    ('record_purchase', 'currency 1000, kind 1000, reason 10000'),
    ('record_purchase_event', 'provider 1000, event_id 1000, kind 1000, ref 1000, session_ref 1000, member_id 1000, course 1000, community 1000, currency 1000, about 1000, email 1000, type 1000'),
    ('record_session', 'event 1000'),
    ('refund_purchase', 'reason 10000'),
    ('refuse_purchase_event', 'provider 1000, event_id 1000, type 1000, reason 10000, ref 1000'),
    ('reorder_course', 'wanted 2000000, expected 2000000'),
    ('report_question', 'reason 10000'),
    ('restore_inbox_row', 'kind 1000'),
    ('review_queue', 'filter 10000'),
    ('save_access', 'to_grant 5000, to_revoke 5000, ends 1000000'),
    ('save_dues', 'changes 1000000'),
    ('save_exercise', 'exercise 2000000'),
    ('save_exercise_draft', 'files 400000, based_on 100, drop_kept 100'),
    ('save_lesson', 'lesson 4000000, attachments 1000000'),
    ('save_note', 'body 100000, based_on 100, quote 10000'),
    ('save_releases', 'changes 1000000'),
    ('save_review_draft', 'body 600000'),
    ('save_work_draft', 'body 600000, based_on 100, drop_kept 100'),
    ('search', 'query 100000'),
    ('search_questions', 'query 100000'),
    ('send_cohort_message', 'title 1000, message 20000'),
    ('send_global_notification', 'title 1000, message 20000, action_url 1000, action_label 1000'),
    ('send_lessons', 'lessons 16000000'),
    ('send_user_notification', 'title 1000, message 20000, action_url 1000, action_label 1000'),
    ('set_cohort_courses', 'course_ids 1000'),
    ('settle_due_mail', 'failed 100000'),
    ('settle_proof', 'problems 1000000'),
    ('settle_run', 'results 4000000'),
    ('snooze_inbox_row', 'kind 1000, version 1000'),
    ('start_cohort_again', 'title 1000, slug 1000'),
    ('submit_round', 'text 200000, code 400000, url 1000, repo_url 1000, files 100000, note 10000'),
    ('unsubscribe', 'token 1000'),
    ('use_recovery_code', 'code 1000'),
    ('withdraw_review', 'reason 10000')
    ) b (name, bounds)
    join pg_proc p on p.proname = b.name and p.pronamespace = 'public'::regnamespace
  loop
    select string_agg(format('private.at_most(%L, %s, %s)', w[1], w[1], w[2]), E'\n    and ' order by place) into strict calls
    from (select string_to_array(a.part, ' ') as w, a.place from string_to_table(one.bounds, ', ') with ordinality a (part, place)) s;
    execute case when one.definition ~ '\$function\$\n(#variable_conflict \w+\n)?declare\n'
      then regexp_replace(one.definition, '\ndeclare\n', E'\ndeclare\n  bounded constant boolean := ' || calls || E';\n')
      else regexp_replace(one.definition, '\nbegin\n', E'\nbegin\n  perform ' || calls || E';\n') end;
  end loop;
end
$do$;

create or replace function public.readable_files(paths text[])
  returns text[]
  language sql
  stable
  set search_path to ''
as $function$
  select coalesce(array_agg(f.path), '{}')
  from (
    select h.path from public.lesson_files h where h.path = any (readable_files.paths)
    union
    select u.path from private.my_uploads() u where u.bucket = 'lesson-files' and u.path = any (readable_files.paths)) f
  where private.at_most('paths', paths, 1000)
$function$;

create or replace function public.see_community(slug text, seen timestamptz)
  returns integer
  language sql
  set search_path to ''
as $function$
  select public.mark_community_seen(see_community.slug, see_community.seen) where private.at_most('slug', slug, 1000)
$function$;
