import { choose, switchCourse } from '../../support/choose'
import { expect, test } from '../../support/fixtures'

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

test('an administrator disables a person, who is signed out at their next step, and enables them again', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member } = await world.memberWithCourse()
  const theirs = await open(member, '/app/dashboard', { expectProblems: [/403/] })
  await expect(theirs.getByText('In Library')).toBeVisible()
  const page = await open(admin, `/admin/members?q=${member.email}`)
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Disable account' }).click()
  await expect(page.getByText('They can no longer open 1 course.')).toBeVisible()
  await page.getByRole('button', { name: 'Disable Account' }).click()
  await expect(page.getByText('Account disabled')).toBeVisible()
  await expect(page.getByText('Disabled', { exact: true }).last()).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/Your account has been disabled/)).toBeVisible()
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Enable account' }).click()
  await page.getByRole('button', { name: 'Enable Account' }).click()
  await expect(page.getByText('Account enabled')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('In Library')).toBeVisible()
})

test('a moderator starts at the members, grants and revokes access, and cannot give roles', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR', name: 'Mo Moderator' })
  const { member, course } = await world.memberWithCourse()
  const other = await world.course()
  const page = await open(moderator, '/admin/courses')
  await expect(page).toHaveURL('/moderator/members')
  await expect(page.getByText('Admin access required')).toBeVisible()
  await expect(page.getByText('Moderator Panel')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Creators' })).toHaveCount(0)
  await page.getByPlaceholder('Search members...').fill(member.email)
  const row = page.getByRole('row').filter({ hasText: member.email })
  await expect(row.getByText('1 course')).toBeVisible()
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^More about/ })).toHaveCount(0)

  await row.getByRole('button', { name: /^Manage Access/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Access' })
  await expect(dialog.getByRole('switch', { name: course.title })).toBeChecked()
  await switchCourse(dialog, other)
  await switchCourse(dialog, course)
  await expect(dialog.getByText('1 course to grant, 1 course to revoke')).toBeVisible()
  await expect(
    dialog.getByText(`They lose access to ${course.title}. Their progress is kept.`),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Course access updated.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(
    await world.sql('select course_id from public.entitlements where user_id = $1', [member.id]),
  ).toEqual([{ course_id: other.id }])
})

test('an administrator finds a person and changes their access by keyboard alone', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const { member, course } = await world.memberWithCourse()
  const page = await open(moderator, '/moderator')
  const search = page.getByPlaceholder('Search members...')
  await search.focus()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  const manage = page.getByRole('button', { name: /^Manage Access/ })
  await expect(manage).toHaveCount(1)
  for (let step = 0; step < 16; step += 1) {
    if (await manage.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(manage).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Manage Access' })
  await dialog.getByPlaceholder('Search courses...').focus()
  await page.keyboard.type(course.slug)
  const toggle = dialog.getByRole('switch')
  await expect(toggle).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(toggle).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course access updated.')).toBeVisible()
  await expect(manage).toBeFocused()
})

test('a column head sorts the whole list, and Back undoes it', async ({ open, world }) => {
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
