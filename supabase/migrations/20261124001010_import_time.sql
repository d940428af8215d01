-- Why: the largest course that an import takes, 32 MB of text, is about 20 seconds of work, most of it the
-- words that lessons are found by; on a busy server that is more than the 30 seconds that were allowed. No
-- gateway waits for an answer longer than a minute.
alter function public.import_course(jsonb, boolean, text, text) set statement_timeout = '55s';
