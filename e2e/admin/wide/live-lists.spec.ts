import { choose, switchCourse } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { openList } from '../../support/notifications'

test("an administrator's list of courses shows another administrator's changes without a reload", async ({
  open,
  world,
}) => {
  const [one, two] = [await world.person({ role: 'ADMIN' }), await world.person({ role: 'ADMIN' })]
  const course = await world.course()
  const [, word] = course.title.split(' ')
  const theirs = await openList(open, two, `/admin/courses?q=${word}`)
  const found = theirs.getByRole('region', { name: 'Course catalog' })
  await expect(found.getByText(course.title)).toBeVisible()
  let loads = 0
  theirs.on('load', () => {
    loads += 1
  })

  const mine = await open(one, `/admin/courses/${course.id}?tab=details`)
  await mine.getByLabel('Title', { exact: true }).fill(`Renamed ${word}`)
  await mine.getByRole('button', { name: 'Save Course' }).click()
  await expect(mine.getByText('Course updated successfully')).toBeVisible()
  await expect(found.getByText(`Renamed ${word}`)).toBeVisible()
  await expect(found.getByText(course.title)).toBeHidden()

  await mine.goto(`/admin/courses?q=${word}`)
  await mine.getByRole('button', { name: `Actions for Renamed ${word}` }).click()
  await mine.getByRole('menuitem', { name: 'Delete' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(mine.getByText('Course deleted')).toBeVisible()
  await expect(theirs.getByText('No courses found')).toBeVisible()
  expect(loads).toBe(0)
})

test("an administrator's list of members shows new roles and new people without a reload", async ({
  open,
  world,
}) => {
  const [one, two] = [await world.person({ role: 'ADMIN' }), await world.person({ role: 'ADMIN' })]
  const name = `Quinn ${crypto.randomUUID().slice(0, 8)}`
  const person = await world.person({ name })
  const address = `/admin/members?q=${encodeURIComponent(name)}`
  const theirs = await openList(open, two, address)
  const role = theirs
    .getByRole('row')
    .filter({ hasText: person.email })
    .getByLabel(`Role of ${name}`)
  await expect(role).toHaveAccessibleDescription('Member')

  const mine = await open(one, address)
  await choose(mine.getByLabel(`Role of ${name}`), 'Moderator')
  await mine.getByRole('dialog').getByRole('button', { name: 'Change Role' }).click()
  await expect(mine.getByText('User role updated successfully')).toBeVisible()
  await expect(role).toHaveAccessibleDescription('Moderator')

  const namesake = await world.person({ name })
  for (const page of [theirs, mine]) {
    await expect(page.getByRole('row').filter({ hasText: namesake.email })).toBeVisible()
  }
})

test("a person's page shows another administrator's changes, and its dialog keeps what was typed", async ({
  open,
  world,
}) => {
  const [one, two] = [await world.person({ role: 'ADMIN' }), await world.person({ role: 'ADMIN' })]
  const person = await world.person()
  const [course, other] = [await world.course(), await world.course()]
  const address = `/admin/members/${person.id}`
  const theirs = await openList(open, two, address)
  const facts = theirs.getByRole('main').locator('table').first()
  const switchOf = (title: string) =>
    theirs.getByRole('dialog').getByRole('switch', { name: title })
  await theirs.getByRole('button', { name: 'Manage Access' }).click()
  await switchCourse(theirs.getByRole('dialog'), other)

  const mine = await open(one, address)
  await choose(mine.getByLabel(/^Role of/), 'Moderator')
  await mine.getByRole('dialog').getByRole('button', { name: 'Change Role' }).click()
  await expect(mine.getByText('User role updated successfully')).toBeVisible()
  await world.sql('insert into public.entitlements (user_id, course_id) values ($1, $2)', [
    person.id,
    course.id,
  ])
  await expect(facts).toContainText(/Open courses:?\s*1/)
  await expect(theirs.getByLabel(/^Role of/)).toHaveAccessibleDescription('Moderator')

  // Saving the dialog keeps what the other administrator granted.
  await expect(switchOf(other.title)).toBeChecked()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText('Course access updated.')).toBeVisible()
  await expect(facts).toContainText(/Open courses:?\s*2/)
})
