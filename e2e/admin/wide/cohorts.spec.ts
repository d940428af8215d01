import { readFile } from 'node:fs/promises'
import { fillDay } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { untilSeen } from '../../support/seen'

test('an administrator moves a lesson by keyboard and by mouse, and the whole cohort with its preview', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const cohort = await world.cohort({ courses: [course] })
  const page = await open(admin, `/admin/cohorts/${cohort.id}?tab=schedule`)
  const week = (n: number) => page.getByRole('region', { name: `Week ${n}`, exact: true })
  const handle = page.getByRole('button', { name: 'Move Module First module' })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 opening moved')).toBeVisible()
  const releases = () =>
    world.sql('select day, module_id, lesson_id from public.releases where cohort_id = $1', [
      cohort.id,
    ])
  expect(await releases()).toEqual([{ day: 8, module_id: course.moduleId, lesson_id: null }])

  await week(2).getByRole('button', { name: 'Lessons of First module' }).click()
  const lesson = page.getByRole('button', { name: 'Move Lesson Reading lesson' })
  const day = week(3).getByRole('heading', { name: 'Mon 21 Jan', exact: true })
  // Both elements are visible, so that nothing scrolls during the drag.
  await day.scrollIntoViewIfNeeded()
  const from = await lesson.boundingBox()
  const target = await day.boundingBox()
  if (!from || !target) throw new Error('The strip is not shown')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(target.x + 10, target.y + 10, { steps: 8 })
  await page.mouse.move(target.x + 12, target.y + 10)
  await page.mouse.up()
  await expect(week(3).getByRole('button', { name: /^Lesson Reading lesson/ })).toBeVisible()
  await expect
    .poll(releases)
    .toContainEqual({ day: 14, module_id: null, lesson_id: course.lessons.text })

  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Cohort' })
  await expect(dialog.getByText('2 openings move.')).toBeVisible()
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(/now begins on/)).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(3)
  const toast = page.locator('.toast').filter({ hasText: 'now begins on' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The move was taken back')).toBeVisible()
  expect(
    await world.sql('select starts_on::text from public.cohorts where id = $1', [cohort.id]),
  ).toEqual([{ starts_on: '2030-01-07' }])
})

test('an administrator begins a cohort again and adds a pasted list of thirty people, in six interactions', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const members = await Promise.all([world.person(), world.person()])
  const cohort = await world.cohort({ courses: [await world.course()] })
  const family = crypto.randomUUID().slice(0, 8)
  const emails = [
    ...members.map(({ email }) => email),
    ...Array.from({ length: 28 }, (_, n) => `p${n}-${family}@example.org`),
  ]
  const page = await open(admin, `/admin/cohorts/${cohort.id}`)
  const again = page.getByRole('button', { name: 'Start Again' })
  await expect(again).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), emails.join('\n'))
  const interactions = await countInteractions(page)

  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Start Again' })
  await expect(dialog.getByText(/Nobody is in it yet/)).toBeVisible()
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Start Again' }).click()
  await expect(page).not.toHaveURL(`/admin/cohorts/${cohort.id}`)
  await expect(page.getByText('No people yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add People' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add People' }).getByLabel('People')).toBeFocused()
  await page.keyboard.press('Control+v')
  const list = page.getByRole('dialog', { name: /^Add a List of People/ })
  const check = list.getByRole('button', { name: 'Check List' })
  await expect(check).toBeVisible()
  await untilSeen(page)
  await check.click()
  await expect(list.getByText('A member, joins at once')).toHaveCount(2)
  await untilSeen(page)
  await list.getByRole('button', { name: 'Add 30 People' }).click()
  await expect(list.getByText(/^Done: 2 people joined, 28 invited\./)).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(6)
  await list.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('row').filter({ hasText: members[0].email })).toBeVisible()
  expect(
    await world.sql(
      `select count(*)::int from public.invites i join public.cohorts c on c.id = i.cohort_id
       where i.email like $1 and c.id <> $2`,
      [`%-${family}@example.org`, cohort.id],
    ),
  ).toEqual([{ count: 28 }])
})

test('an administrator finds a cohort in the palette, takes its people out as a file, and makes a join link, which is shown once, and switches it off', async ({
  open,
  world,
}) => {
  const ada = await world.person()
  const cohort = await world.cohort({ people: [ada] })
  const page = await open(await world.person({ role: 'ADMIN' }), '/admin/courses')
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(cohort.title)
  await expect(page.getByRole('option', { name: cohort.title })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/cohorts/${cohort.id}`)
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More about people' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Open lessons completed')
  expect(text).toContain(ada.email)

  const openLink = async () => {
    await page.getByRole('button', { name: 'More about people' }).click()
    await page.getByRole('menuitem', { name: 'Join Link…' }).click()
  }
  await openLink()
  const dialog = page.getByRole('dialog', { name: 'Join Link' })
  await fillDay(dialog.getByLabel(/^Last day of the link/), '2030-02-01')
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  await expect(dialog.getByText('Fri 1 Feb 2030')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Join link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/cohort\/[0-9a-f]{64}$/,
  )
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await openLink()
  await expect(dialog.getByText('0 people')).toBeVisible()
  await expect(dialog.getByLabel('Join link')).toHaveCount(0)
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Switch Off' }).click()
  await expect(dialog.getByRole('button', { name: 'Switch On' })).toBeVisible()
  expect(
    await world.sql('select active from private.cohort_links where cohort_id = $1', [cohort.id]),
  ).toEqual([{ active: false }])
})
