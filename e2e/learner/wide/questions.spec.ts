import { expect, test } from '../../support/fixtures'
import { untilSeen } from '../../support/seen'

test('a question and an answer written offline are sent once after the browser was closed', async ({
  open: visit,
  world,
}) => {
  const [{ member: mia, course }, ben] = [
    await world.memberWithCourse(),
    await world.person({ name: 'Ben Ode' }),
  ]
  await world.entitle(ben, course)
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`
  const asked = async (who: { id: string }) =>
    (await world.sql('select title from public.questions where author_id = $1', [who.id])).map(
      ({ title }) => title,
    )
  const answered = async () =>
    (await world.sql('select body from public.answers where author_id = $1', [mia.id])).map(
      ({ body }) => body,
    )
  await world.sql(
    `insert into public.questions (lesson_id, author_id, title) values ($1, $2, 'Is tea old?')`,
    [course.lessons.text, ben.id],
  )

  const page = await visit(mia, path, {
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/],
  })
  await page.getByRole('button', { name: 'Show questions' }).click()
  await page.getByRole('link', { name: 'Is tea old?' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Very old.')
  await page.context().setOffline(true)
  await untilSeen(page)
  await page.getByRole('button', { name: 'Send answer' }).click()
  const waiting = page.getByRole('article', { name: 'Your answer, not sent yet' })
  await expect(waiting.getByText('Saves when you are back online')).toBeVisible()
  await page.getByRole('link', { name: 'All questions of this lesson' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why is tea hot?')
  await untilSeen(page)
  await page.getByRole('button', { name: 'Send question' }).click()
  const list = page.getByRole('list', { name: 'Questions that are not sent' })
  await expect(list.getByText('Why is tea hot?')).toBeVisible()
  expect(await asked(mia)).toEqual([])
  await page.close()

  const next = await page.context().newPage()
  await page.context().setOffline(false)
  await next.goto(path)
  await expect.poll(() => asked(mia)).toEqual(['Why is tea hot?'])
  await expect.poll(answered).toEqual(['Very old.'])
  await next
    .getByRole('button', { name: 'Show questions' })
    .or(next.getByRole('link', { name: 'Why is tea hot?' }))
    .first()
    .click()
  await expect(next.getByText('Why is tea hot?').first()).toBeVisible()
  await expect(next.getByRole('list', { name: 'Questions that are not sent' })).toBeHidden()
  await expect
    .poll(() => next.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('outbox')
})
