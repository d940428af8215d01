-- Why: people hand in work, a reviewer returns it with remarks, and this repeats until the work passes
-- (rules/assignments#rounds). The role table says who may do what. Staff read and review only through functions, because a blind
-- assignment hides whose work it is, and a row policy cannot hide a column (rules/assignments#blind).

create type public.work_kind as enum ('TEXT', 'LINK', 'REPOSITORY', 'CODE', 'FILE');
create type public.late_rule as enum ('MARKED', 'SHUT');
create type public.submission_state as enum ('WAITING', 'RETURNED', 'PASSED');
create type public.review_verdict as enum ('PASS', 'AGAIN');

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'assignments', 'read', 'any'),
  ('ADMIN', 'assignments', 'update', 'any'),
  ('CREATOR', 'assignments', 'read', 'own'),
  ('CREATOR', 'assignments', 'update', 'own'),
  ('MODERATOR', 'assignments', 'read', 'any'),
  ('MEMBER', 'assignments', 'read', 'assigned'),
  ('ADMIN', 'submissions', 'list', 'any'),
  ('ADMIN', 'submissions', 'review', 'any'),
  ('ADMIN', 'submissions', 'withdraw', 'any'),
  ('CREATOR', 'submissions', 'list', 'own'),
  ('CREATOR', 'submissions', 'review', 'own'),
  ('MODERATOR', 'submissions', 'list', 'assigned'),
  ('MODERATOR', 'submissions', 'review', 'assigned'),
  ('MEMBER', 'submissions', 'create', 'own'),
  ('MEMBER', 'submissions', 'read', 'own'),
  ('ADMIN', 'extensions', 'give', 'any'),
  ('CREATOR', 'extensions', 'give', 'own'),
  ('MODERATOR', 'extensions', 'give', 'assigned'),
  ('MEMBER', 'extensions', 'ask', 'own'),
  ('MEMBER', 'extensions', 'read', 'own'),
  ('ADMIN', 'saved_replies', 'create', 'own'),
  ('ADMIN', 'saved_replies', 'read', 'own'),
  ('ADMIN', 'saved_replies', 'update', 'own'),
  ('ADMIN', 'saved_replies', 'delete', 'own'),
  ('CREATOR', 'saved_replies', 'create', 'own'),
  ('CREATOR', 'saved_replies', 'read', 'own'),
  ('CREATOR', 'saved_replies', 'update', 'own'),
  ('CREATOR', 'saved_replies', 'delete', 'own'),
  ('MODERATOR', 'saved_replies', 'create', 'own'),
  ('MODERATOR', 'saved_replies', 'read', 'own'),
  ('MODERATOR', 'saved_replies', 'update', 'own'),
  ('MODERATOR', 'saved_replies', 'delete', 'own');
