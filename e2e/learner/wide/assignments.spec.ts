import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from '../../support/api'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { untilSeen } from '../../support/seen'
import type { Course, Person, World } from '../../support/world'

/** Console errors of an offline browser. */
const CUT = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_CONNECTION/, /Failed to fetch/]

const LEVELS = JSON.stringify([
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: 'It is as asked.' },
])

/** Adds a running cohort with an assignment in its course, a member, and a coach. */
async function scene(world: World, accepts: string[]) {
  const [member, coach, course] = [
    await world.person({ name: 'Mia Wu' }),
    await world.person({ name: 'Cora Coach', role: 'MODERATOR' }),
    await world.course(),
  ]
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'A page about tea', 3, 'ASSIGNMENT', $3)`,
    [lesson, course.moduleId, '## What it needs\n\nOne **heading**.'],
  )
  await world.sql(
    `update public.assignments set accepts = $2::public.work_kind[], due_day = 20 where lesson_id = $1`,
    [lesson, accepts],
  )
  await world.sql(
    `insert into public.rubric_criteria (lesson_id, position, title, levels, essential) values ($1, 0, 'It works', $2, true)`,
    [lesson, LEVELS],
  )
  const cohort = await world.cohort({ courses: [course], people: [member], staff: [coach] })
  await world.sql(
    `update public.cohorts set starts_on = (now() at time zone 'UTC')::date - 1, ends_on = (now() at time zone 'UTC')::date + 60 where id = $1`,
    [cohort.id],
  )
  return { member, coach, course, lesson }
}

const pathOf = ({ slug }: Course, lesson: string) => `/app/courses/${slug}/lesson/${lesson}`

const rounds = (world: World, person: Person) =>
  world.sql(
    `select r.* from public.submission_rounds r join public.submissions s on s.id = r.submission_id
     where s.user_id = $1 order by r.round`,
    [person.id],
  )

async function open(page: Page, course: Course, lesson: string) {
  await page.goto(pathOf(course, lesson))
  await expect(page.getByRole('heading', { level: 1, name: 'A page about tea' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Hand in' })).toBeVisible()
}

test('a link is handed in with two interactions, and its review arrives without a reload', async ({
  open: visit,
  world,
}) => {
  const { member, coach, course, lesson } = await scene(world, ['LINK'])
  const page = await visit(member, '/app/dashboard')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, course, lesson)
  const main = page.getByRole('main')
  await expect(main.getByText(/^Due .*in (?:18|19|20) days/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Mark As Complete' })).toHaveCount(0)
  await page.evaluate(() => navigator.clipboard.writeText('https://tea.example.org/mine'))
  const counted = await countInteractions(page)
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://tea.example.org/mine',
  )
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(main.getByText('Handed in. It waits for a review.')).toBeVisible()
  expect(await counted()).toBe(2)
  await expect(main.getByText('Yours is the only work that waits.')).toBeVisible()

  const [round] = await rounds(world, member)
  await callAs(world, coach, 'publish_review', {
    round_id: round?.id,
    verdict: 'AGAIN',
    comment: 'Nearly **there**.',
    remarks: [],
  })
  const review = page.getByRole('complementary', { name: 'Review' })
  await expect(review.getByText('Please go on')).toBeVisible()
  await expect(review.locator('strong')).toHaveText('there')

  // The person changes the link and hands in again.
  await page.getByRole('textbox', { name: 'Link' }).fill('https://tea.example.org/again')
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in round 2' }).click()
  await expect(main.getByText('Round 2 waits for a review.')).toBeVisible()
  await main.getByRole('button', { name: 'What changed since round 1' }).click()
  await expect(main.getByText('Added:')).toBeAttached()
  await expect.poll(async () => (await rounds(world, member)).length).toBe(2)
  const [, second] = await rounds(world, member)
  const [criterion] = await world.sql(
    'select id from public.rubric_criteria where lesson_id = $1',
    [lesson],
  )
  await callAs(world, coach, 'publish_review', {
    round_id: second?.id,
    verdict: 'PASS',
    levels: { [String(criterion?.id)]: 1 },
  })
  await expect(main.getByRole('status').getByText('Passed')).toBeVisible()
  await expect(main.locator('header').getByText('Completed')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Hand in' })).toHaveCount(0)
})

test('work that is handed in offline becomes one round when the connection returns', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world, ['TEXT'])
  const page = await visit(member, '/app/dashboard', { expectProblems: CUT })
  await open(page, course, lesson)
  await page.context().setOffline(true)
  await page.getByLabel('Text', { exact: true }).fill('Tea is a leaf.')
  await expect(page.getByText('Your draft is kept on this device.')).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).dblclick()
  await expect(page.getByText('Saves when you are back online')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Round 1' })).toContainText('Tea is a leaf.')
  expect(await rounds(world, member)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => rounds(world, member)).toMatchObject([{ text: 'Tea is a leaf.' }])
  await expect(page.getByText('Saves when you are back online')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Round 1' })).toContainText('Handed in on')
})

test('a draft with code continues on another device, and Tab leaves the editor after Escape', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world, ['CODE'])
  const desk = await visit(member, '/app/dashboard')
  await open(desk, course, lesson)
  const editor = desk.getByRole('textbox', { name: /^Code of/ })
  await editor.click()
  // Outside the editor, letters are shortcuts.
  await desk.keyboard.type('const m = 1')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await expect(desk.getByText('Your draft is saved.')).toBeVisible()
  expect(new URL(desk.url()).pathname).toBe(pathOf(course, lesson))

  const phone = await visit(member, '/app/dashboard', { viewport: { width: 360, height: 740 } })
  await open(phone, course, lesson)
  await expect(phone.getByRole('textbox', { name: /^Code of/ })).toContainText('const m = 1')
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  await untilSeen(phone)
  await phone.getByRole('button', { name: 'Hand in' }).click()
  await expect
    .poll(() => rounds(world, member))
    .toMatchObject([{ code: [{ name: 'main.js', body: expect.stringContaining('const m = 1') }] }])
})

test('files are uploaded when they are chosen, and then handed in', async ({
  open: visit,
  world,
}) => {
  const { member, course, lesson } = await scene(world, ['FILE'])
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({
    name: 'tea.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A leaf'),
  })
  await expect(page.getByRole('button', { name: 'Remove tea.txt' })).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Hand in' }).click()
  const link = page.getByRole('link', { name: 'tea.txt' })
  await expect(link).toBeVisible()
  const address = await link.getAttribute('href')
  expect(await (await fetch(String(address))).text()).toBe('A leaf')
})

test('a person asks for more time and for a second opinion in one act each', async ({
  open: visit,
  world,
}) => {
  const { member, coach, course, lesson } = await scene(world, ['TEXT'])
  await callAs(world, member, 'submit_round', {
    lesson_id: lesson,
    operation_id: randomUUID(),
    text: 'Tea is a leaf.',
  })
  const [round] = await rounds(world, member)
  await callAs(world, coach, 'publish_review', {
    round_id: round?.id,
    verdict: 'AGAIN',
    comment: 'It is not.',
    remarks: [{ path: null, line_from: 1, line_to: 1, body: 'Which leaf?' }],
  })
  const page = await visit(member, '/app/dashboard')
  await open(page, course, lesson)
  await expect(page.getByRole('note').getByText('Which leaf?')).toBeVisible()
  await untilSeen(page)
  const counted = await countInteractions(page)
  await page.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(page.getByText(/^You asked for more time on/)).toBeVisible()
  expect(await counted()).toBe(1)
  await page.getByRole('button', { name: 'Ask for a second opinion' }).click()
  await expect(page.getByText('Round 2 waits for a review.')).toBeVisible()
  expect(await counted()).toBe(2)
  await expect
    .poll(() =>
      world.sql('select note from private.extension_requests where user_id = $1', [member.id]),
    )
    .toEqual([{ note: '' }])
  await expect(page.getByText('For a second opinion')).toBeVisible()
})
