import { countInteractions } from '../../support/interactions'
import { expect, test } from '../../support/own-product'
import { untilSeen } from '../../support/seen'

test('a moderator finds the cohorts that they look after and no others, and shifts a person by a week', async ({
  open,
  world,
}) => {
  await world.sql('update public.settings set moderators_see_everybody = false')
  const moderator = await world.person({ role: 'MODERATOR' })
  const ada = await world.person({ name: 'Ada Okafor' })
  const mine = await world.cohort({ staff: [moderator], people: [ada] })
  const other = await world.cohort()
  const page = await open(moderator, '/moderator/cohorts', { expectProblems: [/403/] })
  await expect(page.getByRole('link', { name: mine.title })).toBeVisible()
  await expect(page.getByText(other.title)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Cohort' })).toHaveCount(0)

  await page.getByRole('link', { name: mine.title }).click()
  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: 'Options for Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'One Week Later' }).click()
  await expect(page.getByText('Everything comes 7 days later for Ada Okafor')).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(3)
  expect(
    await world.sql('select shift_days from public.cohort_members where cohort_id = $1', [mine.id]),
  ).toEqual([{ shift_days: 7 }])
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  await page.goto(`/moderator/cohorts/${other.id}`)
  await expect(page.getByText('There is no such cohort')).toBeVisible()
})

test('a moderator writes to their cohort, and sees who fell behind in it and that a note clears it', async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR', name: 'Grace Kim' })
  const [ada, alan] = [
    await world.person({ name: 'Ada Okafor' }),
    await world.person({ name: 'Alan Byron' }),
  ]
  const course = await world.course()
  const cohort = await world.cohort({ courses: [course], staff: [moderator], people: [ada, alan] })
  await world.sql(
    `update public.cohorts set starts_on = current_date - 20, ends_on = current_date + 60 where id = $1`,
    [cohort.id],
  )
  await world.sql(
    `update public.cohort_members set joined_at = now() - interval '20 days' where cohort_id = $1 and user_id = $2`,
    [cohort.id, ada.id],
  )
  await world.sql(`insert into public.preferences (user_id, cohort_mails) values ($1, false)`, [
    alan.id,
  ])
  const page = await open(moderator, `/moderator/cohorts/${cohort.id}?tab=messages`)
  await page.getByRole('button', { name: 'Write Message' }).click()
  const dialog = page.getByRole('dialog', { name: `Write to ${cohort.title}` })
  await expect(dialog.getByText('It goes to 2 people, 1 of them by email, too.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Office hours')
  await dialog.getByLabel('Message').fill('Fridays at four.')
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Send to 2 People' }).click()
  await expect(page.getByText('Sent to 2 people, 1 of them by email, too')).toBeVisible()
  await page.getByRole('button', { name: /^Who has read “Office hours”: 0 of 2/ }).click()
  const readers = page.getByRole('dialog', { name: 'Who Has Read It' })
  await expect(readers.getByText('Read by 0 of 2 people')).toBeVisible()
  await readers.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(
    await world.sql('select count(*)::int from public.notifications where title = $1', [
      'Office hours',
    ]),
  ).toEqual([{ count: 2 }])

  await page.getByRole('tab', { name: 'Progress' }).click()
  const behind = page.getByRole('region', { name: '1 person fell behind' })
  await expect(behind.getByText(/^Nothing completed in 20 days/)).toBeVisible()
  await behind.getByRole('button', { name: 'Clear for Ada Okafor' }).click()
  const note = page.getByRole('dialog', { name: 'Clear With a Note' })
  await note.getByRole('textbox').fill('Called her')
  await untilSeen(page)
  await note.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(behind).toHaveCount(0)
  await page.getByRole('link', { name: 'Ada Okafor' }).first().click()
  await page.getByRole('tab', { name: 'Cohorts' }).click()
  await expect(page.getByText('Called her')).toBeVisible()
})
