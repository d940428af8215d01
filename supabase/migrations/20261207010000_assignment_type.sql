-- Why: a lesson can be an assignment. The transaction that adds a value to an enum cannot use it, so this migration does nothing
-- else.
alter type public.lesson_content_type add value 'ASSIGNMENT';
