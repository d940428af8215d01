import { randomUUID } from 'node:crypto'
import { callAs } from '../../support/api'
import { violations } from '../../support/axe'
import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'
import { untilSeen } from '../../support/seen'

test('a person without a cohort finds returned work and answered questions in the library', async ({
  open: visit,
  world,
}) => {
  const [mia, admin, course] = [
    await world.person({ name: 'Mia Wu' }),
    await world.person({ role: 'ADMIN' }),
    await world.course(),
  ]
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'A page about tea', 3, 'ASSIGNMENT', 'Build it.')`,
    [lesson, course.moduleId],
  )
  await world.entitle(mia, course)
  const page = await visit(mia, '/app/dashboard')
  await expect(page.getByRole('link', { name: course.title }).first()).toBeVisible()
  const news = page.getByRole('region', { name: 'Your work and questions' })
  await expect(news).toHaveCount(0)

  const round = await callAs(world, mia, 'submit_round', {
    ...{ lesson_id: lesson, operation_id: randomUUID(), text: 'My page.' },
  })
  await callAs(world, admin, 'publish_review', { round_id: round.id, verdict: 'AGAIN' })
  const question = await callAs(world, mia, 'ask_question', {
    ...{ lesson_id: course.lessons.text, title: 'Why is tea hot?' },
  })
  await callAs(world, admin, 'answer_question', { question_id: question.id, body: 'Fire.' })
  await page.reload()
  await expect(news.getByRole('link')).toHaveText(['A page about tea', 'Why is tea hot?'])
  await page.setViewportSize({ width: 360, height: 740 })
  await untilSeen(page)
  expect(await overflow(page)).toBe(0)
  expect(await violations(page)).toEqual([])

  await news.getByRole('link', { name: 'Why is tea hot?' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Why is tea hot?' })).toBeVisible()
  await page.goBack()
  await news.getByRole('link', { name: 'A page about tea' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A page about tea' })).toBeVisible()

  await callAs(world, mia, 'submit_round', {
    ...{ lesson_id: lesson, operation_id: randomUUID(), text: 'My better page.' },
  })
  await page.goto('/app/dashboard')
  await expect(news.getByRole('link')).toHaveText(['Why is tea hot?'])
})
