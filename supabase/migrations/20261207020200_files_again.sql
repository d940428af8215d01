-- Why: who goes on after a review, or asks for a second opinion, hands the same files in again without sending them once more
-- (rules/assignments#files).

alter table private.work_files drop constraint work_files_pkey, add constraint work_files_pkey primary key (path, round_id);

create or replace function private.keep_work_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One person's rounds wait for each other.
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
  'Row trigger: ties the files of a new round to it; raises PT422, hint files, for one that was handed in with another assignment.';
revoke all on function private.keep_work_files() from public;

create or replace function private.work_file_gone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.work_files w where w.path = old.path) then
    perform private.enqueue_file_removal('work-files/' || old.path, now());
  end if;
  return null;
end
$$;
comment on function private.work_file_gone() is 'Row trigger: has a file removed from storage when the last of its rounds is gone.';
revoke all on function private.work_file_gone() from public;

create or replace function private.check_own_files(person uuid, files jsonb) returns void
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
  'Takes a person and files that they hand in; raises PT422, hint files, unless they have sent or handed in each of them.';
revoke all on function private.check_own_files(uuid, jsonb) from public;
