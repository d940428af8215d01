-- Why: a school's files are more than the first list said. What lessons hold is stored as what it is: archives of more kinds, rich
-- text and subtitles. Pages and pictures that a browser would run are in no list still (rules/files#send).

update storage.buckets b
set allowed_mime_types = b.allowed_mime_types || array(
  select t.type from unnest(array['application/vnd.rar', 'application/x-tar', 'application/rtf', 'text/vtt']) t (type)
  where t.type <> all (b.allowed_mime_types))
where b.id = 'lesson-files';
