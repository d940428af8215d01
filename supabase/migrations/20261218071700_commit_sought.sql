-- Why: Tell whether the host of a repository is still asked for the commit of a round

set check_function_bodies = off;

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
      'commit_sought', r.commit_sha is null and r.submitted_at > now() - interval '1 hour'
        and exists (select from private.due_work w where w.key = 'round_commit:' || r.id and w.done_at is null),
      'files', case when jsonb_typeof(r.files) = 'array' then (
        select jsonb_agg(f.value || jsonb_build_object('type', w.type) order by f.place)
        from jsonb_array_elements(r.files) with ordinality f (value, place)
        left join private.work_files w on w.path = f.value ->> 'path' and w.round_id = r.id) else r.files end,
      'note', r.note, 'submitted_at', r.submitted_at, 'made_at', r.made_at, 'due_at_then', r.due_at_then, 'due_zone', r.due_zone,
      'late', r.late, 'waived_at', r.waived_at,
      'second_opinion', exists (select from private.second_opinions o where o.submission_id = r.submission_id and o.round = r.round),
      'review', (select private.review_facts(v) from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)));
end
$function$;

comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is not pinned, commit_url: its page at the host, commit_sought: whether the host will still be asked for the commit, files: [{path, name, bytes, type: null if it cannot be read}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';
