-- Why: an exercise can be a page of HTML, CSS and JavaScript. The transaction that adds a value to an enum cannot use it, so this
-- migration does nothing else.
alter type public.exercise_language add value 'PAGE';
