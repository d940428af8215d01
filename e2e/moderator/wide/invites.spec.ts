import { switchCourse } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

test('a moderator invites a person by email alone, gets the link copied, and sees their own invites', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR', name: 'Mo Moderator' })
  const email = `${crypto.randomUUID()}@example.org`
  const foreign = `${crypto.randomUUID()}@example.org`
  await world.invite(foreign)
  const page = await open(moderator, '/moderator')
  const input = page.getByPlaceholder('Invite email...')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  await input.fill('   ')
  await invite.click()
  await input.fill(email)
  await input.press('Enter')
  await expect(page.getByText('Invite created')).toBeVisible()
  await expect(page.getByText('The link is copied to the clipboard.')).toBeVisible()
  await expect(input).toHaveValue('')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  // Only the link in the mail proves that its reader owns the email; the copied link does not.
  const mailed = (await world.mail(email)).links
  expect(mailed.some((address) => address.startsWith(`${link}#proof=`))).toBe(true)

  await page.getByRole('link', { name: 'Your Invites' }).click()
  await expect(page).toHaveURL('/moderator?view=invites')
  const rows = page.getByRole('region', { name: 'Invites' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText(email)).toBeVisible()
  await page.getByRole('link', { name: 'Members', exact: true }).last().click()
  await expect(page.getByPlaceholder('Search members...')).toBeVisible()
})

test('a moderator invites to courses, one person or many, and cannot give a role', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const course = await world.course()
  const family = crypto.randomUUID().slice(0, 8)
  const page = await open(moderator, '/moderator/members?view=invites')
  await expect(page.getByText('No invites yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Invite' }).click()
  const one = page.getByRole('dialog', { name: 'Create Invite' })
  await expect(one.getByRole('combobox')).toHaveCount(0)
  await one.getByLabel('Email').fill(`ada-${family}@example.org`)
  await switchCourse(one, course)
  await one.getByRole('button', { name: 'Create Invite' }).click()
  await expect(page.getByText('Invite created successfully')).toBeVisible()

  await chooseFromTitleMenu(page, 'Invite Many')
  const many = page.getByRole('dialog', { name: 'Invite Many' })
  await expect(many.getByRole('combobox')).toHaveCount(0)
  await many
    .getByLabel('People to invite')
    .fill(`email,role\ngrace-${family}@example.org,admin\nlinus-${family}@example.org,`)
  await many.getByRole('button', { name: 'Check List' }).click()
  await expect(many.getByRole('row').filter({ hasText: 'grace' })).toContainText(
    "You can't give this role",
  )
  await many.getByRole('button', { name: 'Invite 1 Person' }).click()
  await expect(many.getByText('Done: 1 person invited. 1 emailed.')).toBeVisible()
  await many.getByRole('button', { name: 'Close' }).click()
  await expect(
    page.getByRole('region', { name: 'Invites' }).locator('tbody').getByRole('row'),
  ).toHaveCount(2)
  await page.goto('/admin/invites')
  await expect(page).toHaveURL('/moderator/members')
  await expect(page.getByText('Admin access required')).toBeVisible()
})

test('a moderator cancels many of their own invites, and is told who is a member already', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const member = await world.person({ name: 'Mia Member' })
  const family = crypto.randomUUID().slice(0, 8)
  await world.sql(
    `insert into public.invites (email, invited_by_id) select n || '-' || $1 || '@example.org', $2::uuid from generate_series(1, 3) n`,
    [family, moderator.id],
  )
  const page = await open(moderator, '/moderator')
  await page.getByPlaceholder('Invite email...').fill(member.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Already a member' })
  await expect(question.getByText('Mia Member')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Your Invites' }).click()
  await page.getByRole('checkbox', { name: `Select the invite for 2-${family}` }).check()
  await page.getByRole('checkbox', { name: `Select the invite for 3-${family}` }).check()
  await page.getByRole('button', { name: 'Cancel Invites' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Invites' })
  await dialog.getByRole('button', { name: 'Cancel 2 Invites' }).click()
  await expect(dialog.getByText('Done: 2 invites cancelled.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(
    page.getByRole('region', { name: 'Invites' }).getByText('Cancelled', { exact: true }),
  ).toHaveCount(2)
})
