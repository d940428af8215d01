import { expect, test } from '../support/fixtures'
import { addAssignment, handIn } from '../support/handed-in'
import { countInteractions } from '../support/interactions'
import { untilSeen } from '../support/seen'

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

test('an administrator passes work with three keys, and the next work is already loaded', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const [mia, sam] = [
    await world.person({ name: named('Mia') }),
    await world.person({ name: named('Sam') }),
  ]
  const course = await world.course()
  await world.entitle(mia, course)
  await world.entitle(sam, course)
  const lesson = await addAssignment(world, course, { rubric: ['Works', 'Reads well'] })
  await handIn(world, mia, lesson)
  await handIn(world, sam, lesson)
  const page = await open(admin, `/admin/reviews?lesson=${lesson}`)
  // Each address is counted once, because the page reads the same reviews again when other tests hand in work.
  const read = new Set<string>()
  page.on('response', (answer) => {
    if (answer.url().includes('/rpc/review?')) read.add(answer.url())
  })
  await page.getByRole('link', { name: 'Review Next' }).click()
  await expect(page.getByRole('link', { name: mia.name })).toBeVisible()
  await expect.poll(() => read.size).toBe(2)
  await untilSeen(page)

  const interactions = await countInteractions(page)
  await page.keyboard.press('f')
  await page.keyboard.press('p')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: sam.name })).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(3)
  expect(
    await world.sql(
      'select count(*)::int as completed from public.lesson_completions where user_id = $1 and lesson_id = $2',
      [mia.id, lesson],
    ),
  ).toEqual([{ completed: 1 }])

  await untilSeen(page)
  await page.keyboard.press('u')
  await expect(page.getByText('The review was taken back')).toBeVisible()
  await expect(page.getByRole('link', { name: mia.name })).toBeVisible()
  expect(
    await world.sql(
      'select 1 from public.lesson_completions where user_id = $1 and lesson_id = $2',
      [mia.id, lesson],
    ),
  ).toEqual([])
})
