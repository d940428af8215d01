import { expect, test } from '../support/fixtures'
import { untilSeen } from '../support/seen'

test('a moderator writes to their cohort, sees who fell behind in it, and clears that with a note', async ({
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
