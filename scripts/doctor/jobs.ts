import type pg from 'pg'
import { IN_VAULT } from '../hosted/schedule'
import { differs, type Finding, ok } from './finding'

const ADVICE = 'See docs/deploy.md, Schedule the worker.'

interface Job {
  schedule: string
  command: string
  active: boolean
  outcome: string | null
}

/** The jobs that pg_cron has to run, and the text by which each is recognized. */
const CALLS = [
  {
    about: 'background jobs, by pg_cron',
    what: 'calls private.run_due_work()',
    pattern: /run_due_work\s*\(/i,
    fault: minuteFault,
  },
  {
    about: 'due emails, by pg_cron',
    what: 'calls the function tick',
    pattern: /\/functions\/v1\/tick\b/i,
    fault: (job: Job) =>
      // The secret would be visible in the table of jobs, its backups, and logs of statements.
      /\bBearer\s+[^'"\s]/i.test(job.command)
        ? `The secret is written in its job, and belongs into Vault as ${IN_VAULT.secret}.`
        : minuteFault(job),
  },
  {
    about: 'history of jobs, by pg_cron',
    what: 'purges cron.job_run_details, which grows without end',
    pattern: /delete\s+from\s+cron\.job_run_details/i,
    fault: jobFault,
  },
] as const

/** Checks that a worker runs the due jobs (rules/due-work#motor). */
export async function worker(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ stopped: boolean }>(
    'select private.worker_stopped() as stopped',
  )
  return rows[0]?.stopped
    ? differs('background jobs', `No job was done and no email was sent for ten minutes. ${ADVICE}`)
    : ok('background jobs', 'are done')
}

/**
 * Checks the jobs of pg_cron and what they need, if the project has pg_cron. Otherwise something else calls the
 * worker, and `worker` checks that it does.
 * @param project address of the project, if known; the job that sends mails calls it
 */
export async function schedule(client: pg.Client, project: string | undefined): Promise<Finding[]> {
  const { rows: found } = await client.query<{ cron: boolean; net: boolean; vault: boolean }>(
    `select to_regclass('cron.job') is not null as cron, to_regnamespace('net') is not null as net,
      to_regclass('vault.decrypted_secrets') is not null as vault`,
  )
  if (!found[0]?.cron) return []
  const { rows: jobs } = await client.query<Job>(`
    select j.schedule, j.command, j.active, (
      select d.status || coalesce(': ' || nullif(d.return_message, ''), '') from cron.job_run_details d
      where d.jobid = j.jobid and d.end_time is not null order by d.end_time desc limit 1) as outcome
    from cron.job j order by j.active, j.jobid`)
  const findings = CALLS.map(({ about, what, pattern, fault }) => {
    const job = jobs.findLast(({ command }) => pattern.test(command))
    const wrong = job ? fault(job) : `No job ${what}.`
    return wrong ? differs(about, `${wrong} ${ADVICE}`) : ok(about, `at "${job?.schedule}"`)
  })
  return [
    ...findings,
    // Without pg_net, the job that sends mails fails, and only a log of the database shows it.
    ...(found[0].net
      ? []
      : [differs('pg_net', `The extension is not enabled, so no job can call tick. ${ADVICE}`)]),
    found[0].vault
      ? await inVault(client, project)
      : differs(
          'Vault',
          `The extension is not enabled, so no job can read the worker's secret. ${ADVICE}`,
        ),
  ]
}

/** Checks the names of secrets. It reads no value except the address. */
async function inVault(client: pg.Client, project: string | undefined): Promise<Finding> {
  const { rows } = await client.query<{ name: string; address: string | null }>(
    `select name, case name when $2 then decrypted_secret end as address
    from vault.decrypted_secrets where name = any ($1)`,
    [Object.values(IN_VAULT), IN_VAULT.address],
  )
  const about = 'Vault'
  const missing = Object.values(IN_VAULT).filter((one) => !rows.some(({ name }) => name === one))
  if (missing.length > 0) {
    return differs(
      about,
      `It has no ${missing.join(' and no ')}, which the worker's job reads. ${ADVICE}`,
    )
  }
  const address = rows.find(({ name }) => name === IN_VAULT.address)?.address ?? ''
  const host = URL.canParse(address) ? new URL(address).host : 'no address'
  if (!project || host === new URL(project).host) {
    return ok(about, 'has what the worker needs')
  }
  return differs(
    about,
    `Its ${IN_VAULT.address} is ${host}, and the project is at ${new URL(project).host}. ${ADVICE}`,
  )
}

/** Returns the fault of a job. The result never contains the command, which may contain a secret. */
function jobFault({ active, outcome }: Job): string | undefined {
  if (!active) return 'Its job is switched off.'
  if (outcome?.startsWith('failed')) return `Its job's last run ${outcome.replace(/\.?$/, '.')}`
  return undefined
}

function minuteFault(job: Job): string | undefined {
  return job.active && job.schedule !== '* * * * *'
    ? `Its job runs at "${job.schedule}", not each minute.`
    : jobFault(job)
}
