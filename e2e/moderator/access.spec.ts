import { fillDay } from '../support/choose'
import { expect, test } from '../support/fixtures'

const endsOf = 'select to_char(expires_at, $2) as day from public.entitlements where user_id = $1'

test('a moderator grants a course until a day, changes the day, and revokes the course', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR', name: 'Mo Moderator' })
  const [person, course] = [await world.person(), await world.course()]
  const page = await open(moderator, `/moderator/members?q=${person.email}`)
  const ends = () => world.sql(endsOf, [person.id, 'YYYY-MM'])
  const dialog = page.getByRole('dialog', { name: 'Manage Access' })
  const day = dialog.getByLabel(`Last day of ${course.title}`)
  const manage = async () => {
    await page.getByRole('button', { name: /^Manage Access/ }).click()
    await dialog.getByPlaceholder('Search courses...').fill(course.slug)
    await expect(dialog.getByRole('switch')).toHaveCount(1)
  }
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }

  await manage()
  await dialog.getByRole('switch').click()
  await fillDay(day, '2090-06-15')
  await expect(dialog.getByText('1 course to grant', { exact: true })).toBeVisible()
  await save()
  expect(await ends()).toEqual([{ day: '2090-06' }])

  await manage()
  await expect(dialog.getByText('until Jun 15, 2090')).toBeVisible()
  await expect(day).toHaveValue('Jun 15, 2090')
  await fillDay(day, '2090-07-15')
  await expect(dialog.getByText('1 end date to change')).toBeVisible()
  await save()
  expect(await ends()).toEqual([{ day: '2090-07' }])

  await manage()
  await fillDay(day, '')
  await expect(dialog.getByText('1 end date to change')).toBeVisible()
  await save()
  expect(await ends()).toEqual([{ day: null }])
  expect(
    await world.sql(
      `select action from public.audit_logs where user_id = $1 and target_type = 'entitlement' order by id`,
      [moderator.id],
    ),
  ).toEqual(
    ['entitlement.grant', 'entitlement.end_change', 'entitlement.end_change'].map((action) => ({
      action,
    })),
  )
})
