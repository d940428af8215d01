import { expect, onTestFinished, test } from 'vitest'
import { demoAccounts } from './demo-accounts'
import { seed } from './migrate/seed'
import { copyMigratedCluster } from './migrated-cluster'
import { startCluster } from './testing/cluster'
import { projectDir, SEEDS } from './testing/older-data'

test('demo accounts are listed with their present role, and left out if nobody can log in with them', async () => {
  const cluster = await startCluster((dataDir) => copyMigratedCluster({ dataDir }))
  onTestFinished(() => cluster.stop())
  const url = cluster.urlFor('postgres')
  const accounts = async () =>
    (await demoAccounts(url)).map(({ email, kind }) => `${email.replace(/@.*/, '')}: ${kind}`)
  expect(await accounts()).toEqual([])

  // Demo data from versions without cohorts has the same people.
  await seed({ url, supabaseDir: projectDir, paths: SEEDS.slice(0, 4) })
  const older = [
    'member: a member with courses',
    'newcomer: a member without',
    'moderator: moderator',
    'creator: creator',
    'admin: administrator',
  ]
  expect(await accounts()).toEqual(older)
  await cluster.admin.query(`
    insert into public.cohorts (slug, title, time_zone, starts_on, ends_on)
      values ('autumn', 'Autumn', 'Europe/Vienna', current_date, current_date + 30);
    insert into public.cohort_members (cohort_id, user_id)
      select c.id, p.id from public.cohorts c, public.profiles p where p.email = 'chidi.nwosu@rookies.test'`)
  const chidi = 'chidi.nwosu: a member of a cohort'
  expect(await accounts()).toEqual(older.toSpliced(2, 0, chidi))

  await cluster.admin.query(`
    update auth.users set encrypted_password = '' where email = 'creator@rookies.test';
    update public.profiles set disabled_at = now() where email = 'moderator@rookies.test'`)
  expect(await accounts()).toEqual([older[0], older[1], chidi, older[4]])
})
