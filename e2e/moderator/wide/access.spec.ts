import { choose, fillDay, switchCourse } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { chooseFromTitleMenu } from '../../support/title-menu'

const endsOf = 'select to_char(expires_at, $2) as day from public.entitlements where user_id = $1'

test('a moderator finds the people with a course and gives all of them another last day', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const course = await world.course()
  const [ada, ben, cy] = [await world.person(), await world.person(), await world.person()]
  await world.entitle(ada, course)
  await world.entitle(ben, course, '3 days')
  await world.entitle(cy, course, '-3 days')
  const page = await open(moderator, '/moderator/members')
  await choose(page.getByLabel('Course', { exact: true }), course.title)
  await expect(page).toHaveURL(new RegExp(`course=${course.id}`))
  await expect(page.getByText('2 people', { exact: true }).first()).toBeAttached()
  await page.getByLabel('Select this page').check()
  await page.getByRole('button', { name: 'Change Course Access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Course Access' })
  await dialog.getByText('End Date', { exact: true }).click()
  await switchCourse(dialog, course)
  await fillDay(dialog.getByLabel('New last day'), '2090-06-15')
  await expect(
    dialog.getByText('The last day of 1 course will be Jun 15, 2090 for 2 people.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Change End Date' }).click()
  await expect(dialog.getByText(/^Done: 2 changes for 2 people/)).toBeVisible()
  for (const { id } of [ada, ben]) {
    expect(await world.sql(endsOf, [id, 'YYYY-MM'])).toEqual([{ day: '2090-06' }])
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await choose(page.getByLabel('Course', { exact: true }), 'No course')
  await page.getByPlaceholder('Search members...').fill(cy.email)
  await expect(page.getByRole('row').filter({ hasText: cy.email })).toBeVisible()
})

test('a moderator grants a course to two hundred pasted people in five steps, and invites the others', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const course = await world.course()
  const family = `Pasted${crypto.randomUUID().slice(0, 8)}`
  const people = await Promise.all(
    Array.from({ length: 6 }, (_, i) => world.person({ name: `P${i} ${family}` })),
  )
  // The other emails in the list are unique, so no other test has made them members.
  const strangers = Array.from(
    { length: 194 },
    (_, i) => `${family.toLowerCase()}-${i}@example.test`,
  )
  const page = await open(moderator, '/moderator/members')
  const list = [
    ...people.map(({ email, name }) => `${name} <${email.toUpperCase()}>`),
    strangers.join(', '),
  ].join('\n')

  // Five steps: More, Grant to a List, paste (without a key press), course, Grant.
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  const interactions = await countInteractions(page)
  await chooseFromTitleMenu(page, 'Grant to a List…')
  const dialog = page.getByRole('dialog', { name: 'Grant to a List' })
  await expect(dialog.getByLabel('People', { exact: true })).toBeFocused()
  await page.keyboard.insertText(list)
  await expect(dialog.getByText('6 are members, 194 are not.')).toBeVisible()
  await dialog.getByRole('switch', { name: course.title }).click()
  await expect(dialog.getByText('6 people will get 1 course.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Grant Courses' }).click()
  await expect(dialog.getByText(/^Done: 6 changes for 6 people/)).toBeVisible()
  expect(await interactions()).toBe(5 - 1)
  expect(
    await world.sql('select 1 from public.entitlements where course_id = $1', [course.id]),
  ).toHaveLength(6)

  await expect(dialog.getByLabel("194 addresses don't belong to a member")).toHaveValue(
    new RegExp(`^${strangers[0]}\n`),
  )
  await dialog.getByRole('button', { name: 'Invite Them' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite Many' })
  await expect(inviting.getByLabel('People to invite')).toHaveValue(strangers.join('\n'))
  await expect(page).toHaveURL(/\/moderator\/members\?view=invites&new=many$/)
  await expect(inviting.getByRole('switch', { name: course.title })).toBeChecked()

  // Back returns to the pasted list with its choices, and the dialog asks before it discards the last day.
  await page.goBack()
  await expect(dialog.getByLabel('People', { exact: true })).toHaveValue(list)
  await expect(dialog.getByRole('switch', { name: course.title })).toBeChecked()
  await fillDay(dialog.getByLabel('Last day (optional)'), 'Jan 20, 2090')
  await dialog.getByRole('button', { name: 'Invite Them' }).click()
  await expect(inviting.getByText('Set the last day (Jan 20, 2090)')).toBeVisible()
})

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
