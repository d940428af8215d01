import { schedule as examineSchedule } from '../../doctor/jobs'
import { IN_VAULT, scheduleStatements } from '../../hosted/schedule'
import { findingsToLacks, type Step } from '../step'
import type { Target } from '../target'

/**
 * Creates the job that calls the worker each minute. If something else calls the worker, pg_cron is missing on
 * purpose.
 */
export const schedule = (target: Target): Step => ({
  name: 'schedule of the worker',
  plan: 'enable pg_cron, pg_net and Vault, keep the secret of the worker there, and schedule its job',
  look: () =>
    target.onDatabase(async (client) => {
      const { rows } = await client.query<{ there: boolean }>(
        `select to_regclass('cron.job') is not null and to_regclass('vault.decrypted_secrets') is not null as there`,
      )
      if (!rows[0]?.there) return ['pg_cron or Vault is not enabled, and no job calls the worker.']
      const findings = await examineSchedule(client, target.url)
      const { rows: other } = await client.query(
        'select from vault.decrypted_secrets where name = $1 and decrypted_secret is distinct from $2',
        [IN_VAULT.secret, target.settings.TICK_SECRET],
      )
      return [
        ...findingsToLacks(findings),
        ...(other.length > 0 ? ['Vault has another TICK_SECRET than the functions.'] : []),
      ]
    }),
  act: () =>
    target.onDatabase(async (client) => {
      await client.query('begin')
      const options = { project: target.url, tickSecret: target.settings.TICK_SECRET ?? '' }
      for (const { text, values } of scheduleStatements(options)) await client.query(text, values)
      await client.query('commit')
    }),
})
