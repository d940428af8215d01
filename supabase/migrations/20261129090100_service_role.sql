-- Why: what the operators' key may do came from what older hosted projects grant by themselves. Projects made
-- since 30 May 2026 grant nothing, and a helper that guards a table was granted to signed-in people alone, so
-- that a school's own script could write no course. The rights of `service_role` are written here, and are the
-- same on both (rules/access#service-role); what a later migration makes, it grants.

grant usage on schema public to anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from service_role;

alter default privileges in schema public revoke all on sequences from service_role;

alter default privileges in schema public revoke all on functions from service_role;

revoke all on all tables in schema public from service_role;

revoke all on all sequences in schema public from service_role;

grant select, insert, update, delete on all tables in schema public to service_role;

-- Not granted: the role table, and writing the record of what was done and the signals that it leaves.
revoke all on public.role_permissions from service_role;

revoke insert, update, delete on public.audit_logs, public.list_changes from service_role;

grant execute on all functions in schema public to service_role;

-- The auth service's alone.
revoke execute on function public.before_user_created(jsonb) from service_role;

-- Constraints, defaults, indexes and functions of the caller run as the caller: what they call for signed-in
-- people, they call for the service role.
do $$
declare
  helper regprocedure;
begin
  for helper in
    select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
  loop
    execute format('grant execute on function %s to service_role', helper);
  end loop;
end
$$;
