import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { untilSeen } from '../../support/seen'
import type { World } from '../../support/world'

/** Turns a lesson into an assignment that is due on day 7. */
const makeAssignment = async (world: World, lesson: string) => {
  await world.sql(`update public.lessons set content_type = 'ASSIGNMENT' where id = $1`, [lesson])
  await world.sql('update public.assignments set due_day = 7 where lesson_id = $1', [lesson])
}

test('a teacher makes an assignment with a rubric, reorders its criteria, and finds it again', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { id, moduleId } = await world.course()
  const page = await open(admin, `/admin/courses/${id}`)
  await page.getByRole('button', { name: /^Add Lesson/ }).click()
  const making = page.getByRole('dialog', { name: 'Create New Lesson' })
  await making.getByLabel('Title', { exact: true }).fill('A page about tea')
  await making.getByRole('tab', { name: 'Assignment' }).click()
  await making.getByRole('textbox', { name: 'Brief' }).fill('Build a **page**.')
  await expect(making.getByRole('region', { name: 'Brief as learners see it' })).toContainText(
    'Build a page.',
  )
  await making.getByRole('checkbox', { name: 'Repository' }).check()
  await making.getByLabel('Due on day').fill('7')

  // To create two criteria with three levels each, it takes two presses and typing their titles.
  await making.getByRole('button', { name: 'Add Criterion' }).click()
  await page.keyboard.type('Works')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Reads well')
  const preview = making.getByRole('region', { name: 'Rubric as learners see it' })
  await expect(preview.getByRole('heading')).toHaveText(['Works', 'Reads well'])
  const handle = making.getByRole('button', { name: 'Move Reads well', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(preview.getByRole('heading')).toHaveText(['Reads well', 'Works'])

  const mine = making.getByRole('button', { name: 'Move Works', exact: true })
  await mine.scrollIntoViewIfNeeded()
  const from = await mine.boundingBox()
  const to = await handle.boundingBox()
  if (!from || !to) throw new Error('The criteria are not shown')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y - 10, { steps: 8 })
  await page.mouse.up()
  await expect(preview.getByRole('heading')).toHaveText(['Works', 'Reads well'])
  await untilSeen(page)
  await making.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(making).toBeHidden()
  expect(
    await world.sql(
      `select l.content, a.accepts::text, a.due_day, array(select c.title from public.rubric_criteria c where c.lesson_id = l.id order by c.position) as rubric
       from public.lessons l join public.assignments a on a.lesson_id = l.id where l.module_id = $1`,
      [moduleId],
    ),
  ).toEqual([
    {
      content: 'Build a **page**.',
      accepts: '{TEXT,REPOSITORY}',
      due_day: 7,
      rubric: ['Works', 'Reads well'],
    },
  ])

  await page.getByRole('button', { name: 'Edit A page about tea' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(editing.getByRole('textbox', { name: 'Title of Works' })).toHaveValue('Works')
  await editing.getByRole('button', { name: 'Remove Reads well' }).click()
  await untilSeen(page)
  await editing.getByRole('button', { name: 'Save Lesson' }).click()
  await expect(editing).toBeHidden()
  await page.getByRole('button', { name: 'Edit A page about tea' }).click()
  await editing.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await expect(versions.getByRole('listitem').first()).toContainText('Assignment')
})

test('a due date is dragged in the strip of a cohort, and moves with the cohort', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await makeAssignment(world, course.lessons.text)
  const cohort = await world.cohort({ courses: [course] })
  const page = await open(admin, `/admin/cohorts/${cohort.id}?tab=schedule`)
  const due = page.getByRole('button', { name: 'Move Due date of Reading lesson' })
  const day = page
    .getByRole('region', { name: 'Week 2', exact: true })
    .getByRole('heading', { name: 'Wed 16 Jan', exact: true })
  const drag = async () => {
    await day.scrollIntoViewIfNeeded()
    const from = await due.boundingBox()
    const target = await day.boundingBox()
    if (!from || !target) throw new Error('The strip is not shown')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(target.x + 10, target.y + 10, { steps: 8 })
    await page.mouse.move(target.x + 12, target.y + 10)
    await page.mouse.up()
  }
  const own = () =>
    world.sql('select day, at_time from public.cohort_dues where cohort_id = $1', [cohort.id])
  const place = async () => (await due.boundingBox())?.x
  const before = await place()
  await drag()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(own).toEqual([])
  await expect.poll(place).toBe(before)

  await drag()
  await expect.poll(own).toEqual([{ day: 9, at_time: null }])
  // The assignment's own due date stays the same.
  expect(
    await world.sql('select due_day from public.assignments where lesson_id = $1', [
      course.lessons.text,
    ]),
  ).toEqual([{ due_day: 7 }])
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Cohort' })
  await expect(dialog.getByText('1 due date moves.')).toBeVisible()
})

test('an extension is given with one press from the request for it', async ({ open, world }) => {
  const admin = await world.person({ role: 'ADMIN' })
  const ada = await world.person({ name: 'Ada Okafor' })
  const course = await world.course()
  await makeAssignment(world, course.lessons.text)
  const cohort = await world.cohort({ courses: [course], people: [ada] })
  await world.sql(
    `insert into private.extension_requests (lesson_id, user_id, note, days) values ($1, $2, 'I was ill.', 3)`,
    [course.lessons.text, ada.id],
  )
  const page = await open(admin, `/admin/cohorts/${cohort.id}?tab=extensions`)
  await expect(page.getByText('I was ill.')).toBeVisible()
  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: /^Give 3 Days: / }).click()
  await expect(page.getByText(/^Ada Okafor has time until Thu 17 Jan 2030/)).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(1)
  await expect(page.getByRole('region', { name: 'Extensions (1)' })).toBeVisible()

  await page.goto(`/admin/members/${ada.id}?tab=cohorts`)
  const given = page.getByRole('region', { name: 'Extensions (1)' })
  await expect(given).toContainText('Reading lesson')
  await given.getByRole('button', { name: /^End extension/ }).click()
  const question = page.getByRole('dialog', { name: 'End extension?' })
  await expect(question).toBeVisible()
  await untilSeen(page)
  await question.getByRole('button', { name: 'End Extension' }).click()
  await expect(page.getByText('Extension ended')).toBeVisible()
  expect(await world.sql('select from public.extensions where user_id = $1', [ada.id])).toEqual([])
})
