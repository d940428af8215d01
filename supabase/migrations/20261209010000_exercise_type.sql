-- Why: a lesson can be an exercise. The transaction that adds a value to an enum cannot use it, so this migration does nothing
-- else.
alter type public.lesson_content_type add value 'EXERCISE';
