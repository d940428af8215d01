import { migrations as examineMigrations } from '../../doctor/database'
import { findingsToLacks, type Step } from '../step'
import type { Target } from '../target'

/** Applies the migrations, which create the schema and the buckets with their policies. */
export const migrations = (target: Target): Step => ({
  name: 'migrations',
  plan: 'apply the migrations to the database: supabase db push',
  look: async () => findingsToLacks([await target.onDatabase(examineMigrations)]),
  async act() {
    const url = new URL(await target.databaseUrl())
    // The password is passed in a variable, because everybody on this machine can read the arguments of a program.
    const PGPASSWORD = decodeURIComponent(url.password)
    url.password = ''
    await target.cli(['db', 'push', `--remote=${url.href}`, '--yes'], { PGPASSWORD })
  },
})
