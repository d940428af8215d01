-- Why: a round with a repository stores the latest commit of the repository at that time. A job asks the host for it, so that
-- handing in never waits for the host (rules/assignments#commits).

create function private.repository_of(address text, out host text, out path text, out branch text, out sha text)
language plpgsql immutable set search_path = '' as $$
declare
  given text[] := regexp_match(address, '^[Hh][Tt][Tt][Pp][Ss]://(?:[Ww]{3}\.)?([A-Za-z.]+)/([^?#]+)');
  at_host text := lower(given[1] collate "C");
  -- In an address of a repository, the name of a branch, a tag, or a commit follows one of these words.
  pages text[] := case at_host
    when 'github.com' then '{tree,blob,blame,raw,edit,commit,commits}'
    when 'gitlab.com' then '{tree,blob,blame,raw,edit,commit,commits}'
    when 'bitbucket.org' then '{src,branch,commits}'
  end;
  pieces text[] := string_to_array(rtrim(given[2], '/'), '/');
  -- At GitLab, a group can be inside another, so the path can have any length. A hyphen separates it from these words.
  names int := case at_host when 'gitlab.com' then coalesce(array_position(pieces, '-') - 1, cardinality(pieces)) else 2 end;
  named text := array_to_string(pieces[:names], '/');
  page text[] := pieces[case at_host when 'gitlab.com' then names + 2 else names + 1 end:];
begin
  if pages is null or named !~ '^[A-Za-z0-9_.][A-Za-z0-9_.-]*(/[A-Za-z0-9_.][A-Za-z0-9_.-]*)+$' or named ~ '(^|/)\.+(/|$)' or page[1] <> all (pages) then
    return;
  end if;
  host := at_host;
  path := regexp_replace(named, '([^/])\.git$', '\1');
  sha := lower(substring(page[2] from '^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$'));
  if sha is null then
    branch := nullif(array_to_string(page[case when page[1:2] = '{commits,branch}' and at_host = 'bitbucket.org' then 3 else 2 end:], '/'), '');
  end if;
end
$$;
comment on function private.repository_of(text) is
  'Takes an address of a repository; returns its host, its path there, the branch or tag that the address names, together with a path that follows it (null: none), and the commit that the address names in full (null: none). All are null for another host and for an address that is not that of a repository, a branch, or a commit (rules/assignments#commits).';

create function private.commit_page(repo_url text, sha text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if commit_page.sha is null then
    return null;
  end if;
  return (
    select 'https://' || p.host || '/' || p.path
      || case p.host when 'gitlab.com' then '/-/commit/' when 'bitbucket.org' then '/commits/' else '/commit/' end || commit_page.sha
    from private.repository_of(commit_page.repo_url) p);
end
$$;
comment on function private.commit_page(text, text) is
  'Takes an address of a repository and a commit; returns the address of the page of that commit at the host. Null without a commit.';

insert into private.due_kinds (kind, label, mail) values ('round_commit', 'Look up the commit of a repository', true);

create function private.due_round_commit(work private.due_work) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('round_id', r.id, 'host', p.host, 'path', p.path, 'branch', p.branch)
  from public.submission_rounds r
  join public.submissions s on s.id = r.submission_id and s.round = r.round
  cross join lateral private.repository_of(r.repo_url) p
  where r.id = work.subject_id and r.commit_sha is null and p.host is not null
    -- An hour later, the repository may have changed.
    and r.submitted_at > now() - interval '1 hour'
$$;
comment on function private.due_round_commit(private.due_work) is
  'Job: returns the repository whose host is asked for the commit of a round, {round_id, host, path, branch: null if the address names none}; null if the commit is known, a newer round was handed in, or an hour has passed (rules/assignments#commits).';

create function public.keep_round_commit(round_id uuid, sha text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.submission_rounds r set commit_sha = keep_round_commit.sha
  where r.id = keep_round_commit.round_id and r.commit_sha is null and r.repo_url is not null;
  if found then
    perform private.signal_people('submission', array(
      select s.user_id from public.submissions s join public.submission_rounds r on r.submission_id = s.id where r.id = keep_round_commit.round_id));
    perform private.signal_staff('submissions');
  end if;
end
$$;
comment on function public.keep_round_commit(uuid, text) is
  'Takes a round and the latest commit of its repository; stores the commit and signals it to the owner and to staff, unless the round has a commit already. Only for the worker (rules/assignments#commits).';

-- The only change is commit_url, the page of the commit.
create or replace function private.round_facts(r public.submission_rounds)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
begin
  return (
    select jsonb_build_object('id', r.id, 'round', r.round, 'text', r.text, 'code', r.code, 'url', r.url, 'repo_url', r.repo_url, 'commit_sha', r.commit_sha,
      'commit_url', private.commit_page(r.repo_url, r.commit_sha),
      'files', r.files, 'note', r.note, 'submitted_at', r.submitted_at, 'made_at', r.made_at, 'due_at_then', r.due_at_then, 'due_zone', r.due_zone,
      'late', r.late, 'waived_at', r.waived_at,
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = r.submission_id and o.round = r.round),
      'review', (select private.review_facts(v) from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)));
end
$function$;

comment on function private.round_facts(public.submission_rounds) is
  'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is not pinned, commit_url: its page at the host, files: [{path, name, bytes}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';

-- A commit that the address names is stored with the round. Otherwise, a job looks it up.
create or replace function public.submit_round(
  lesson_id uuid,
  operation_id uuid,
  text text default null,
  code jsonb default null,
  url text default null,
  repo_url text default null,
  files jsonb default null,
  note text default null,
  made_at timestamptz default null,
  second_opinion boolean default false,
  draft_revision uuid default null,
  as_user uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  set statement_timeout to '30s'
as $function$
declare
  most constant int := 30;
  me uuid := private.uid();
  task public.assignments;
  work public.submissions;
  due record;
  given public.submission_rounds;
  was public.submission_rounds;
  earlier uuid;
begin
  if me is null or me <> coalesce(submit_round.as_user, me) or not private.can('submissions', 'create', 'own') then
    raise exception using errcode = '42501', message = 'permission denied for function submit_round';
  end if;
  given.id := private.made_under(submit_round.operation_id, 'round');
  select r.* into was from public.submission_rounds r where r.id = given.id;
  if was.id is not null then
    if not exists (select from public.submissions s where s.id = was.submission_id and s.lesson_id = submit_round.lesson_id) then
      raise exception using errcode = 'PT409', hint = 'MADE_ALREADY', message = 'This was handed in already, for another assignment.';
    end if;
    return private.round_facts(was);
  end if;
  -- The clock of the device can be ahead, so a time in the future becomes the present.
  given.made_at := case when submit_round.made_at >= '1970-01-01 00:00:00+00' then least(submit_round.made_at, now()) end;
  perform private.check_hand_in(me, submit_round.lesson_id, given.made_at);
  select a.* into task from public.assignments a where a.lesson_id = submit_round.lesson_id;
  given.text := case when submit_round.text ~ '\S' then submit_round.text end;
  given.code := case when submit_round.code not in ('null', '[]') then submit_round.code end;
  given.url := nullif(btrim(submit_round.url), '');
  given.repo_url := nullif(btrim(submit_round.repo_url), '');
  given.files := case when submit_round.files not in ('null', '[]') then submit_round.files end;
  given.note := nullif(btrim(submit_round.note), '');
  perform private.check_work(task.accepts, given);
  perform private.check_own_files(me, given.files);
  given.commit_sha := (private.repository_of(given.repo_url)).sha;
  -- The requests of one person run one after the other, so that each counts the rounds of the earlier ones, and only the first
  -- inserts the row of the work.
  perform pg_advisory_xact_lock(hashtextextended('rounds ' || me, 0));
  if (select count(*) from public.submissions s join public.submission_rounds r on r.submission_id = s.id
      where s.user_id = me and r.submitted_at > now() - interval '1 hour') >= most then
    raise exception using errcode = 'PT429', hint = 'TOO_MANY', message = 'You have handed in 30 times within an hour. Please wait a little.';
  end if;
  select s.* into work from public.submissions s where s.user_id = me and s.lesson_id = submit_round.lesson_id for no key update;
  if work.state = 'PASSED' then
    raise exception using errcode = 'PT409', hint = 'PASSED', message = 'This has passed already. There is nothing more to hand in.';
  end if;
  if submit_round.second_opinion and work.state is distinct from 'RETURNED' then
    perform private.refuse_field('second_opinion', 'There is no review with which you could disagree.');
  end if;
  select d.* into due from private.due_of(me, submit_round.lesson_id) d;
  if private.passed_second(due.shut_at) then
    raise exception using errcode = 'PT409', hint = 'SHUT', message = 'This assignment is shut: it was due earlier, and late work is not accepted.';
  end if;
  if work.id is null then
    insert into public.submissions as s (lesson_id, user_id, cohort_id) values (submit_round.lesson_id, me, due.cohort_id) returning s.* into work;
  else
    update public.submissions s set state = 'WAITING', round = s.round + 1, cohort_id = coalesce(due.cohort_id, s.cohort_id),
      -- A round that is handed in while an earlier one waits takes its place in the queue.
      awaiting_since = coalesce(s.awaiting_since, now()), came_back = s.came_back or s.state = 'RETURNED'
    where s.id = work.id returning s.* into work;
  end if;
  insert into public.submission_rounds as r (id, submission_id, round, operation_id, text, code, url, repo_url, commit_sha, files, note, made_at,
    due_at_then, due_zone, late, draft_revision)
  values (given.id, work.id, work.round, submit_round.operation_id, given.text, given.code, given.url, given.repo_url, given.commit_sha, given.files,
    given.note, given.made_at, due.due_at, due.zone, coalesce(private.passed_second(due.due_at), false), submit_round.draft_revision)
  returning r.* into given;
  perform private.enqueue_job('round_commit', given.id::text, now(), given.id, me)
  from private.repository_of(given.repo_url) p where p.host is not null and given.commit_sha is null;
  delete from public.submission_drafts d
  where d.user_id = me and d.lesson_id = submit_round.lesson_id
    and case when submit_round.draft_revision is not null then d.revision = submit_round.draft_revision else d.updated_at <= coalesce(given.made_at, now()) end;
  if submit_round.second_opinion then
    insert into private.second_opinions (submission_id, round, not_by_id)
    values (work.id, work.round, private.last_reviewer(work.id));
    delete from private.review_offers o where o.submission_id = work.id;
  elsif work.came_back and given.round > 1 then
    -- The reviewer of the first round knows the work, and it is offered to them for a day.
    select v.reviewer_id into earlier from public.submission_rounds r join public.reviews v on v.round_id = r.id and v.withdrawn_at is null
    where r.submission_id = work.id order by r.round limit 1;
    if earlier is not null and private.person_may_review(earlier, work) then
      insert into private.review_offers as o (submission_id, reviewer_id, until) values (work.id, earlier, now() + interval '1 day')
      on conflict on constraint review_offers_pkey do update set reviewer_id = excluded.reviewer_id, until = excluded.until, by_id = null;
    end if;
  end if;
  return private.round_facts(given);
end
$function$;

-- A job about a round shows the title of the assignment as its subject.
create or replace function public.due_work_list(
  state text default 'OPEN',
  kind text default null,
  page integer default 1,
  page_size integer default 50
)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
as $function$
declare
  most constant int := 1000;
  size constant int := least(greatest(coalesce(page_size, 50), 1), 100);
  skipped constant int := least((greatest(coalesce(page, 1), 1) - 1)::bigint * size, most)::int;
  -- Each state has its own index: open jobs by when they are due, others by when they ended.
  condition constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.outcome = ''FAILED''' when 'DONE' then 'w.done_at is not null and w.outcome <> ''FAILED''' else 'w.done_at is null' end
    || coalesce(' and w.kind = ' || quote_literal(due_work_list.kind), '');
  ordered constant text := case coalesce(state, 'OPEN')
    when 'FAILED' then 'w.done_at desc, w.id desc' when 'DONE' then 'w.done_at desc, w.id desc' else 'w.due_at, w.id' end;
  answer jsonb;
begin
  if not private.can('due_work', 'read') then
    perform private.refuse('You may not read background jobs.');
  end if;
  execute format($sql$
    with page as materialized (
      select w.*, row_number() over (order by %2$s) as place from private.due_work w where %1$s order by %2$s limit %3$s offset %4$s
    )
    select jsonb_build_object(
      'found', (select count(*) from (select from private.due_work w where %1$s limit %5$s) n),
      'work', (
        select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'kind', w.kind, 'label', k.label,
          'subject', coalesce(c.title, m.title, l.title, i.email, s.title, a.title),
          'person', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) end,
          'due_at', w.due_at, 'next_at', greatest(w.due_at, w.locked_until), 'attempts', w.attempts, 'done_at', w.done_at, 'outcome', w.outcome,
          'error', w.error) order by w.place), '[]')
        from page w join private.due_kinds k on k.kind = w.kind
        left join public.courses c on c.id = w.subject_id
        left join public.modules m on m.id = w.subject_id
        left join public.lessons l on l.id = w.subject_id
        left join public.invites i on i.id = w.subject_id
        left join public.cohort_messages s on s.id = w.subject_id
        left join public.submission_rounds r on r.id = w.subject_id
        left join public.submissions h on h.id = r.submission_id
        left join public.lessons a on a.id = h.lesson_id
        left join public.profiles p on p.id = w.user_id))$sql$,
    condition, ordered, size, skipped, most + 1) into answer;
  return answer || jsonb_build_object('stopped', private.worker_stopped(),
    'kinds', (select jsonb_agg(jsonb_build_object('kind', k.kind, 'label', k.label) order by k.label) from private.due_kinds k));
end
$function$;

revoke all on function private.repository_of(text), private.commit_page(text, text), private.due_round_commit(private.due_work),
  public.keep_round_commit(uuid, text) from public;
grant execute on function public.keep_round_commit(uuid, text) to service_role;
