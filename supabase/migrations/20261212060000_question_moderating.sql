-- Why: staff merge questions and ban people on screens, which offer only what the database accepts: the questions into which
-- one can be merged, and whom the caller may ban and has banned (rules/questions#merging, #banned).

create or replace function public.question(question_id uuid, after uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant int := 50;
  q public.questions;
  moderates boolean;
  place record;
  edge_at timestamptz := '-infinity';
  edge_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not private.active() then
    raise exception using errcode = '42501', message = 'permission denied for function question';
  end if;
  select x.* into q from public.questions x where x.id = question.question_id;
  if not private.reads_question(q) or q.deleted_at is not null and q.answers = 0 then
    perform private.refuse_question();
  end if;
  if q.merged_into_id is not null then
    return jsonb_build_object('merged_into', q.merged_into_id, 'lesson_id', q.lesson_id);
  end if;
  moderates := private.moderates_question(q);
  select l.title as lesson, c.id as course_id, c.slug, c.title as course into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = q.lesson_id;
  if question.after is not null then
    select coalesce(max(a.created_at), 'infinity') into edge_at from public.answers a where a.id = question.after and a.question_id = q.id;
    edge_id := question.after;
  end if;
  return (
    with page as materialized (
      select a.* from public.answers a
      where a.question_id = q.id and a.deleted_at is null and (a.created_at, a.id) > (edge_at, edge_id)
      order by a.created_at, a.id limit size + 1
    ), shown as materialized (
      select p.* from page p order by p.created_at, p.id limit size
    ), accepted as materialized (
      select a.* from public.answers a where a.id = q.answer_id and a.deleted_at is null
    ), writer as materialized (
      -- What staff wrote as staff is left out: a ban keeps nobody from questions that they look after.
      select w.id from (
        select q.author_id as id where q.deleted_at is null
        union select s.author_id from shown s where not s.staff
        union select a.author_id from accepted a where not a.staff) w
      where moderates and w.id <> private.uid() and private.may_ban_from_questions(place.course_id, w.id)
    )
    select jsonb_build_object('lesson', place.lesson, 'slug', place.slug, 'course', place.course,
      'question', private.question_view(q.id, moderates),
      -- Every page begins with the accepted answer.
      'accepted', (select private.answer_view(a, q.answer_id, moderates) from public.answers a where a.id in (select c.id from accepted c)),
      'answers', (select coalesce(jsonb_agg(private.answer_view(a, q.answer_id, moderates) order by a.created_at, a.id), '[]')
        from public.answers a where a.id in (select s.id from shown s)),
      'next', case when (select count(*) from page) > size then (select s.id from shown s order by s.created_at desc, s.id desc limit 1) end)
      || case when moderates then jsonb_build_object('moderation', jsonb_build_object('course_id', place.course_id, 'writers', (
        select coalesce(jsonb_object_agg(w.id, private.is_banned_from_questions(w.id, place.course_id)), '{}') from writer w))) else '{}' end
  );
end
$$;
comment on function public.question(uuid, uuid) is 'Takes a question that the caller may read, and the last answer that the caller has; returns {lesson, slug, course, question: question_view(), accepted: answer_view() of the accepted answer or null, answers: [answer_view()], 50 at a time, the oldest first, next: the answer after which more follow, or null}, for moderators also moderation: {course_id, writers: by the id of each author whom the caller may ban, whether they are banned}. For a merged question, {merged_into: the other question, lesson_id}. Raises 42501, PT404 NO_QUESTION. Definer, because it names authors, by name alone (rules/questions#audience).';

create or replace function public.question_bans(course_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can('questions', 'moderate', 'own') and not private.can('questions', 'moderate', 'assigned') then
    perform private.refuse('You may not read who is banned.');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', b.user_id, 'name', p.name, 'banned_at', b.banned_at, 'by', s.name) order by b.banned_at desc, b.user_id), '[]')
    from private.question_bans b join public.profiles p on p.id = b.user_id left join public.profiles s on s.id = b.banned_by_id
    where b.course_id = question_bans.course_id and private.may_ban_from_questions(b.course_id, b.user_id));
end
$$;
comment on function public.question_bans(uuid) is 'Takes a course; returns who is banned from its questions, [{user_id, name, banned_at, by: the name of who banned them, or null}], of those whom the caller could ban. For staff; raises 42501. Definer, because it names people, by name alone (rules/questions#banned).';

create function public.questions_to_merge(question_id uuid, words text default '') returns jsonb
language plpgsql stable security definer set search_path = '' set jit = 'off' as $$
declare
  most constant int := 10;
  q public.questions;
  searched boolean := btrim(questions_to_merge.words) <> '';
  terms text[];
  each tsquery[];
  all_of_them tsquery;
begin
  select x.* into q from public.questions x where x.id = questions_to_merge.question_id and x.deleted_at is null;
  if q.id is null or not private.moderates_question(q) then
    perform private.refuse('You may not merge this question.');
  end if;
  terms := private.search_terms(case when searched then questions_to_merge.words else q.title end);
  each := array(select private.term_query(t.term, searched and t.n = cardinality(terms)) from unnest(terms) with ordinality t (term, n) order by t.n);
  if searched and cardinality(each) = 0 then
    return '[]';
  end if;
  all_of_them := array_to_string(array(select '(' || e::text || ')' from unnest(each) e), ' & ')::tsquery;
  return (
    with near as materialized (
      select w as id from private.questions_matching(array[q.lesson_id], private.narrowing_query(each), all_of_them) w
      union
      (select x.id from public.questions x where x.lesson_id = q.lesson_id order by x.created_at desc, x.id desc limit 200)
    ), found as (
      select x.*, (select count(*) from unnest(each) e where d.words @@ e) as hits
      from near n
      cross join lateral (select o.* from public.questions o where o.id = n.id offset 0) x
      cross join lateral (select o.words from private.question_documents o where o.question_id = n.id offset 0) d
      -- The same people read both, as merge_questions() demands.
      where x.id <> q.id and x.lesson_id = q.lesson_id and x.deleted_at is null and x.merged_into_id is null and x.audience = q.audience
        and (x.audience <> 'COHORT' or x.cohort_id is not distinct from q.cohort_id)
        and (x.audience <> 'STAFF' or x.author_id is not distinct from q.author_id)
    ), best as (
      select f.* from found f
      where not searched or f.hits = cardinality(each)
      order by f.hits desc, f.created_at desc, f.id limit 40
    ), allowed as (
      select b.* from best b
      where private.can_on_questions('moderate', private.course_of_lesson(q.lesson_id), b.cohort_id)
      order by b.hits desc, b.created_at desc, b.id limit most
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'author', p.name, 'former', a.author_id is null, 'created_at', a.created_at,
      'answers', a.answers, 'state', private.question_state_now(a.state, a.closes_at), 'accepted', a.answer_id is not null)
      order by a.hits desc, a.created_at desc, a.id), '[]')
    from allowed a left join public.profiles p on p.id = a.author_id);
end
$$;
comment on function public.questions_to_merge(uuid, text) is 'Takes a question, and words or an empty text; returns ten questions of its lesson into which the caller can merge it, [{id, title, author: a name, former, created_at, answers, state, accepted}]: with all the words, or those that are most like it and then the newest. For staff who look after the question; raises 42501. Definer, because row security keeps indexes of words from being used (rules/questions#merging).';
revoke all on function public.questions_to_merge(uuid, text) from public, anon;
grant execute on function public.questions_to_merge(uuid, text) to authenticated, service_role;
