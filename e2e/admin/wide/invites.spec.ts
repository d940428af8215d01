import { readFile } from 'node:fs/promises'
import { choose } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { untilSeen } from '../../support/seen'
import { chooseFromTitleMenu } from '../../support/title-menu'

test('an administrator resends an expired invite with the same link, and cancels it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const email = `${crypto.randomUUID()}@example.org`
  const token = await world.invite(email, [], '-1 hour')
  const page = await open(admin, `/admin/invites?q=${email}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Expired', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Copy Link/ })).toHaveCount(0)
  await row.getByRole('button', { name: `Resend to ${email}` }).click()
  await expect(page.getByText('Invite sent again')).toBeVisible()
  await expect(row.getByText('Active')).toBeVisible()
  expect((await world.mail(email)).links.some((link) => link.includes(token))).toBe(true)

  await row.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this invite?' })
  await expect(dialog.getByText(email)).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Invite' }).click()
  await expect(dialog).toBeHidden()
  await row.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel invite' }).click()
  await dialog.getByRole('button', { name: 'Cancel Invite' }).click()
  await expect(page.getByText('Invite cancelled')).toBeVisible()
  await expect(row.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: /^\w{3} \d\d?, \d{4}$/ })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  const visitor = await open('visitor', `/invite/${token}`)
  await expect(visitor.getByText('This invite has been cancelled.')).toBeVisible()
})

test('an administrator invites many people: every line is checked, valid ones are invited, others reported', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const member = await world.person()
  const course = await world.course()
  const family = crypto.randomUUID().slice(0, 8)
  const asked = `asked-${family}@example.org`
  await world.invite(asked)
  const page = await open(admin, '/admin/invites', { expectProblems: [/503/] })
  await chooseFromTitleMenu(page, 'Invite Many')
  const dialog = page.getByRole('dialog', { name: 'Invite Many' })
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'email,role,courses',
        `ada-${family}@example.org,creator,${course.slug}`,
        `grace-${family}@example.org,,`,
        `GRACE-${family}@example.org,,`,
        'no-address,,',
        `${member.email},,`,
        `${asked},,`,
        `x-${family}@example.org,,no-such-course`,
        `y-${family}@example.org,teacher,`,
      ].join('\r\n'),
    ),
  })
  await expect(dialog.getByLabel('People to invite')).toHaveValue(/^email,role,courses/)
  await dialog.getByRole('button', { name: 'Check List' }).click()
  const role = dialog.getByLabel('Which role do people with “teacher” get?')
  await choose(role, 'None: leave these lines out')
  await dialog.getByRole('button', { name: 'Check List' }).click()
  await expect(dialog.getByText('2 ready, 6 will be left out')).toBeVisible()
  const result = (email: string) => dialog.getByRole('row').filter({ hasText: email })
  await expect(result(`ada-${family}`)).toContainText(`Creator, ${course.title}`)
  await expect(result(`GRACE-${family}`).last()).toContainText('Listed twice')
  await expect(result('no-address')).toContainText('Not an email')
  await expect(result(member.email)).toContainText('Already a member')
  await expect(result(asked)).toContainText('Already invited')
  await expect(result(`x-${family}`)).toContainText('Unknown course: no-such-course')
  await expect(result(`y-${family}`)).toContainText('Unknown role: teacher')
  expect(
    await world.sql('select 1 from public.invites where email like $1', [`%-${family}@%`]),
  ).toHaveLength(1)

  // The server creates the invites but its answer is lost; a repeated request creates each invite once.
  await page.route('**/rpc/create_invites', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: {} })
  })
  await dialog.getByRole('button', { name: 'Invite 2 People' }).click()
  await expect(dialog.getByText(/^Failed to create invites\. 0 of 2 people invited/)).toBeVisible()
  await page.unroute('**/rpc/create_invites')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByText('Done: 2 people invited. 2 emailed.')).toBeVisible()
  expect(
    await world.sql(`select email, role from public.invites where email like $1 order by email`, [
      `%-${family}@%`,
    ]),
  ).toEqual([
    { email: `ada-${family}@example.org`, role: 'CREATOR' },
    { email: asked, role: 'MEMBER' },
    { email: `grace-${family}@example.org`, role: 'MEMBER' },
  ])
  expect((await world.mail(`ada-${family}@example.org`)).html).toContain(course.title)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download Report' }).click(),
  ])
  const report = await readFile(await download.path(), 'utf8')
  expect(report).toMatch(
    new RegExp(`ada-${family}@example.org,CREATOR,${course.slug},,Invited,Emailed,http`),
  )
  expect(report).toContain(`${member.email},MEMBER,,,Already a member,,`)
  await dialog.getByRole('button', { name: 'Copy Left-Out Lines' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'no-address\tNot an email',
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row').filter({ hasText: `ada-${family}` })).toBeVisible()
})

test('at the hourly limit of mails the screen says when sending continues, and loses none', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = crypto.randomUUID().slice(0, 8)
  await world.invite(`before-${family}@example.org`)
  await world.sql(
    `insert into private.invite_mails (sender_id, invite_id, sent_at)
     select $1, i.id, now() - interval '30 minutes' from public.invites i, generate_series(1, 1999)
     where i.email = $2`,
    [admin.id, `before-${family}@example.org`],
  )
  const page = await open(admin, '/admin/invites?new=many')
  const dialog = page.getByRole('dialog', { name: 'Invite Many' })
  await dialog
    .getByLabel('People to invite')
    .fill(`ada-${family}@example.org, grace-${family}@example.org`)
  await dialog.getByRole('button', { name: 'Check List' }).click()
  await dialog.getByRole('button', { name: 'Invite 2 People' }).click()
  await expect(
    dialog.getByText(
      /^2 of 2 people invited\. 1 emailed\. You have reached the limit of emails for this hour\. The others are sent automatically from \d\d:\d\d:\d\d on, even if you close this\.$/,
    ),
  ).toBeVisible()
  // Until that time, pressing Continue shows the same message again.
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(/1 emailed\. You have reached the limit/)).toBeVisible()
  await world.sql(
    `update private.invite_mails set sent_at = sent_at - interval '30 minutes' where sender_id = $1`,
    [admin.id],
  )
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Done: 2 people invited. 2 emailed.')).toBeVisible()
  for (const name of ['ada', 'grace']) {
    const { links } = await world.mail(`${name}-${family}@example.org`)
    expect(links.some((link) => link.includes('/invite/'))).toBe(true)
  }
})

test('an administrator invites a class of thirty from a pasted list with four interactions', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = crypto.randomUUID().slice(0, 8)
  const page = await open(admin, '/admin/members')
  const field = page.getByPlaceholder('Invite email...')
  await expect(field).toBeVisible()
  const people = Array.from(
    { length: 30 },
    (_, at) => `Person ${at} <p${at}-${family}@example.org>`,
  )
  await page.evaluate((text) => navigator.clipboard.writeText(text), people.join('\n'))
  const interactions = await countInteractions(page)

  await field.click()
  await page.keyboard.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Invite Many' })
  const check = dialog.getByRole('button', { name: 'Check List' })
  await expect(check).toBeVisible()
  await untilSeen(page)
  await check.click()
  const send = dialog.getByRole('button', { name: 'Invite 30 People' })
  await expect(send).toBeVisible()
  await untilSeen(page)
  await send.click()
  await expect(dialog.getByText('Done: 30 people invited. 30 emailed.')).toBeVisible()
  expect(await interactions()).toBe(4)
})
