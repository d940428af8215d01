-- Why: people can hand in files. A file is uploaded as other files are, to a path that the database chooses. The owner of the
-- work and the people who may review it can fetch the file (rules/assignments#files).

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'work-files', 'work-files', false, 20971520, array(
  select t from storage.buckets b cross join lateral unnest(b.allowed_mime_types) t where b.id = 'lesson-files' and t !~ '^(video|font)/');

create table private.work_files (
  path text not null constraint work_files_path_length check (char_length(path) <= 255),
  round_id uuid not null references public.submission_rounds (id) on delete cascade,
  -- The next round of the same work can include the same files.
  primary key (path, round_id)
);
alter table private.work_files enable row level security;
create index work_files_round_id_idx on private.work_files (round_id);
comment on table private.work_files is 'The files of each round, by their path. No grants: a trigger of submission_rounds adds the rows, and they are deleted with the round.';

create function private.work_file_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.work_files w where w.path = old.path) then
    perform private.enqueue_file_removal('work-files/' || old.path, now());
  end if;
  return null;
end
$$;
comment on function private.work_file_gone() is 'Row trigger: removes a file from storage when its last round is deleted.';
revoke all on function private.work_file_gone() from public;
create trigger work_files_gone after delete on private.work_files for each row execute function private.work_file_gone();

create function private.keep_work_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- This needs no lock, because submit_round() runs the requests of one person one after the other.
  if exists (
    select from jsonb_array_elements(new.files) f
    join private.work_files w on w.path = f ->> 'path'
    join public.submission_rounds r on r.id = w.round_id
    where r.submission_id <> new.submission_id) then
    raise exception using errcode = 'PT422', hint = 'files', message = 'One of these files was handed in already. Choose it again.';
  end if;
  insert into private.work_files (path, round_id) select distinct f ->> 'path', new.id from jsonb_array_elements(new.files) f;
  return null;
end
$$;
comment on function private.keep_work_files() is
  'Row trigger: stores which files a new round has. Raises PT422, hint files, for a file that was handed in with another assignment.';
revoke all on function private.keep_work_files() from public;
create trigger submission_rounds_files after insert on public.submission_rounds for each row
  when (new.files is not null) execute function private.keep_work_files();

create function private.check_own_files(person uuid, files jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(files) f
    where not exists (
      select from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
      where u.bucket = 'work-files' and u.path = f ->> 'path' and u.user_id = person)
    and not exists (
      select from private.work_files w
      join public.submission_rounds r on r.id = w.round_id
      join public.submissions s on s.id = r.submission_id
      where w.path = f ->> 'path' and s.user_id = person)) then
    perform private.refuse_field('files', 'One of these files has not arrived. Choose it again.');
  end if;
end
$$;
comment on function private.check_own_files(uuid, jsonb) is
  'Takes a person and the files that they hand in; raises PT422, hint files, for a file that they have neither uploaded nor handed in before.';
revoke all on function private.check_own_files(uuid, jsonb) from public;

create or replace function private.is_file_used(file text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
as $$
  select exists (select from public.lesson_files f where 'lesson-files/' || f.path = file)
    or exists (select from public.courses c where c.thumbnail_url = file)
    or exists (select from private.work_files w where 'work-files/' || w.path = file)
$$;
comment on function private.is_file_used(text) is 'Takes bucket/path; true while a lesson holds the file, a course, in the bin too, has it as its cover, or a round has it.';

create or replace function private.waiting_uploads(
  out files integer,
  out bytes bigint,
  out arrived bigint
)
  returns record
  language sql
  stable security definer
  set search_path to ''
as $$
  select count(*), coalesce(sum(coalesce((o.metadata ->> 'size')::bigint, u.size)), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint), 0)
  from private.uploads u
  left join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
  where u.user_id = private.uid()
    and not exists (select from public.lesson_files f where u.bucket = 'lesson-files' and f.path = u.path)
    and not exists (select from public.courses c where u.bucket = 'covers' and c.thumbnail_url = 'covers/' || u.path)
    and not exists (select from private.work_files w where u.bucket = 'work-files' and w.path = u.path)
$$;
comment on function private.waiting_uploads() is 'The caller''s uploads that no lesson, no course and no round names yet: how many were begun, their bytes as storage measured them or else as the caller announced them, and the bytes that have arrived.';

create or replace function private.upload_room(out files integer, out bytes bigint)
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  -- A person who may edit every course may also import whole courses from a backup.
  if private.can('lesson_files', 'create') then
    files := 20000;
    bytes := 10 * 1024 ^ 3;
  elsif private.can('lesson_files', 'create', 'own') then
    files := 2000;
    bytes := 1024 ^ 3;
  else
    files := 100;
    bytes := 200 * 1024 ^ 2;
  end if;
end
$$;
comment on function private.upload_room() is 'How many files, and bytes, of the caller may wait for a lesson, a course or a round that names them (rules/files#room).';

create or replace function private.may_send_file(bucket text, path text, metadata jsonb)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
as $$
begin
  return (private.can('lesson_files', 'create', 'own') or may_send_file.bucket = 'work-files' and private.can('submissions', 'create', 'own'))
    and exists (
      select from private.uploads u
      where u.bucket = may_send_file.bucket and u.path = may_send_file.path and u.user_id = private.uid()
        and coalesce((metadata ->> 'size')::bigint, (metadata ->> 'contentLength')::bigint, 0) <= u.size)
    -- Some storage services know the size only after the bytes have arrived.
    and (select w.arrived <= r.bytes from private.waiting_uploads() w, private.upload_room() r);
end
$$;

create function public.begin_work_uploads(lesson_id uuid, files jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
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
  -- The calls of one person wait for each other, so that two calls never use the same room.
  perform pg_advisory_xact_lock(hashtextextended('begin_uploads ' || private.uid()::text, 0));
  delete from private.uploads u
  where u.user_id = private.uid() and u.created_at < now() - interval '1 day'
    and not exists (select from storage.objects o where o.bucket_id = u.bucket and o.name = u.path);
  for wanted in select e.value from jsonb_array_elements(files) e loop
    -- Accents get one form, and folders are cut off.
    called := regexp_replace(normalize(coalesce(wanted ->> 'name', '')), '^.*[/\\]', '');
    if btrim(called) = '' or char_length(called) > 255 then
      perform private.refuse_field('files', 'A file needs a name of at most 255 characters');
    end if;
    if coalesce((wanted ->> 'size')::bigint, -1) < 0 or (wanted ->> 'size')::bigint > taken.file_size_limit then
      perform private.refuse_field('files', format('%s is larger than %s MB', called, taken.file_size_limit / 1048576));
    end if;
    if coalesce(wanted ->> 'type', '') <> all (taken.allowed_mime_types) then
      perform private.refuse_field('files', format('Files like %s aren''t accepted', called));
    end if;
    insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
    values ('work-files', private.file_path(case when (select a.blind from public.assignments a where a.lesson_id = begin_work_uploads.lesson_id)
        -- In a blind assignment, the path does not contain the name that the owner gave the file.
        then 'file' || coalesce(lower(substring(called from '\.[A-Za-z0-9]{1,8}$')), '') else called end),
      sending, private.uid(), called, (wanted ->> 'size')::bigint, wanted ->> 'type', '')
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
$$;
comment on function public.begin_work_uploads(uuid, jsonb) is
  'Takes an assignment and the files that the caller is going to send for it [{name, size: bytes, type}], 20 at most; returns, in the same order, [{path: where to send it, in the bucket work-files}]. Files that are not handed in are deleted after 30 days. Raises 42501, PT404 NO_LESSON, PT403 NO_ACCESS and NOT_OPEN_YET, PT422 with hint files (rules/assignments#files).';
revoke all on function public.begin_work_uploads(uuid, jsonb) from public;
grant execute on function public.begin_work_uploads(uuid, jsonb) to authenticated, service_role;

create function public.readable_work_files(paths text[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.active() then
    perform private.refuse('You may not fetch these files.');
  end if;
  return (
    select coalesce(array_agg(f.path), '{}')
    from (
      select w.path
      from private.work_files w
      join public.submission_rounds r on r.id = w.round_id
      join public.submissions s on s.id = r.submission_id
      where w.path = any (readable_work_files.paths)
        and (s.user_id = private.uid() and private.can('submissions', 'read', 'own') or s.user_id <> private.uid() and private.can_on_work('list', s))
      union
      select u.path from private.uploads u
      where u.bucket = 'work-files' and u.path = any (readable_work_files.paths) and u.user_id = private.uid()
        and private.can('submissions', 'create', 'own')) f);
end
$$;
comment on function public.readable_work_files(text[]) is
  'Takes paths of files that were handed in; returns those that the caller may fetch: their own, and those of work that they may review. Raises 42501 for callers who are not let in (rules/assignments#files).';
revoke all on function public.readable_work_files(text[]) from public;
grant execute on function public.readable_work_files(text[]) to authenticated, service_role;
