import { choose } from '../support/choose'
import { expect, test } from '../support/fixtures'
import type { Course, Person, World } from '../support/world'

/** Creates two learners of a course with a unique title: one is active, the other one stopped long ago. */
async function learners(world: World) {
  const family = `Learner${crypto.randomUUID().slice(0, 8)}`
  const course = await world.course()
  const busy = await world.person({ name: `Bea ${family}` })
  const quiet = await world.person({ name: `Quentin ${family}` })
  for (const person of [busy, quiet]) await world.entitle(person, course)
  await did(world, busy, course, ['text', 'video'], '2 hours')
  await did(world, quiet, course, ['text'], '20 days')
  await world.sql(
    `update public.entitlements set created_at = now() - interval '30 days' where user_id = $1`,
    [quiet.id],
  )
  return { family, course, busy, quiet }
}

function did(
  world: World,
  { id }: Person,
  { lessons }: Course,
  done: (keyof Course['lessons'])[],
  ago: string,
) {
  return world.sql(
    `insert into public.lesson_completions (user_id, lesson_id, completed_at)
     select $1, lesson, now() - $3::interval from unnest($2::uuid[]) lesson`,
    [id, done.map((lesson) => lessons[lesson]), ago],
  )
}

test("a moderator finds inactive learners, and sees each learner's progress", async ({
  open,
  world,
}) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const { family, course, busy, quiet } = await learners(world)
  const page = await open(moderator, '/moderator')
  await page.getByRole('navigation', { name: 'Moderator panel' }).getByText('Analytics').click()
  await expect(page).toHaveURL('/moderator/analytics')
  // The previous screen has a search field too, so the test waits for the heading of this one.
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
  await page.getByPlaceholder('Search members...').fill(family)
  await expect(page.getByText('2 people', { exact: true })).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: family })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(busy.email)
  await expect(rows.first()).toContainText('2 of 3 lessons')
  await expect(rows.first()).toContainText('67%')
  await expect(rows.first().getByText('2h ago')).toHaveAttribute('title', /\d{4}, \d\d:\d\d$/)
  await expect(rows.first().getByLabel(`Progress of ${busy.name}`)).toHaveJSProperty('value', 67)

  await choose(page.getByLabel('Order'), 'Longest inactive first')
  await expect(rows.first()).toContainText(quiet.email)
  await choose(page.getByLabel('Course', { exact: true }), course.title)
  await choose(page.getByRole('combobox', { name: 'Activity' }), 'Inactive for 14 days')
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/course=.+&quiet=14|quiet=14/)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('20d ago')
  await choose(page.getByRole('combobox', { name: 'Activity' }), 'Never started')
  await expect(page.getByText('No inactive members')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: `Analytics of ${quiet.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Member Analytics' })
  await expect(dialog.getByText(quiet.email)).toBeVisible()
  await expect(dialog.getByRole('heading', { name: course.title })).toBeVisible()
  await expect(dialog.getByText('1 of 3 lessons')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
