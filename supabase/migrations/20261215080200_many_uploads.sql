-- To begin 1,000 uploads took twice as long, because the answer was copied for each of them.

create or replace function public.begin_uploads(
  bucket text,
  files jsonb,
  course_id uuid default null
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
as $function$
declare
  bounded constant boolean := private.at_most('bucket', bucket, 1000)
    and private.at_most('files', files, 1000000);
  taken constant storage.buckets := (select b from storage.buckets b where b.id = begin_uploads.bucket);
  sending constant uuid := gen_random_uuid();
  wanted jsonb;
  called text;
  known text;
  begun text;
  given text[] := '{}';
  -- Not jsonb, which is copied for each file.
  answer jsonb[] := '{}';
begin
  if not private.can('lesson_files', 'create', 'own') or begin_uploads.bucket not in ('lesson-files', 'covers')
     or (begin_uploads.course_id is not null and not private.can_on_course('lesson_files', 'create', begin_uploads.course_id)) then
    perform private.refuse('You may not upload files.');
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 1000 then
    perform private.refuse_field('files', 'At most 1,000 files are sent at once');
  end if;
  perform private.forget_old_uploads();
  for wanted in select e.value from jsonb_array_elements(files) e loop
    called := private.check_upload(wanted, taken);
    known := null;
    begun := null;
    if wanted ->> 'sha256' is not null then
      -- A file is not sent again if it is a file or the cover of the course, or was sent by an earlier attempt.
      select f.path into known from public.lesson_files f join public.lessons l on l.id = f.lesson_id join public.modules m on m.id = l.module_id
      where begin_uploads.bucket = 'lesson-files' and f.sha256 = wanted ->> 'sha256' and f.name = called and m.course_id = begin_uploads.course_id
      -- The same picture may be in several lessons; the one of the same lesson comes first.
      order by coalesce(l.id::text = wanted ->> 'lesson_id', false) desc, coalesce(l.source_path = wanted ->> 'source_path', false) desc,
        f.path = any (given), f.created_at, f.path limit 1;
      if known is null then
        select u.path into known from private.uploads u join storage.objects o on o.bucket_id = u.bucket and o.name = u.path
        where u.bucket = begin_uploads.bucket and u.sha256 = wanted ->> 'sha256'
          and ((u.user_id = private.uid() and u.name = called)
            or exists (select from public.courses c where c.id = begin_uploads.course_id and c.thumbnail_url = 'covers/' || u.path))
        order by u.path = any (given), u.created_at desc, u.path limit 1;
      end if;
      if known is null then
        -- A file that an earlier attempt began and did not send keeps its path.
        update private.uploads u set batch = sending, created_at = now()
        where (u.bucket, u.path) = (
          select p.bucket, p.path from private.uploads p
          where p.user_id = private.uid() and p.bucket = begin_uploads.bucket and p.sha256 = wanted ->> 'sha256'
            and p.path <> all (given) and p.name = called and p.size = (wanted ->> 'size')::bigint and p.type = wanted ->> 'type'
            and not exists (select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path)
          limit 1)
        returning u.path into begun;
      end if;
    end if;
    if known is null and begun is null then
      insert into private.uploads (bucket, path, batch, user_id, name, size, type, width, height, alt, sha256)
      values (begin_uploads.bucket, private.file_path(called), sending, private.uid(), called,
        (wanted ->> 'size')::bigint, wanted ->> 'type', nullif((wanted ->> 'width')::int, 0), nullif((wanted ->> 'height')::int, 0),
        left(coalesce(wanted ->> 'alt', ''), 500), wanted ->> 'sha256')
      returning path into begun;
    end if;
    answer := answer || jsonb_build_object('path', coalesce(known, begun), 'known', known is not null);
    given := given || coalesce(known, begun);
  end loop;
  if exists (
    select from private.waiting_uploads() w, private.upload_room() r
    where exists (select from private.uploads u where u.batch = sending) and (w.files > r.files or w.bytes > r.bytes)) then
    perform private.refuse_field('files', (
      select format('At most %s files, and %s GB, can wait for the lessons that use them. Save those lessons first, or try again tomorrow',
        to_char(r.files, 'FM999,999'), r.bytes / 1073741824)
      from private.upload_room() r));
  end if;
  perform private.enqueue_job('uploads', sending::text, now() + interval '30 days', sending)
  from private.uploads u where u.batch = sending limit 1;
  return to_jsonb(answer);
end
$function$;
