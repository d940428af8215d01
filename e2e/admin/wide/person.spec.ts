import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { chooseFromTitleMenu } from '../../support/title-menu'

/** Returns the row about a course or lesson on a person's page. */
const answer = (page: Page, title: string) =>
  page.getByRole('region', { name: 'What can they open, and why?' }).getByText(title)

test('an administrator sees in two steps why a person cannot open a lesson', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Alex Admin' })
  const name = `Quinn ${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name })
  const course = await world.course()
  await world.sql(
    `insert into public.entitlements (user_id, course_id, expires_at, granted_by_id)
     values ($1, $2, now() - interval '1 day', $3)`,
    [person.id, course.id, admin.id],
  )
  const page = await open(admin, `/admin/members?q=${person.email}`)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  const interactions = await countInteractions(page)
  await link.click()
  await expect(page).toHaveURL(`/admin/members/${person.id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: course.title })
  await expect(
    row.getByText(/^No: access ended on .+; it was granted by Alex Admin on/),
  ).toBeVisible()
  await row.getByRole('button', { name: course.title }).first().click()
  await expect(row.getByText(/No: access ended on/).nth(1)).toBeVisible()
  expect(await interactions()).toBe(2)

  // The row has a button that gives access.
  await row.getByRole('button', { name: `Grant Again: ${course.title} to ${name}` }).click()
  await expect(page.getByText('Course access updated.')).toBeVisible()
  await expect(row.getByText(/^Yes: granted by Alex Admin on/).first()).toBeVisible()
  const theirs = await open(person, `/app/courses/${course.slug}`)
  await expect(theirs.getByText('Access required')).toHaveCount(0)
})

test('an administrator disables a person, who is signed out at their next step, and their page says so first and can enable them; each tab has an address', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { member, course } = await world.memberWithCourse()
  const theirs = await open(member, '/app/dashboard', { expectProblems: [/403/] })
  await expect(theirs.getByText('In Library')).toBeVisible()
  const page = await open(admin, `/admin/members/${member.id}`)
  await expect(answer(page, 'Yes: granted').first()).toBeVisible()
  await chooseFromTitleMenu(page, 'Disable account')
  await expect(page.getByText('They can no longer open 1 course.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable Account' }).click()
  await expect(page.getByText('Account disabled')).toBeVisible()
  await expect(answer(page, 'No: the account is disabled.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText(/Your account has been disabled/)).toBeVisible()
  await page.getByRole('button', { name: 'Enable Account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable Account' }).click()
  await expect(answer(page, 'Yes: granted').first()).toBeVisible()
  await expect(page.getByText('Account enabled')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('In Library')).toBeVisible()

  await page.getByRole('tab', { name: 'Changes to this account' }).click()
  await expect(page).toHaveURL(/tab=records/)
  await expect(page.getByRole('cell', { name: 'User enabled', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('Signed in').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Signed in').first()).toBeVisible()
  await page.getByRole('tab', { name: /^Sessions/ }).click()
  await expect(page.getByRole('table', { name: 'Sessions' }).getByRole('row')).not.toHaveCount(1)
  await page.getByRole('tab', { name: 'Progress' }).click()
  await expect(page.getByRole('link', { name: course.title })).toBeVisible()
})
