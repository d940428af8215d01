import { choose } from '../support/choose'
import { expect, test } from '../support/fixtures'
import { countInteractions } from '../support/interactions'

test('an administrator finds a person, gives them a role and takes it back', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alex Admin' })
  const name = `Quinn ${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name })
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Members').click()
  await expect(page).toHaveURL('/admin/members')
  await page.getByPlaceholder('Search members...').fill(name.toUpperCase())
  await expect(page).toHaveURL(/q=QUINN/)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row.getByRole('cell', { name: /^\w{3} \d\d, \d{4}$/ })).toBeVisible()
  await expect(page.getByText('1 person', { exact: true }).first()).toBeAttached()

  const role = row.getByLabel(`Role of ${name}`)
  await choose(role, 'Moderator')
  const dialog = page.getByRole('dialog', { name: 'Change role to Moderator?' })
  await expect(dialog.getByText(person.email)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(role).toHaveAccessibleDescription('Member')
  await choose(role, 'Moderator')
  await dialog.getByRole('button', { name: 'Change Role' }).click()
  await expect(page.getByText('User role updated successfully')).toBeVisible()
  await expect(role).toHaveAccessibleDescription('Moderator')
  expect(await world.sql('select role from public.profiles where id = $1', [person.id])).toEqual([
    { role: 'MODERATOR' },
  ])
  await choose(page.getByLabel('Role', { exact: true }), 'Admins')
  await expect(page.getByText('No members found')).toBeVisible()
  await page.goBack()
  await expect(row).toBeVisible()
  expect(
    await world.sql(`select action from public.audit_logs where target_id = $1 and user_id = $2`, [
      person.id,
      admin.id,
    ]),
  ).toEqual([{ action: 'user.role_change' }])
})

test('an administrator sorts the whole list of members by a column head, and Back undoes it', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const family = `Sorted${crypto.randomUUID().slice(0, 8)}`
  for (const name of ['Bea', 'Cid', 'Abe']) await world.person({ name: `${name} ${family}` })
  const page = await open(admin, `/admin/members?q=${family}`)
  const names = page
    .getByRole('region', { name: 'Members' })
    .getByText(new RegExp(`^\\w+ ${family}$`))
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(names).toHaveText([/^Abe/, /^Cid/, /^Bea/])
  await head.click()
  await expect(names).toHaveText([/^Abe/, /^Bea/, /^Cid/])
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=name/)
  await head.press('Enter')
  await expect(names).toHaveText([/^Cid/, /^Bea/, /^Abe/])
  await page.goBack()
  await expect(names).toHaveText([/^Abe/, /^Bea/, /^Cid/])
})

test('an administrator gives a member a course in four steps from the start page', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [person, course] = [await world.person(), await world.course()]
  const page = await open(admin, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const interactions = await countInteractions(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(person.email)
  await page.getByRole('option').filter({ hasText: person.email }).click()
  await page.getByRole('button', { name: new RegExp(`^Grant: ${course.title} to`) }).click()
  await expect(page.getByText('Course access updated.')).toBeVisible()
  expect(await interactions()).toBe(4)
  const theirs = await open(person, '/app/dashboard')
  await expect(theirs.getByText(course.title).first()).toBeVisible()
})
