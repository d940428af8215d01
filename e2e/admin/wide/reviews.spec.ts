import { expect, test } from '../../support/fixtures'
import { addAssignment, handIn } from '../../support/handed-in'
import { openList } from '../../support/notifications'
import { untilSeen } from '../../support/seen'

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

test('two reviewers share a queue while the learner hands in again', async ({ open, world }) => {
  const [grace, linus] = [
    await world.person({ role: 'ADMIN', name: named('Grace') }),
    await world.person({ role: 'ADMIN', name: named('Linus') }),
  ]
  const [mia, sam] = [
    await world.person({ name: named('Mia') }),
    await world.person({ name: named('Sam') }),
  ]
  const course = await world.course()
  await world.entitle(mia, course)
  await world.entitle(sam, course)
  const lesson = await addAssignment(world, course)
  await handIn(world, mia, lesson, { text: 'My page about tea.\nIt is short.' })
  await handIn(world, sam, lesson)

  const queue = `/admin/reviews?lesson=${lesson}`
  const theirs = await openList(open, linus, queue)
  await expect(theirs.getByRole('row').filter({ hasText: mia.name })).toBeVisible()
  const mine = await openList(open, grace, queue)
  await mine.getByRole('link', { name: 'Review Next' }).click()
  await expect(mine.getByRole('heading', { name: 'Building a page' })).toBeVisible()
  await expect(mine.getByRole('link', { name: mia.name })).toBeVisible()

  // Typing claims the work. The other reviewer sees the claim at once, and cannot write.
  await mine.getByRole('button', { name: 'Remark on line 1' }).click()
  await mine.getByRole('textbox', { name: 'Remark on line 1' }).fill('Which tea?')
  const row = theirs.getByRole('row').filter({ hasText: mia.name })
  await expect(row.getByText(`${grace.name}, until`)).toBeVisible()
  await row.getByRole('link', { name: 'Building a page' }).click()
  await expect(theirs.getByText(`${grace.name} is reviewing this until`)).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Comment' })).toBeDisabled()

  // When a newer round arrives, a remark moves with its line.
  await handIn(world, mia, lesson, { text: 'A title.\nMy page about tea.\nIt is longer now.' })
  await expect(mine.getByText('Round 2 was handed in while you reviewed round 1')).toBeVisible()
  await expect(mine.getByRole('textbox', { name: 'Remark on line 2' })).toHaveValue('Which tea?')

  const learner = await open(mia, '/app/profile')
  await mine.getByText('Please go on', { exact: true }).click()
  await untilSeen(mine)
  await mine.getByRole('button', { name: 'Publish' }).click()
  // The pointer on the toast keeps it open until the other pages have received the review, which is then withdrawn.
  await mine.getByText(`Published: Please go on, ${mia.name}, Building a page`).hover()
  await expect(mine.getByRole('link', { name: sam.name })).toBeVisible()
  await expect(theirs.getByText('Which tea?')).toBeVisible()
  await expect(learner.getByRole('button', { name: /Notifications/ })).toContainText('1')

  await mine.getByRole('button', { name: 'Undo' }).click()
  await expect(mine.getByText('The review was taken back')).toBeVisible()
  await expect(mine.getByRole('textbox', { name: 'Remark on line 2' })).toHaveValue('Which tea?')
  await expect(theirs.getByText(`${grace.name} is reviewing this until`)).toBeVisible()
  expect(
    await world.sql(
      `select s.state from public.submissions s where s.user_id = $1 and s.lesson_id = $2`,
      [mia.id, lesson],
    ),
  ).toEqual([{ state: 'WAITING' }])
})

test('blind work does not name its owner until its review is published', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const mia = await world.person({ name: named('Mia') })
  const course = await world.course()
  await world.entitle(mia, course)
  const lesson = await addAssignment(world, course, { blind: true })
  await handIn(world, mia, lesson)
  const page = await open(admin, '/app/profile')
  const answers: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/rest/v1/')) answers.push(await answer.text().catch(() => ''))
  })
  await page.goto(`/admin/reviews?lesson=${lesson}`)
  await expect(page.getByText('Name hidden until reviewed')).toBeVisible()
  await page.getByRole('link', { name: 'Building a page' }).click()
  await expect(page.getByText('My page about tea.')).toBeVisible()
  await expect(page.getByText('Name hidden until reviewed')).toBeVisible()
  await expect(page.getByText(mia.name)).toHaveCount(0)
  expect(answers.filter((text) => text.includes(mia.name) || text.includes(mia.id))).toEqual([])

  await untilSeen(page)
  await page.keyboard.press('p')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Published: Passed, ${mia.name}, Building a page`)).toBeVisible()
})

test('a moderator writes a saved reply, inserts it, and hands work over', async ({
  open,
  world,
}) => {
  const [coach, other] = [
    await world.person({ role: 'MODERATOR', name: named('Cora') }),
    await world.person({ role: 'MODERATOR', name: named('Otto') }),
  ]
  const mia = await world.person({ name: named('Mia') })
  const course = await world.course()
  await world.cohort({ courses: [course], people: [mia], staff: [coach, other] })
  // The cohort has not begun yet, so the learner also gets access without it.
  await world.entitle(mia, course)
  const lesson = await addAssignment(world, course)
  await handIn(world, mia, lesson)
  const page = await open(coach, `/moderator/reviews?lesson=${lesson}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Saved Replies…' }).click()
  await page.getByRole('button', { name: 'New Reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Reply' })
  await dialog.getByLabel('Title').fill('Nice')
  await dialog.getByLabel('Text').fill('Nice work, go on like that.')
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Save Reply' }).click()
  await expect(page.getByText('Reply saved')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('link', { name: 'Review Next' }).click()
  await expect(page.getByRole('heading', { name: 'What was handed in' })).toBeVisible()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Nice' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(
    'Nice work, go on like that.',
  )
  await expect(page.getByText(/^Saved\./)).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Hand Over…' }).click()
  await untilSeen(page)
  await page.getByRole('button', { name: `Hand over to ${other.name}` }).click()
  await expect(page.getByText('Handed over')).toBeVisible()
  await expect(page).toHaveURL(/\/moderator\/reviews\?/)
  const row = page.getByRole('row').filter({ hasText: mia.name })
  await expect(row.getByText(`Handed to ${other.name} by ${coach.name}`)).toBeVisible()
})
