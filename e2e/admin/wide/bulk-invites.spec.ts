import { readFile } from 'node:fs/promises'
import { expect, test } from '../../support/fixtures'

test('an administrator resends many invites: sees their number and the exceptions, and retries failed mails', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = crypto.randomUUID().slice(0, 8)
  const address = (name: string) => `${name}-${family}@example.org`
  const [ada, grace, gone] = [address('ada'), address('grace'), address('gone')]
  const token = await world.invite(ada, [], '-1 hour')
  await world.invite(grace, [], '5 hours')
  await world.invite(gone)
  await world.sql('update public.invites set cancelled_at = now() where email = $1', [gone])
  const page = await open(admin, `/admin/invites?q=${family}`, { expectProblems: [/50[23]/] })
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Resend Invites' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend Invites' })
  await expect(dialog.getByText('2 invites will be sent again.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Already cancelled' })).toContainText(
    '1',
  )

  // The server changes the invites but its answer is lost, and one mail fails.
  await page.route('**/rpc/change_invites', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: {} })
  })
  await dialog.getByRole('button', { name: 'Resend 2 Invites' }).click()
  await expect(
    dialog.getByText('Failed to resend invites. 0 of 2 invites sent again. Try again'),
  ).toBeVisible()
  await page.unroute('**/rpc/change_invites')
  const [{ id }] = (await world.sql('select id from public.invites where email = $1', [grace])) as [
    { id: string },
  ]
  await page.route('**/functions/v1/send-invite', (route) =>
    route.request().postDataJSON().invite_id === id
      ? route.fulfill({ status: 502, json: { code: 'MAIL_FAILED' } })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(
    dialog.getByText('Done: 2 invites sent again. 1 emailed, 1 could not be emailed yet.'),
  ).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: grace })).toContainText(
    'Email failed',
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: gone })).toContainText(
    'Already cancelled',
  )
  await page.unroute('**/functions/v1/send-invite')
  await dialog.getByRole('button', { name: 'Resend 1 Email' }).click()
  await expect(dialog.getByText('Done: 2 invites sent again. 2 emailed.')).toBeVisible()
  for (const email of [ada, grace]) {
    expect((await world.mail(email)).links.some((link) => link.includes('/invite/'))).toBe(true)
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download Report' }).click(),
  ])
  const report = await readFile(await download.path(), 'utf8')
  expect(report).toMatch(new RegExp(`${ada},Sent again,Emailed,http.*/invite/${token}`))
  expect(report).toContain(`${gone},Already cancelled`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('3 invites').last()).toBeVisible()
  const row = page.getByRole('region', { name: 'Invites' }).locator('tbody').getByRole('row')
  await expect(row.filter({ hasText: ada }).getByText('Active')).toBeVisible()
  expect(
    await world.sql(
      `select count(*)::int as records from public.audit_logs where user_id = $1 and action = 'invite.resend'`,
      [admin.id],
    ),
  ).toEqual([{ records: 2 }])
})

test('an administrator cancels all matching invites on all pages after confirming their number', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = crypto.randomUUID().slice(0, 8)
  // The invites are dated yesterday, so that they do not displace the invites of other tests from the first page.
  await world.sql(
    `insert into public.invites (email, invited_by_id, created_at)
     select n || '-' || $1 || '@example.org', $2::uuid, now() - interval '1 day' from generate_series(1, 60) n`,
    [family, admin.id],
  )
  const kept = `kept-${family}@example.org`
  await world.invite(kept, [], '-1 hour')
  const page = await open(admin, `/admin/invites?q=${family}&status=ACTIVE`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(page.getByText('50 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 60' }).click()
  await page.getByRole('button', { name: 'Cancel Invites' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Invites' })
  await expect(dialog.getByText('60 invites will be cancelled.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Invites' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancel Invites' }).click()
  await dialog.getByRole('button', { name: 'Cancel 60 Invites' }).click()
  // The list behind the dialog is empty now, but the report stays until it is closed.
  await expect(dialog.getByText('Done: 60 invites cancelled.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('No invites found')).toBeVisible()
  expect(
    await world.sql(
      `select count(*)::int as cancelled from public.invites where email like $1 and cancelled_at is not null`,
      [`%-${family}@%`],
    ),
  ).toEqual([{ cancelled: 60 }])
})
