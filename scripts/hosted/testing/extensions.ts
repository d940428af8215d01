/**
 * Creates substitutes for pg_cron, pg_net and Vault, as far as the worker uses them, because PostgreSQL itself does
 * not contain these extensions. Here, Vault does not encrypt, and requests stay in `net.http_request_queue`. Runs
 * once, as the superuser.
 */
export const STAND_IN = `
  create schema cron;
  create table cron.job (
    jobid bigint generated always as identity, jobname text unique, schedule text, command text, active boolean not null default true);
  create table cron.job_run_details (jobid bigint, status text, return_message text, start_time timestamptz, end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint security definer language sql as $$
    insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid $$;
  create function cron.alter_job(job_id bigint, active boolean) returns void security definer language sql as $$
    update cron.job set active = alter_job.active where jobid = job_id $$;
  create function cron.unschedule(job_id bigint) returns boolean security definer language sql as $$
    delete from cron.job where jobid = job_id returning true $$;
  grant usage on schema cron to postgres;
  grant select on cron.job to postgres;
  grant all on cron.job_run_details to postgres;

  create schema net;
  create table net.http_request_queue (url text not null, headers jsonb, timeout_milliseconds int);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds int default 5000) returns void security definer language sql as $$
    insert into net.http_request_queue values (url, headers, timeout_milliseconds) $$;
  grant usage on schema net to postgres;
  grant select on net.http_request_queue to postgres;

  create schema vault;
  create table vault.secrets (
    id uuid primary key default gen_random_uuid(), name text unique, description text, secret text, updated_at timestamptz not null default clock_timestamp());
  create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text default null, new_description text default '') returns uuid language sql as $$
    insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id $$;
  create function vault.update_secret(secret_id uuid, new_secret text default null) returns void language sql as $$
    update vault.secrets set secret = coalesce(new_secret, secret), updated_at = clock_timestamp() where id = secret_id $$;
  grant usage on schema vault to postgres;
  grant all on all tables in schema vault to postgres`
