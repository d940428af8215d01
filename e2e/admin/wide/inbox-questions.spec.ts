import type { Page } from '@playwright/test'
import { api, callAs, json } from '../../support/api'
import { choose } from '../../support/choose'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { bellOf, itemOf, openBell } from '../../support/notifications'
import { untilSeen } from '../../support/seen'
import type { Course, Person, World } from '../../support/world'

const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const inboxOf = (page: Page) => page.getByRole('region', { name: 'Inbox' })
/** Returns the row of a question. Another row may exist for its asker, who can have fallen behind. */
const lineOf = (page: Page, title: string) =>
  inboxOf(page)
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasNotText: 'Fallen behind' })

/** Adds a running cohort with two learners, and a learner of another cohort with the same course. */
async function classroom(world: World, staff: Person[] = []) {
  const [mia, ben, zoe] = [
    await world.person({ name: named('Mia') }),
    await world.person({ name: named('Ben') }),
    await world.person({ name: named('Zoe') }),
  ]
  const course = await world.course()
  const here = await world.cohort({ courses: [course], people: [mia, ben], staff })
  const there = await world.cohort({ courses: [course], people: [zoe] })
  await world.sql(
    `update public.cohorts set starts_on = (now() at time zone 'UTC')::date - 1, ends_on = (now() at time zone 'UTC')::date + 60
     where id = any ($1)`,
    [[here.id, there.id]],
  )
  return { mia, ben, zoe, course, cohort: here }
}

const pathOf = (course: Course, question: string) =>
  `/app/courses/${course.slug}/lesson/${course.lessons.text}?question=${question}`

/** Asks as a person; returns the id of the question. */
async function ask(
  world: World,
  person: Person,
  { course, title, audience = 'COHORT' }: { course: Course; title: string; audience?: string },
): Promise<string> {
  const args = { lesson_id: course.lessons.text, title, body: 'It **burns**.', audience }
  const { id }: { id: string } = await callAs(world, person, 'ask_question', args)
  return id
}

/** Makes a question wait longer than rows of other tests, so that it comes first. */
const waitLonger = (world: World, id: string, years: number) =>
  world.sql(
    'update public.questions set waiting_since = now() - make_interval(years => $2) where id = $1',
    [id, years],
  )

test('staff answer two questions from the inbox by keys, the asker is told at once and accepts, a week later it closes, and one press reopens it', async ({
  open,
  world,
}) => {
  const ada = await world.person({ role: 'ADMIN', name: named('Ada') })
  const { mia, ben, course } = await classroom(world)
  const [hot, wet] = [named('Why is tea hot?'), named('Why is tea wet?')]
  const first = await ask(world, mia, { course, title: hot })
  const second = await ask(world, ben, { course, title: wet })
  await waitLonger(world, first, 30)
  await waitLonger(world, second, 29)
  const asker = await open(mia, pathOf(course, first))
  await expect(asker.getByRole('heading', { level: 3, name: hot })).toBeVisible()

  const page = await open(ada, '/admin')
  await expect(lineOf(page, hot)).toBeVisible()
  // J and K move through the rows; A opens the question with its whole text.
  await page.keyboard.press('j')
  await expect(
    page.getByRole('button', { name: new RegExp(`^Answer: ${escaped(hot)}`) }),
  ).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Answer' })
  await expect(dialog.locator('strong', { hasText: 'burns' })).toBeVisible()
  const box = dialog.getByRole('textbox', { name: 'Answer' })
  await expect(box).toBeFocused()

  // From here, each question takes two interactions.
  const counted = await countInteractions(page)
  await page.keyboard.type('Because of fire.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(wet)).toBeVisible()
  expect(await counted()).toBe(2)
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  await page.keyboard.type('Because of water.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(wet)).toHaveCount(0)
  expect(await counted()).toBe(4)
  // The dialog may show a question of another test by now.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  for (const title of [hot, wet]) await expect(lineOf(page, title)).toHaveCount(0)
  expect(
    await world.sql(
      'select a.body, a.staff from public.answers a where a.question_id = any ($1) order by a.created_at',
      [[first, second]],
    ),
  ).toEqual([
    { body: 'Because of fire.', staff: true },
    { body: 'Because of water.', staff: true },
  ])

  // The page of the asker shows the answer without a reload, so its notification is marked as read.
  const given = asker.getByRole('article', { name: `Answer by ${ada.name}` })
  await expect(given.getByText('Staff')).toBeVisible()
  await untilSeen(asker)
  await expect
    .poll(() =>
      world.sql(
        'select r.user_id from public.notifications n join public.notification_reads r on r.notification_id = n.id where n.question_id = $1',
        [first],
      ),
    )
    .toHaveLength(1)
  await expect(bellOf(asker)).toHaveAccessibleName('Notifications')
  await given.getByRole('button', { name: 'Accept' }).click()
  await expect(given.getByRole('button', { name: 'Accepted' })).toBeVisible()

  // Moves the dates of the question a week back, so that it closes.
  await world.sql(
    `update public.questions set closes_at = now() - interval '1 second' where id = $1`,
    [first],
  )
  await asker.reload()
  await expect(asker.getByText('This question is closed. Reopen it to go on.')).toBeVisible()
  await untilSeen(asker)
  const reopening = await countInteractions(asker)
  await asker.getByRole('button', { name: 'Reopen' }).click()
  await expect(asker.getByRole('textbox', { name: 'Your answer' })).toBeVisible()
  expect(await reopening()).toBe(1)
  await expect(lineOf(page, hot)).toBeVisible()
})

test('staff mark a question as done, snooze it, and hand it over in the inbox, and nobody without a right to the question sees it', async ({
  open,
  world,
}) => {
  const [ada, bert] = [
    await world.person({ role: 'ADMIN', name: named('Ada') }),
    await world.person({ role: 'ADMIN', name: named('Bert') }),
  ]
  const { mia, zoe, course } = await classroom(world)
  const titles = ['Done?', 'Snoozed?', 'Handed over?'].map(named)
  const ids: string[] = []
  for (const [at, title] of titles.entries()) {
    const id = await ask(world, mia, { course, title, audience: at === 0 ? 'STAFF' : 'COHORT' })
    await waitLonger(world, id, 26 - at)
    ids.push(id)
  }
  const [done = '', snoozed = '', handed = ''] = titles
  const page = await open(ada, '/admin')
  await expect(lineOf(page, handed)).toBeVisible()

  // After signing in, the first useful action takes one press.
  const acting = await countInteractions(page)
  await lineOf(page, done)
    .getByRole('button', { name: /^Done:/ })
    .click()
  await expect(lineOf(page, done)).toHaveCount(0)
  expect(await acting()).toBe(1)

  // The focus stays in the list, so that the next key works. Rows of other tests can be between these.
  const focused = page.getByRole('region', { name: 'Inbox' }).locator('li :focus')
  await expect(focused).toHaveCount(1)
  await lineOf(page, snoozed)
    .getByRole('button', { name: /^Answer: Snoozed/ })
    .focus()
  // The pointer is on the first toast, which keeps it open during the steps of the second action.
  await page.locator('.toast').hover()
  await page.keyboard.press('s')
  const snooze = page.getByRole('dialog', { name: 'Snooze' })
  await snooze.getByRole('button', { name: 'For 3 Hours' }).click()
  await expect(lineOf(page, snoozed)).toHaveCount(0)
  // Each of the two actions can be undone separately.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2)
  await expect(focused).toHaveCount(1)
  await lineOf(page, handed)
    .getByRole('button', { name: /^Answer: Handed over/ })
    .focus()
  await page.keyboard.press('h')
  const handing = page.getByRole('dialog', { name: 'Hand Over' })
  await choose(handing.getByRole('combobox', { name: 'Colleague' }), bert.name)
  await handing.getByLabel('Note').fill('You know tea.')
  await handing.getByRole('button', { name: 'Hand Over' }).click()
  await expect(lineOf(page, handed)).toHaveCount(0)
  const his = await open(bert, '/admin')
  await expect(lineOf(his, handed)).toContainText(`Handed over by ${ada.name}: You know tea.`)
  await openBell(his)
  await expect(itemOf(his, 'Handed over to you')).toBeVisible()

  // A new answer by the asker brings back a row that was marked as done.
  await callAs(world, bert, 'answer_question', { question_id: ids[0], body: 'Hm.' })
  await callAs(world, mia, 'answer_question', { question_id: ids[0], body: 'And then?' })
  await waitLonger(world, ids[0] ?? '', 26)
  await expect(lineOf(page, done)).toBeVisible()

  // A learner of another cohort finds none of the questions by list, address or search, and has no inbox.
  const { access_token } = await world.session(zoe)
  const call = (name: string, args: object) => api(access_token, `/rest/v1/rpc/${name}`, json(args))
  expect((await call('staff_inbox', {})).status).toBe(403)
  for (const question_id of ids) {
    expect((await call('question', { question_id })).status).toBe(404)
    expect((await call('questions_to_merge', { question_id })).status).toBe(403)
  }
  const list = await (await call('lesson_questions', { lesson_id: course.lessons.text })).json()
  expect(list).toMatchObject({ questions: [] })
  const like = { lesson_id: course.lessons.text, words: 'Handed over' }
  expect(await (await call('questions_like', like)).json()).toEqual([])
  expect(await (await api(access_token, '/rest/v1/questions?select=id')).json()).toEqual([])
})

test('a report leads staff from the inbox to the question, where they dismiss it, merge the question, and ban who wrote it; the course lifts the ban', async ({
  open,
  world,
}) => {
  const ada = await world.person({ role: 'ADMIN', name: named('Ada') })
  const { mia, ben, course } = await classroom(world)
  const [title, other] = [named('Buy my tea'), named('Why is tea green?')]
  const bad = await ask(world, ben, { course, title })
  const kept = await ask(world, mia, { course, title: other })
  const { id: answer } = await callAs(world, ben, 'answer_question', {
    ...{ question_id: kept, body: 'Buy it.' },
  })

  // Mia reports both from the pages of the portal.
  const reader = await open(mia, pathOf(course, bad))
  const report = async (menu: string) => {
    await reader.getByRole('button', { name: menu }).click()
    await reader.getByRole('menuitem', { name: 'Report' }).click()
    await reader.getByLabel('What is wrong with it? (optional)').fill('Selling')
    await reader.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await expect(reader.getByText('You reported this.')).toBeVisible()
  }
  await report(`Options for the question by ${ben.name}`)
  await reader.goto(pathOf(course, kept))
  await report(`Options for the answer by ${ben.name}`)
  await world.sql(
    `update private.question_reports set created_at = now() - interval '20 years' where question_id = $1 or answer_id = $2`,
    [bad, answer],
  )

  // Staff find both reports in the inbox, and dismiss one of them.
  const page = await open(ada, '/admin')
  // The row is found by its link, because its text does not contain the reported question.
  const look = page.locator(`a[href$="question=${bad}"]`)
  await look.click()
  await expect(page.getByText('Reported by one person')).toBeVisible()
  await expect(page.getByText('Selling')).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Dismiss reports' }).click()
  await expect(page.getByText('Reported by one person')).toHaveCount(0)

  // The question is merged into the other question, which is found by words of its title.
  await page.getByRole('button', { name: `Options for the question by ${ben.name}` }).click()
  await page.getByRole('menuitem', { name: 'Merge into another question' }).click()
  await expect(page.getByRole('searchbox', { name: /^Search the questions/ })).toBeFocused()
  await page.keyboard.type('tea green')
  const target = page.getByRole('radio', { name: other })
  await expect(target).toBeVisible()
  await target.check()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('heading', { level: 3, name: other })).toBeVisible()
  await reader.goto(pathOf(course, bad))
  await expect(reader.getByRole('heading', { level: 3, name: other })).toBeVisible()

  // On that page, the reported answer is deleted and its author is banned.
  const given = page.getByRole('article', { name: `Answer by ${ben.name}` })
  await expect(given.getByText('Selling')).toBeVisible()
  const menu = page.getByRole('button', { name: `Options for the answer by ${ben.name}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Ban from the questions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await expect(given.getByText('Banned')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(given).toHaveCount(0)
  const hers = await open(ben, `/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  await hers.getByRole('button', { name: 'Show questions' }).click()
  await expect(hers.getByText(/^You may not read or write questions here/)).toBeVisible()

  // Both rows have left the inbox, and the ban is lifted on the course's page.
  await page.goto('/admin')
  await expect(inboxOf(page).getByRole('listitem').first()).toBeVisible()
  await expect(look).toHaveCount(0)
  await expect(page.locator(`a[href$="question=${kept}"]`)).toHaveCount(0)
  await page.goto(`/admin/courses/${course.id}?tab=questions`)
  const banned = page.getByRole('region', { name: 'Banned people' })
  await expect(banned.getByText(ada.name)).toBeVisible()
  await untilSeen(page)
  await banned.getByRole('button', { name: `Lift the ban of ${ben.name}` }).click()
  await expect(page.getByText('Nobody is banned')).toBeVisible()
  await hers.reload()
  await hers.getByRole('button', { name: 'Show questions' }).click()
  await expect(hers.getByRole('link', { name: other })).toBeVisible()
})

const escaped = (text: string) => text.replace(/[?()]/g, '\\$&')
