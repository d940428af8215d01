/** A statement for the database. Its text contains no secrets and can be printed; its values may contain secrets. */
export interface Statement {
  text: string
  values: string[]
}

/** The names of the worker's secret and of the project's address in Vault. */
export const IN_VAULT = { secret: 'tick_secret', address: 'project_url' } as const

/** The names of the jobs of pg_cron. */
const JOBS = { worker: 'worker', purge: 'purge of job runs' } as const
/** The names of jobs of earlier versions; the text of one contained the secret. */
const FORMER_JOBS = ['due work', 'due mails']

const fromVault = (name: string) =>
  `(select decrypted_secret from vault.decrypted_secrets where name = '${name}')`

/**
 * Calls both parts of the worker (rules/due-work#motor). A job is one transaction, so each part has its own
 * savepoint: mails leave even if `run_due_work` fails or exceeds the time limit of a statement. pg_net sends a
 * request after the transaction, so `tick` finds the mails that the first part added.
 */
const WORKER = `do $job$
begin
  begin
    perform private.run_due_work(500);
  exception when query_canceled or others then
    raise warning 'private.run_due_work() failed: %', sqlerrm;
  end;
  begin
    perform net.http_post(
      url := ${fromVault(IN_VAULT.address)} || '/functions/v1/tick',
      headers := jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || ${fromVault(IN_VAULT.secret)}),
      timeout_milliseconds := 90000);
  exception when query_canceled or others then
    raise warning 'The call of tick failed: %', sqlerrm;
  end;
end
$job$`

/**
 * Removes old rows, because pg_cron adds a row for each run and removes none. pg_net removes its answers itself after
 * six hours.
 */
const PURGE = `delete from cron.job_run_details where coalesce(end_time, start_time) < now() - interval '3 days'`

/**
 * Returns the statements that schedule the worker of a hosted project, in their order. They need the role `postgres`
 * and can run in one transaction. Running them again only updates values and turns on jobs that were turned off.
 * @param options.project address of the project, such as `https://abc.supabase.co`
 * @param options.tickSecret the secret TICK_SECRET of the edge functions
 */
export function scheduleStatements(options: { project: string; tickSecret: string }): Statement[] {
  return [
    plain('create extension if not exists supabase_vault cascade'),
    // Without this schema, the extension would be in public, where the doctor expects none.
    plain('create extension if not exists pg_net with schema extensions'),
    plain('create extension if not exists pg_cron with schema pg_catalog'),
    ...storeInVault(IN_VAULT.secret, options.tickSecret),
    ...storeInVault(IN_VAULT.address, new URL(options.project).origin),
    { text: 'select cron.schedule($1, $2, $3)', values: [JOBS.worker, '* * * * *', WORKER] },
    { text: 'select cron.schedule($1, $2, $3)', values: [JOBS.purge, '17 3 * * *', PURGE] },
    plain(
      `select cron.alter_job(jobid, active := true) from cron.job where jobname in (${list(Object.values(JOBS))}) and not active`,
    ),
    plain(`select cron.unschedule(jobid) from cron.job where jobname in (${list(FORMER_JOBS)})`),
  ]
}

const plain = (text: string): Statement => ({ text, values: [] })

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ')

/** Returns the statements that create a secret or replace its value if it differs. */
const storeInVault = (name: string, value: string): Statement[] => [
  {
    text: 'select vault.update_secret(id, $2) from vault.decrypted_secrets where name = $1 and decrypted_secret is distinct from $2',
    values: [name, value],
  },
  {
    text: `select vault.create_secret($2, $1, 'The worker of due jobs reads it.') where not exists (select from vault.secrets where name = $1)`,
    values: [name, value],
  },
]
