-- Why: a lesson can be an assignment. A new value of an enum cannot be used in the transaction that adds it, so it comes alone.
alter type public.lesson_content_type add value 'ASSIGNMENT';
