-- Why: Homework is any file, and none of it is served as a page

set check_function_bodies = off;

alter table private.work_files add column type text not null default 'application/octet-stream'::text;

create or replace function private.keep_work_files()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
as $function$
begin
  -- This needs no lock, because submit_round() runs the requests of one person one after the other.
  if exists (
    select from jsonb_array_elements(new.files) f
    join private.work_files w on w.path = f ->> 'path'
    join public.submission_rounds r on r.id = w.round_id
    where r.submission_id <> new.submission_id) then
    raise exception using errcode = 'PT422', hint = 'files', message = 'One of these files was handed in already. Choose it again.';
  end if;
  insert into private.work_files (path, round_id, type)
  select distinct f ->> 'path', new.id, coalesce(
    (select u.type from private.uploads u where u.bucket = 'work-files' and u.path = f ->> 'path'),
    -- The upload is forgotten after a while.
    (select min(w.type) from private.work_files w where w.path = f ->> 'path'), 'application/octet-stream')
  from jsonb_array_elements(new.files) f;
  return null;
end
$function$;

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

create or replace function public.begin_work_uploads(lesson_id uuid, files jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('files', files, 100000);
  taken constant storage.buckets := (select b from storage.buckets b where b.id = 'work-files');
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  begun text;
  answer jsonb := '[]';
begin
  if not private.can('submissions', 'create', 'own') then
    perform private.refuse('You may not upload files.');
  end if;
  perform private.check_hand_in(private.uid(), begin_work_uploads.lesson_id);
  if not exists (select from public.assignments a where a.lesson_id = begin_work_uploads.lesson_id and 'FILE' = any (a.accepts)) then
    perform private.refuse_field('files', 'This assignment takes no files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 20 then
    perform private.refuse_field('files', 'At most 20 files are handed in');
  end if;
  perform private.forget_old_uploads();
  for wanted in select e.value from jsonb_array_elements(files) e loop
    called := private.check_upload(wanted || '{"type": "application/octet-stream"}', taken);
    insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
    values ('work-files', private.file_path(
        -- The name that the owner gave the file can name the owner, and the assignment can become blind.
        'file' || coalesce(lower(substring(called from '\.[A-Za-z0-9]{1,8}$')), '')),
      sending, private.uid(), called, (wanted ->> 'size')::bigint,
      coalesce(substring(wanted ->> 'type' from '^[a-z]+/[a-z0-9.+-]{1,100}$'), 'application/octet-stream'), '')
    returning path into begun;
    answer := answer || jsonb_build_object('path', begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', 'Too many of your files wait to be handed in. Try again tomorrow.');
  end if;
  if exists (select from private.uploads u where u.batch = sending) then
    perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending);
  end if;
  return answer;
end
$function$;

alter table private.work_files add constraint work_files_type_length CHECK ((char_length(type) <= 255));

update storage.buckets set allowed_mime_types = '{application/octet-stream}' where id = 'work-files';

-- Files from before were stored as what they are.
update private.work_files w set type = left(o.metadata ->> 'mimetype', 255)
from storage.objects o
where o.bucket_id = 'work-files' and o.name = w.path and o.metadata ->> 'mimetype' <> '';

update storage.objects o set metadata = jsonb_set(o.metadata, '{mimetype}', '"application/octet-stream"')
where o.bucket_id = 'work-files' and o.metadata ? 'mimetype';

comment on column private.work_files.type is 'What the file is, as its sender found by its content. It decides only how a page shows the file; storage has all of them as bytes to download.';

comment on function private.keep_work_files() is 'Row trigger: stores which files a new round has, and what they are. Raises PT422, hint files, for a file that was handed in with another assignment.';

comment on function private.round_facts(public.submission_rounds) is 'Takes a round; returns {id, round, text, code: [{name, body}], url, repo_url, commit_sha: null if it is not pinned, commit_url: its page at the host, files: [{path, name, bytes, type: null if it cannot be read}], note, submitted_at, made_at, due_at_then, due_zone, late, waived_at, second_opinion, review: review_facts() or null}.';

comment on function public.begin_work_uploads(uuid,jsonb) is 'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type: what it is}], 20 at most; returns, in the same order, [{path: where to send it, as application/octet-stream, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';
