import type { Page } from '@playwright/test'
import { choose } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { addAssignment, handIn } from '../../support/handed-in'
import { countInteractions } from '../../support/interactions'
import { countSockets } from '../../support/notifications'
import type { Account, World } from '../../support/world'

type Open = (person: Account, path: string) => Promise<Page>

/** Opens a screen and waits until the bell and the screen are live. */
async function openLive(open: Open, person: Account, path: string): Promise<Page> {
  const page = await open(person, '/app/profile')
  const sockets = countSockets(page)
  await page.goto(path)
  await expect.poll(() => sockets).toMatchObject({ bell: 1, lists: 1 })
  return page
}

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const inboxOf = (page: Page) => page.getByRole('region', { name: 'Inbox' })

/** Makes the work of an assignment wait longer than that of other journeys, so that it comes first. */
const waitLonger = (world: World, lesson: string) =>
  world.sql(
    `update public.submissions set awaiting_since = now() - interval '5 years' where lesson_id = $1`,
    [lesson],
  )

test('two administrators work on one inbox: what comes in is there at once, is handed over with a note, and is settled by keys', async ({
  open,
  world,
}) => {
  const [ada, bert] = [
    await world.person({ role: 'ADMIN', name: named('Ada') }),
    await world.person({ role: 'ADMIN', name: named('Bert') }),
  ]
  const mia = await world.person({ name: named('Mia') })
  const course = await world.course()
  await world.entitle(mia, course)
  const lesson = await addAssignment(world, course)
  const hers = await openLive(open, ada, '/admin')
  const his = await openLive(open, bert, '/admin')

  // Work appears at both as soon as it is handed in.
  await handIn(world, mia, lesson, { text: 'My page about tea.' })
  await waitLonger(world, lesson)
  const act = `Review: Building a page, ${mia.name}`
  const line = (page: Page) => inboxOf(page).getByRole('listitem').filter({ hasText: mia.name })
  await expect(line(hers)).toContainText('Due')
  await expect(line(his)).toBeVisible()

  // It is handed over with a note, leaves the inbox of the one, and shows the other who gave it.
  const handing = await countInteractions(hers)
  await line(hers)
    .getByRole('button', { name: /^Hand over:/ })
    .click()
  const dialog = hers.getByRole('dialog', { name: 'Hand Over' })
  await choose(dialog.getByRole('combobox', { name: 'Colleague' }), bert.name)
  await dialog.getByLabel('Note').fill('You know tea better than I do.')
  await dialog.getByRole('button', { name: 'Hand Over' }).click()
  await expect(line(hers)).toHaveCount(0)
  expect(await handing()).toBeLessThanOrEqual(6)
  await expect(line(his)).toContainText(
    `Handed over by ${ada.name}: You know tea better than I do.`,
  )

  // Done by a key, and taken back with Undo.
  await line(his).getByRole('link', { name: act }).focus()
  await his.keyboard.press('e')
  await expect(line(his)).toHaveCount(0)
  await his.getByRole('button', { name: 'Undo' }).click()
  await expect(line(his)).toBeVisible()

  // Something new: Ada, for whom it was done, sees it again.
  await handIn(world, mia, lesson, { text: 'A longer page about tea.' })
  await waitLonger(world, lesson)
  await expect(line(hers)).toContainText('Round 2')
  await expect(line(hers)).not.toContainText('You know tea')

  // The first useful act after signing in is one press.
  await his.goto('/admin')
  await expect(line(his)).toBeVisible()
  const acting = await countInteractions(his)
  await line(his).getByRole('link', { name: act }).click()
  await expect(his.getByRole('heading', { name: 'Building a page' })).toBeVisible()
  expect(await acting()).toBe(1)
})

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
    `update private.behind_people set found_at = now() - interval '5 years' where cohort_id = $1`,
    [id],
  )

  const page = await open(coach, '/moderator')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  const line = inboxOf(page).getByRole('listitem').filter({ hasText: mia.name })
  await expect(line).toContainText('Nothing completed in 30 days')
  await expect(line.getByRole('link', { name: 'Write to them' })).toHaveAttribute(
    'href',
    `mailto:${mia.email}`,
  )
  await line.getByRole('button', { name: `Clear: ${mia.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Clear With a Note' })
  await dialog.getByLabel('Note').fill('Starts on Monday.')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(line).toHaveCount(0)
  await page.goto('/moderator/members')
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await expect(inboxOf(page)).toHaveCount(0)
})
