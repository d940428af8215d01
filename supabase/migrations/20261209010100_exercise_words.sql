-- Why: an exercise is a lesson whose tests prove that a person's code works. The role table says who may do what. Staff read runs
-- only through functions, which return the runs of the people whom they look after (rules/exercises#who).

create type public.exercise_language as enum ('JS', 'TS');
create type public.run_verdict as enum ('PENDING', 'PASS', 'FAIL', 'ERROR');
create type public.proof_state as enum ('NONE', 'PENDING', 'PROVED', 'REFUSED');

insert into public.role_permissions (role, resource, action, scope) values
  ('ADMIN', 'exercises', 'read', 'any'),
  ('ADMIN', 'exercises', 'update', 'any'),
  ('CREATOR', 'exercises', 'read', 'own'),
  ('CREATOR', 'exercises', 'update', 'own'),
  ('MODERATOR', 'exercises', 'read', 'any'),
  ('MEMBER', 'exercises', 'read', 'assigned'),
  ('ADMIN', 'exercise_runs', 'list', 'any'),
  ('CREATOR', 'exercise_runs', 'list', 'own'),
  ('MODERATOR', 'exercise_runs', 'list', 'assigned'),
  ('MEMBER', 'exercise_runs', 'create', 'own'),
  ('MEMBER', 'exercise_runs', 'read', 'own');
