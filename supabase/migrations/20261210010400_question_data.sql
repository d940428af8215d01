-- Why: what a person asked and answered is part of the data that they can export, and is deleted with their account
-- (rules/accounts#my-data, rules/accounts#erasure). It is exported and erased with what they wrote in communities.

create function private.question_data(person uuid) returns table (list text, rows jsonb)
language sql stable security definer set search_path = '' as $$
  select 'questions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'title', q.title, 'body', q.body, 'audience', q.audience, 'state', q.state,
      'at_seconds', q.at_seconds, 'at_heading', q.at_heading, 'created_at', q.created_at, 'edited_at', q.edited_at, 'deleted_at', q.deleted_at) order by q.created_at)
    from public.questions q join public.lessons l on l.id = q.lesson_id where q.author_id = person)
  union all
  select 'answers', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'body', a.body, 'as_staff', a.staff, 'created_at', a.created_at, 'edited_at', a.edited_at,
      'deleted_at', a.deleted_at) order by a.created_at)
    from (select * from public.answers a where a.author_id = person order by a.created_at desc limit 1000) a
    join public.questions q on q.id = a.question_id join public.lessons l on l.id = q.lesson_id)
  union all
  -- The title of the question is left out, because another person wrote it.
  select 'followed_questions', (
    select jsonb_agg(jsonb_build_object('lesson', l.title, 'followed_at', f.followed_at) order by f.followed_at)
    from public.question_follows f join public.questions q on q.id = f.question_id join public.lessons l on l.id = q.lesson_id where f.user_id = person)
  union all
  select 'question_reports', (
    select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
    from private.question_reports r where r.reporter_id = person)
  union all
  select 'question_bans', (
    select jsonb_agg(jsonb_build_object('course', c.title, 'banned_at', b.banned_at) order by b.banned_at)
    from private.question_bans b join public.courses c on c.id = b.course_id where b.user_id = person)
$$;
comment on function private.question_data(uuid) is
  'Takes a person; returns lists by name (null: empty): what they asked, the newest 1,000 answers that they wrote, the questions that they follow, what they reported, and the courses from whose questions they are banned.';
revoke all on function private.question_data(uuid) from public;

create or replace function private.community_data(person uuid)
  returns table(list text, rows jsonb)
  language sql
  stable security definer
  set search_path to ''
as $function$
  select 'communities', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'role', m.role, 'banned', m.banned,
      'joined_at', m.joined_at, 'left_at', m.left_at, 'seen_at', v.seen_at) order by m.joined_at)
    from public.community_members m join public.communities k on k.id = m.community_id
    left join private.community_visits v on v.user_id = m.user_id and v.community_id = m.community_id
    where m.user_id = person)
  union all
  select 'posts', (
    select jsonb_agg(jsonb_build_object('community', k.name, 'body', p.body, 'is_reply', p.parent_id is not null,
      'created_at', p.created_at, 'edited_at', p.edited_at, 'deleted_at', p.deleted_at) order by p.created_at)
    from public.community_posts p join public.communities k on k.id = p.community_id where p.author_id = person)
  union all
  select 'reports', (
    select jsonb_agg(jsonb_build_object('reason', r.reason, 'created_at', r.created_at) order by r.created_at)
    from public.community_post_reports r where r.reporter_id = person)
  union all
  select * from private.question_data(person)
$function$;
comment on function private.community_data(uuid) is 'Takes a person; what is kept about them in communities and under lessons: memberships, posts, reports, and question_data(), each list by its name (null: empty).';

create function private.erase_from_questions(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  touched constant uuid[] := array(select distinct a.question_id from public.answers a where a.author_id = person and a.deleted_at is null);
begin
  delete from private.question_reports r using public.questions q where q.id = r.question_id and q.author_id = person;
  delete from private.question_reports r using public.answers a where a.id = r.answer_id and a.author_id = person;
  delete from public.notifications n using public.answers a where a.id = n.answer_id and a.author_id = person;
  update public.questions q
  set title = 'Deleted account', body = '', at_heading = null, deleted_at = coalesce(q.deleted_at, now()), deleted_by_id = null, author_id = null
  where q.author_id = person;
  -- An accepted answer is accepted no longer, before it is deleted.
  update public.questions q set answer_id = null from public.answers a where a.id = q.answer_id and a.author_id = person;
  update public.answers a
  set body = 'Deleted account', deleted_at = coalesce(a.deleted_at, now()), deleted_by_id = null, author_id = null
  where a.author_id = person;
  perform private.refresh_question(t.id) from unnest(touched) t (id);
end
$$;
comment on function private.erase_from_questions(uuid) is
  'Takes a person; replaces the texts of their questions and answers, which stay as deleted ones so that the answers of other people keep their place, and deletes the reports about them.';
revoke all on function private.erase_from_questions(uuid) from public;

create or replace function private.erase_from_communities(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  delete from public.community_post_reports r using public.community_posts p where p.id = r.post_id and p.author_id = person;
  update public.community_posts p
  set body = 'Deleted account', deleted_at = coalesce(p.deleted_at, now()), deleted_by_id = null, author_id = null
  where p.author_id = person;
  perform private.erase_from_questions(person);
end
$function$;
comment on function private.erase_from_communities(uuid) is 'Takes a person; deletes the reports about their posts, questions and answers, and replaces the text of these. They stay as deleted ones, so that other people''s replies keep their place.';
