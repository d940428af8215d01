import { violations } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { countInteractions } from '../support/interactions'
import { untilSeen } from '../support/seen'

test('a learner asks, another learner and a coach answer, and the asker sees the answers without a reload and accepts one', async ({
  open: visit,
  world,
}) => {
  const [mia, ben, coach, course] = [
    await world.person({ name: 'Mia Wu' }),
    await world.person({ name: 'Ben Ode' }),
    await world.person({ name: 'Cora Coach', role: 'MODERATOR' }),
    await world.course(),
  ]
  await world.sql('update public.lessons set content = $2 where id = $1', [
    course.lessons.text,
    `Tea.\n\n${'A line about tea.\n\n'.repeat(30)}## Steeping\n\nHot water.`,
  ])
  const cohort = await world.cohort({ courses: [course], people: [mia, ben], staff: [coach] })
  await world.sql(
    `update public.cohorts set starts_on = (now() at time zone 'UTC')::date - 1, ends_on = (now() at time zone 'UTC')::date + 60 where id = $1`,
    [cohort.id],
  )
  const path = `/app/courses/${course.slug}/lesson/${course.lessons.text}`

  // Mia asks her cohort, at the heading that she has just read.
  const asker = await visit(mia, path)
  await asker.getByRole('heading', { name: 'Steeping' }).scrollIntoViewIfNeeded()
  await asker.getByRole('button', { name: 'Ask a question' }).click()
  const form = asker.getByRole('form', { name: 'Ask a question' })
  await expect(form.getByRole('textbox', { name: 'Your question' })).toBeFocused()
  await expect(
    form.getByRole('checkbox', { name: 'Ask about this place: "Steeping"' }),
  ).toBeChecked()
  const counted = await countInteractions(asker)
  await asker.keyboard.type('Why is tea hot?')
  await untilSeen(asker)
  await form.getByRole('button', { name: 'Send question' }).click()
  const asked = asker.getByRole('link', { name: 'Why is tea hot?' })
  await expect(asked).toBeVisible()
  expect(await counted()).toBe(2)
  await asked.click()
  await expect(asker.getByRole('heading', { level: 3, name: 'Why is tea hot?' })).toBeFocused()

  // Ben finds Mia's question while he types the same one, and answers it.
  const reader = await visit(ben, path)
  await reader.getByRole('button', { name: 'Ask a question' }).click()
  await expect(reader.getByRole('textbox', { name: 'Your question' })).toBeFocused()
  await reader.keyboard.type('tea hot why')
  await reader
    .getByRole('complementary', { name: 'Questions like this' })
    .getByRole('link', { name: 'Why is tea hot?' })
    .click()
  await reader.getByRole('textbox', { name: 'Your answer' }).fill('Because of **fire**.')
  await untilSeen(reader)
  await reader.getByRole('button', { name: 'Send answer' }).click()
  const answer = reader.getByRole('article', { name: 'Answer by Ben Ode' })
  await expect(answer.locator('strong')).toHaveText('fire')
  await expect(reader.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)

  // Mia sees the answer at once, and the bell does not announce it, because it is on her screen.
  const shown = asker.getByRole('article', { name: 'Answer by Ben Ode' })
  await expect(shown).toBeVisible()
  const readBy = `select r.user_id from public.notifications n join public.notification_reads r on r.notification_id = n.id
     where n.recipient_id = $1 and n.answer_id is not null`
  await expect.poll(() => world.sql(readBy, [mia.id])).toHaveLength(1)
  await expect(asker.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  // The coach answers as staff, and Mia accepts that answer.
  const staff = await visit(
    coach,
    `${path}?question=${new URL(asker.url()).searchParams.get('question')}`,
  )
  await staff.getByRole('textbox', { name: 'Your answer' }).fill('Its molecules move.')
  await untilSeen(staff)
  await staff.getByRole('button', { name: 'Send answer' }).click()
  const official = asker.getByRole('article', { name: 'Answer by Cora Coach' })
  await expect(official.getByText('Staff')).toBeVisible()
  await untilSeen(asker)
  await official.getByRole('button', { name: 'Accept' }).click()
  await expect(official.getByRole('button', { name: 'Accepted' })).toBeVisible()
  const first = asker.getByRole('article', { name: /^Answer by/ }).first()
  await expect(first).toHaveAccessibleName('Answer by Cora Coach')
  for (const width of [360, 1280]) {
    await asker.setViewportSize({ width, height: 800 })
    expect(await violations(asker)).toEqual([])
    expect(await asker.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    )
  }
  expect(
    await world.sql(
      'select q.state, q.at_heading, q.answers from public.questions q where q.author_id = $1',
      [mia.id],
    ),
  ).toEqual([{ state: 'ANSWERED', at_heading: 'Steeping', answers: 2 }])
})
