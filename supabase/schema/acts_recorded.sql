-- Generated from the migrations by npm run gen:types; never edited. What stands here is what
-- the database holds.

CREATE OR REPLACE FUNCTION private.audit_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.recorded_at_once() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- Its owner takes it away from a session that has shown it, which goes down a step only afterwards.
    perform private.record_own_act(old.user_id, 'user.factor_remove', case when exists (
      select 1 from auth.sessions s where s.user_id = old.user_id and s.aal = 'aal2' and (s.not_after is null or s.not_after > now()))
      then 'own' else 'administrator' end)
    where exists (select 1 from public.profiles p where p.id = old.user_id);
  else
    perform private.record_own_act(new.user_id, 'user.factor_add', 'own');
  end if;
  return null;
end
$function$;
comment on function private.audit_factor() is 'Trigger on auth.mfa_factors: one record when a second factor counts, and one when it is taken away. A factor that was never confirmed is none.';
CREATE TRIGGER rookies_audit_factor_add AFTER INSERT ON auth.mfa_factors FOR EACH ROW WHEN ((new.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.audit_factor();
CREATE TRIGGER rookies_audit_factor_remove AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION private.audit_factor();
CREATE TRIGGER rookies_audit_factor_verified AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((old.status <> 'verified'::auth.factor_status) AND (new.status = 'verified'::auth.factor_status))) EXECUTE FUNCTION private.audit_factor();

CREATE OR REPLACE FUNCTION private.audit_options(tbl regclass, options jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  audit record;
  args text[];
begin
  for audit in
    select t.tgname, pg_catalog.pg_get_triggerdef(t.oid) as definition, t.tgargs
    from pg_catalog.pg_trigger t
    where t.tgrelid = tbl and t.tgfoid = 'private.audit()'::regprocedure
  loop
    -- Each argument ends with a zero byte, which `escape` writes as \000.
    args := string_to_array(encode(audit.tgargs, 'escape'), '\000');
    execute format('drop trigger %I on %s', audit.tgname, tbl);
    execute format('%s private.audit(%L, %L)', split_part(audit.definition, ' private.audit(', 1), args[1],
      args[2]::jsonb || audit_options.options);
  end loop;
end
$function$;
comment on function private.audit_options(regclass,jsonb) is 'For migrations: gives the audit of a table further options, in place of those of the same name. Besides those of audit_table(): `about`, columns that a record of an update holds whether they changed or not, because they say whom or what it concerns; `update` null, where updates that no verb names are not recorded; `place` as audit_title() has it, with `unless`, the column that, when it is set, leaves the title out.';

CREATE OR REPLACE FUNCTION private.audit_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- How the session was opened from which it came: the newest one.
  opened_by text := (
    select c.authentication_method from auth.sessions s join auth.mfa_amr_claims c on c.session_id = s.id
    where s.user_id = new.id and (s.not_after is null or s.not_after > now()) and c.authentication_method <> 'totp'
    order by s.created_at desc, c.created_at limit 1);
begin
  perform private.record_own_act(new.id, 'user.password_change', case
    when opened_by in ('otp', 'magiclink', 'recovery', 'email/signup') then 'mail'
    when opened_by is not null then 'own'
    else 'administrator' end);
  return null;
end
$function$;
comment on function private.audit_password() is 'Trigger on auth.users: one record when the password of a confirmed account is another: from a session that a mail opened (mail), from any other of its owner''s (own), or from none (administrator). The password itself is nowhere.';
CREATE TRIGGER rookies_audit_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN ((((old.encrypted_password)::text <> ''::text) AND ((new.encrypted_password)::text <> ''::text) AND ((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text) AND (old.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.audit_password();

CREATE OR REPLACE FUNCTION private.record_act(action text, target text, details jsonb DEFAULT NULL::jsonb, title text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := (select p.id from public.profiles p where p.id = private.uid());
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after, user_agent, ip_address, title)
  values (caller, case when caller is null then session_user end, record_act.action, split_part(record_act.action, '.', 1),
    record_act.target, record_act.details, private.request_header('user-agent'), private.request_header('x-forwarded-for'),
    record_act.title);
end
$function$;
comment on function private.record_act(text,text,jsonb,text) is 'Takes an action, whose first word is the target''s type, the target''s id, details and what the target is called; writes down that the caller did it. For acts that no trigger of a table can tell.';

CREATE OR REPLACE FUNCTION private.record_at_once(all_of_it boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Named after the statement: what cascades from it fires its triggers last, and the next one of the same transaction
  -- is recorded again.
  perform set_config('rookies.recorded', case when all_of_it then extract(epoch from statement_timestamp())::text else '' end, true);
end
$function$;
comment on function private.record_at_once(boolean) is 'Takes whether one record, which its caller writes, stands for everything that happens from here on in this statement.';

CREATE OR REPLACE FUNCTION private.record_own_act(person uuid, action text, means text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What the auth service does is done for a person who is signed in, or by hand of the project's owners. It tells no one
  -- for whom it works, and no request of theirs is known here.
  doer uuid := case when record_own_act.means <> 'administrator' then record_own_act.person else private.uid() end;
begin
  insert into public.audit_logs (user_id, actor, action, target_type, target_id, after)
  values (doer, case when doer is null then session_user end, record_own_act.action, 'user', record_own_act.person::text,
    jsonb_build_object('means', record_own_act.means));
end
$function$;
comment on function private.record_own_act(uuid,text,text) is 'Takes a person, an action on their account, and by what means the auth service was brought to do it (administrator: by no session of theirs); writes it down.';

CREATE OR REPLACE FUNCTION private.recorded_at_once()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(current_setting('rookies.recorded', true) = extract(epoch from statement_timestamp())::text, false)
$function$;
comment on function private.recorded_at_once() is 'Whether one record stands for everything that happens in this statement, so that triggers write none.';
