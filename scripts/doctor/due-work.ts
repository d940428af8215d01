import type pg from 'pg'
import { differs, type Finding, ok } from './finding'

const ADVICE = 'See docs/deploy.md, Schedule the worker.'

interface Job {
  schedule: string
  command: string
  active: boolean
  outcome: string | null
}

/** The commands that pg_cron has to run each minute, and how to recognize them. */
const CALLS = [
  {
    about: 'background jobs, by pg_cron',
    what: 'private.run_due_work()',
    pattern: /run_due_work\s*\(/i,
  },
  {
    about: 'due emails, by pg_cron',
    what: 'the function tick',
    pattern: /\/functions\/v1\/tick\b/i,
  },
] as const

/** Whether a worker does the due jobs (rules/due-work#motor). */
export async function worker(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ stopped: boolean }>(
    'select private.worker_stopped() as stopped',
  )
  return rows[0]?.stopped
    ? differs('background jobs', `No job was done and no email was sent for ten minutes. ${ADVICE}`)
    : ok('background jobs', 'are done')
}

/**
 * Checks the jobs of pg_cron, if the project has it. Without pg_cron something else runs the worker, and
 * `worker` checks that it does.
 * @param project address of the project, if known; the job of the mails calls it
 */
export async function schedule(client: pg.Client, project: string | undefined): Promise<Finding[]> {
  const { rows: found } = await client.query<{ cron: boolean; net: boolean }>(
    `select to_regclass('cron.job') is not null as cron, to_regnamespace('net') is not null as net`,
  )
  if (!found[0]?.cron) return []
  const { rows: jobs } = await client.query<Job>(`
    select j.schedule, j.command, j.active, (
      select d.status || coalesce(': ' || nullif(d.return_message, ''), '') from cron.job_run_details d
      where d.jobid = j.jobid and d.end_time is not null order by d.end_time desc limit 1) as outcome
    from cron.job j order by j.active, j.jobid`)
  const findings = CALLS.map(({ about, what, pattern }) => {
    const job = jobs.findLast(({ command }) => pattern.test(command))
    const wrong = job ? faultOf(job, project) : `No job calls ${what}.`
    return wrong ? differs(about, `${wrong} ${ADVICE}`) : ok(about, 'each minute')
  })
  // Without pg_net the job of the mails fails, and only a log of the database shows it.
  return found[0].net
    ? findings
    : [
        ...findings,
        differs('pg_net', `The extension is not enabled, so no job can call tick. ${ADVICE}`),
      ]
}

/** Never returns the command, because it contains a secret. */
function faultOf(
  { schedule, command, active, outcome }: Job,
  project?: string,
): string | undefined {
  if (!active) return 'Its job is switched off.'
  if (schedule !== '* * * * *') return `Its job runs at "${schedule}", not each minute.`
  if (/<\w+>/.test(command)) return 'Its job still says <ref> or <TICK_SECRET>.'
  const host = /https?:\/\/([^/\s']+)\/functions\/v1\/tick/i.exec(command)?.[1]
  if (host && project && host !== new URL(project).host) {
    return `Its job calls ${host}, and the project is at ${new URL(project).host}.`
  }
  if (outcome?.startsWith('failed')) return `Its job's last run ${outcome.replace(/\.?$/, '.')}`
  return undefined
}
