import { randomUUID } from 'node:crypto'
import { expect, test } from '../../support/fixtures'

test('an administrator sees failed jobs, removes the cause and retries them', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const kind = `test_${randomUUID().slice(0, 8)}`
  const label = `Ring ${kind}`
  const [id, course] = [randomUUID(), await world.course({ title: `Knots ${kind}` })]
  await world.sql('insert into private.due_kinds (kind, label) values ($1, $2)', [kind, label])
  await world.sql(
    `insert into private.due_work (id, kind, key, subject_id, due_at, attempts, first_tried_at)
     values ($1::uuid, $2, $1::text, $3, now(), 3, now() - interval '2 days')`,
    [id, kind, course.id],
  )
  // The job's function does not exist, so the worker marks the job as failed.
  await world.sql('select private.run_due_work()')

  const page = await open(admin, '/admin/due-work?state=FAILED')
  const row = page.getByRole('row').filter({ hasText: label })
  await expect(row).toContainText(`Knots ${kind}`)
  await expect(row).toContainText('4 attempts')
  await expect(row).toContainText(`function private.due_${kind}(private.due_work) does not exist`)

  await world.sql(
    `create function private.due_${kind}(work private.due_work) returns text language sql as $$ select 'DONE' $$`,
  )
  await row.getByRole('button', { name: `Try again: ${label}` }).click()
  await expect(page.getByText('The job is retried within a minute')).toBeVisible()
  await expect(row).toHaveCount(0)
  await world.sql('select private.run_due_work()')
  await page.goto(`/admin/due-work?state=DONE&kind=${kind}`)
  await expect(row).toContainText('Done')
  await page.goto('/admin/audit-logs')
  await expect(page.getByText('Background job retried').first()).toBeVisible()
})

test('a sender is notified of invites that expire tomorrow', async ({ open, world }) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const email = `late-${randomUUID().slice(0, 8)}@example.test`
  await world.sql(
    `insert into public.invites (email, invited_by_id, expires_at)
     values ($1, $2, date_trunc('day', now(), 'UTC') + interval '1 day 12 hours')`,
    [email, moderator.id],
  )
  await world.sql('update private.due_work set due_at = now() where user_id = $1', [moderator.id])
  await world.sql('select private.run_due_work()')

  const page = await open(moderator, '/moderator/members')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByText(`${email} has not accepted your invite yet.`)).toBeVisible()
  await page.getByRole('link', { name: 'Open invites' }).click()
  await expect(page).toHaveURL('/moderator/members?view=invites')
  await expect(page.getByText(email)).toBeVisible()
})
