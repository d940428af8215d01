-- Why: what staff look at over weeks: how long work waits, how many rounds it takes, and which criteria fail most
-- (rules/assignments#figures).

create function public.assignment_figures(course_id uuid default null, cohort_id uuid default null) returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
create function public.longest_waiting() returns jsonb language plpgsql stable security definer set search_path = '' as $$ begin raise exception using errcode = '0A000', message = 'not yet'; end $$;
