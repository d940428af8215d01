-- Reviews of work: the queue, claims, drafts, verdicts, second opinions, and saved replies.
set check_function_bodies = off;

-- TYPES

create type public.review_verdict as enum ('PASS', 'AGAIN');

-- TABLES

create table private.review_offers (
  submission_id uuid not null,
  reviewer_id uuid not null,
  until timestamptz not null,
  by_id uuid,
  constraint review_offers_pkey primary key (submission_id),
  constraint review_offers_by_id_fkey foreign key (by_id) references public.profiles(id) on delete set null,
  constraint review_offers_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_offers_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table private.review_offers enable row level security;
create index review_offers_by_id_idx on private.review_offers (by_id);
create index review_offers_reviewer_id_idx on private.review_offers (reviewer_id);
comment on table private.review_offers is 'The person to whom waiting work is offered first, and until when: the reviewer of its first reviewed round, or the person to whom by_id handed it over. No grants: written by submit_round() and hand_over().';

create table public.reviews (
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  reviewer_id uuid default private.uid(),
  verdict public.review_verdict not null,
  levels jsonb not null default '{}'::jsonb,
  rubric jsonb not null default '[]'::jsonb,
  comment text,
  published_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by_id uuid,
  withdraw_reason text,
  operation_id uuid,
  constraint reviews_pkey primary key (id),
  constraint reviews_comment_length check (char_length(comment) <= 20000),
  constraint reviews_levels_form check (
    private.matches_schema(levels, '{"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "maximum": 9, "minimum": 0}}'::jsonb)
  ),
  constraint reviews_levels_length check (octet_length(levels::text) <= 4096),
  constraint reviews_rubric_form check (
    private.matches_schema(rubric, '{"type": "array", "items": {"type": "object", "required": ["id", "title", "essential", "levels"], "properties": {"id": {"type": "string", "maxLength": 36}, "title": {"type": "string", "maxLength": 100}, "levels": {"type": "array", "items": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "maxLength": 60}, "points": {"type": ["number", "null"], "maximum": 1000, "minimum": 0}, "meaning": {"type": ["string", "null"], "maxLength": 500}}}, "maxItems": 6}, "essential": {"type": "boolean"}}}, "maxItems": 100}'::jsonb)
  ),
  constraint reviews_rubric_length check (octet_length(rubric::text) <= 131072),
  constraint reviews_withdraw_reason_length check (char_length(withdraw_reason) <= 500),
  constraint reviews_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete set null,
  constraint reviews_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade,
  constraint reviews_withdrawn_by_id_fkey foreign key (withdrawn_by_id) references public.profiles(id) on delete set null
);
alter table public.reviews enable row level security;
create unique index reviews_one_for_a_round on public.reviews (round_id) where (withdrawn_at is null);
create index reviews_reviewer_id_idx on public.reviews (reviewer_id);
create index reviews_round_id_idx on public.reviews (round_id);
create index reviews_withdrawn_by_id_idx on public.reviews (withdrawn_by_id);
grant select on public.reviews to authenticated;
grant delete, insert, select, update on public.reviews to service_role;
comment on table public.reviews is 'Reviews of rounds, with the rubric as it was then (rules/assignments#review).';
comment on column public.reviews.levels is 'The level of each criterion: {id of the criterion: its level, counted from 0}.';
comment on column public.reviews.rubric is 'The rubric by which the round was judged: [{id, title, essential, levels}].';

create table private.review_waits (
  review_id uuid not null,
  lesson_id uuid not null,
  cohort_id uuid,
  waited_sec integer not null,
  reviewed_at timestamptz not null default now(),
  constraint review_waits_pkey primary key (review_id),
  constraint review_waits_cohort_id_fkey foreign key (cohort_id) references public.cohorts(id) on delete cascade,
  constraint review_waits_lesson_id_fkey foreign key (lesson_id) references public.lessons(id) on delete cascade,
  constraint review_waits_review_id_fkey foreign key (review_id) references public.reviews(id) on delete cascade
);
alter table private.review_waits enable row level security;
create index review_waits_cohort_idx on private.review_waits (cohort_id, reviewed_at desc);
create index review_waits_lesson_idx on private.review_waits (lesson_id, reviewed_at desc);
comment on table private.review_waits is 'How long the work of each published review had waited. No grants: written by publish_review() and withdraw_review().';

create table private.second_opinions (
  submission_id uuid not null,
  round integer not null,
  not_by_id uuid,
  asked_at timestamptz not null default now(),
  constraint second_opinions_not_by_id_fkey foreign key (not_by_id) references public.profiles(id) on delete cascade,
  constraint second_opinions_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade,
  constraint second_opinions_once unique nulls not distinct (submission_id, round, not_by_id)
);
alter table private.second_opinions enable row level security;
create index second_opinions_not_by_id_idx on private.second_opinions (not_by_id);
comment on table private.second_opinions is 'The people who do not review a round, as long as somebody else may review it; rows are only added (rules/assignments#second-opinion). A row without a person means that a second opinion is wanted. No grants: written by submit_round() and hand_over().';

create table public.review_claims (
  submission_id uuid not null,
  reviewer_id uuid not null,
  until timestamptz not null,
  constraint review_claims_pkey primary key (submission_id),
  constraint review_claims_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_claims_submission_id_fkey foreign key (submission_id) references public.submissions(id) on delete cascade
);
alter table public.review_claims enable row level security;
create index review_claims_reviewer_id_idx on public.review_claims (reviewer_id);
grant select on public.review_claims to authenticated;
grant delete, insert, select, update on public.review_claims to service_role;
comment on table public.review_claims is 'Which reviewer has claimed which work, and until when nobody else can review it. Functions return the claims of others (rules/assignments#claim).';

create table public.review_drafts (
  round_id uuid not null,
  reviewer_id uuid not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  constraint review_drafts_pkey primary key (round_id, reviewer_id),
  constraint review_drafts_body_form check (
    private.matches_schema(body, '{"type": "object", "required": [], "properties": {"levels": {"type": "object", "maxProperties": 100, "additionalProperties": {"type": "integer", "maximum": 9, "minimum": 0}}, "comment": {"type": ["string", "null"], "maxLength": 200000}, "remarks": {"type": "array", "items": {"type": "object", "required": ["body"], "properties": {"key": {"type": ["string", "null"], "maxLength": 200}, "body": {"type": "string", "maxLength": 200000}, "path": {"type": ["string", "null"], "maxLength": 255}, "line_to": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 1}, "line_from": {"type": ["integer", "null"], "maximum": 1000000, "minimum": 1}}}, "maxItems": 1000}, "verdict": {"enum": ["PASS", "AGAIN"], "type": ["string", "null"]}}}'::jsonb)
  ),
  constraint review_drafts_body_length check (octet_length(body::text) <= 262144),
  constraint review_drafts_reviewer_id_fkey foreign key (reviewer_id) references public.profiles(id) on delete cascade,
  constraint review_drafts_round_id_fkey foreign key (round_id) references public.submission_rounds(id) on delete cascade
);
alter table public.review_drafts enable row level security;
create index review_drafts_reviewer_id_idx on public.review_drafts (reviewer_id);
grant select on public.review_drafts to authenticated;
grant delete, insert, select, update on public.review_drafts to service_role;
comment on table public.review_drafts is 'What a reviewer has written about a round and not published. Only the reviewer can read it.';

create table public.review_remarks (
  id uuid not null default gen_random_uuid(),
  review_id uuid not null,
  path text,
  line_from integer,
  line_to integer,
  body text not null,
  constraint review_remarks_pkey primary key (id),
  constraint review_remarks_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint review_remarks_line_from_range check (line_from >= 1 and line_from <= 100000),
  constraint review_remarks_line_to_range check (line_to >= 1 and line_to <= 100000),
  constraint review_remarks_lines check (
    line_to >= line_from
    and (line_from is null) = (line_to is null)
  ),
  constraint review_remarks_path_length check (char_length(path) <= 255),
  constraint review_remarks_review_id_fkey foreign key (review_id) references public.reviews(id) on delete cascade
);
alter table public.review_remarks enable row level security;
create index review_remarks_review_id_idx on public.review_remarks (review_id);
grant select on public.review_remarks to authenticated;
grant delete, insert, select, update on public.review_remarks to service_role;
comment on table public.review_remarks is 'Remarks of a review about lines of the text or of a code file, or about the whole text or file.';
comment on column public.review_remarks.path is 'The name of the code file; null: the text.';

create table public.saved_replies (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default private.uid(),
  title text not null,
  body text not null,
  "position" integer not null default 0,
  updated_at timestamptz not null default now(),
  constraint saved_replies_pkey primary key (id),
  constraint saved_replies_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint saved_replies_position_range check ("position" >= 0 and "position" <= 1000),
  constraint saved_replies_title_length check (btrim(title) <> '' and char_length(title) <= 100),
  constraint saved_replies_user_id_fkey foreign key (user_id) references public.profiles(id) on delete cascade
);
alter table public.saved_replies enable row level security;
create index saved_replies_user_id_idx on public.saved_replies (user_id, "position");
grant delete, select on public.saved_replies to authenticated;
grant insert (user_id, title, body, "position") on public.saved_replies to authenticated;
grant update (title, body, "position") on public.saved_replies to authenticated;
grant delete, insert, select, update on public.saved_replies to service_role;
comment on table public.saved_replies is 'Texts that a reviewer writes often.';

-- FUNCTIONS

create or replace function private.check_levels(
  rubric jsonb,
  levels jsonb,
  verdict public.review_verdict
)
  returns void
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  criterion record;
begin
  if jsonb_typeof(levels) is distinct from 'object' or exists (
    select from jsonb_each(levels) l
    where not exists (
      select from jsonb_array_elements(rubric) c
      where c ->> 'id' = l.key and jsonb_typeof(l.value) = 'number' and l.value::text ~ '^\d$' and l.value::int < jsonb_array_length(c -> 'levels'))) then
    perform private.refuse_field('levels', 'The rubric has changed. Please judge it again.');
  end if;
  if verdict = 'PASS' then
    for criterion in
      select c ->> 'title' as title from jsonb_array_elements(rubric) c
      where (c ->> 'essential')::boolean and coalesce((levels ->> (c ->> 'id'))::int, 0) = 0
    loop
      raise exception using errcode = 'PT422', hint = 'ESSENTIAL',
        message = format('%s is essential, and not met. This cannot pass.', criterion.title);
    end loop;
  end if;
end
$function$;
comment on function private.check_levels(jsonb,jsonb,public.review_verdict) is 'Takes a rubric, the level of each criterion and a verdict; raises PT422, hint levels, for criteria and levels that the rubric does not have, and PT422 ESSENTIAL if the verdict is PASS and an essential criterion is at its lowest level or was not judged (rules/assignments#rubric).';

create or replace function private.claim_facts(submission uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('reviewer', private.shown_name(p.name, p.email), 'until', c.until, 'mine', c.reviewer_id = private.uid())
    from public.review_claims c join public.profiles p on p.id = c.reviewer_id
    where c.submission_id = claim_facts.submission and c.until > now());
end
$function$;
comment on function private.claim_facts(uuid) is 'Takes somebody''s work; returns the claim on it, {reviewer: a name, until, mine: whether it is the caller''s}. Null if nobody claims it.';

create or replace function private.claim_length()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '30 minutes' $function$;
comment on function private.claim_length() is 'Returns how long a claim lasts after the reviewer last typed (rules/assignments#claim).';

create or replace function private.due_review_mail(work private.due_work)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  recipient text := private.mail_address(work.user_id);
  given record;
begin
  select v.verdict, l.id as lesson_id, l.title, c.title as course, c.slug into given
  from public.reviews v
  join public.submission_rounds r on r.id = v.round_id
  -- No mail is sent to a person who has handed in the next round, because they have read the review.
  join public.submissions s on s.id = r.submission_id and s.round = r.round
  join public.lessons l on l.id = s.lesson_id and l.deleted_at is null
  join public.modules m on m.id = l.module_id and m.deleted_at is null
  join public.courses c on c.id = m.course_id and c.deleted_at is null
  where v.id = work.subject_id and v.withdrawn_at is null;
  if given is null or recipient is null or not private.wants_mail(work.user_id, 'review_mails') then
    return null;
  end if;
  return jsonb_build_object('to', recipient, 'lesson', given.title, 'course', given.course, 'passed', given.verdict = 'PASS',
    'path', format('/app/courses/%s/lesson/%s', given.slug, given.lesson_id),
    'unsubscribe', private.make_unsubscribe_token(work.user_id, 'review_mails'));
end
$function$;
comment on function private.due_review_mail(private.due_work) is 'Job: returns the mail that tells a person that their work was reviewed, {to, lesson, course, passed, path: of the assignment, unsubscribe: the secret that ends such mails for them}. It contains nothing that the reviewer or the person wrote. Null if the review was withdrawn, the next round was handed in, the assignment is in the bin, or the person does not want such mails, is disabled, or has no confirmed email.';

create or replace function private.end_waiting(
  work public.submissions,
  verdict public.review_verdict
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  update public.submissions s set state = case end_waiting.verdict when 'PASS' then 'PASSED' when 'AGAIN' then 'RETURNED' end::public.submission_state,
    awaiting_since = null, came_back = false, passed_at = case end_waiting.verdict when 'PASS' then now() end
  where s.id = work.id;
  if end_waiting.verdict = 'PASS' then
    insert into public.lesson_completions (user_id, lesson_id) values (work.user_id, work.lesson_id) on conflict do nothing;
  end if;
  delete from public.review_claims c where c.submission_id = work.id;
  delete from private.review_offers o where o.submission_id = work.id;
end
$function$;
comment on function private.end_waiting(public.submissions,public.review_verdict) is 'Takes waiting work that the caller has locked, and a verdict; marks the work as returned to its owner or as passed, which completes the lesson, and deletes the claims and offers of reviewers (rules/assignments#completion).';

create or replace function private.export_reviews(filter jsonb, out columns text[], out source text)
  returns record
  language plpgsql
  stable
  set search_path to ''
as $function$
declare
  scope record := private.queue_condition(filter);
begin
  columns := array['id', 'assignment', 'course', 'cohort', 'person', 'round', 'state', 'handed_in', 'due', 'late', 'waiting_since',
    'verdict', 'reviewed', 'reviewer'];
  source := format($sql$
    -- The rows are sorted by the first round, because its time does not change if further rounds are handed in while
    -- the export is read.
    select o.submitted_at as at, s.id as key, jsonb_build_object('id', s.id, 'assignment', l.title, 'course', c.title, 'cohort', k.title,
      'person', case when not h.hidden then nullif(p.name, '') end,
      'round', s.round, 'state', case s.state when 'WAITING' then 'Waiting' when 'RETURNED' then 'Please go on' else 'Passed' end,
      'handed_in', r.submitted_at, 'due', case when not h.hidden then r.due_at_then end, 'late', case when h.hidden then null when r.late then 'Yes' else 'No' end,
      'waiting_since', s.awaiting_since)
      || coalesce((
        select jsonb_build_object('verdict', case v.verdict when 'PASS' then 'Passed' else 'Please go on' end, 'reviewed', v.published_at,
          'reviewer', (select coalesce(nullif(b.name, ''), 'A reviewer') from public.profiles b where b.id = v.reviewer_id))
        from public.submission_rounds g join public.reviews v on v.round_id = g.id and v.withdrawn_at is null
        where g.submission_id = s.id order by g.round desc limit 1), '{}') as row
    from public.submissions s
    join public.submission_rounds o on o.submission_id = s.id and o.round = 1
    join public.submission_rounds r on r.submission_id = s.id and r.round = s.round
    join public.profiles p on p.id = s.user_id
    join public.assignments a on a.lesson_id = s.lesson_id
    join public.lessons l on l.id = s.lesson_id
    join public.modules m on m.id = l.module_id
    join public.courses c on c.id = m.course_id
    cross join lateral (select a.blind and s.state = 'WAITING' as hidden) h
    left join public.cohorts k on k.id = s.cohort_id and not h.hidden
    where s.state = %L and %s$sql$,
    case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end,
    replace(replace(replace(scope.condition, '$1', format('%L::uuid[]', scope.cohorts)), '$2', format('%L::uuid[]', scope.lessons)),
      '$3', format('%L::uuid[]', scope.others)));
end
$function$;
comment on function private.export_reviews(jsonb) is 'Takes a filter as review_queue() does; returns the columns and the query of the export of the work that the caller may review. While work is hidden, the export has neither its owner nor the cohort nor when it was due. Raises 42501 (rules/assignments#blind).';

create or replace function private.is_for_another_reviewer(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = person)
    -- If nobody else may review the work, the same reviewer can review it again.
    and exists (
      select from private.reviewers_of(work) r (id)
      where not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id));
end
$function$;
comment on function private.is_for_another_reviewer(uuid,public.submissions) is 'Takes a person and somebody''s waiting work; true if this person should not review it and somebody else may (rules/assignments#second-opinion).';

create or replace function private.keep_blind()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if exists (select from public.submissions s where s.lesson_id = new.lesson_id and s.state = 'WAITING') then
    perform private.refuse_field('blind', 'Work waits for a review. Whether the assignment is blind changes only when none does.');
  end if;
  return new;
end
$function$;
comment on function private.keep_blind() is 'Row trigger: raises PT422, hint blind, if `blind` of an assignment is changed while its work waits for a review, because reviewers and owners rely on it (rules/assignments#blind).';

create or replace function private.keep_second_opinions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if tg_op = 'UPDATE' or exists (select from public.submissions s where s.id = old.submission_id)
    and (old.not_by_id is null or exists (select from public.profiles p where p.id = old.not_by_id)) then
    raise exception using errcode = '42501', message = 'Who may not review a round stays so.';
  end if;
  return old;
end
$function$;
comment on function private.keep_second_opinions() is 'Row trigger: raises 42501 if a row of second_opinions is changed or deleted, unless its work or its person is deleted.';

create or replace function private.last_reviewer(submission uuid)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select v.reviewer_id from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = submission order by r.round desc limit 1);
end
$function$;
comment on function private.last_reviewer(uuid) is 'Takes somebody''s work; returns the reviewer of the latest round that has a review. Null before the first review.';

create or replace function private.lock_claims()
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- Requests of one reviewer run one after the other, so that each one counts the claims of the earlier ones.
  perform pg_advisory_xact_lock(hashtextextended('claims ' || private.uid(), 0));
end
$function$;
comment on function private.lock_claims() is 'Locks the claims of the caller until the transaction ends, so that requests that claim work for the same caller run one after the other.';

create or replace function private.is_second_over(moment timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select private.is_second_over(moment, now())
$function$;
comment on function private.is_second_over(timestamp with time zone) is 'Takes a moment; true once the second of that moment is over, because work that arrives within that second is in time. Null for null.';

create or replace function private.is_second_over(moment timestamptz, at timestamptz)
  returns boolean
  language sql
  stable
  set search_path to ''
as $function$
  select date_trunc('second', at, 'UTC') > moment
$function$;
comment on function private.is_second_over(timestamp with time zone,timestamp with time zone) is 'Takes two moments; true if the whole second in which the first moment lies was over at the second moment. Null for null.';

create or replace function private.person_may_review(person uuid, work public.submissions)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return person <> work.user_id and (
    private.person_may(person, 'submissions', 'review')
    or private.person_may(person, 'submissions', 'review', 'own') and private.work_is_of_own_course(person, work)
    or private.person_may(person, 'submissions', 'review', 'assigned') and private.work_is_assigned(person, work));
end
$function$;
comment on function private.person_may_review(uuid,public.submissions) is 'Takes a person and somebody''s work; true if this person may review it, by the same rule as can_on_work(), and it is not their own.';

create or replace function private.place_in_queue(work public.submissions)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when work.state = 'WAITING' then (
      select jsonb_build_object(
        'place', 1 + count(*) filter (where (not s.came_back, s.awaiting_since, s.id) < (not work.came_back, work.awaiting_since, work.id)), 'of', count(*))
      from public.submissions s
      where s.state = 'WAITING'
        and case when work.cohort_id is null then s.lesson_id = work.lesson_id and s.cohort_id is null else s.cohort_id = work.cohort_id end) end);
end
$function$;
comment on function private.place_in_queue(public.submissions) is 'Takes somebody''s work; returns its place among the work that waits in its cohort, or in its assignment if it has no cohort, {place: from 1, of: how many pieces of work wait}. Null if it does not wait (rules/assignments#queue).';

create or replace function private.published_facts(v public.reviews)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('id', v.id, 'verdict', v.verdict, 'published_at', v.published_at, 'undo_until', v.published_at + interval '10 minutes',
      'submission_id', s.id, 'state', s.state, 'person', (select p.name from public.profiles p where p.id = s.user_id))
    from public.submission_rounds r join public.submissions s on s.id = r.submission_id where r.id = v.round_id);
end
$function$;
comment on function private.published_facts(public.reviews) is 'Takes a published review; returns {id, verdict, published_at, undo_until, submission_id, state, person: the name of the owner, who is known now even if the assignment is blind}.';

create or replace function private.queue_condition(
  filter jsonb,
  out condition text,
  out cohorts uuid[],
  out lessons uuid[],
  out others uuid[]
)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  me uuid := private.uid();
  hidden constant text := 's.state = ''WAITING'' and s.lesson_id in (select a.lesson_id from public.assignments a where a.blind)';
begin
  if not (private.can('submissions', 'list') or private.can('submissions', 'list', 'own') or private.can('submissions', 'list', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  condition := format('s.user_id <> %L', me);
  if not private.can('submissions', 'list') then
    cohorts := array(select k from private.staffed_cohort_ids('submissions', 'list') k);
    lessons := array(
      select l.id from public.lessons l where l.content_type = 'ASSIGNMENT' and l.module_id in (select private.my_module_ids('submissions', 'list')));
    -- Work of people of these cohorts that they handed in for another cohort, or for none.
    others := array(
      select w.id from public.cohort_members m
      join public.submissions w on w.user_id = m.user_id and (w.cohort_id is null or w.cohort_id <> all (cohorts))
      where m.cohort_id = any (cohorts) and m.state <> 'LEFT' and exists (
        select from public.lessons l
        join public.modules d on d.id = l.module_id
        join public.cohort_courses k on k.course_id = d.course_id and k.cohort_id = m.cohort_id
        where l.id = w.lesson_id));
    condition := condition || ' and (s.cohort_id = any ($1) or s.lesson_id = any ($2) or s.id = any ($3))';
  end if;
  if pg_input_is_valid(filter ->> 'lesson_id', 'uuid') then
    condition := condition || format(' and s.lesson_id = %L', filter ->> 'lesson_id');
  end if;
  if pg_input_is_valid(filter ->> 'cohort_id', 'uuid') then
    -- Hidden work is found by every cohort with its course, because its cohort would tell something about its owner.
    condition := condition || format(' and (s.cohort_id = %2$L and not (%1$s) or s.state = ''WAITING'' and s.lesson_id = any (%3$L::uuid[]))', hidden,
      filter ->> 'cohort_id', array(
        select a.lesson_id from public.cohort_courses k
        join public.modules m on m.course_id = k.course_id
        join public.lessons l on l.module_id = m.id
        join public.assignments a on a.lesson_id = l.id and a.blind
        where k.cohort_id = (filter ->> 'cohort_id')::uuid));
  end if;
  if pg_input_is_valid(filter ->> 'course_id', 'uuid') then
    condition := condition || format(' and s.lesson_id in (select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = %L)',
      filter ->> 'course_id');
  end if;
  if filter ->> 'late' = 'true' then
    condition := condition || format(' and not (%s) and exists (select from public.submission_rounds r where r.submission_id = s.id and r.round = s.round and r.late)', hidden);
  end if;
  if filter ->> 'mine' = 'true' then
    condition := condition || format(' and (s.id in (select c.submission_id from public.review_claims c where c.reviewer_id = %1$L and c.until > now())
      or s.id in (select o.submission_id from private.review_offers o where o.reviewer_id = %1$L and o.until > now()))', me);
  end if;
end
$function$;
comment on function private.queue_condition(jsonb) is 'Takes a filter {lesson_id, course_id, cohort_id, late, mine}; returns the SQL condition that somebody''s work s is in the caller''s queue, and the values of its parameters: $1 the cohorts, $2 the lessons, and $3 other work that the caller may list. Hidden work never counts as late, and is found by every cohort that takes its course. Raises 42501 (rules/assignments#queue, rules/assignments#blind).';

create or replace function private.review_facts(v public.reviews)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select case when v.id is not null then jsonb_build_object('id', v.id, 'verdict', v.verdict, 'comment', v.comment, 'levels', v.levels, 'rubric', v.rubric,
      'published_at', v.published_at,
      'reviewer', (select coalesce(nullif(p.name, ''), 'A reviewer') from public.profiles p where p.id = v.reviewer_id),
      'remarks', coalesce((
        select jsonb_agg(jsonb_build_object('id', k.id, 'path', k.path, 'line_from', k.line_from, 'line_to', k.line_to, 'body', k.body)
          order by k.path nulls first, k.line_from nulls first, k.id)
        from public.review_remarks k where k.review_id = v.id), '[]')) end);
end
$function$;
comment on function private.review_facts(public.reviews) is 'Takes a review; returns {id, verdict, comment, levels, rubric: the one by which the round was judged, published_at, reviewer: a name, null for an erased account, remarks: [{id, path, line_from, line_to, body}]}. Null for null.';

create or replace function private.review_promise()
  returns interval
  language sql
  immutable
  set search_path to ''
as $function$ select interval '48 hours' $function$;
comment on function private.review_promise() is 'Returns the time within which a review is promised (rules/assignments#queue).';

create or replace function private.reviewers_of(work public.submissions)
  returns setof uuid
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return query
    select p.id from public.profiles p
    where p.role <> 'MEMBER' and p.id <> work.user_id and private.person_may_review(p.id, work);
end
$function$;
comment on function private.reviewers_of(public.submissions) is 'Takes somebody''s work; returns all people who may review it.';

create or replace function private.take_claim(work public.submissions)
  returns timestamptz
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  most constant int := 3;
  me uuid := private.uid();
  taken public.review_claims;
  renewed boolean;
begin
  perform private.lock_claims();
  renewed := exists (select from public.review_claims c where c.submission_id = work.id and c.reviewer_id = me and c.until > now());
  -- This one statement checks that the work waits and that nobody else has a claim that has not ended, and adds the
  -- claim. It locks the work, so that a review is published either before or after it.
  with waits as (
    select s.id from public.submissions s where s.id = work.id and s.state = 'WAITING' for share
  )
  insert into public.review_claims as c (submission_id, reviewer_id, until)
  select w.id, me, clock_timestamp() + private.claim_length() from waits w
  where (select count(*) from public.review_claims o where o.reviewer_id = me and o.submission_id <> w.id and o.until > now()) < most
  on conflict (submission_id) do update set reviewer_id = excluded.reviewer_id, until = excluded.until
    where c.reviewer_id = me or c.until <= clock_timestamp()
  returning c.* into taken;
  if taken.submission_id is not null and not renewed then
    perform private.signal_staff('submissions');
  end if;
  return taken.until;
end
$function$;
comment on function private.take_claim(public.submissions) is 'Takes somebody''s work; claims it for the caller for 30 minutes from now, or renews the caller''s claim, and returns when the claim ends. Null if the work does not wait, if somebody else claims it, or if the caller has three other claims (rules/assignments#claim).';

create or replace function private.tell_of_review(made public.reviews, work public.submissions)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  perform private.tell_of_verdict(work, made.verdict, made);
  if private.mail_address(work.user_id) is not null and private.wants_mail(work.user_id, 'review_mails') then
    -- The mail waits one more minute, because a call of withdraw_review() that began in time can run for 30 seconds.
    perform private.enqueue_job('review_mail', made.id::text,
      (private.published_facts(made) ->> 'undo_until')::timestamptz + interval '1 minute', made.id, work.user_id);
  end if;
end
$function$;
comment on function private.tell_of_review(public.reviews,public.submissions) is 'Takes a review that was just published, and the work; notifies the owner, and plans a mail for the time when the reviewer can no longer withdraw the review. If it is withdrawn, the notification is deleted.';

create or replace function private.tell_of_verdict(
  work public.submissions,
  verdict public.review_verdict,
  made public.reviews default null
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  place record;
begin
  select l.title, c.slug into place
  from public.lessons l join public.modules m on m.id = l.module_id join public.courses c on c.id = m.course_id where l.id = work.lesson_id;
  -- The review, or the round whose tests pass, has an audit record, so the notification gets none.
  perform private.record_at_once(true);
  insert into public.notifications (title, message, source, type, sender_id, recipient_id, action_url, action_label, review_id)
  values (
    case tell_of_verdict.verdict when 'PASS' then 'Passed' when 'AGAIN' then 'Your work came back' end,
    format(case tell_of_verdict.verdict when 'PASS' then '"%s" has passed.' when 'AGAIN' then '"%s" was reviewed. Please go on with it.' end, place.title),
    private.notice_source(made.reviewer_id, work.cohort_id),
    case tell_of_verdict.verdict when 'PASS' then 'success' when 'AGAIN' then 'info' end::public.notification_type, made.reviewer_id, work.user_id,
    format('/app/courses/%s/lesson/%s', place.slug, work.lesson_id), case when made.id is not null then 'Open the review' else 'Open the assignment' end, made.id);
  perform private.record_at_once(false);
end
$function$;
comment on function private.tell_of_verdict(public.submissions,public.review_verdict,public.reviews) is 'Takes somebody''s work, its verdict, and the review that gives the verdict (null: the tests passed); notifies the owner.';

create or replace function private.would_reveal_owner(person uuid, submission uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $function$
  select exists (
    select from public.submissions s
    where s.id = would_reveal_owner.submission and private.work_is_hidden(s) and (
      exists (select from public.submissions o where o.lesson_id = s.lesson_id and o.user_id = would_reveal_owner.person)
      or exists (select from public.entitlements e where e.user_id = would_reveal_owner.person and e.course_id = private.course_of_lesson(s.lesson_id))
      or not (private.person_may(would_reveal_owner.person, 'submissions', 'review')
        or private.person_may(would_reveal_owner.person, 'submissions', 'review', 'own') and private.work_is_of_own_course(would_reveal_owner.person, s))))
$function$;
comment on function private.would_reveal_owner(uuid,uuid) is 'Takes a person and somebody''s work; true if the work is hidden and the list of its reviewers would reveal something about its owner if the person were in it: the person could be the owner, or may review only the work of certain people. Work cannot be handed over to such a person by name.';

create or replace function public.claim_submission(submission_id uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('review', claim_submission.submission_id);
  until timestamptz;
  held jsonb;
begin
  if private.is_for_another_reviewer(private.uid(), work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  until := private.take_claim(work);
  if until is not null then
    return jsonb_build_object('until', until);
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED', message = format('%s is reviewing this already.', held ->> 'reviewer');
  elsif not exists (select from public.submissions s where s.id = work.id and s.state = 'WAITING') then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since.';
  end if;
  raise exception using errcode = 'PT409', hint = 'TOO_MANY', message = 'You are reviewing three others. Finish or release one first.';
end
$function$;
comment on function public.claim_submission(uuid) is 'Takes somebody''s waiting work; claims it for the caller, or renews the caller''s claim, and returns {until: 30 minutes from now}. Raises 42501, and PT409 CLAIMED with the name of the reviewer who claims it, NOT_WAITING, TOO_MANY if the caller has three other claims, and SECOND_OPINION (rules/assignments#claim).';
grant execute on function public.claim_submission(uuid) to authenticated, service_role;

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
      where r.id <> me and not private.would_reveal_owner(r.id, work.id)
        and not exists (select from private.second_opinions o where o.submission_id = work.id and o.round = work.round and o.not_by_id = r.id)) then
      raise exception using errcode = 'PT422', hint = 'NOBODY', message = 'Nobody else may review this work.';
    end if;
    insert into private.second_opinions (submission_id, round, not_by_id) values (work.id, work.round, me)
    on conflict on constraint second_opinions_once do nothing;
    delete from private.review_offers o where o.submission_id = work.id;
  else
    if to_id = me or not private.person_may_review(to_id, work) or private.is_for_another_reviewer(to_id, work)
      or private.would_reveal_owner(to_id, work.id) then
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
comment on function public.hand_over(uuid,uuid) is 'Takes somebody''s waiting work, and either a person, to whom it is then offered first for a day, or null, after which the caller does not review it either, like the people who already do not. Ends the claim on the work: the caller''s own or, for administrators, anybody''s. Raises 42501, PT409 NOT_WAITING and CLAIMED, PT422 NOT_REVIEWER and NOBODY (rules/assignments#hand-over).';
grant execute on function public.hand_over(uuid,uuid) to authenticated, service_role;

create or replace function public.next_review(
  after uuid default null,
  filter jsonb default '{}'::jsonb
)
  returns uuid
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  scope record := private.queue_condition(filter);
  found uuid;
begin
  execute format(
    'select s.id from private.review_offers o join public.submissions s on s.id = o.submission_id
     where o.reviewer_id = %2$L and o.until > now() and s.state = ''WAITING'' and %1$s and s.id is distinct from $4
       and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
       and not private.is_for_another_reviewer(%2$L, s)
     order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
  into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  if found is null then
    execute format(
      'select s.id from public.submissions s
       where s.state = ''WAITING'' and %1$s and s.id is distinct from $4
         and not exists (select from private.review_offers o where o.submission_id = s.id and o.until > now() and o.reviewer_id <> %2$L)
         and not exists (select from public.review_claims c where c.submission_id = s.id and c.until > now() and c.reviewer_id <> %2$L)
         and not private.is_for_another_reviewer(%2$L, s)
       order by s.came_back desc, s.awaiting_since, s.id limit 1', scope.condition, private.uid())
    into found using scope.cohorts, scope.lessons, scope.others, next_review.after;
  end if;
  return found;
end
$function$;
comment on function public.next_review(uuid,jsonb) is 'Takes the work that the caller is reviewing (null: none) and a filter as review_queue() does; returns the id of the next work for the caller: it is not claimed by others, not offered to others, and does not need the opinion of somebody else. Null if there is none. Raises 42501.';
grant execute on function public.next_review(uuid,jsonb) to authenticated, service_role;

create or replace function public.publish_review(
  round_id uuid,
  verdict public.review_verdict,
  levels jsonb default '{}'::jsonb,
  comment text default null,
  remarks jsonb default '[]'::jsonb,
  operation_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('levels', levels, 20000)
    and private.at_most('comment', comment, 100000)
    and private.at_most('remarks', remarks, 4000000);
  me uuid := private.uid();
  own uuid;
  work public.submissions;
  of_round public.submission_rounds;
  made public.reviews;
  rubric jsonb;
  held jsonb;
begin
  select r.* into of_round from public.submission_rounds r where r.id = publish_review.round_id;
  work := private.check_work_right('review', of_round.submission_id);
  own := private.operation_row_id(publish_review.operation_id, 'review');
  select v.* into made from public.reviews v where v.id = own;
  if made.id is not null then
    if made.round_id <> publish_review.round_id then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was published already, for another round.';
    end if;
    return private.published_facts(made);
  end if;
  -- With this lock, no other request can hand in a round of this work, or publish or withdraw a review of it.
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  if work.round > of_round.round then
    raise exception using errcode = 'PT409', hint = 'NEWER_ROUND',
      message = 'A newer round was handed in meanwhile. What you wrote is kept.';
  elsif work.state <> 'WAITING' then
    raise exception using errcode = 'PT409', hint = 'NOT_WAITING', message = 'This has been reviewed since. What you wrote is kept.';
  end if;
  held := private.claim_facts(work.id);
  if held is not null and not (held ->> 'mine')::boolean then
    raise exception using errcode = 'PT409', hint = 'CLAIMED',
      message = format('%s is reviewing this already. What you wrote is kept.', held ->> 'reviewer');
  elsif private.is_for_another_reviewer(me, work) then
    raise exception using errcode = 'PT409', hint = 'SECOND_OPINION', message = 'Somebody else reads this round.';
  end if;
  rubric := private.rubric_of(work.lesson_id);
  perform private.check_levels(rubric, coalesce(publish_review.levels, '{}'), publish_review.verdict);
  if char_length(publish_review.comment) > 20000 then
    perform private.refuse_field('comment', 'A comment must be less than 20,000 characters');
  end if;
  if jsonb_typeof(coalesce(publish_review.remarks, '[]')) <> 'array' or jsonb_array_length(coalesce(publish_review.remarks, '[]')) > 200 then
    perform private.refuse_field('remarks', 'At most 200 remarks');
  end if;
  insert into public.reviews as v (id, round_id, reviewer_id, verdict, levels, rubric, comment, operation_id)
  values (own, of_round.id, me, publish_review.verdict, coalesce(publish_review.levels, '{}'), rubric, nullif(btrim(publish_review.comment), ''),
    publish_review.operation_id)
  returning v.* into made;
  insert into public.review_remarks (review_id, path, line_from, line_to, body)
  select made.id, x.path, x.line_from, coalesce(x.line_to, x.line_from), btrim(x.body)
  from jsonb_to_recordset(publish_review.remarks) x (path text, line_from integer, line_to integer, body text)
  where btrim(x.body) <> '';
  insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec)
  values (made.id, work.lesson_id, work.cohort_id, greatest(extract(epoch from now() - coalesce(work.awaiting_since, of_round.submitted_at)), 0)::int);
  perform private.end_waiting(work, publish_review.verdict);
  delete from public.review_drafts d where d.round_id = of_round.id and d.reviewer_id = me;
  perform private.tell_of_review(made, work);
  return private.published_facts(made);
end
$function$;
comment on function public.publish_review(uuid,public.review_verdict,jsonb,text,jsonb,uuid) is 'Takes the latest round of waiting work, a verdict (PASS, AGAIN), the level of each criterion {id: level from 0}, a comment, remarks [{path: a file of the code, null for the text, line_from, line_to, body}] and an operation id; publishes the review with the rubric as it is now, and completes the lesson if the verdict is PASS. Returns {id, verdict, published_at, undo_until, submission_id, state, person}; the same operation again returns the same review. Raises 42501, also for one''s own work, PT409 NEWER_ROUND, NOT_WAITING, CLAIMED, SECOND_OPINION and MADE_ALREADY, all of which keep the caller''s draft, PT422 ESSENTIAL or with the field as hint (rules/assignments#review).';
grant execute on function public.publish_review(uuid,public.review_verdict,jsonb,text,jsonb,uuid) to authenticated, service_role;

create or replace function public.release_claim(submission_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  if not (private.can('submissions', 'review') or private.can('submissions', 'review', 'own') or private.can('submissions', 'review', 'assigned')) then
    perform private.refuse('You may not review work.');
  end if;
  delete from public.review_claims c where c.submission_id = release_claim.submission_id and c.reviewer_id = private.uid();
  if found then
    perform private.signal_staff('submissions');
  end if;
end
$function$;
comment on function public.release_claim(uuid) is 'Takes somebody''s work; ends the caller''s claim on it, if there is one. The caller''s draft stays. Raises 42501.';
grant execute on function public.release_claim(uuid) to authenticated, service_role;

create or replace function public.review(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', review.submission_id);
  hidden constant boolean := private.work_is_hidden(work);
  due record;
begin
  select d.* into due from private.due_of(work.user_id, work.lesson_id) d;
  return private.work_facts(work) || jsonb_build_object(
    'brief', (select l.content from public.lessons l where l.id = work.lesson_id),
    'accepts', (select a.accepts from public.assignments a where a.lesson_id = work.lesson_id),
    'paths', (select a.paths from public.assignments a where a.lesson_id = work.lesson_id and a.grader is not null),
    'rubric', private.rubric_of(work.lesson_id),
    'can_review', private.can_on_work('review', work),
    'can_withdraw', private.can('submissions', 'withdraw'),
    'due', case when due.zone is not null and not hidden then jsonb_build_object('at', due.due_at, 'zone', due.zone, 'extended', due.extended, 'shut_at', due.shut_at) end,
    'extension', (
      select jsonb_build_object('due_at', x.due_at, 'reason', x.reason, 'given_at', x.given_at)
      from public.extensions x where x.lesson_id = work.lesson_id and x.user_id = work.user_id and not hidden),
    'extension_request', case when not hidden then (
      select private.asked_time(q) from private.open_extension_requests() q where q.lesson_id = work.lesson_id and q.user_id = work.user_id
        and private.extension_may_be_given(q.user_id, q.lesson_id)) end,
    'rounds', (
      select coalesce(jsonb_agg(private.round_facts(r)
        -- Due dates of a person and names of files can reveal whose work it is.
        || case when hidden then '{"due_at_then": null, "due_zone": null, "late": false, "waived_at": null}'::jsonb else '{}' end
        || case when hidden and r.files is not null then jsonb_build_object('files', (
          select jsonb_agg(jsonb_build_object('path', f.value ->> 'path', 'bytes', f.value -> 'bytes',
            'name', 'File ' || f.place || coalesce(lower(substring(f.value ->> 'name' from '\.[A-Za-z0-9]{1,8}$')), '')) order by f.place)
          from jsonb_array_elements(r.files) with ordinality f (value, place))) else '{}' end
        || jsonb_build_object('mine', exists (
          select from public.reviews v where v.round_id = r.id and v.withdrawn_at is null and v.reviewer_id = private.uid()))
        order by r.round), '[]')
      from public.submission_rounds r where r.submission_id = work.id),
    'withdrawn', (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'round', r.round, 'verdict', v.verdict, 'published_at', v.published_at,
        'withdrawn_at', v.withdrawn_at, 'reason', v.withdraw_reason,
        'by', (select private.shown_name(p.name, p.email) from public.profiles p where p.id = v.withdrawn_by_id)) order by v.withdrawn_at), '[]')
      from public.reviews v join public.submission_rounds r on r.id = v.round_id where r.submission_id = work.id and v.withdrawn_at is not null),
    'draft', (
      select jsonb_build_object('round', r.round, 'round_id', d.round_id, 'body', d.body, 'updated_at', d.updated_at)
      from public.review_drafts d join public.submission_rounds r on r.id = d.round_id
      where r.submission_id = work.id and d.reviewer_id = private.uid() order by r.round desc limit 1));
end
$function$;
comment on function public.review(uuid) is 'Takes somebody''s work; returns what the review screen shows, work_facts() with {brief: Markdown, accepts, paths: what tests take from a commit, or null if nothing is tested, rubric, can_review, can_withdraw, due: {at, zone, extended, shut_at} or null, extension: {due_at, reason, given_at} or null, extension_request: asked_time() of a request that the caller may answer, or null, rounds: [round_facts() with mine: whether the caller reviewed it], withdrawn: reviews that were withdrawn [{id, round, verdict, published_at, withdrawn_at, reason, by}], draft: the caller''s draft for the latest round that has one, {round, round_id, body, updated_at} or null}. While work of a blind assignment waits, nothing in the answer reveals whose it is. Does not claim the work. Raises 42501 (rules/assignments#review, rules/assignments#blind).';
grant execute on function public.review(uuid) to authenticated, service_role;

create or replace function public.review_queue(
  filter jsonb default '{}'::jsonb,
  page integer default 1,
  page_size integer default 25
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  set jit to 'off'
as $function$
declare
  bounded constant boolean := private.at_most('filter', filter, 10000);
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  state constant text := case when filter ->> 'state' in ('RETURNED', 'PASSED') then filter ->> 'state' else 'WAITING' end;
  scope record := private.queue_condition(filter);
  total int;
  firsts uuid[] := '{}';
  ids uuid[];
begin
  execute format('select count(*) from (select from public.submissions s where s.state = %L and %s limit %s) n', state, scope.condition, most + 1)
  into total using scope.cohorts, scope.lessons, scope.others;
  if state = 'WAITING' then
    -- Work that is offered to the caller comes first.
    execute format(
      'select array(select s.id from private.review_offers o join public.submissions s on s.id = o.submission_id
         where o.reviewer_id = %L and o.until > now() and s.state = ''WAITING'' and %s order by s.came_back desc, s.awaiting_since, s.id limit 100)',
      private.uid(), scope.condition) into firsts using scope.cohorts, scope.lessons, scope.others;
    execute format(
      'select array(select s.id from public.submissions s where s.state = ''WAITING'' and %s and s.id <> all ($4)
         order by s.came_back desc, s.awaiting_since, s.id limit %s)', scope.condition, skipped + size)
    into ids using scope.cohorts, scope.lessons, scope.others, firsts;
    ids := (firsts || ids)[skipped + 1 : skipped + size];
  else
    execute format(
      'select array(select s.id from public.submissions s where s.state = %L and %s order by s.passed_at desc nulls last, s.id limit %s offset %s)',
      state, scope.condition, size, skipped) into ids using scope.cohorts, scope.lessons, scope.others;
  end if;
  return jsonb_build_object('total', total, 'rows', (
    select coalesce(jsonb_agg(private.work_facts(s) order by w.place), '[]')
    from unnest(ids) with ordinality w (id, place) join public.submissions s on s.id = w.id));
end
$function$;
comment on function public.review_queue(jsonb,integer,integer) is 'Takes a filter {state: WAITING (default), RETURNED or PASSED, lesson_id, course_id, cohort_id, late: true, mine: true: claimed by or offered to the caller}, a page and its size (at most 100); returns the work that the caller may review, except their own, {total: counted up to 1,001, rows: [work_facts()]}. Work that is offered to the caller comes first, then work that was returned before, then the work that has waited longest. Raises 42501 (rules/assignments#queue).';
grant execute on function public.review_queue(jsonb,integer,integer) to authenticated, service_role;

create or replace function public.reviewers(submission_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  work public.submissions := private.check_work_right('list', reviewers.submission_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', private.shown_name(p.name, p.email),
      'claims', (select count(*) from public.review_claims c where c.reviewer_id = p.id and c.until > now())) order by p.name, p.id), '[]')
    from private.reviewers_of(work) r (id) join public.profiles p on p.id = r.id
    where p.id <> private.uid() and not private.is_for_another_reviewer(p.id, work) and not private.would_reveal_owner(p.id, work.id));
end
$function$;
comment on function public.reviewers(uuid) is 'Takes somebody''s work; returns the other people who may review it and to whom it can be handed over, [{id, name, claims: how many they have}]; for blind work only people who may review all work of the assignment and do not take the course. Raises 42501.';
grant execute on function public.reviewers(uuid) to authenticated, service_role;

create or replace function public.save_review_draft(round_id uuid, body jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('body', body, 600000);
  work public.submissions := private.check_work_right('review',
    (select r.submission_id from public.submission_rounds r where r.id = save_review_draft.round_id));
  until timestamptz;
begin
  if jsonb_typeof(body) is distinct from 'object' or octet_length(body::text) > 262144 then
    perform private.refuse_field('body', 'A review must be less than 250 kB.');
  end if;
  -- The work is locked before the draft, in the same order as in publish_review().
  if not private.is_for_another_reviewer(private.uid(), work) then
    until := private.take_claim(work);
  end if;
  insert into public.review_drafts as d (round_id, reviewer_id, body) values (save_review_draft.round_id, private.uid(), save_review_draft.body)
  on conflict on constraint review_drafts_pkey do update set body = excluded.body, updated_at = now();
  -- The draft was saved even if another reviewer has the claim.
  return jsonb_build_object('saved_at', now(), 'until', until, 'claim', private.claim_facts(work.id),
    'newer_round', (select s.round from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where r.id = save_review_draft.round_id and s.round > r.round));
end
$function$;
comment on function public.save_review_draft(uuid,jsonb) is 'Takes a round and what the caller is writing about it; saves it, and claims the work or renews the claim. Returns {saved_at, until: null if the caller has no claim, claim: {reviewer, until, mine} or null, newer_round: the number of a round that was handed in since, or null}. The text is saved even if the caller gets no claim. Raises 42501, PT422 with hint body (rules/assignments#claim).';
grant execute on function public.save_review_draft(uuid,jsonb) to authenticated, service_role;

create or replace function public.withdraw_review(review_id uuid, reason text default null)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  bounded constant boolean := private.at_most('reason', reason, 10000);
  me uuid := private.uid();
  gone public.reviews;
  of_round public.submission_rounds;
  work public.submissions;
  everybodys constant boolean := private.can('submissions', 'withdraw');
  late boolean;
begin
  select v.* into gone from public.reviews v where v.id = withdraw_review.review_id;
  select r.* into of_round from public.submission_rounds r where r.id = gone.round_id;
  work := private.check_work_right('review', of_round.submission_id);
  -- take_claim(), which is called below, takes this lock before it locks the work, so it is taken here first, too.
  perform private.lock_claims();
  select s.* into work from public.submissions s where s.id = work.id for no key update;
  select v.* into gone from public.reviews v where v.id = withdraw_review.review_id;
  if gone.reviewer_id is distinct from me and not everybodys then
    perform private.refuse('You may take back your own reviews only.');
  end if;
  if gone.withdrawn_at is not null then
    return jsonb_build_object('submission_id', work.id, 'state', work.state);
  end if;
  late := gone.reviewer_id is distinct from me or gone.published_at <= now() - interval '10 minutes';
  if late and not everybodys then
    raise exception using errcode = 'PT409', hint = 'TOO_LATE',
      message = 'A review can be taken back for 10 minutes. An administrator can still do it.';
  elsif late and btrim(coalesce(reason, '')) = '' then
    perform private.refuse_field('reason', 'Please give a reason.');
  elsif char_length(reason) > 500 then
    perform private.refuse_field('reason', 'A reason must be less than 500 characters');
  elsif work.round > of_round.round then
    raise exception using errcode = 'PT409', hint = 'NEWER_ROUND', message = 'The next round was handed in already. Review that one instead.';
  end if;
  update public.reviews v set withdrawn_at = now(), withdrawn_by_id = me, withdraw_reason = nullif(btrim(withdraw_review.reason), '') where v.id = gone.id;
  delete from private.review_waits w where w.review_id = gone.id;
  -- The withdrawal has an audit record, so the deleted notification gets none.
  perform private.record_at_once(true);
  delete from public.notifications n where n.review_id = gone.id;
  perform private.record_at_once(false);
  if gone.verdict = 'PASS' then
    -- A completion from the time before the lesson was an assignment stays.
    delete from public.lesson_completions d
    where d.user_id = work.user_id and d.lesson_id = work.lesson_id and d.completed_at >= gone.published_at;
  end if;
  update public.submissions s set state = 'WAITING', passed_at = null,
    -- The waiting time begins with the first round after the latest review that was not withdrawn.
    awaiting_since = (
      select min(r.submitted_at) from public.submission_rounds r
      where r.submission_id = s.id and r.round > coalesce((
        select max(o.round) from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null
        where o.submission_id = s.id), 0)),
    came_back = exists (
      select from public.submission_rounds o join public.reviews v on v.round_id = o.id and v.withdrawn_at is null where o.submission_id = s.id)
  where s.id = work.id returning s.* into work;
  if not late then
    -- A reviewer who withdraws their own review in time gets its text back as a draft.
    insert into public.review_drafts as d (round_id, reviewer_id, body)
    values (of_round.id, me, jsonb_build_object('verdict', gone.verdict, 'levels', gone.levels, 'comment', coalesce(gone.comment, ''), 'remarks', (
      select coalesce(jsonb_agg(jsonb_build_object('path', k.path, 'line_from', k.line_from, 'line_to', k.line_to, 'body', k.body)
        order by k.path nulls first, k.line_from nulls first, k.id), '[]')
      from public.review_remarks k where k.review_id = gone.id)))
    on conflict on constraint review_drafts_pkey do nothing;
    perform private.take_claim(work);
  end if;
  return jsonb_build_object('submission_id', work.id, 'state', work.state);
end
$function$;
comment on function public.withdraw_review(uuid,text) is 'Takes a published review and a reason; withdraws the review. The work waits again in its former place in the queue, and the completion and the notification of the review are deleted. Its reviewer can do this for 10 minutes, without a reason, and gets the text back as a draft and a claim on the work. Callers who may withdraw can do it to any review at any time, with a reason. Returns {submission_id, state}; the same call again changes nothing. Raises 42501, PT409 TOO_LATE and NEWER_ROUND, PT422 with hint reason (rules/assignments#taking-back).';
grant execute on function public.withdraw_review(uuid,text) to authenticated, service_role;

-- TRIGGERS

create trigger second_opinions_keep before delete or update on private.second_opinions
  for each row execute function private.keep_second_opinions();

create trigger assignments_keep_blind before update of blind on public.assignments
  for each row
  when (old.blind <> new.blind)
  execute function private.keep_blind();

create trigger reviews_audit_delete after delete on public.reviews
  referencing old table as old_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_audit_insert after insert on public.reviews
  referencing new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_audit_update after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('review', '{"key": "id", "omit": ["comment", "levels", "rubric", "withdraw_reason", "updated_at"], "about": ["round_id"], "place": {"in": "round_id", "of": "round"}, "verbs": [["withdraw", "withdrawn_at", "set"]], "delete": "delete", "insert": "publish", "update": null, "identity": ["id"]}');

create trigger reviews_complete_records after insert on public.reviews
  for each row execute function private.complete_records();

create trigger saved_replies_audit_delete after delete on public.saved_replies
  referencing old table as old_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_audit_insert after insert on public.saved_replies
  referencing new table as new_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_audit_update after update on public.saved_replies
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.audit('saved_reply', '{"key": "id", "omit": ["title", "body", "updated_at"], "about": ["user_id"], "verbs": [], "delete": "delete", "insert": "create", "identity": ["id"]}');

create trigger saved_replies_touch before update on public.saved_replies
  for each row execute function private.touch_updated_at();

-- POLICIES

create policy review_claims_select on public.review_claims
  for select to authenticated
  using (
    reviewer_id = (select private.uid())
    and (
      (select private.can('submissions', 'list', 'own'))
      or (select private.can('submissions', 'list', 'assigned'))
    )
  );
comment on policy review_claims_select on public.review_claims is 'The caller''s own claims. Functions return the claims of others.';

create policy review_drafts_select on public.review_drafts
  for select to authenticated
  using (
    reviewer_id = (select private.uid())
    and (
      (select private.can('submissions', 'list', 'own'))
      or (select private.can('submissions', 'list', 'assigned'))
    )
  );
comment on policy review_drafts_select on public.review_drafts is 'The caller''s own drafts. Nobody else can read a review that was not published.';

create policy review_remarks_select on public.review_remarks
  for select to authenticated
  using (
    (select private.can('submissions', 'read', 'own'))
    and exists (select 1 from public.reviews v where v.id = review_remarks.review_id)
  );
comment on policy review_remarks_select on public.review_remarks is 'Remarks of reviews that the caller may read by the policy on reviews.';

create policy reviews_select on public.reviews
  for select to authenticated
  using (
    withdrawn_at is null
    and exists (
      select 1
      from public.submission_rounds r join public.submissions s on s.id = r.submission_id
      where r.id = reviews.round_id
        and s.user_id = (select private.uid())
        and (select private.can('submissions', 'read', 'own'))
    )
  );
comment on policy reviews_select on public.reviews is 'Reviews of the caller''s own work that were not withdrawn.';

create policy saved_replies_delete on public.saved_replies
  for delete to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'delete', 'own'))
  );
comment on policy saved_replies_delete on public.saved_replies is 'The caller''s own replies.';

create policy saved_replies_insert on public.saved_replies
  for insert to authenticated
  with check (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'create', 'own'))
  );
comment on policy saved_replies_insert on public.saved_replies is 'Replies in the caller''s own name.';

create policy saved_replies_select on public.saved_replies
  for select to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'read', 'own'))
  );
comment on policy saved_replies_select on public.saved_replies is 'The caller''s own replies.';

create policy saved_replies_update on public.saved_replies
  for update to authenticated
  using (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'update', 'own'))
  )
  with check (
    user_id = (select private.uid())
    and (select private.can('saved_replies', 'update', 'own'))
  );
comment on policy saved_replies_update on public.saved_replies is 'The caller''s own replies.';
