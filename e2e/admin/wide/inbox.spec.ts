import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const inboxOf = (page: Page) => page.getByRole('region', { name: 'Inbox' })

test('a moderator finds the people and the work of their own cohorts above the members, and clears one with a note', async ({
  open,
  world,
}) => {
  const coach = await world.person({ role: 'MODERATOR', name: named('Cora') })
  const mia = await world.person({ name: named('Mia') })
  const course = await world.course()
  const [cohort] = await world.sql(
    `insert into public.cohorts (slug, title, time_zone, starts_on, ends_on)
     values ('c-' || gen_random_uuid(), 'Autumn', 'UTC', current_date - 30, current_date + 60) returning id`,
  )
  const id = String(cohort?.id)
  await world.sql('insert into public.cohort_courses (cohort_id, course_id) values ($1, $2)', [
    id,
    course.id,
  ])
  await world.sql('insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)', [
    id,
    coach.id,
  ])
  await world.sql(
    `insert into public.cohort_members (cohort_id, user_id, joined_at) values ($1, $2, now() - interval '30 days')`,
    [id, mia.id],
  )
  await world.sql('select private.refresh_behind($1)', [id])
  await world.sql(
    `update private.behind_people set found_at = now() - interval '30 years' where cohort_id = $1`,
    [id],
  )

  const page = await open(coach, '/moderator')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  const line = inboxOf(page).getByRole('listitem').filter({ hasText: mia.name })
  await expect(line).toContainText('Nothing completed in 30 days')
  await line.getByRole('button', { name: 'Write to them' }).click()
  const message = page.getByRole('dialog', { name: `Write to ${mia.name}` })
  await message.getByLabel('Title').fill('How are you?')
  await message.getByLabel('Message').fill('Shall we talk tomorrow?')
  await message.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`Sent to ${mia.name}`)).toBeVisible()
  expect(
    await world.sql('select title from public.notifications where recipient_id = $1', [mia.id]),
  ).toContainEqual({ title: 'How are you?' })
  await line.getByRole('button', { name: `Clear: ${mia.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear With a Note' })
  await dialog.getByLabel('Note').fill('Starts on Monday.')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(line).toHaveCount(0)
  await page.goto('/moderator/members')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await expect(inboxOf(page)).toHaveCount(0)
})
